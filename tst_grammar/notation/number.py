"""A number as it was written: signs, digit strings, exponent and affixes, and its exact value."""

import decimal
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Self

from attrs import field, frozen

from tst_grammar.diagnostics import Span, quoted
from tst_grammar.errors import NotationError, RangeError
from tst_grammar.notation.locales import RATIO_SIGNS, is_currency

MAX_EXPONENT = 10**15
"""The largest exponent that is read. `Decimal` is still exact and fast there."""

Spans = dict[str, Span]
"""The spans of the parts of a number in its source."""

_STR_LIMIT_BITS = 2_000
"""Up to this many bits, `str(int)` is fast and never raises an error."""

_LOG2_OF_5 = 2321928094887362347
"""log2(5) * 10**18: since 5**n has floor(n * log2(5)) + 1 bits, n follows from the bits of the power."""


@frozen
class Number:
    """A decimal number, exact and with the digits as they were written, in any notation.

    `integer` and `fraction` are ASCII digits without separators. `prefix` and `suffix` hold a currency as it
    was written, or `%` or `‰`. `source` is the text that the number was read from. `spans` maps the names of
    its parts to their spans in the source: the fields, `point`, `exponent_mark` and `exponent_sign`.

    >>> Number(sign="-", integer="1234", fraction="50").value
    Decimal('-1234.50')
    """

    sign: str = ""
    integer: str = ""
    fraction: str = ""
    exponent: int = 0
    prefix: str = ""
    suffix: str = ""
    source: str | None = field(default=None, eq=False, repr=False)
    _spans: Spans | Callable[[str], Spans] = field(factory=dict, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        for name in ("sign", "integer", "fraction", "prefix", "suffix"):
            if not isinstance(getattr(self, name), str):
                raise TypeError(f"{name} takes a str, not {type(getattr(self, name)).__name__}")
        if not isinstance(self.exponent, int):
            raise TypeError(f"exponent takes an int, not {type(self.exponent).__name__}")
        if self.sign not in ("", "+", "-"):
            raise NotationError(f"a sign is '+', '-' or '', not {quoted(self.sign)}", fault="sign")
        digits = self.integer + self.fraction
        if not (digits.isascii() and digits.isdigit()):
            raise NotationError(
                "a number has at least one digit, and its digits are 0 to 9", fault="missing-digits"
            )
        if self.prefix and not is_currency(self.prefix):
            raise NotationError(f"a prefix is a currency, not {quoted(self.prefix)}", fault="affix")
        if self.suffix not in ("", *RATIO_SIGNS) and not is_currency(self.suffix):
            raise NotationError(f"a suffix is %, ‰ or a currency, not {quoted(self.suffix)}", fault="affix")
        if self.prefix and self.suffix:
            raise NotationError("a number has a prefix or a suffix, not both", fault="affix")
        if abs(self.exponent) > MAX_EXPONENT:
            raise RangeError(
                f"the exponent is too large: those up to {MAX_EXPONENT} are read",
                fault="exponent-range",
                source=self.source or "",
                span=self.spans.get("exponent"),
            )

    @property
    def spans(self) -> Spans:
        """The spans of the parts in the source.

        >>> Number(integer="5", source="5", spans={"integer": Span(0, 1)}).spans
        {'integer': Span(start=0, end=1)}
        """
        return self._spans(self.source or "") if callable(self._spans) else self._spans

    @property
    def value(self) -> Decimal:
        """The exact value. A percent sign does not scale it.

        >>> Number(integer="50", suffix="%").value
        Decimal('50')
        """
        sign = "-" if self.sign == "-" else ""
        exponent = f"E{self.exponent}" if self.exponent else ""
        point = "." if self.fraction else ""
        return Decimal(f"{sign}{self.integer}{point}{self.fraction}{exponent}")

    @classmethod
    def from_int(cls, value: int) -> Self:
        """Return the integer as a number.

        >>> Number.from_int(-7)
        Number(sign='-', integer='7', fraction='', exponent=0, prefix='', suffix='')
        """
        return cls(sign="-" if value < 0 else "", integer=_digits(abs(value)))

    @classmethod
    def from_decimal(cls, value: Decimal) -> Self:
        """Return a finite decimal as a number with every digit it has.

        >>> Number.from_decimal(Decimal("1.50")).fraction
        '50'
        """
        if not value.is_finite():
            raise not_finite(str(value))
        sign, digits, exponent = value.as_tuple()
        text = "".join(map(str, digits))
        places = -int(exponent) if value or int(exponent) < 0 else 0
        if 0 < places <= len(text) + 100:
            text = text.rjust(places + 1, "0")
            return cls("-" if sign else "", text[:-places], text[-places:])
        return cls("-" if sign else "", text, exponent=-places)

    @classmethod
    def from_fraction(cls, value: Fraction) -> Self:
        """Return a fraction as a number; refuse one whose decimals never end.

        >>> Number.from_fraction(Fraction(1, 8)).value
        Decimal('0.125')
        """
        twos, fives = _powers_of_two_and_five(value.denominator)
        if value.denominator != 2**twos * 5**fives:
            raise NotationError(
                "the fraction has decimals that never end: its denominator, in lowest terms, "
                "has a factor other than 2 and 5",
                fault="endless-fraction",
            )
        places = max(twos, fives)
        scaled = abs(value.numerator) * 2 ** (places - twos) * 5 ** (places - fives)
        digits = _digits(scaled).rjust(places + 1, "0")
        split = len(digits) - places
        return cls("-" if value < 0 else "", digits[:split], digits[split:])


def not_finite(name: str, source: str = "", span: Span | None = None) -> NotationError:
    """Return the error that refuses NaN or an infinity by its name."""
    return NotationError(
        f"{name} has no digits: only finite numbers are read and written",
        fault="not-finite",
        source=source,
        span=span,
    )


def _powers_of_two_and_five(denominator: int) -> tuple[int, int]:
    """Return the exponents of 2 and 5 in a denominator that has no other prime factors."""
    twos = (denominator & -denominator).bit_length() - 1
    odd_bits = (denominator >> twos).bit_length() - 1
    return twos, -(-odd_bits * 10**18 // _LOG2_OF_5)


def _digits(value: int) -> str:
    """Return the decimal digits of a natural number in less than quadratic time."""
    if value.bit_length() <= _STR_LIMIT_BITS:
        return str(value)
    with decimal.localcontext() as context:
        context.prec = decimal.MAX_PREC
        context.Emax = decimal.MAX_EMAX
        powers: dict[int, Decimal] = {}

        def power_of_two(bits: int) -> Decimal:
            if bits not in powers:
                half = bits // 2
                powers[bits] = (
                    Decimal(1 << bits)
                    if bits <= _STR_LIMIT_BITS
                    else power_of_two(half) * power_of_two(bits - half)
                )
            return powers[bits]

        def convert(number: int, bits: int) -> Decimal:
            if bits <= _STR_LIMIT_BITS:
                return Decimal(number)
            low_bits = bits // 2
            high = number >> low_bits
            low = number & ((1 << low_bits) - 1)
            return convert(low, low_bits) + convert(high, bits - low_bits) * power_of_two(low_bits)

        return str(convert(value, value.bit_length()))
