"""Converts numbers to TST and back in one call: `encode`, `tokenize`, `decode` and `is_valid`."""

from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import SupportsIndex

from tst_grammar.automata import engine, grammar
from tst_grammar.diagnostics import quoted
from tst_grammar.errors import DecodeError, NotationError, TstGrammarError
from tst_grammar.language.codec import to_tokens
from tst_grammar.language.exports.export import export_grammar
from tst_grammar.language.fast_codec import decoder, encoder, written
from tst_grammar.language.layout import Digits, has_tables, layout_of
from tst_grammar.language.scheme import TST, Scheme
from tst_grammar.language.scheme_grammar import scheme_runner
from tst_grammar.language.schemes import AnyScheme, scheme_of
from tst_grammar.language.syntax import format_tst, parse_tst
from tst_grammar.notation.locales import find_locale
from tst_grammar.notation.number import Number
from tst_grammar.notation.number_grammar import number_runner
from tst_grammar.notation.numeric_values import checked_places, number_of, plain_text, rounded
from tst_grammar.notation.reading import read_by_tables
from tst_grammar.notation.written import parse_number

Encodable = str | SupportsIndex | Decimal | Fraction | float | Number


def encode(
    number: Encodable,
    *,
    scheme: AnyScheme = TST,
    locale: str = "en",
    places: int | None = None,
    lenient: bool = False,
) -> str:
    """Write a number as TST text.

    It does what `format_tst(to_tst(parse_number(text)))` does: parse, transform, format. Numbers of Python
    and numpy need no parsing; a float is the shortest decimal that reads as it. `places` rounds half to even,
    to at most this many decimals. Nothing else is ever rounded. `lenient` reads more, as in `parse_number`.

    >>> encode("1234567.89")
    '1m 234k 567. 890p'
    >>> encode(0.1)
    '0. 100p'
    >>> encode(2 / 3, places=6, scheme="option-a")
    '0. 666 p 667 pp'
    """
    chosen = scheme_of(scheme)
    if places is None and isinstance(locale, str):
        text = number if isinstance(number, str) else plain_text(number) if locale == "en" else None
        quick = text and _quick_encoder(locale, chosen, engine.NAME)(text)
        if quick:
            return quick
    return format_tst(
        to_tokens(_number(number, locale, chosen, places, lenient=lenient), scheme=chosen, locale=locale)
    )


@lru_cache(64)
def _quick_encoder(locale_id: str, scheme: Scheme, engine_name: engine.Engine) -> Callable[[str], str | None]:
    """Return a fast encoder. It returns None for input that needs the full parser."""
    layout = layout_of(scheme)
    if locale_id == "auto" or engine_name == "lark":
        return lambda _: None
    locale = find_locale(locale_id)
    if locale.ways:
        return lambda text: written(number, layout) if (number := read_by_tables(text, locale)) else None
    return encoder(number_runner(locale, native=engine_name == "native"), layout)


def tokenize(
    number: Encodable,
    *,
    scheme: AnyScheme = TST,
    locale: str = "en",
    places: int | None = None,
    lenient: bool = False,
) -> list[str]:
    """Return the TST tokens of a number, with the options of `encode`.

    >>> tokenize("-0.0045")
    ['-', '0', '.', '004p', '500pp']
    """
    chosen = scheme_of(scheme)
    tokens = to_tokens(_number(number, locale, chosen, places, lenient=lenient), scheme=chosen, locale=locale)
    return [token.text for token in tokens]


def decode(text_or_tokens: str | Iterable[str], *, scheme: AnyScheme = TST) -> Decimal:
    """Return the exact value of a TST number, given as text or as tokens.

    It does what `parse_tst(text).number.value` does. Besides canonical text, it reads a space before the
    point, for which `is_valid` is False.

    >>> decode("3. 141p 592pp 653ppp 589pppp 793ppppp")
    Decimal('3.141592653589793')
    >>> decode(["1k", "234"])
    Decimal('1234')
    >>> decode("1k 234 . 500p")
    Decimal('1234.5')
    """
    chosen = scheme_of(scheme)
    if isinstance(text_or_tokens, str):
        digits = _quick_decoder(chosen, engine.NAME)(text_or_tokens)
        if digits:
            return digits.value
    try:
        return parse_tst(text_or_tokens, scheme=chosen).value
    except DecodeError as error:
        if isinstance(text_or_tokens, str) and _is_plain_number(text_or_tokens, chosen):
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
    digits = _quick_decoder(scheme, engine.NAME)(text)
    if digits is None:
        digits = Digits.of(parse_tst(text, scheme=scheme).number, scheme)
    return digits.plain


@lru_cache(64)
def _quick_decoder(scheme: Scheme, engine_name: engine.Engine) -> Callable[[str], Digits | None]:
    """Return a fast decoder. It returns None for input that needs the full parser."""
    if engine_name == "lark":
        return _lark_decoder(scheme)
    if not has_tables(scheme):
        return lambda _: None
    return decoder(scheme_runner(scheme), layout_of(scheme))


def _lark_decoder(scheme: Scheme) -> Callable[[str], Digits | None]:
    """Return a decoder of the texts that the strict Lark grammar of a scheme accepts."""
    strict = export_grammar(scheme, "lark")

    def decoded(text: str) -> Digits | None:
        if not grammar.accepts(strict, text):
            return None
        return Digits.of(parse_tst(text, scheme=scheme).number, scheme)

    return decoded


def is_valid(text_or_tokens: str | Iterable[str], *, scheme: AnyScheme = TST) -> bool:
    """Tell whether a text or a list of tokens is exactly one canonical TST number.

    A text with a space before the point is not canonical, though `decode` reads it.

    >>> is_valid("1k 234"), is_valid("1k 34"), is_valid("100k")
    (True, False, False)
    >>> is_valid("1k 234. 500p"), is_valid("1k 234 . 500p")
    (True, False)
    """
    chosen = scheme_of(scheme)
    try:
        if not isinstance(text_or_tokens, str):
            parse_tst(text_or_tokens, scheme=chosen)
            return True
        if _quick_decoder(chosen, engine.NAME)(text_or_tokens):
            return True
        return format_tst(parse_tst(text_or_tokens, scheme=chosen)) == text_or_tokens
    except TstGrammarError:
        return False


def _number(value: object, locale: str, scheme: Scheme, places: int | None, *, lenient: bool) -> Number:
    """Return a value of any accepted type as a `Number`, rounded to the given places."""
    most = checked_places(places)
    if isinstance(value, str):
        number = _parse(value, locale, scheme, lenient=lenient)
        return number if most is None else rounded(number, most)
    if locale != "auto":
        find_locale(locale)  # a wrong locale is refused even if it is not needed
    return number_of(value, most)


def _parse(text: str, locale: str, scheme: Scheme, *, lenient: bool) -> Number:
    try:
        return parse_number(text, locale=locale, lenient=lenient)
    except NotationError as error:
        if _quick_decoder(scheme, engine.NAME)(text):
            error.message = f"{quoted(text)} is already TST: decode returns its value"
        raise
