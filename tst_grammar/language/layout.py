"""Writes and reads TST text by templates of its digits, which are made from the encoder's output."""

from collections.abc import Callable
from decimal import Decimal
from functools import cache, cached_property, lru_cache
from itertools import accumulate, pairwise
from operator import itemgetter
from typing import Any, NamedTuple

from attrs import frozen

from tst_grammar.language.codec import positional, to_tokens
from tst_grammar.language.definition import (
    SIGNS,
    after_digits,
    before_digits,
    cut_signs,
    digits_of,
    sign_of,
    terminator,
)
from tst_grammar.language.groups import split
from tst_grammar.language.scheme import RESERVED, Scheme
from tst_grammar.language.syntax import format_tst, parse_tst, placed
from tst_grammar.language.tokens import Kind
from tst_grammar.notation.locales import all_currency_words
from tst_grammar.notation.number import Number
from tst_grammar.notation.parts import Parts

MOST_DIGITS = 96
"""The most digits of a scheme with tables; the size of the tables grows with the digits."""


def has_tables(scheme: Scheme) -> bool:
    """Tell whether a scheme's numbers are short enough for tables.

    >>> has_tables(Scheme()), has_tables(Scheme(integer_digits=1000))
    (True, False)
    """
    return max(scheme.group_size, scheme.integer_digits + scheme.fraction_digits) <= MOST_DIGITS


@frozen
class Template:
    """The layout of the digits on one side of the point: pairs of a count of digits and a literal.

    >>> template = Template(((0, ". "), (3, "p "), (3, "pp")))
    >>> template.filled("120400"), template.runs, template.length
    ('. 120p 400pp', ((2, 3), (7, 3)), 12)
    """

    pieces: tuple[tuple[int, str], ...]

    @cached_property
    def runs(self) -> tuple[tuple[int, int], ...]:
        """The start and the width of each run of digits in the text."""
        ends = accumulate(width + len(literal) for width, literal in self.pieces)
        return tuple(
            (end - len(literal) - width, width)
            for end, (width, literal) in zip(ends, self.pieces, strict=True)
            if width
        )

    @cached_property
    def length(self) -> int:
        """The length of the text."""
        return sum(width + len(literal) for width, literal in self.pieces)

    @cached_property
    def _pattern(self) -> str:
        return "".join(
            f"{'%s' if width else ''}{literal.replace('%', '%%')}" for width, literal in self.pieces
        )

    @cached_property
    def _digits(self) -> Callable[[str], str | tuple[str, ...]]:
        ends = list(accumulate(width for width, _ in self.pieces))
        places: list[Any] = [slice(start, end) for start, end in pairwise((0, *ends)) if start < end]
        return itemgetter(*places)

    @cached_property
    def _places(self) -> tuple[slice, ...]:
        return tuple(slice(start, start + width) for start, width in self.runs)

    def filled(self, digits: str) -> str:
        """Return the text with these digits filled in."""
        return self._pattern % self._digits(digits)

    def digits_of(self, text: str) -> str:
        """Return the digits of a text with this layout."""
        return "".join([text[place] for place in self._places])


class TemplateReading(NamedTuple):
    """A template for reading, how many of its digits count, and the tail that tells it from others."""

    template: Template
    digits: int
    tail: str = ""


class Digits(NamedTuple):
    """A number as TST writes it: its sign, its digits without an exponent, and its affixes.

    >>> Digits("-", "1234", "5", "$", "").plain
    '-$1234.5'
    """

    sign: str
    integer: str
    fraction: str
    prefix: str
    suffix: str

    @classmethod
    def of(cls, parts: Parts | Number, scheme: Scheme) -> "Digits":
        """Return the digits of a number that a scheme writes; refuse a number beyond its range."""
        integer, fraction = positional(parts.integer, parts.fraction, parts.exponent, scheme=scheme)
        sign = sign_of(parts.sign, is_zero=integer == "0" and not fraction.strip("0"))
        return cls(sign, integer, fraction, parts.prefix, parts.suffix)

    @property
    def plain(self) -> str:
        """The number written with plain digits."""
        point = "." if self.fraction else ""
        digits = f"{self.integer}{point}{self.fraction}"
        return f"{self.sign}{before_digits(self.prefix)}{digits}{after_digits(self.suffix)}"

    @property
    def value(self) -> Decimal:
        """The exact value.

        >>> Digits("-", "1234", "50", "$", "").value
        Decimal('-1234.50')
        """
        return Decimal(f"{self.sign}{self.integer}.{self.fraction}")

    @property
    def number(self) -> Number:
        """The digits as a `Number`."""
        return Number(self.sign, self.integer, self.fraction, 0, self.prefix, self.suffix)


@lru_cache(32)
def layout_of(scheme: Scheme) -> "Layout":
    """Return the layout of a scheme."""
    return Layout(scheme)


class Layout:
    """Writes the numbers of a scheme, and reads those without a currency code or word.

    >>> layout = Layout(Scheme())
    >>> layout.write(Digits("-", "1234567", "89", "$", ""))
    '-$1m 234k 567. 890p'
    >>> layout.read("-$1m 234k 567. 890p")
    Digits(sign='-', integer='1234567', fraction='89', prefix='$', suffix='')
    """

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme
        self._integer = cache(lambda count: self._template_of("1" * count, ""))
        self._fraction = cache(lambda count: self._template_of("1", "1" * count))

    @cached_property
    def has_templates(self) -> bool:
        """Whether the scheme has tables and the positions of the digits follow from their number."""
        inner = digits_of(0, scheme=self.scheme)
        return has_tables(self.scheme) and inner.least == self.scheme.group_size

    @cached_property
    def integers(self) -> list[Template]:
        """The templates of integers with one digit, two digits, and so on."""
        return [self._integer(count) for count in range(1, self.scheme.integer_digits + 1)]

    @cached_property
    def fractions(self) -> list[Template]:
        """The templates of fractions with one digit, two digits, and so on, each with its point."""
        return [self._fraction(count) for count in range(1, self.scheme.fraction_digits + 1)]

    @cached_property
    def fills_first(self) -> bool:
        """Whether zeros pad the first group."""
        return digits_of(0, scheme=self.scheme, is_first=True).least == self.scheme.group_size

    @property
    def bare_point(self) -> str:
        """The text after an integer without a fraction: a point, or nothing."""
        return "." if self.scheme.point == "always" else ""

    @cached_property
    def integer_readings(self) -> list[TemplateReading]:
        """The templates for reading integers: the one with most digits for each length of text."""
        by_length = {template.length: template for template in self.integers}
        return [
            TemplateReading(template, sum(width for _, width in template.runs))
            for template in by_length.values()
        ]

    @cached_property
    def fraction_readings(self) -> list[TemplateReading]:
        """The templates for reading fractions: one for each length of text and terminator."""
        counted = enumerate(self.fractions, 1)
        readings = [
            TemplateReading(each, count, self._terminator(each.pieces[-1][1])) for count, each in counted
        ]
        return list({(each.template.length, each.tail): each for each in readings}.values())

    @cached_property
    def longest(self) -> int:
        """An upper bound for the length of a number's text."""
        scheme = self.scheme
        longest = (*scheme.integer_powers[: len(scheme.magnitudes)], *scheme.integer_powers[-1:])
        powers = (*longest, *scheme.fraction_powers[-1:])
        name = max((len(scheme.marker_of(power)) for power in powers), default=0) + len("".join(RESERVED))
        digits = scheme.integer_digits + scheme.fraction_digits + 2 * scheme.group_size
        groups = len(scheme.integer_powers) + len(scheme.fraction_powers) + 2
        affix = max(map(len, all_currency_words())) + len(" ")
        return 2 * digits + groups * (name + 2) + len("-.") + len(f" {terminator(scheme.group_size)}") + affix

    def write(self, digits: Digits) -> str:
        """Return the TST text of a number."""
        sign, integer, fraction, prefix, suffix = digits
        if not self.has_templates:
            return format_tst(to_tokens(digits.number, scheme=self.scheme))
        template = self._integer(len(integer))
        if self.fills_first:
            integer = integer.rjust(self._whole_groups(len(integer)), "0")
        text = template.filled(integer)
        if fraction:
            template = self._fraction(len(fraction))
            text += template.filled(fraction.ljust(self._whole_groups(len(fraction)), "0"))
        else:
            text += self.bare_point
        return f"{sign}{before_digits(prefix)}{text}{after_digits(suffix)}"

    def read(self, text: str) -> Digits:
        """Return the digits of a canonical TST text."""
        if not self.has_templates:
            return Digits.of(parse_tst(text, scheme=self.scheme).number, self.scheme)
        prefix, body, suffix = cut_signs(text)
        sign = body[: body[0] in SIGNS]
        whole, _, rest = body[len(sign) :].partition(".")
        integer = self._integers_by_length[len(whole)].template.digits_of(whole)
        fraction = ""
        if rest:
            reading = self._fractions_by_length[len(rest) + 1, self._terminator(rest)]
            fraction = reading.template.digits_of(f".{rest}")[: reading.digits]
        if not self.scheme.terminated:
            fraction = fraction.rstrip("0")
        return Digits(sign, integer.lstrip("0") or "0", fraction, prefix, suffix)

    @cached_property
    def _integers_by_length(self) -> dict[int, TemplateReading]:
        return {each.template.length: each for each in self.integer_readings}

    @cached_property
    def _fractions_by_length(self) -> dict[tuple[int, str], TemplateReading]:
        return {(each.template.length, each.tail): each for each in self.fraction_readings}

    def _terminator(self, text: str) -> str:
        return text[text.rindex("[") :] if self.scheme.terminated else ""

    def _whole_groups(self, count: int) -> int:
        """Return the count of digits rounded up to whole groups."""
        return -(-count // self.scheme.group_size) * self.scheme.group_size

    def _template_of(self, integer: str, fraction: str) -> Template:
        """Return the template of a fraction, or, if that is empty, of an integer, from an example."""
        written = to_tokens(Number(integer=integer, fraction=fraction), scheme=self.scheme)
        text, tokens = format_tst(written), list(placed(written))
        middle = next((span.start for token, span in tokens if token.kind is Kind.POINT), len(text))
        first, last = (middle, len(text)) if fraction else (0, middle)
        pieces = []
        end, before = first, 0
        for token, span in tokens:
            if token.kind is Kind.GROUP and first <= span.start < last:
                width = len(split(token.text, scheme=self.scheme)[0])
                start = span.start if self.scheme.placement == "suffix" else span.end - width
                if before or start > end:
                    pieces.append((before, text[end:start]))
                end, before = start + width, width
        pieces.append((before, text[end:last]))
        return Template(tuple(pieces))
