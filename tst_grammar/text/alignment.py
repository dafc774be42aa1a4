"""The result of annotating a text: its numbers, and remarks on the rest."""

from bisect import bisect_left, bisect_right

from attrs import field, frozen

from tst_grammar.diagnostics import Span
from tst_grammar.language.scheme import TST, Scheme
from tst_grammar.notation.number import Number
from tst_grammar.notation.parts import Parts
from tst_grammar.text.evidence import Evidence


@frozen
class AlignedNumber:
    """A number that was written as TST: its span in the source, and its span in the result.

    >>> import tst_grammar as tst
    >>> tst.align("about 1,234").numbers[0].number.value
    Decimal('1234')
    """

    source: Span
    target: Span
    _parts: Parts = field(repr=False)

    def moved(self, before: int, after: int) -> "AlignedNumber":
        """Return the number moved by `before` characters in the source and `after` characters in the result.

        >>> import tst_grammar as tst
        >>> tst.align("1000").numbers[0].moved(5, 7).target
        Span(start=7, end=13)
        """
        return AlignedNumber(self.source.moved(before), self.target.moved(after), self._parts)

    @property
    def number(self) -> Number:
        """The number, exact and as written."""
        return Number(*self._parts)


@frozen
class Remark:
    """A part of the source that was left alone or cannot be restored, with the name of the reason.

    >>> import tst_grammar as tst
    >>> tst.align("on 2024-01-15").remarks
    (Remark(start=3, end=13, raw='2024-01-15', reason='date'),)
    """

    start: int
    end: int
    raw: str
    reason: str

    def moved(self, before: int) -> "Remark":
        """Return the remark moved by `before` characters.

        >>> Remark(0, 3, "007", "code").moved(5)
        Remark(start=5, end=8, raw='007', reason='code')
        """
        return Remark(self.start + before, self.end + before, self.raw, self.reason)


@frozen
class Alignment:
    """An annotated text, its numbers, remarks on the rest, evidence for ambiguous numbers, and the scheme.

    A notebook shows its tokens as boxes.

    >>> import tst_grammar as tst
    >>> tst.align("12345 of 007").text
    '12k 345 of 007'
    """

    text: str
    numbers: tuple[AlignedNumber, ...]
    remarks: tuple[Remark, ...]
    evidence: tuple[Evidence, ...] = ()
    scheme: Scheme = field(default=TST, eq=False, repr=False)

    def _repr_html_(self) -> str:
        from tst_grammar.models.pictures.notebook import alignment_html  # noqa: PLC0415 -- only notebooks ask for it

        return alignment_html(self)


class Mapping:
    """Maps positions in the result to positions in the source; inside a number, to its start or its end.

    >>> mapping = Mapping([(Span(2, 6), Span(2, 8))])
    >>> mapping.start(5), mapping.end(9)
    (2, 7)
    """

    def __init__(self, numbers: list[tuple[Span, Span]]) -> None:
        self._numbers = numbers
        self._starts = [target.start for _, target in numbers]

    def start(self, place: int) -> int:
        """Return the position in the source of a start in the result."""
        before = bisect_right(self._starts, place) - 1
        if before < 0:
            return place
        source, target = self._numbers[before]
        return source.start if place < target.end else source.end + place - target.end

    def end(self, place: int) -> int:
        """Return the position in the source of an end in the result."""
        before = bisect_left(self._starts, place) - 1
        if before < 0:
            return place
        source, target = self._numbers[before]
        return source.end + max(place - target.end, 0)
