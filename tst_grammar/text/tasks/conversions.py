"""The tasks that change texts: annotation and restoration."""

from typing import Self

from attrs import evolve, frozen

from tst_grammar.arrow_columns import RowPass
from tst_grammar.diagnostics import quoted
from tst_grammar.errors import OptionError
from tst_grammar.language.layout import has_tables
from tst_grammar.language.scheme import TST, Scheme
from tst_grammar.notation.locales import find_locale
from tst_grammar.option_checks import checked_flag, checked_text
from tst_grammar.text.annotation import NumberAnnotator
from tst_grammar.text.annotator import Exact, annotator_for
from tst_grammar.text.evidence import Evidence, Pieces, Settled
from tst_grammar.text.finding import checked_exact, checked_separator, checked_skip
from tst_grammar.text.lines import Change, LastBreak
from tst_grammar.text.restoration import Restorer, restorer_for
from tst_grammar.text.tasks.task import Attributes, Lister, Tally, Task
from tst_grammar.text.text_tokens import text_tokens


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
        if checked_text("locale", self.locale) != "auto":
            find_locale(self.locale)
        checked_skip(self.skip)
        checked_separator(self.separator)
        checked_exact(self.exact)
        checked_flag("again", self.again)
        checked_flag("counts", self.counts)

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

    def lister(self) -> Lister:
        """Return a function that lists the numbers of a text with their TST and their values."""
        annotator = self._annotator(list)

        def listed(text: str) -> Attributes:
            aligned = annotator.align(text)
            return [
                (number.source.start, number.source.end, written, str(number.number.value))
                for number in aligned.numbers
                for written in [aligned.text[number.target.start : number.target.end]]
            ]

        return listed

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

    def lister(self) -> Lister:
        """Return a function that lists the TST numbers of a text with their values."""
        numbers = self._restorer.numbers
        return lambda text: [
            (start, end, text[start:end], str(digits.number.value)) for start, end, digits in numbers(text)
        ]

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
