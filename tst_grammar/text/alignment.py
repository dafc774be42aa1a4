"""The result of annotating a text: its numbers, and remarks on the rest."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate

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


class Spans:
    """A set of spans that tells which other spans they touch.

    >>> spans = Spans({Span(2, 6), Span(9, 12)})
    >>> spans.touch(Span(5, 8)), spans.touch(Span(6, 9))
    (True, False)
    """

    def __init__(self, spans: set[Span]) -> None:
        ordered = sorted((span.start, span.end) for span in spans)
        self._starts = [start for start, _ in ordered]
        self._ends = list(accumulate((end for _, end in ordered), max, initial=0))

    def touch(self, span: Span) -> bool:
        """Tell whether any of the spans has a character in common with this one."""
        return self._ends[bisect_left(self._starts, span.end)] > span.start


def replaced(text: str, places: Sequence[tuple[int, int]], new: Sequence[str]) -> tuple[str, list[Span]]:
    """Return a text with the texts of some places replaced, and the spans of the replacements.

    >>> replaced("a 1 b", [(2, 3)], ["one"])
    ('a one b', [Span(start=2, end=5)])
    """
    pieces = []
    spans = []
    copied = length = 0
    for (start, end), each in zip(places, new, strict=True):
        length += start - copied
        spans.append(Span(length, length + len(each)))
        pieces += [text[copied:start], each]
        length += len(each)
        copied = end
    return "".join((*pieces, text[copied:])), spans


def respelling(raw: str, restored: str, parts: Parts) -> str:
    """Return the name of the first difference between a number and its restored form.

    >>> respelling("1,234.50", "1234.5", Parts("", "1234", "50", 0, "", ""))
    'group-marks'
    >>> respelling("1.50", "1.5", Parts("", "1", "50", 0, "", ""))
    'trailing-zeros'
    """
    if not _digits(raw).isascii() or not _digits(restored).isascii():
        return "native-digits"
    if parts.exponent:
        return "exponent"
    if parts.integer not in raw or (parts.integer.lstrip("0") or "0") not in restored:
        return "group-marks"
    if parts.fraction.endswith("0"):
        return "trailing-zeros"
    if not parts.integer:
        return "leading-point"
    if parts.fraction and f"{parts.integer}.{parts.fraction}" not in raw:
        return "decimal-mark"
    return "sign" if parts.sign and parts.sign not in raw else "spacing"


def _digits(text: str) -> str:
    return "".join(filter(str.isdecimal, text))
