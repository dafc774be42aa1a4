"""Converts numbers to TST and back in one call: `encode`, `tokenize`, `decode` and `is_valid`."""

from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache, partial
from types import NoneType
from typing import Any, Literal, SupportsIndex

from tst_grammar.automata import engine, grammar
from tst_grammar.diagnostics import quoted
from tst_grammar.errors import DecodeError, NotationError, TstGrammarError
from tst_grammar.language.codec import to_tokens
from tst_grammar.language.exports.export import export_grammar
from tst_grammar.language.fast_codec import (
    cut_tokens,
    decoder,
    encoder,
    joined_tokens,
    value_decoder,
    values_decoder,
    written,
)
from tst_grammar.language.layout import Digits, has_tables, layout_of
from tst_grammar.language.scheme import TST, Scheme
from tst_grammar.language.scheme_grammar import scheme_runner
from tst_grammar.language.schemes import AnyScheme, scheme_of
from tst_grammar.language.syntax import format_tst, parse_tst
from tst_grammar.language.tokens import TstNumber
from tst_grammar.notation.locales import find_locale
from tst_grammar.notation.number import Number
from tst_grammar.notation.number_grammar import number_runner
from tst_grammar.notation.numeric_values import checked_places, number_of, plain_text, rounded
from tst_grammar.notation.reading import read_by_tables
from tst_grammar.notation.written import parse_number
from tst_grammar.option_checks import checked_flag, checked_text
from tst_grammar.rows import Failing, OnError, Rejects, like, rows_of

_MOST_TOKENS = 1000
"""The most tokens that are joined to one text; a longer list is read token by token."""

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
    checked_flag("lenient", lenient)
    chosen = scheme_of(scheme)
    written = _quickly_encoded(number, chosen, locale) if places is None else None
    return written or format_tst(
        to_tokens(_number(number, locale, chosen, places, lenient=lenient), scheme=chosen, locale=locale)
    )


def _quickly_encoded(number: Encodable, scheme: Scheme, locale: str) -> str | None:
    """Return the TST text of a number, or None for a number that needs the full parser."""
    if not isinstance(locale, str):
        return None
    text = number if isinstance(number, str) else plain_text(number) if locale == "en" else None
    return _quick_encoder(locale, scheme, engine.NAME)(text) if text else None


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


def encode_many(  # noqa: PLR0913 -- each option is one that a user may set
    values: Iterable[Encodable | None],
    *,
    scheme: AnyScheme = TST,
    locale: str = "en",
    places: int | None = None,
    lenient: bool = False,
    errors: OnError = "raise",
    rejects: Rejects | None = None,
) -> list[str | None]:
    """Write each number of a column as TST text, as `encode` does, in less time.

    The column is an iterable, a numpy array, a series of pandas or polars, or an Arrow array. The result is a
    list, or a series for a series, and a pandas series keeps its index. None and nulls stay.

    If a number cannot be written, the error names its row. With `errors="null"` the row becomes None instead,
    and with `errors="keep"` a text stays as it is. `rejects` is a list that collects the row numbers, from 0,
    and the errors.

    >>> encode_many(["1234567.89", 0.1, None])
    ['1m 234k 567. 890p', '0. 100p', None]
    >>> encode_many(["12", "1 2"], errors="null", rejects=(wrong := []))
    ['12', None]
    >>> [(row, error.fault) for row, error in wrong]
    [(1, 'space')]
    """
    failing = Failing(errors, rejects)
    checked_flag("lenient", lenient)
    chosen = scheme_of(scheme)
    checked_places(places)
    if checked_text("locale", locale) != "auto":
        find_locale(locale)
    rows = rows_of("encode_many", values)
    texts = _texts(rows, locale) if places is None else [None] * len(rows)
    quick = _quick_encoder(locale, chosen, engine.NAME)
    slow = partial(encode, scheme=chosen, locale=locale, places=places, lenient=lenient)
    written = [None if text is None else quick(text) for text in texts]
    return like(values, failing.rest(slow, rows, written), text=True)


def _texts(rows: list[Any], locale: str) -> list[str | None]:
    """Return each row as a text that the tables may read, or None."""
    kinds = {*map(type, rows)}
    if kinds <= {str, NoneType}:
        return rows
    is_plain = locale == "en"
    if is_plain and kinds == {float}:
        return [*map(repr, rows)]
    return [row if type(row) is str else plain_text(row) if is_plain else None for row in rows]


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
    checked_flag("lenient", lenient)
    chosen = scheme_of(scheme)
    text = _quickly_encoded(number, chosen, locale) if places is None else None
    if text:
        return cut_tokens(text, scheme=chosen)
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
    text = _joined(text_or_tokens, chosen)
    value = None if text is None else _quick_value(chosen, engine.NAME)(text)
    if value is not None:
        return value
    return _parsed(text_or_tokens, chosen).value


def decode_many(
    values: Iterable[str | Iterable[str] | None],
    *,
    scheme: AnyScheme = TST,
    errors: Literal["raise", "null"] = "raise",
    rejects: Rejects | None = None,
) -> list[Decimal | None]:
    """Return the exact value of each TST number of a column, as `decode` does, in less time.

    Columns, nulls and errors are as in `encode_many`, but a series of polars gives a list.

    >>> decode_many(["1k 234. 500p", None, "7"])
    [Decimal('1234.5'), None, Decimal('7')]
    >>> decode_many(["1k 234", "1k 34"])
    Traceback (most recent call last):
        ...
    tst_grammar.errors.DecodeError: row 1: '34' has 2 digits: a group after the first has 3 digits
        1k 34
           ~^
    """
    failing = Failing(errors, rejects, may_keep=False)
    chosen = scheme_of(scheme)
    rows = rows_of("decode_many", values)
    if {*map(type, rows)} == {str} and engine.NAME != "lark" and has_tables(chosen):
        read = values_decoder(scheme_runner(chosen), layout_of(chosen))(rows)
    else:
        quick = _quick_value(chosen, engine.NAME)
        read = [quick(row) if type(row) is str else None for row in rows]
    return like(values, failing.rest(partial(decode, scheme=chosen), rows, read), text=False)


def _parsed(text_or_tokens: str | Iterable[str], scheme: Scheme) -> TstNumber:
    """Parse a TST number. For a plain number, the error names `encode`."""
    try:
        return parse_tst(text_or_tokens, scheme=scheme)
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
    digits = _quick_decoder(scheme, engine.NAME)(text)
    if digits is None:
        digits = Digits.of(_parsed(text, scheme).number, scheme)
    return digits.plain


def _joined(text_or_tokens: object, scheme: Scheme) -> str | None:
    """Return the text of a number, also if it is a list of the tokens that this text has."""
    if isinstance(text_or_tokens, str):
        return text_or_tokens
    if not isinstance(text_or_tokens, list | tuple) or len(text_or_tokens) > _MOST_TOKENS:
        return None
    if not all(isinstance(token, str) for token in text_or_tokens):
        return None
    text = joined_tokens(text_or_tokens)
    return text if cut_tokens(text, scheme=scheme) == [*text_or_tokens] else None


@lru_cache(64)
def _quick_value(scheme: Scheme, engine_name: engine.Engine) -> Callable[[str], Decimal | None]:
    """Return a fast decoder to values. It returns None for input that needs the full parser."""
    if engine_name != "lark" and has_tables(scheme):
        return value_decoder(scheme_runner(scheme), layout_of(scheme))
    read = _quick_decoder(scheme, engine_name)
    return lambda text: digits.value if (digits := read(text)) else None


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
        text = _joined(text_or_tokens, chosen)
        if text is not None and _quick_decoder(chosen, engine.NAME)(text):
            return True
        if not isinstance(text_or_tokens, str):
            parse_tst(text_or_tokens, scheme=chosen)
            return True
        if has_tables(chosen):
            return False  # the tables read every canonical text
        return format_tst(parse_tst(text_or_tokens, scheme=chosen)) == text_or_tokens
    except TstGrammarError:
        return False


def _number(value: object, locale: str, scheme: Scheme, places: int | None, *, lenient: bool) -> Number:
    """Return a value of any accepted type as a `Number`, rounded to the given places."""
    most = checked_places(places)
    if isinstance(value, str):
        number = _parse(value, locale, scheme, lenient=lenient)
        return number if most is None else rounded(number, most)
    if checked_text("locale", locale) != "auto":
        find_locale(locale)  # a wrong locale is refused even if it is not needed
    return number_of(value, most)


def _parse(text: str, locale: str, scheme: Scheme, *, lenient: bool) -> Number:
    try:
        return parse_number(text, locale=locale, lenient=lenient)
    except NotationError as error:
        if _quick_decoder(scheme, engine.NAME)(text):
            error.message = f"{quoted(text)} is already TST: decode returns its value"
        raise
