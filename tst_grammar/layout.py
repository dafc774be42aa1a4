"""Writes and reads TST text by the places of its digits, which it learns from the encoder."""

from collections.abc import Callable
from functools import cache, cached_property, lru_cache
from operator import itemgetter
from typing import NamedTuple

from attrs import frozen

from tst_grammar.codec import positional, to_tokens
from tst_grammar.groups import split
from tst_grammar.number import Number
from tst_grammar.parts import Parts
from tst_grammar.scheme import Scheme
from tst_grammar.syntax import format_tst, parse_tst, placed
from tst_grammar.tokens import Kind

MOST_DIGITS = 96
"""Schemes of up to so many digits have their numbers found and read by tables, whose size grows with them."""


def is_learnable(scheme: Scheme) -> bool:
    """Tell whether a scheme's numbers are short enough for tables.

    >>> is_learnable(Scheme()), is_learnable(Scheme(integer_digits=1000))
    (True, False)
    """
    return max(scheme.group_size, scheme.integer_digits + scheme.fraction_digits) <= MOST_DIGITS


@frozen
class _Places:
    """Where runs of digits stand in the text of a part of a number, and what takes them from the digits."""

    pattern: str
    runs_of: Callable[[str], tuple[str, ...]]
    in_text: tuple[slice, ...]
    length: int


class Digits(NamedTuple):
    """A number as TST holds it: its digits with no exponent, its sign and its affixes.

    >>> Digits("-", "1234", "5", "$", "").plain
    '-$1234.5'
    """

    sign: str
    integer: str
    fraction: str
    prefix: str
    suffix: str

    @classmethod
    def of(cls, parts: Parts, scheme: Scheme) -> "Digits":
        """Return the digits of a number that a scheme keeps, or refuse one beyond its range."""
        integer, fraction = positional(parts.integer, parts.fraction, parts.exponent, scheme=scheme)
        is_negative = parts.sign == "-" and (integer != "0" or fraction.strip("0"))
        return cls("-" if is_negative else "", integer, fraction, parts.prefix, parts.suffix)

    @property
    def plain(self) -> str:
        """The number as a program writes it."""
        point = "." if self.fraction else ""
        return f"{self.sign}{self.prefix}{self.integer}{point}{self.fraction}{self.suffix}"

    @property
    def number(self) -> Number:
        """The number with its exact value."""
        return Number(self.sign, self.integer, self.fraction, 0, self.prefix, self.suffix)


@lru_cache(32)
def layout_of(scheme: Scheme) -> "Layout":
    """Return the layout of a scheme."""
    return Layout(scheme)


class Layout:
    """How a scheme lays out the digits of numbers. Affixes are single signs here.

    >>> layout = Layout(Scheme())
    >>> layout.write(Digits("-", "1234567", "89", "$", ""))
    '-$1m 234k 567. 890p'
    >>> layout.read("-$1m 234k 567. 890p")
    Digits(sign='-', integer='1234567', fraction='89', prefix='$', suffix='')
    """

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme
        self._integer = cache(lambda count: self._learnt("1" * count, ""))
        self._fraction = cache(lambda count: self._learnt("1", "1" * count))

    @cached_property
    def longest(self) -> int:
        """A length that the text of no number exceeds."""
        scheme = self.scheme
        names = max(map(len, scheme.magnitudes), default=0)
        name = max(names, len(f"e{scheme.integer_digits}"), len(scheme.fraction_powers)) + len("[MAG_]")
        digits = scheme.integer_digits + scheme.fraction_digits + 2 * scheme.group_size
        groups = len(scheme.integer_powers) + len(scheme.fraction_powers) + 2
        return 2 * digits + groups * (name + 2) + len("-€. [T] €") + len(str(scheme.group_size))

    def write(self, digits: Digits) -> str:
        """Return the TST text of a number."""
        sign, integer, fraction, prefix, suffix = digits
        if self.scheme.fill == "none":  # how wide a group is depends on its zeros
            return format_tst(to_tokens(digits.number, scheme=self.scheme))
        places = self._integer(len(integer))
        if self.scheme.fill == "all":
            integer = integer.rjust(self._whole_groups(len(integer)), "0")
        text = places.pattern % places.runs_of(integer)
        if fraction:
            places = self._fraction(len(fraction))
            fraction = fraction.ljust(self._whole_groups(len(fraction)), "0")
            text += places.pattern % places.runs_of(fraction)
        elif self.scheme.point == "always":
            text += "."
        return f"{sign}{prefix}{text}{suffix}"

    def read(self, text: str) -> Digits:
        """Return the digits of a TST text that is known to be canonical."""
        scheme = self.scheme
        if scheme.fill == "none" or not is_learnable(scheme):
            number = parse_tst(text, scheme=scheme).number
            return Digits(number.sign, number.integer, number.fraction, number.prefix, number.suffix)
        sign = "-" if text[0] == "-" else ""
        start, end = len(sign), len(text)
        prefix = "" if text[start].isalnum() or text[start] == "[" else text[start]
        suffix = "" if text[-1].isalnum() or text[-1] in "]." else text[-1]
        whole, point, rest = text[start + len(prefix) : end - len(suffix)].partition(".")
        integer = "".join([whole[run] for run in self._integers_by_length[len(whole)].in_text])
        fraction = ""
        if rest:
            count, places = self._fractions_by_length[len(rest) + 1, self._terminator(rest)]
            fraction = "".join([f"{point}{rest}"[run] for run in places.in_text])[:count]
        if not scheme.terminated:
            fraction = fraction.rstrip("0")
        return Digits(sign, integer.lstrip("0") or "0", fraction, prefix, suffix)

    @cached_property
    def _integers_by_length(self) -> dict[int, _Places]:
        counts = range(1, self.scheme.integer_digits + 1)
        return {places.length: places for places in map(self._integer, counts)}

    @cached_property
    def _fractions_by_length(self) -> dict[tuple[int, str], tuple[int, _Places]]:
        counts = range(1, self.scheme.fraction_digits + 1)
        known = ((count, self._fraction(count)) for count in counts)
        return {(places.length, self._terminator(places.pattern)): (count, places) for count, places in known}

    def _terminator(self, text: str) -> str:
        return text[text.rindex("[") :] if self.scheme.terminated else ""

    def _whole_groups(self, count: int) -> int:
        """Return how many digits the groups of so many digits have, when they are all full."""
        return -(-count // self.scheme.group_size) * self.scheme.group_size

    def _learnt(self, integer: str, fraction: str) -> _Places:
        """Return the places of the digits of a specimen: those of its fraction, if it has one."""
        written = to_tokens(Number(integer=integer, fraction=fraction), scheme=self.scheme)
        text, tokens = format_tst(written), list(placed(written))
        middle = next((span.start for token, span in tokens if token.kind is Kind.POINT), len(text))
        first, last = (middle, len(text)) if fraction else (0, middle)
        pattern, end, count = "", first, 0
        in_digits, in_text = [], []
        for token, span in tokens:
            if token.kind is Kind.GROUP and first <= span.start < last:
                width = len(split(token.text, scheme=self.scheme)[0])
                start = span.start if self.scheme.placement == "suffix" else span.end - width
                in_digits.append(slice(count, count + width))
                in_text.append(slice(start - first, start - first + width))
                pattern += text[end:start].replace("%", "%%") + "%s"
                end, count = start + width, count + width
        pattern += text[end:last].replace("%", "%%")
        return _Places(pattern, itemgetter(*in_digits), tuple(in_text), last - first)
