"""Converts numbers to TST and back in one call: `encode`, `tokenize`, `decode` and `is_valid`."""

import operator
from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import SupportsIndex

from tst_grammar.automata import engine
from tst_grammar.diagnostics import quoted
from tst_grammar.errors import DecodeError, NotationError, TstGrammarError
from tst_grammar.language.codec import to_tokens
from tst_grammar.language.fast_codec import decoder, encoder, written
from tst_grammar.language.layout import Digits, has_tables, layout_of
from tst_grammar.language.scheme import TST, Scheme, require_scheme
from tst_grammar.language.scheme_grammar import scheme_runner
from tst_grammar.language.syntax import format_tst, parse_tst
from tst_grammar.language.tokens import Token
from tst_grammar.notation.locales import find_locale
from tst_grammar.notation.number import Number
from tst_grammar.notation.number_grammar import number_runner
from tst_grammar.notation.reading import read_by_tables
from tst_grammar.notation.written import parse_number

Encodable = str | SupportsIndex | Decimal | Fraction | float | Number


def encode(
    number: Encodable,
    *,
    scheme: Scheme = TST,
    locale: str = "en",
) -> str:
    """Write a number as TST text.

    A float is read as the decimal that Python prints for it.

    >>> encode("1234567.89")
    '1m 234k 567. 890p'
    >>> encode(0.1)
    '0. 100p'
    """
    require_scheme(scheme)
    if isinstance(number, str) and isinstance(locale, str):
        quick = _quick_encoder(locale, scheme, engine.NATIVE)(number)
        if quick is not None:
            return quick
    return format_tst(_tokens(number, scheme, locale))


@lru_cache(64)
def _quick_encoder(locale_id: str, scheme: Scheme, native: bool) -> Callable[[str], str | None]:  # noqa: FBT001
    """Return a fast encoder. It returns None for input that needs the full parser."""
    layout = layout_of(scheme)
    if locale_id == "auto":
        return lambda _: None
    locale = find_locale(locale_id)
    if locale.ways:
        return lambda text: written(number, layout) if (number := read_by_tables(text, locale)) else None
    return encoder(number_runner(locale, native=native), layout)


def tokenize(
    number: Encodable,
    *,
    scheme: Scheme = TST,
    locale: str = "en",
) -> list[str]:
    """Return the TST tokens of a number.

    >>> tokenize("-0.0045")
    ['-', '0', '.', '004p', '500pp']
    """
    return [token.text for token in _tokens(number, scheme, locale)]


def decode(text_or_tokens: str | Iterable[str], *, scheme: Scheme = TST) -> Decimal:
    """Return the exact value of a TST number, given as text or as tokens.

    >>> decode("3. 141p 592pp 653ppp 589pppp 793ppppp")
    Decimal('3.141592653589793')
    >>> decode(["1k", "234"])
    Decimal('1234')
    """
    require_scheme(scheme)
    digits = (
        _quick_decoder(scheme, engine.NATIVE)(text_or_tokens) if isinstance(text_or_tokens, str) else None
    )
    if digits:
        return digits.value
    try:
        return parse_tst(text_or_tokens, scheme=scheme).value
    except DecodeError as error:
        if isinstance(text_or_tokens, str) and _is_plain_number(text_or_tokens, scheme):
            error.message = f"{quoted(text_or_tokens)} is a plain number, not TST: encode writes it as TST"
        raise


def _is_plain_number(text: str, scheme: Scheme) -> bool:
    number = read_by_tables(text, find_locale("en")) if len(text) < 100 else None
    return number is not None and (scheme.affixes == "all" or not number.prefix + number.suffix)


def decode_plain(text: str, *, scheme: Scheme = TST) -> str:
    """Write a TST number with plain digits, with its sign, currency and percent sign.

    >>> decode_plain("-$1k 234. 500p")
    '-$1234.5'
    """
    digits = _quick_decoder(scheme, engine.NATIVE)(text)
    if digits is None:
        number = parse_tst(text, scheme=scheme).number
        digits = Digits(number.sign, number.integer, number.fraction, number.prefix, number.suffix)
    return digits.plain


@lru_cache(64)
def _quick_decoder(scheme: Scheme, native: bool) -> Callable[[str], Digits | None]:  # noqa: FBT001, ARG001
    """Return a fast decoder. It returns None for input that needs the full parser."""
    if not has_tables(scheme):
        return lambda _: None
    return decoder(scheme_runner(scheme), layout_of(scheme))


def is_valid(text_or_tokens: str | Iterable[str], *, scheme: Scheme = TST) -> bool:
    """Tell whether a text or a list of tokens is exactly one canonical TST number.

    >>> is_valid("1k 234"), is_valid("1k 34"), is_valid("100k")
    (True, False, False)
    """
    require_scheme(scheme)
    try:
        if not isinstance(text_or_tokens, str):
            parse_tst(text_or_tokens, scheme=scheme)
            return True
        if _quick_decoder(scheme, engine.NATIVE)(text_or_tokens):
            return True
        # the parser also accepts a space before the point, which is not canonical
        return format_tst(parse_tst(text_or_tokens, scheme=scheme)) == text_or_tokens
    except TstGrammarError:
        return False


def _tokens(number: object, scheme: Scheme, locale: str) -> tuple[Token, ...]:
    require_scheme(scheme)
    return to_tokens(_number(number, locale, scheme), scheme=scheme, locale=locale)


def _number(value: object, locale: str, scheme: Scheme) -> Number:
    """Return a value of any accepted type as a `Number`."""
    if isinstance(value, str):
        return _parse(value, locale, scheme)
    if locale != "auto":
        find_locale(locale)  # a wrong locale is refused even if it is not needed
    match value:
        case Number():
            return value
        case bool():
            pass
        case SupportsIndex():
            return Number.from_int(operator.index(value))
        case Decimal():
            return Number.from_decimal(value)
        case Fraction():
            return Number.from_fraction(value)
        case float():
            return Number.from_decimal(Decimal(float.__repr__(value)))
    raise TypeError(f"a number is a str, int, Decimal, Fraction, float or Number, not {type(value).__name__}")


def _parse(text: str, locale: str, scheme: Scheme) -> Number:
    try:
        return parse_number(text, locale=locale)
    except NotationError as error:
        if _quick_decoder(scheme, engine.NATIVE)(text):
            error.message = f"{quoted(text)} is already TST: decode returns its value"
        raise
