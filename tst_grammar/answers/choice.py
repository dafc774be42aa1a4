"""Chooses the answer among the numbers of a part of a text, and refuses to guess."""

import itertools
import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from tst_grammar.answers.answer import Exact
from tst_grammar.answers.number_pieces import Piece

_OPERATOR: Final = re.compile(r"[+*×÷·^=/−-]|\\(?:times|cdot|div)|≈")
_EQUALS: Final = re.compile(r"[=≈]")
_ARITHMETIC: Final = re.compile(
    r"[\s()\[\]$]*(?:[^\W\d_]+[\s()]+)?(?:\*\*|[+*×÷·^=/≈−–±-]|\\(?:times|cdot|div))[\s()\[\]$=≈]*(?:[$€£])?"
)
_LINK: Final = re.compile(
    r"\s*(?:[-–—−±]|\+/-|(?:or|to|and|through|oder|bis|und|ou|et|o|y)\b)\s*|,?\s+(?:or|and)\s+|\s*,\s*",
    re.IGNORECASE,
)
_COMMA: Final = re.compile(r"\s*,\s*")
_LIST_END: Final = re.compile(r"\s*(?:$|[.,](?:\s|$)|and\b|or\b|[)\]}])")
_SYMBOLS: Final = re.compile(
    r"\\(?:sqrt|pi|frac|log|ln|sin|cos|tan|int|sum|infty|leq?|geq?|neq?)\b|[√π≤≥≠]|(?<![<\w/])[a-z]\s*[<>]"
)
_INSIDE: Final = re.compile(r"\\(?:sqrt|[dtc]?frac)\b[-+*^_()[\]\\\sA-Za-z]*\Z")
_BESIDE_BEFORE: Final = re.compile(r"[\w)]\s*(?:[*·×^]|\\(?:times|cdot))\s*$|\\?\b(?:sqrt|log|ln)\s*\(?$")
_BESIDE_AFTER: Final = re.compile(
    r"\s*(?:\*(?!\*)|[·×^√]|π(?![^\W\d_])|\\(?:times|cdot|pi|sqrt))|[⁰²³⁴-⁹⁻]|\s*[-+]\s*[a-z]\b"
)
_ROOT: Final = re.compile(r"√\s*\(?\s*\Z")
_POWER_OR_PART: Final = re.compile(r"\s*(?:\*\*|[/^])\s*")
_VARIABLE: Final = re.compile(r" ?[nxyz](?![^\W_])")
_NEAR: Final = 40
_PLUS_MINUS: Final = re.compile(r"(?:±|\+/-)\s*\Z")
_SEPARATOR: Final = re.compile(r"\s*(?:[,;]|(?:and|or)\b)")
_NOT: Final = re.compile(r"\b(?:not|nicht|no|pas)\s*$", re.IGNORECASE)


@frozen
class Choice:
    """The number that was chosen, or the part of the text in which there is a problem."""

    start: int
    end: int
    piece: Piece | None = None
    problem: str | None = None
    readings: tuple[Exact, ...] = ()

    @classmethod
    def of(cls, piece: Piece) -> "Choice":
        """Return the choice of one number, which may be damaged or ambiguous itself."""
        return cls(piece.start, piece.end, piece, piece.problem, piece.readings)


def only(text: str, found: Sequence[Piece], *, factorial: bool = False) -> Choice | None:
    """Choose the only number of a text, or the last one after an equals sign, or None.

    With `factorial`, an exclamation mark makes an expression.
    """
    if not found:
        return None
    begin = _result_start(text, found)
    found = [each for each in found if each.start >= begin]
    damaged = next((each for each in found if each.problem), None)
    if damaged:
        return Choice.of(damaged)
    first, last = found[0], found[-1]
    whole = (first.start, last.end)
    if _SYMBOLS.search(text, begin):
        return Choice(*whole, problem="expression")
    if len({each.value for each in found}) > 1:
        gaps = [text[before.end : after.start] for before, after in itertools.pairwise(found)]
        if any(_OPERATOR.search(gap) and not (_LINK.fullmatch(gap) or _SEPARATOR.match(gap)) for gap in gaps):
            return Choice(*whole, problem="expression")
        return _ambiguous(found)
    after = text[last.end :]
    if (
        _BESIDE_BEFORE.search(text[begin : first.start])
        or _BESIDE_AFTER.match(after)
        or _VARIABLE.match(after)
    ):
        return Choice(*whole, problem="expression")
    if factorial and after.startswith("!"):
        return Choice(*whole, problem="expression")
    return _signed_both_ways(text, last) or Choice.of(last)


def _result_start(text: str, found: Sequence[Piece]) -> int:
    """Return the end of the last equals sign before a number, or 0; in `x = 3, y = 4`, of the first one."""
    begin = 0
    starts = [each.start for each in found]
    for sign in _EQUALS.finditer(text):
        before = found[bisect_left(starts, sign.start()) - 1]
        if begin <= before.start < sign.start() and _SEPARATOR.match(text, before.end):
            break
        if starts[-1] >= sign.end():
            begin = sign.end()
    return begin


def first(text: str, found: Sequence[Piece]) -> Choice | None:
    """Choose the first number of a text, or the result of the calculation that starts with it."""
    index = 0
    while index < len(found) and _NOT.search(text[: found[index].start]):
        index += 1
    if index == len(found):
        return None
    end = index + 1
    gaps: list[str] = []
    while end < len(found):
        gap = text[found[end - 1].end : found[end].start]
        if not (_ARITHMETIC.fullmatch(gap) or _links(text, gap, found[end])):
            break
        gaps.append(gap)
        end += 1
    results = [place for place, gap in enumerate(gaps, index + 1) if _EQUALS.search(gap)]
    begin = results[-1] if results else index
    return _linked(text, found[begin:end], gaps[begin - index :])


def last(text: str, found: Sequence[Piece]) -> Choice | None:
    """Choose the last number of a text, unless it is one end of a range."""
    if not found:
        return None
    begin = len(found) - 1
    gaps: list[str] = []
    if begin and _POWER_OR_PART.fullmatch(text[found[-2].end : found[-1].start]):
        return Choice(found[-2].start, found[-1].end, problem="expression")
    while begin > 0:
        gap = text[found[begin - 1].end : found[begin].start]
        if not _LINK.fullmatch(gap) or (_COMMA.fullmatch(gap) and gap != ","):
            break
        gaps.insert(0, gap)
        begin -= 1
    return _linked(text, found[begin:], gaps)


def _links(text: str, gap: str, after: Piece) -> bool:
    """Tell whether a gap links two numbers of a range or a list.

    A comma with a space must link the last two numbers of a list.
    """
    if _COMMA.fullmatch(gap) and gap != ",":
        return bool(_LIST_END.match(text, after.end))
    return bool(_LINK.fullmatch(gap))


def _linked(text: str, found: Sequence[Piece], gaps: Sequence[str]) -> Choice:
    """Choose among numbers with gaps between them: one alone is certain, a range or a list is not."""
    damaged = next((each for each in found if each.problem), None)
    if damaged:
        return Choice.of(damaged)
    if len(found) == 1:
        before, after = text[: found[0].start], text[found[0].end :]
        if (
            _BESIDE_AFTER.match(after)
            or _ROOT.search(before[-_NEAR:])
            or ("\\" in before and _INSIDE.search(before[-_NEAR:]))
        ):
            return Choice(found[0].start, found[0].end, problem="expression")
        return _signed_both_ways(text, found[0]) or Choice.of(found[0])
    if all(_LINK.fullmatch(gap) for gap in gaps):
        return _ambiguous(found) if len({each.value for each in found}) > 1 else Choice.of(found[0])
    return Choice(found[0].start, found[-1].end, problem="expression")


def _signed_both_ways(text: str, piece: Piece) -> Choice | None:
    """Return the two values of a number after a plus-minus sign, or None without this sign."""
    begin = max(piece.start - _NEAR, 0)
    sign = _PLUS_MINUS.search(text[begin : piece.start])
    if sign is None or not piece.value:
        return None
    return Choice(begin + sign.start(), piece.end, problem="ambiguous", readings=(piece.value, -piece.value))


def _ambiguous(found: Sequence[Piece]) -> Choice:
    readings = tuple(dict.fromkeys(each.value for each in found if each.value is not None))
    return Choice(found[0].start, found[-1].end, problem="ambiguous", readings=readings)
