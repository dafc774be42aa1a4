"""Converts a `Number` to the TST tokens of a scheme and back, exactly."""

from collections.abc import Iterator, Sequence

from tst_grammar.diagnostics import Span, quoted
from tst_grammar.errors import NotationError, RangeError
from tst_grammar.language.canonical_checks import CanonicalChecks, no_affix
from tst_grammar.language.definition import (
    affix_kind,
    digits_of,
    is_affix,
    reads_as_marker,
    sign_of,
    terminator,
)
from tst_grammar.language.groups import Group, assemble, spell
from tst_grammar.language.scheme import MOST_DIGITS, Scheme
from tst_grammar.language.tokens import Kind, Token
from tst_grammar.notation.locales import currency_code
from tst_grammar.notation.number import Number


def to_tokens(number: Number, *, scheme: Scheme, locale: str = "auto") -> tuple[Token, ...]:
    """Return the canonical tokens of a number. The locale says which code belongs to a currency word.

    >>> [token.text for token in to_tokens(Number(integer="1234", fraction="5"), scheme=Scheme())]
    ['1k', '234', '.', '500p']
    """
    try:
        integer, fraction = positional(number.integer, number.fraction, number.exponent, scheme=scheme)
    except RangeError as error:
        error.source = number.source or ""
        error.span = Span(0, len(number.source)) if number.source else None
        raise
    return tuple(_written(number, integer, fraction, scheme, locale))


def to_number(tokens: Sequence[Token], *, scheme: Scheme, source: str) -> Number:
    """Return the number of a sequence of canonical tokens.

    >>> tokens = to_tokens(Number(integer="1234", fraction="50"), scheme=Scheme())
    >>> to_number(tokens, scheme=Scheme(), source="").value
    Decimal('1234.5')
    """
    marks = {token.kind: token for token in tokens}
    point = marks.get(Kind.POINT)
    middle = tokens.index(point) if point else len(tokens)
    checks = CanonicalChecks(scheme, source)
    integer = checks.integer(_groups(tokens[:middle], scheme, source))
    fraction_groups = _groups(tokens[middle:], scheme, source)
    checks.point(point, has_fraction=bool(fraction_groups))
    fraction = checks.fraction(fraction_groups, marks.get(Kind.TERMINATOR)) if fraction_groups else ""
    sign = marks.get(Kind.SIGN)
    if sign:
        checks.sign(sign, is_zero=not (integer + fraction).strip("0"))
    prefix, suffix = checks.affixes(tokens)
    return Number(sign="-" if sign else "", integer=integer, fraction=fraction, prefix=prefix, suffix=suffix)


def _groups(tokens: Sequence[Token], scheme: Scheme, source: str) -> list[Group]:
    words = [token for token in tokens if token.kind in (Kind.GROUP, Kind.MARKER)]
    return assemble(words, scheme=scheme, source=source) if words else []


def _written(number: Number, integer: str, fraction: str, scheme: Scheme, locale: str) -> Iterator[Token]:
    size = scheme.group_size
    if sign := sign_of(number.sign, is_zero=not (integer + fraction).strip("0")):
        yield Token(Kind.SIGN, sign)
    if number.prefix:
        yield _affix(number.prefix, scheme, locale)
    lead = len(integer) % size or size
    starts = (0, *range(lead, len(integer), size))
    for start, end in zip(starts, (*starts[1:], len(integer)), strict=True):
        power = len(integer) - end
        digits = digits_of(power, scheme=scheme, is_first=start == 0).spelled(integer[start:end])
        yield from spell(digits, power, scheme=scheme)
    if fraction or scheme.point == "always":
        yield Token(Kind.POINT, ".")
    for start in range(0, len(fraction), size):
        digits = digits_of(-start - size, scheme=scheme).spelled(fraction[start : start + size])
        yield from spell(digits, -start - size, scheme=scheme)
    if fraction and scheme.terminated:
        yield Token(Kind.TERMINATOR, terminator(len(fraction) % size or size))
    if number.suffix:
        yield _affix(number.suffix, scheme, locale)


def _affix(text: str, scheme: Scheme, locale: str) -> Token:
    """Return the token of an affix. A currency that reads as a marker is written by its code."""
    if scheme.affixes == "none":
        raise NotationError(no_affix(text), fault="no-token")
    is_marker = reads_as_marker(text, scheme=scheme)
    affix = (currency_code(text, locale) or text) if is_marker else text
    if not is_affix(affix, scheme=scheme):
        reason = (
            " because it looks like a marker: write its code" if is_marker else ": write its code or sign"
        )
        raise NotationError(f"the currency {quoted(text)} has no token{reason}", fault="no-token")
    return Token(affix_kind(affix), affix)


def positional(integer: str, fraction: str, exponent: int, *, scheme: Scheme) -> tuple[str, str]:
    """Return the digits before and after the point, with the exponent applied; refuse them beyond the range.

    >>> positional("012", "50", 1, scheme=Scheme())
    ('125', '')
    """
    if exponent == 0 and integer and (integer[0] != "0" or integer == "0"):
        if not scheme.terminated:
            fraction = fraction.rstrip("0")
        if len(integer) <= scheme.integer_digits and len(fraction) <= scheme.fraction_digits:
            return integer, fraction  # the fast path for most numbers
    digits = integer + fraction
    point = len(integer) + exponent
    first = len(digits) - len(digits.lstrip("0"))
    last = len(digits) if scheme.terminated else len(digits.rstrip("0"))
    if first == len(digits):  # zero: its only digits are those of its fraction
        first = point
        last = last if scheme.terminated else point
    integer_digits = max(point - first, 0)  # checked first, since an exponent can ask for billions of zeros
    fraction_digits = max(last - point, 0)
    if integer_digits > scheme.integer_digits:
        raise _beyond(integer_digits, scheme.integer_digits, "integer", "")
    if fraction_digits > scheme.fraction_digits:
        rounding = f"round it with places={scheme.fraction_digits}"
        raise _beyond(fraction_digits, scheme.fraction_digits, "fraction", rounding)
    whole = digits[first:point].ljust(integer_digits, "0") if integer_digits else "0"
    return whole, "0" * -point + digits[max(point, 0) : last] if fraction_digits else ""


def _beyond(count: int, most: int, part: str, rounding: str) -> RangeError:
    """Return the error for a number with too many digits, which says how it can be written."""
    wider = f"use Scheme({part}_digits={count})" if count <= MOST_DIGITS[part] else ""
    remedies = ", or ".join(filter(None, (rounding, wider)))
    return RangeError(
        f"the number has {count} {part} digits: this scheme holds {most}{remedies and '; '}{remedies}",
        fault=f"{part}-range",
    )
