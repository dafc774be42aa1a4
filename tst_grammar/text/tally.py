"""Counts the numbers annotated and left alone, for `tst annotate --stats`."""

from collections import Counter
from collections.abc import Iterator

from attrs import define, field

from tst_grammar.diagnostics import Span, quoted
from tst_grammar.notation.locales import RATIO_SIGNS
from tst_grammar.notation.number import Number
from tst_grammar.text.annotation import Annotator
from tst_grammar.text.evidence import Evidence


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

    def counted(self, annotator: Annotator, text: str) -> str:
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

    def summary(self) -> Iterator[str]:
        """Yield the lines of the summary."""
        yield _counts("converted", self.notations)
        yield _counts("left alone", self.reasons)
        if self.respelled:
            yield f"{_counts('spelled differently when restored', self.respelled)}; --exact leaves them alone"
        for each in self.evidence:
            yield f"{quoted(each.mark)} is a {each.use} mark, as in {quoted(each.raw)} ({each.count} in all)"


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
