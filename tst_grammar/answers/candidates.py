"""Joins the pieces of a text to the numbers that people mean: groups, fractions, magnitudes and units."""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final

from attrs import evolve, frozen

from tst_grammar.answers.number_pieces import LONGEST, Piece, Pieces, scaled
from tst_grammar.answers.words import (
    MAGNITUDE_SIGNS,
    MAGNITUDE_WORDS,
    MONEY_AFTER,
    MONEY_BEFORE,
    PERCENT_WORD,
    UNITS,
    WORD_AFTER,
)
from tst_grammar.language.scheme import Scheme
from tst_grammar.linter.markers import any_of, markers_of

if TYPE_CHECKING:
    from tst_grammar.linter.linter import Linter

_SPACES: Final = (" ", "\xa0", "\u2009", "\u202f")
_ORDINARY: Final = frozenset(("abbreviated-number", "number-run", "unknown-currency"))
_PERCENTAGE: Final = re.compile(r"(\d+)(?![\d.,])")
_LIST_MARK: Final = re.compile(r"\s*(?:[#*>-]+\s+)?\d{1,3}[.)]\s+(?=\S)")


@frozen
class Damage:
    """A damaged TST number: its position and the name of its fault."""

    start: int
    end: int
    fault: str


class Numbers:
    """Finds the numbers of plain text, as long as people mean them: `3 1/2`, `1.5 million`, `12 000`."""

    def __init__(self, locale: str, scheme: Scheme) -> None:
        self._locale = "en" if locale == "auto" else locale
        self._scheme = scheme
        self._pieces = Pieces(locale, scheme)

    def find(self, text: str, *, is_line: bool = False) -> list[Piece]:
        """Return the numbers of a text, in order, without the marks of list items at the start of a line."""
        found = list(self._pieces.read(text))
        if not found:
            return found
        mark = _LIST_MARK.match(text) if is_line else None
        if mark and found[0].end <= mark.end() and len(found) > 1 - bool(text[mark.end() :].strip()):
            found = found[1:]
        if self._may_be_damaged(text, found):
            damages = list(self._damages(text))
            found = [each for each in found if not _touched(each, damages)]
            found += [Piece(each.start, each.end, None, problem=each.fault) for each in damages]
            found.sort(key=lambda each: each.start)
        if len(found) > 1:
            found = list(_without_ratios(text, found))
            found = list(_fractions(text, list(_groups(text, found))))
        if found and text[: found[0].start].strip() == "+" == text[found[0].start - 1]:
            found[0] = evolve(found[0], start=found[0].start - 1)
        return list(_signs(_completed(text, _with_money(text, each)) for each in found))

    @cached_property
    def _clues(self) -> re.Pattern[str]:
        """An expression for the places where a TST number may be damaged."""
        return _clues_of(self._scheme)

    @cached_property
    def _linter(self) -> "Linter":
        from tst_grammar.linter.lint import linter_for  # noqa: PLC0415 -- most answers need no linter
        from tst_grammar.linter.project.rule_selection import Selection  # noqa: PLC0415

        return linter_for(
            scheme=self._scheme, locale=self._locale, separator="", delimiters=None, selection=Selection.of()
        )

    def _may_be_damaged(self, text: str, found: Sequence[Piece]) -> bool:
        """Tell whether a text has a marker beside a digit outside of whole TST numbers."""
        whole = [each for each in found if each.is_tst]
        return any(
            not text[clue.start() - 1 : clue.start()].isalpha()
            and not any(each.start <= clue.start() and clue.end() <= each.end for each in whole)
            for clue in self._clues.finditer(text)
        )

    def _damages(self, text: str) -> Iterator[Damage]:
        places: dict[tuple[int, int], str] = {}
        for span, found in self._linter.damages(text):
            if found.name not in _ORDINARY:
                places.setdefault((span.start, span.end), found.name)
        return (Damage(*place, fault) for place, fault in places.items())


@lru_cache(64)
def _clues_of(scheme: Scheme) -> re.Pattern[str]:
    names = markers_of(scheme).all
    markers = any_of({*names, *map(str.upper, names)})  # faster than ignoring case
    other = r"[^\W\d_\x00-\x7f]"
    return re.compile(rf"\d[ \xa0.]{{0,2}}(?:{markers}|{other})(?![^\W\d_])|{markers} ?\d")


def _touched(piece: Piece, damages: Iterable[Damage]) -> bool:
    return any(piece.start < each.end and each.start < piece.end for each in damages)


def _groups(text: str, found: Sequence[Piece]) -> Iterator[Piece]:
    """Join integers whose groups of three digits have spaces between them."""
    index = 0
    while index < len(found):
        first = found[index]
        end = index + 1
        while end < len(found) and _continues(text, found[end - 1], found[end], first):
            end += 1
        yield _joined(text, found[index:end]) if end > index + 1 else first
        index = end


def _continues(text: str, before: Piece, after: Piece, first: Piece) -> bool:
    """Tell whether a number is the next group of an integer."""
    if text[before.end : after.start] not in _SPACES or not first.integer or len(first.integer) > 3:
        return False
    if before is not first and not before.integer:
        return False
    raw = text[after.start : after.end].removesuffix("%").rstrip()
    whole = raw.partition(".")[0]
    return len(whole) == 3 and whole.isdigit() and raw.replace(".", "", 1).isdigit() and not after.is_tst


def _joined(text: str, group: Sequence[Piece]) -> Piece:
    """Return the number of several groups. After three digits, plain spaces may also separate numbers."""
    first, last = group[0], group[-1]
    digits = first.integer + "".join(
        text[each.start : each.end].removesuffix("%").rstrip() for each in group[1:]
    )
    if len(digits) > LONGEST:
        return Piece(first.start, last.end, None, problem="integer-range")
    sign = "-" if first.value is not None and first.value < 0 else ""
    value = Decimal(sign + digits)
    gaps = {text[a.end : b.start] for a, b in itertools.pairwise(group)}
    has_zero = any(text[each.start] == "0" for each in group[1:])
    if len(first.integer) == 3 and gaps == {" "} and not has_zero and first.integer.isdigit() and not sign:
        readings = (value, *([last.value] if last.value is not None else []))
        return Piece(first.start, last.end, None, problem="ambiguous", readings=readings)
    integer = digits if digits.isdigit() else ""
    return evolve(
        last, start=first.start, value=value, integer=integer, unit=first.unit or last.unit, problem=None
    )


def _without_ratios(text: str, found: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the numbers that are not in a ratio such as `3:1`."""
    for piece in found:
        if text[piece.end : piece.end + 1] == ":" and text[piece.end + 1 : piece.end + 2].isdigit():
            continue
        if text[piece.start - 1 : piece.start] == ":" and text[piece.start - 2 : piece.start - 1].isdigit():
            continue
        yield piece


def _fractions(text: str, found: Sequence[Piece]) -> Iterator[Piece]:
    """Join numerators, denominators and the integer before them: `1/2`, `3 1/2`."""
    index = 0
    while index < len(found):
        top = found[index]
        if index + 1 < len(found) and _is_over(text, found, index):
            bottom = found[index + 1]
            index += 2
            if Decimal(_digits(text, bottom)):
                yield _fraction(text, top, bottom)
            else:
                yield Piece(top.start, bottom.end, None, problem="expression")
            continue
        if index + 2 < len(found) and _is_mixed(text, found, index):
            yield _mixed(text, *found[index : index + 3])
            index += 3
            continue
        index += 1
        yield top


def _is_over(text: str, found: Sequence[Piece], index: int) -> bool:
    top, bottom = found[index], found[index + 1]
    if not (top.integer and _digits(text, bottom)) or text[top.end : bottom.start] != "/":
        return False
    return text[bottom.end : bottom.end + 1] != "/" and text[top.start - 1 : top.start] != "/"


def _is_mixed(text: str, found: Sequence[Piece], index: int) -> bool:
    whole, top = found[index : index + 2]
    if not whole.integer or text[whole.end : top.start] != " " or not _is_over(text, found, index + 1):
        return False
    return text[top.start].isdigit()


def _digits(text: str, bottom: Piece) -> str:
    """Return the digits of an integer with or without a percent sign, or nothing for another number."""
    if not bottom.is_percent:
        return bottom.integer
    digits = _PERCENTAGE.match(text, bottom.start, bottom.end)
    return digits[1] if digits else ""


def _fraction(text: str, top: Piece, bottom: Piece) -> Piece:
    value = Fraction(top.value or 0) / Fraction(Decimal(_digits(text, bottom)))
    if bottom.value is not None and bottom.value < 0:
        value = -value
    return Piece(top.start, bottom.end, value, "", top.unit or bottom.unit, bottom.is_percent)


def _mixed(text: str, whole: Piece, top: Piece, bottom: Piece) -> Piece:
    """Return an integer and a fraction as one number. `11 7/6` may also be two numbers."""
    if not Decimal(_digits(text, bottom)):
        return Piece(whole.start, bottom.end, None, problem="expression")
    fraction = _fraction(text, top, bottom)
    integer, part = Fraction(whole.value or 0), Fraction(fraction.value or 0)
    if part >= 1:
        return evolve(fraction, start=whole.start, value=None, problem="ambiguous", readings=(integer, part))
    value = integer - part if text[whole.start] in "-\u2212\u2013" else integer + part
    return evolve(fraction, start=whole.start, value=value, unit=whole.unit or fraction.unit)


def _with_money(text: str, piece: Piece) -> Piece:
    """Return a number with the currency sign and the space before it, as in `$ 45`."""
    if piece.unit or piece.value is None or text[piece.start - 1 : piece.start] not in _SPACES:
        return piece
    money = MONEY_BEFORE.search(text[max(piece.start - 4, 0) : piece.start])
    return evolve(piece, start=piece.start - len(money[0]), unit=money[1]) if money else piece


def _completed(text: str, piece: Piece) -> Piece:
    """Return a number with the magnitude, the percent sign and the unit after it."""
    if piece.value is None or piece.end == len(text) or piece.is_percent:
        return piece
    power = MAGNITUDE_SIGNS.get(text[piece.end])
    if power:
        sign = text[piece.end]
        return evolve(piece, value=scaled(piece.value, power), end=piece.end + 1, magnitude=sign, integer="")
    percent = PERCENT_WORD.match(text, piece.end)
    if percent:
        return evolve(piece, end=percent.end(), is_percent=True, integer="")
    word = WORD_AFTER.match(text, piece.end)
    if word and not piece.magnitude and word[0][0] == " ":
        power = MAGNITUDE_WORDS.get(word[1].lower())
        if power:
            scaled_piece = evolve(
                piece, value=scaled(piece.value, power), end=word.end(), magnitude=word[1], integer=""
            )
            return _completed(text, scaled_piece)
    if piece.unit:
        return piece
    money = MONEY_AFTER.match(text, piece.end)
    if money:
        return evolve(piece, end=money.end(), unit=money[1])
    return evolve(piece, unit=word[1]) if word and word[1] in UNITS else piece


def _signs(found: Iterable[Piece]) -> Iterator[Piece]:
    """Add the numbers of a Chinese, Japanese or Korean number: `1億2500万` is one."""
    before: Piece | None = None
    for piece in found:
        if (
            before
            and before.end == piece.start
            and before.magnitude in MAGNITUDE_SIGNS
            and before.value is not None
            and piece.value is not None
            and MAGNITUDE_SIGNS.get(piece.magnitude, 0) < MAGNITUDE_SIGNS[before.magnitude]
        ):
            value = Fraction(before.value) + Fraction(piece.value)
            total = Decimal(value.numerator) if value.denominator == 1 else value
            before = evolve(
                piece, start=before.start, value=total, magnitude=before.magnitude + piece.magnitude
            )
        else:
            if before:
                yield before
            before = piece
    if before:
        yield before
