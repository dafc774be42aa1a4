"""The base of all tasks, and the tally of what they did. Both can be sent to another process."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Self

from attrs import define, field, frozen

from tst_grammar.arrow_columns import RowPass
from tst_grammar.diagnostics import Span, quoted
from tst_grammar.language.scheme import TST, Scheme
from tst_grammar.language.schemes import scheme_of
from tst_grammar.notation.locales import RATIO_SIGNS
from tst_grammar.notation.number import Number
from tst_grammar.text.annotation import NumberAnnotator
from tst_grammar.text.delimiters import checked_delimiters
from tst_grammar.text.evidence import Evidence, Pieces
from tst_grammar.text.lines import Change, LastBreak


@define
class Tally:
    """The count of numbers in each notation, and of remarks for each reason.

    `reasons` counts the tokens left alone, `respelled` the numbers that `restore` will spell differently, and
    `listed` what was only listed.

    >>> Tally(notations=Counter(integer=2, money=1)).notations["money"]
    1
    """

    notations: Counter[str] = field(factory=Counter)
    reasons: Counter[str] = field(factory=Counter)
    respelled: Counter[str] = field(factory=Counter)
    listed: Counter[str] = field(factory=Counter)
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
        self.listed.update(other.listed)
        self.evidence += other.evidence

    @classmethod
    def of(cls, counts: Mapping[str, Mapping[str, int]]) -> Self:
        """Return the tally with these counts, named as in `counts`.

        >>> Tally.of({"converted": {"integer": 2}}).notations["integer"]
        2
        """
        tally = cls()
        for name, counter in tally._named().items():
            counter.update(counts.get(name, {}))
        return tally

    def clear(self) -> None:
        """Forget all counts."""
        for counter in self._named().values():
            counter.clear()
        self.evidence = ()

    @property
    def counts(self) -> dict[str, dict[str, int]]:
        """The counts that are not empty, by what they count.

        >>> Tally(notations=Counter(integer=2)).counts
        {'converted': {'integer': 2}}
        """
        return {name: dict(counter) for name, counter in self._named().items() if counter}

    def _named(self) -> dict[str, Counter[str]]:
        return {
            "converted": self.notations,
            "left alone": self.reasons,
            "spelled differently": self.respelled,
            "listed": self.listed,
        }

    def summary(self) -> Iterator[str]:
        """Yield the lines of the summary."""
        yield _counts("converted", self.notations)
        yield _counts("left alone", self.reasons)
        if self.respelled:
            yield f"{_counts('spelled differently when restored', self.respelled)}; --exact leaves them alone"
        for each in self.evidence:
            yield f"{quoted(each.mark)} is a {each.use} mark, as in {quoted(each.raw)} ({each.count} in all)"


Listed = tuple[int | str, ...]
"""Something that a task lists in a text: its start and its end, and then what it is."""

Attributes = list[Listed]
"""What a task lists in a text, in order."""

Lister = Callable[[str], Attributes]
"""Lists what a task looks for in a text."""


class ListingTask(ABC):
    """Lists what it finds in texts, and changes none of them."""

    @property
    def needs_all(self) -> bool:
        """Whether a whole document has to be read before anything in it can be listed."""
        return False

    def settled_by(self, pieces: Pieces) -> Self:  # noqa: ARG002 -- most tasks do not depend on the document
        """Return the task for a document with these pieces."""
        return self

    @abstractmethod
    def lister(self) -> Lister:
        """Return a function that lists what this task looks for in a text."""

    def kind_of(self, listed: Listed) -> str:  # noqa: ARG002 -- most tasks list only numbers
        """Return the name under which a listed item is counted."""
        return "number"


@frozen(kw_only=True)
class Task(ListingTask):
    """A change to texts. It can also list what it would change."""

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
