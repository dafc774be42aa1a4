"""What became of a text that was annotated: its numbers, and what was left alone and why."""

from attrs import field, frozen

from tst_grammar.diagnostics import Span
from tst_grammar.evidence import Evidence
from tst_grammar.number import Number
from tst_grammar.parts import Parts
from tst_grammar.scheme import TST, Scheme


@frozen
class AlignedNumber:
    """A number that was written as TST: where it stood in the source, and where it stands in the result.

    >>> import tst_grammar as tst
    >>> tst.align("about 1,234").numbers[0].number.value
    Decimal('1234')
    """

    source: Span
    target: Span
    _parts: Parts = field(repr=False)

    @property
    def number(self) -> Number:
        """The number, exact and as written."""
        return Number(*self._parts)


@frozen
class Remark:
    """Something in the source that was left alone, or that cannot be restored, and the reason's name.

    >>> import tst_grammar as tst
    >>> tst.align("on 2024-01-15").remarks
    (Remark(start=3, end=13, raw='2024-01-15', reason='date'),)
    """

    start: int
    end: int
    raw: str
    reason: str


@frozen
class Alignment:
    """An annotated text, its numbers, remarks on the rest, what settled ambiguous numbers, and the scheme.

    A notebook shows it with its tokens as boxes.

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
        from tst_grammar.pictures.notebook import alignment_html  # noqa: PLC0415 -- only notebooks ask for it

        return alignment_html(self)
