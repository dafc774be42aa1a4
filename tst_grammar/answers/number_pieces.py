"""Reads each number of a text, and the letters and signs that are joined to its digits."""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Final

from attrs import frozen

from tst_grammar.answers.answer import Exact
from tst_grammar.answers.words import MAGNITUDE_LETTERS, MAGNITUDE_WORDS, UNCERTAIN_LETTERS, UNITS
from tst_grammar.automata import engine
from tst_grammar.errors import TstGrammarError
from tst_grammar.language.layout import layout_of
from tst_grammar.language.scheme import Scheme
from tst_grammar.notation.locales import RATIO_SIGNS, find_locale, with_plain_spaces
from tst_grammar.notation.number import Number
from tst_grammar.notation.parts import Parts
from tst_grammar.notation.reading import quick_reader, readings
from tst_grammar.text.annotator import finder_for
from tst_grammar.text.finding import ALREADY_TST, Finder
from tst_grammar.text.text_grammar import shapes

LONGEST: Final = 4_000
"""Numbers with more digits or a larger exponent are a fault, so that comparing them stays fast."""

_TAIL: Final = re.compile(r"(?<=\d)[^\W\d]|(?<=\d)\.?[°²³]")
_OPENED: Final = frozenset(("datestamp", "reference", "numeral", "spaced"))
"""The shapes of running text in whose numbers an answer may be."""

_MORE_GROUPS: Final = re.compile(r"(?:,\d{3})+(?!\d)")
_SIDES: Final = re.compile(r"(?:(?<!\d)-)?\d+(?:[.,]\d+)*")
"""The sides of a ratio, whose last one may have groups of digits after it."""

_DIGITS_ONLY: Final = frozenset(("isbn", "hash", "phone", "card"))
_GROUPS: Final = re.compile(r"\d{1,3}(?:_\d{3})+")
_PERCENT_TAILS: Final = frozenset(("percent", "pct"))
_FAULTS: Final = frozenset(("malformed", "mixed-scripts", "exponent-range"))


@frozen
class Piece:
    """A number in a text. `integer` holds the digits of a bare integer, which longer numbers may contain."""

    start: int
    end: int
    value: Exact | None
    integer: str = ""
    unit: str = ""
    is_percent: bool = False
    magnitude: str = ""
    problem: str | None = None
    readings: tuple[Exact, ...] = ()
    is_tst: bool = False


def power_of_ten(power: int) -> Decimal:
    """Return a power of ten.

    >>> power_of_ten(3) == 1000
    True
    """
    return Decimal((0, (1,), power))


def scaled(value: Exact, power: int) -> Exact:
    """Multiply a value by a power of ten, exactly.

    >>> scaled(Decimal("1.5"), 6) == 1500000, scaled(Fraction(1, 2), 1)
    (True, Fraction(5, 1))
    """
    if isinstance(value, Fraction):
        return value * Fraction(10) ** power
    sign, digits, exponent = value.as_tuple()
    return plain_decimal(Decimal((sign, digits, int(exponent) + power)))


def plain_decimal(value: Decimal) -> Decimal:
    """Return a decimal with its zeros written out, as people write it.

    >>> plain_decimal(Decimal("1E+3"))
    Decimal('1000')
    """
    return Decimal(f"{value:f}")


def _skipped() -> frozenset[str]:
    return frozenset(shapes()) - _OPENED


class Pieces:
    """Reads the numbers of texts in one locale, with the TST numbers of a scheme."""

    def __init__(self, locale: str, scheme: Scheme) -> None:
        self._locale = locale
        self._scheme = scheme
        self._layout = layout_of(scheme)
        self._known = None if locale == "auto" else finder_for(lambda: [""], locale, _skipped(), "", scheme)

    def read(self, text: str) -> Iterator[Piece]:
        """Yield the numbers of a text, in order."""
        done = 0
        for start, end, what in self._finder(text).digit_tokens(text):
            if start < done:
                continue
            if what == "ratio":
                tail = _MORE_GROUPS.match(text, end)
                done = tail.end() if tail else end
                yield from self._of_ratio(text, start, done)
            elif isinstance(what, Parts):
                yield from self._of_spaced(text, start, end, what)
            else:
                piece = self._of_kind(text[start:end], start, end, what)
                if piece:
                    yield piece

    def _finder(self, text: str) -> Finder:
        return self._known or finder_for(lambda: [text], self._locale, _skipped(), "", self._scheme)

    def _of_ratio(self, text: str, start: int, end: int) -> Iterator[Piece]:
        """Yield the numbers on both sides of a slash."""
        for part in _SIDES.finditer(text, start, end):
            piece = self._number(part[0], *part.span())
            if piece:
                yield piece

    def _of_spaced(self, text: str, start: int, end: int, parts: Parts) -> Iterator[Piece]:
        """Yield a number, or each of its groups if the locale does not write the spaces between them."""
        groups = text[start:end].split(" ")
        if len(groups) == 1 or self._groups_by_space or not all(map(str.isdecimal, groups)):
            yield self._of_parts(start, end, parts)
            return
        for group in groups:
            piece = self._number(group, start, start + len(group))
            if piece:
                yield piece
            start += len(group) + 1

    @cached_property
    def _groups_by_space(self) -> bool:
        return self._locale != "auto" and " " in with_plain_spaces(find_locale(self._locale).group_marks)

    def _of_parts(self, start: int, end: int, parts: Parts) -> Piece:
        sign, integer, fraction, exponent, prefix, suffix = parts
        is_bare = not (fraction or exponent or suffix)
        size = len(integer) + len(fraction) + abs(exponent)
        if size > LONGEST:
            part = "exponent" if exponent else "integer" if len(integer) > len(fraction) else "fraction"
            return Piece(start, end, None, problem=f"{part}-range")
        value = Decimal(
            f"{sign}{integer or '0'}.{fraction}E{exponent}" if not is_bare else f"{sign}{integer}"
        )
        return Piece(
            start,
            end,
            plain_decimal(value) if exponent else value,
            integer if is_bare else "",
            prefix or ("" if suffix in RATIO_SIGNS else suffix),
            suffix == "%",
        )

    def _of_kind(self, raw: str, start: int, end: int, kind: str) -> Piece | None:
        """Return the number of a token that is not a plain number, or None."""
        if kind == ALREADY_TST:
            digits = self._layout.read(raw)
            unit = digits.prefix or ("" if digits.suffix in RATIO_SIGNS else digits.suffix)
            is_percent = digits.suffix == "%"
            return Piece(start, end, digits.number.value, "", unit, is_percent, is_tst=True)
        if kind == "unit":
            return self._with_tail(raw, start, end)
        if kind == "ordinal":
            return self._number(raw[:-2], start, end)
        if kind == "code":
            return self._number(raw, start, end)
        if kind == "literal" and _GROUPS.fullmatch(raw):
            return self._number(raw.replace("_", ""), start, end)
        if kind == "literal" and raw.replace("_", "").isdigit():  # 1010_2 is binary
            return Piece(start, end, None, problem="expression")
        if kind in _DIGITS_ONLY and raw.isdecimal():
            return self._number(raw, start, end)
        if kind == "ambiguous":
            found = tuple(dict.fromkeys(each.number.value for each in readings(raw)))
            return Piece(start, end, None, problem="ambiguous", readings=found)
        return Piece(start, end, None, problem=kind) if kind in _FAULTS else None

    def _number(self, raw: str, start: int, end: int) -> Piece | None:
        number = _reader(self._locale)(raw)
        if number is None or len(raw) > LONGEST:
            return None
        parts = Parts(
            number.sign, number.integer, number.fraction, number.exponent, number.prefix, number.suffix
        )
        return self._of_parts(start, end, parts)

    def _with_tail(self, raw: str, start: int, end: int) -> Piece | None:
        """Return a number with letters joined to it: a magnitude, a unit or a variable."""
        tail = _TAIL.search(raw)
        number = tail and self._number(raw[: tail.start()], start, start + tail.start())
        if not tail or not number or number.value is None:
            return None
        letters = raw[tail.start() :]
        power = MAGNITUDE_LETTERS.get(letters) or MAGNITUDE_WORDS.get(letters.lower())
        uncertain = UNCERTAIN_LETTERS.get(letters)
        if power or (uncertain and number.unit):
            value = scaled(number.value, power or uncertain or 0)
            return Piece(start, end, value, "", number.unit, magnitude=letters)
        if uncertain:
            both = (number.value, scaled(number.value, uncertain))
            return Piece(start, end, None, magnitude=letters, problem="ambiguous", readings=both)
        if len(letters) == 1 and letters.isascii() and letters.isalpha() and letters not in UNITS:
            return Piece(start, end, None, problem="expression")
        if letters.lower() in _PERCENT_TAILS:
            return Piece(start, end, number.value, "", number.unit, is_percent=True)
        return Piece(start, number.end, number.value, number.integer, number.unit or letters)


@lru_cache(64)
def _quick(locale: str) -> Callable[[str], Number | None]:
    return quick_reader(locale, engine.NAME)


def _reader(locale: str) -> Callable[[str], Number | None]:
    """Return a reader of one number that returns None for other texts."""

    def read(raw: str) -> Number | None:
        try:
            return _quick("en" if locale == "auto" else locale)(raw)
        except TstGrammarError:
            return None

    return read
