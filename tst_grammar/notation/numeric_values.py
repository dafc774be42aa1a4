"""Converts the numbers of Python and numpy to `Number`, and rounds, exactly."""

import operator
import sys
from decimal import Decimal
from fractions import Fraction
from typing import SupportsIndex

from attrs import evolve

from tst_grammar.errors import OptionError
from tst_grammar.notation.number import Number

_MOST_PLACES = 10_000

_SHORT = 10**96
"""Below this, `str(int)` is fast and never raises an error."""


def plain_text(value: object) -> str | None:
    """Return an int, float or Decimal as text in the notation of programs; return None for other values.

    >>> plain_text(-5), plain_text(1e-7), plain_text(10**100)
    ('-5', '1e-07', None)
    """
    kind = type(value)
    if kind is float:
        return repr(value)
    if kind is Decimal or (kind is int and -_SHORT < value < _SHORT):  # type: ignore[operator]
        return str(value)
    return None


def number_of(value: object, places: int | None = None) -> Number:
    """Return a value of any numeric type as a `Number`, rounded half to even to at most `places` decimals.

    A float is the shortest decimal that reads as it, in its own precision.

    >>> number_of(0.1).value, number_of(Fraction(2, 3), places=2).value
    (Decimal('0.1'), Decimal('0.67'))
    """
    if places is not None and isinstance(value, Fraction):
        scaled = value * 10**places
        if scaled.denominator > 1:
            return evolve(Number.from_int(round(scaled)), exponent=-places)
    number = _number_of(value)
    return number if places is None else rounded(number, places)


def rounded(number: Number, places: int) -> Number:
    """Return a number rounded half to even to at most `places` decimals. One with fewer stays as it is.

    >>> [rounded(Number(integer="0", fraction=digits), 2).value for digits in ("125", "135", "1", "996")]
    [Decimal('0.12'), Decimal('0.14'), Decimal('0.1'), Decimal('1.00')]
    """
    digits = number.integer + number.fraction
    end = len(number.integer) + number.exponent + places
    if end >= len(digits):
        return number
    kept, rest = digits[: max(end, 0)], digits[max(end, 0) :]
    is_odd = kept[-1:] in ("1", "3", "5", "7", "9")
    if end >= 0 and (rest[0], rest[1:].strip("0"), is_odd) > ("5", "", False):
        kept = _successor(kept)
    return evolve(number, integer=kept or "0", fraction="", exponent=-places)


def checked_places(places: object) -> int | None:
    """Return the number of decimals to round to, or None; refuse an impossible one.

    >>> checked_places(-1)
    Traceback (most recent call last):
    tst_grammar.errors.OptionError: places must be 0 to 10000, not -1
    """
    if places is None:
        return None
    if not isinstance(places, int) or isinstance(places, bool):
        raise TypeError(f"places takes an int, not {type(places).__name__}")
    if not 0 <= places <= _MOST_PLACES:
        given = f", not {places}" if abs(places) < 10**20 else ""
        raise OptionError(f"places must be 0 to {_MOST_PLACES}{given}", fault="places")
    return places


def _number_of(value: object) -> Number:
    kind = _numpy_kind(value)
    match value:
        case Number():
            return value
        case float():
            return Number.from_decimal(Decimal(float.__repr__(value)))
        case SupportsIndex() if (
            not isinstance(value, bool) and kind != "b" and not getattr(value, "shape", ())
        ):
            return Number.from_int(operator.index(value))
        case Decimal():
            return Number.from_decimal(value)
        case Fraction():
            return Number.from_fraction(value)
    if kind == "f":
        shortest = sys.modules["numpy"].format_float_positional(value, trim="0")
        return Number.from_decimal(Decimal(shortest))
    raise TypeError(f"a number is a str, int, Decimal, Fraction, float or Number, not {type(value).__name__}")


def _numpy_kind(value: object) -> str:
    """Return the letter that numpy gives to the kind of a scalar, such as f for floats."""
    if type(value).__module__ != "numpy" or getattr(value, "shape", None) != ():
        return ""
    return str(getattr(getattr(value, "dtype", None), "kind", ""))


def _successor(digits: str) -> str:
    """Return the digits of the next natural number, however many there are."""
    head = digits.rstrip("9")
    nines = len(digits) - len(head)
    last = str(int(head[-1]) + 1) if head else "1"
    return f"{head[:-1]}{last}{'0' * nines}"
