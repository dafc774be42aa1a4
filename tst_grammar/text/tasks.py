"""Tasks that change texts, and the tally of what they did. Both can be sent to another process."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from typing import Self

from attrs import define, evolve, field, frozen

from tst_grammar.arrow_columns import RowPass
from tst_grammar.diagnostics import Span, quoted
from tst_grammar.errors import OptionError
from tst_grammar.language.layout import has_tables
from tst_grammar.language.scheme import TST, Scheme
from tst_grammar.language.schemes import scheme_of
from tst_grammar.notation.locales import RATIO_SIGNS, find_locale
from tst_grammar.notation.number import Number
from tst_grammar.text.annotation import NumberAnnotator
from tst_grammar.text.annotator import Exact, annotator_for
from tst_grammar.text.delimiters import checked_delimiters
from tst_grammar.text.evidence import Evidence, Pieces, Settled
from tst_grammar.text.finding import checked_exact, checked_separator, checked_skip
from tst_grammar.text.lines import Change, LastBreak
from tst_grammar.text.restoration import Restorer, restorer_for
from tst_grammar.text.text_tokens import text_tokens


@define
class Tally:
    """The count of numbers in each notation, and of remarks for each reason.

    `reasons` counts the tokens left alone, and `respelled` the numbers that `restore` will spell differently.

    >>> Tally(notations=Counter(integer=2, money=1)).notations["money"]
    1
    """

    notations: Counter[str] = field(factory=Counter)
    reasons: Counter[str] = field(factory=Counter)
    respelled: Counter[str] = field(factory=Counter)
    evidence: tuple[Evidence, ...] = ()

    def counted(self, annotator: NumberAnnotator, text: str) -> str:
        """Annotate a text, and count its numbers and remarks."""
        aligned = annotator.align(text)
        for each in aligned.numbers:
            self.notations[_notation(text[each.source.start : each.source.end], each.number)] += 1
        converted = {each.source for each in aligned.numbers}
        for remark in aligned.remarks:
            is_converted = Span(remark.start, remark.end) in converted
            (self.respelled if is_converted else self.reasons)[remark.reason] += 1
        return aligned.text

    def add(self, other: "Tally") -> None:
        """Add the counts of another tally.

        >>> tally = Tally()
        >>> tally.add(Tally(notations=Counter(integer=2)))
        >>> list(tally.summary())
        ['converted: 2 (integer 2)', 'left alone: 0']
        """
        self.notations.update(other.notations)
        self.reasons.update(other.reasons)
        self.respelled.update(other.respelled)
        self.evidence += other.evidence

    def clear(self) -> None:
        """Forget all counts."""
        for counter in (self.notations, self.reasons, self.respelled):
            counter.clear()
        self.evidence = ()

    @property
    def counts(self) -> dict[str, dict[str, int]]:
        """The counts that are not empty, by what they count.

        >>> Tally(notations=Counter(integer=2)).counts
        {'converted': {'integer': 2}}
        """
        named = {
            "converted": self.notations,
            "left alone": self.reasons,
            "spelled differently": self.respelled,
        }
        return {name: dict(counter) for name, counter in named.items() if counter}

    def summary(self) -> Iterator[str]:
        """Yield the lines of the summary."""
        yield _counts("converted", self.notations)
        yield _counts("left alone", self.reasons)
        if self.respelled:
            yield f"{_counts('spelled differently when restored', self.respelled)}; --exact leaves them alone"
        for each in self.evidence:
            yield f"{quoted(each.mark)} is a {each.use} mark, as in {quoted(each.raw)} ({each.count} in all)"


@frozen(kw_only=True)
class Task(ABC):
    """A change to texts."""

    scheme: Scheme = field(default=TST, converter=scheme_of)
    delimiters: tuple[str, str] | None = None

    def __attrs_post_init__(self) -> None:
        checked_delimiters(self.delimiters)

    @property
    def needs_all(self) -> bool:
        """Whether a whole document has to be read before any of it can be changed."""
        return False

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The evidence that the numbers of the document give about its locale, if the task needs it."""
        return ()

    def settled_by(self, pieces: Pieces) -> Self:  # noqa: ARG002 -- most tasks do not depend on the document
        """Return the task for a document with these pieces."""
        return self

    @abstractmethod
    def change(self, tally: Tally) -> Change:
        """Return a function that changes a text and counts the changes."""

    @property
    def row_pass(self) -> RowPass | None:
        """The pass that changes most rows of a column at once, if the options allow it."""
        return None

    @abstractmethod
    def last_break(self) -> LastBreak:
        """Return the function that finds where to cut a text."""


@frozen(kw_only=True)
class AnnotationTask(Task):
    """Writes the numbers of texts as TST, with the options of `annotate`. It can be pickled.

    `counts=True` counts the numbers and what was left alone, at the cost of speed. Between delimiters, text
    that was annotated before is refused unless `again=True`.

    >>> AnnotationTask(locale="de").change(Tally())("1.234,5 kg")
    '1k 234. 500p kg'
    """

    locale: str = "en"
    skip: tuple[str, ...] | None = None
    separator: str = ""
    exact: Exact = False
    again: bool = False
    counts: bool = False
    settled: Settled | None = None

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        if self.locale != "auto":
            find_locale(self.locale)
        checked_skip(self.skip)
        checked_separator(self.separator)
        checked_exact(self.exact)

    @property
    def needs_all(self) -> bool:
        """Whether the numbers of a document decide together how each of them is read."""
        return self.locale == "auto"

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The evidence that the numbers of the document give about its locale."""
        return self.settled.evidence if self.settled else ()

    def settled_by(self, pieces: Pieces) -> Self:
        """Return the task with the evidence from the numbers of a document."""
        return evolve(self, settled=self._annotator(pieces).settled)

    def change(self, tally: Tally) -> Change:
        """Return a function that annotates a text and counts the changes."""
        annotator = self._annotator(list)

        def annotated(text: str) -> str:
            if not self.again:
                _refuse_annotated(annotator, text)
            return tally.counted(annotator, text) if self.counts else annotator.text(text)

        return annotated

    @property
    def row_pass(self) -> RowPass | None:
        """The pass that annotates most rows of a column at once, if the options allow it."""
        return None if self.counts or self.delimiters else self._annotator(list).row_pass

    def _annotator(self, pieces: Pieces) -> NumberAnnotator:
        return annotator_for(
            pieces,
            scheme=self.scheme,
            locale=self.locale,
            delimiters=self.delimiters,
            skip=self.skip,
            separator=self.separator,
            exact=self.exact,
            reports=self.counts,
            settled=self.settled,
        )

    def last_break(self) -> LastBreak:
        """Return the function that finds where to cut a text."""
        return last_break_for(self.locale, self.separator, self.delimiters, self.scheme)


@frozen(kw_only=True)
class RestorationTask(Task):
    """Writes the TST numbers of texts as plain numbers, with the options of `restore`. It can be pickled.

    >>> RestorationTask().change(Tally())("1k 234. 500p kg")
    '1234.5 kg'
    """

    locale: str | None = None

    def change(self, tally: Tally) -> Change:  # noqa: ARG002 -- nothing is counted
        """Return a function that restores a text."""
        return self._restorer.text

    @property
    def row_pass(self) -> RowPass | None:
        """The pass that restores most rows of a column at once, if the options allow it."""
        return self._restorer.row_pass

    @property
    def _restorer(self) -> Restorer:
        return restorer_for(scheme=self.scheme, locale=self.locale, delimiters=self.delimiters)

    def last_break(self) -> LastBreak:
        """Return the function that finds where to cut a text."""
        if not has_tables(self.scheme):
            return lambda _: 0
        return last_break_for(self.locale or "en", "", self.delimiters, self.scheme)


def _refuse_annotated(annotator: NumberAnnotator, text: str) -> None:
    before = annotator.annotated_before(text)
    if before:
        found = quoted(text[before.start : before.end])
        raise OptionError(
            f"{found} shows that the text was annotated before: use --again to annotate it again",
            fault="annotated-before",
        )


def last_break_for(
    locale: str,
    separator: str,
    delimiters: tuple[str, str] | None = None,
    scheme: Scheme = TST,
) -> LastBreak:
    """Return the function that finds where to cut a text with the numbers of a locale and of a scheme."""
    known = None if locale == "auto" else find_locale(locale)
    tokens = text_tokens(known, checked_separator(separator), scheme)
    besides = "".join(delimiters or ())
    return lambda text: tokens.last_break(text, besides)


def _counts(what: str, counter: Counter[str]) -> str:
    parts = ", ".join(f"{name} {count}" for name, count in counter.most_common())
    return f"{what}: {counter.total()}{f' ({parts})' if parts else ''}"


def _notation(raw: str, number: Number) -> str:
    """Return the name of a number's notation."""
    affix = number.prefix or number.suffix
    if affix:
        return "percentage" if affix in RATIO_SIGNS else "money"
    if number.exponent:
        return "scientific"
    if number.fraction:
        return "decimal"
    return "grouped" if len(number.sign + number.integer) < len(raw) else "integer"
