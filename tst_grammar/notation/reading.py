"""Reads a number in one locale or in every style of writing, and explains what is wrong with a text."""

import re
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache, partial

from attrs import evolve, frozen

from tst_grammar.automata import engine, grammar
from tst_grammar.diagnostics import Span, either, quoted
from tst_grammar.errors import NotationError, TstGrammarError
from tst_grammar.notation.advice import about_character, about_end, not_part
from tst_grammar.notation.locales import (
    Locale,
    all_currency_words,
    find_locale,
    folded,
    in_groups,
    is_affix_of,
    with_plain_spaces,
)
from tst_grammar.notation.number import Number, Spans, not_finite
from tst_grammar.notation.number_grammar import number_runner, table_reader

EXAMPLES = (
    *("en", "de", "fr", "de-CH", "hi", "ar-EG", "ps", "ba", "lmo"),
    *("ff-Adlm", "nqo", "ks", "bgn", "sd", "ckb", "uk"),
)
"""Locales that together cover every use of marks, the best known first."""

OTHER_WAYS = (
    Locale("code", group_marks="_"),
    Locale("4-4", grouping=(4,)),
)
"""Uses of marks that no locale has."""

_WITHOUT_AFFIX = re.compile(r"[\d\s.,'’+−-]*")

_LONGEST_ELSEWHERE = 200
"""Up to this length, an error also names a locale in which the text is valid."""

_AROUND_DIGITS = re.compile(r".?\d(?:.*\d)?.?", re.DOTALL)

_NOT_FINITE = ("nan", "snan", "inf", "infinity", "∞")

_TERMINALS = {
    "NEGATIVE": "a sign",
    "POSITIVE": "a sign",
    "EXPONENT_MINUS": "a sign",
    "EXPONENT_PLUS": "a sign",
    "MONEY_SIGN": "a currency",
    "MONEY_WORD": "a currency",
    "MONEY_CODE": "a currency",
    "PLAIN": "a digit",
    "GROUPED": "a digit",
    "POINT": "a decimal mark",
    "FRACTION": "a digit",
    "GROUPED_FRACTION": "a digit",
    "NO_CENTS": "a decimal mark",
    "E": "an exponent",
    "EXPONENT": "a digit",
    "HUNDREDTHS": "a percent sign",
    "CLOSE": "a closing parenthesis",
    "BRACE": "a closing brace",
    "$END": "the end",
}


@frozen
class Reading:
    """One way to read a text: the number, and the style in which the text is that number.

    `style` is the id of a locale, `code` for digits grouped as in programs, or `4-4` for groups of four.

    >>> Reading("de", Number(integer="1", fraction="234")).number.value
    Decimal('1.234')
    """

    style: str
    number: Number


def read(text: str, locale: Locale) -> Number:
    """Read one number as the locale writes it; for an affix, it may have other marks."""
    return read_by_tables(text, locale) or read_by_lark(text, locale)


def read_by_tables(text: str, locale: Locale) -> Number | None:
    """Read a number by tables; return None for a text that needs the full parser or is not a number."""
    if engine.NAME == "lark":
        return None
    spans = partial(_spans, locale)
    for affix, way in locale.ways if not _WITHOUT_AFFIX.fullmatch(text) else ():
        number = table_reader(number_runner(way), spans)(text)
        if not number or is_affix_of(number.prefix or number.suffix, affix):
            return number
    return table_reader(number_runner(locale), spans)(text)


def _spans(locale: Locale, text: str) -> Spans:
    return read_by_lark(text, locale).spans


@lru_cache(64)
def quick_reader(locale_id: str, engine_name: engine.Engine) -> Callable[[str], Number | None]:
    """Return a fast reader for a locale. It returns None for a text that needs the full parser."""
    locale = find_locale(locale_id)
    if engine_name == "lark":
        return lambda _: None
    if locale.ways:
        return lambda text: read_by_tables(text, locale)
    return table_reader(number_runner(locale, native=engine_name == "native"), partial(_spans, locale))


def read_by_lark(text: str, locale: Locale) -> Number:
    """Read a number with Lark, which also accepts currency words and explains what is wrong."""
    unknown_currency = None
    for affix, way in locale.ways if not _WITHOUT_AFFIX.fullmatch(text) else ():
        try:
            number = _read(text, way)
        except NotationError as error:
            if error.fault == "unknown-currency":
                unknown_currency = error
            continue
        if is_affix_of(number.prefix or number.suffix, affix):
            return number
    try:
        return _read(text, locale)
    except NotationError as error:
        raise unknown_currency or error from None


def _read(text: str, locale: Locale) -> Number:
    try:
        tree = grammar.parse("number", text, overrides=locale.terminals)
    except grammar.MismatchError as mismatch:
        raise _explained(text, mismatch, locale) from None
    from tst_grammar.notation.transformer import NumberTransformer  # noqa: PLC0415 -- it imports lark

    number: Number = grammar.transform(NumberTransformer(text, locale), tree)
    return number


def readings(text: str) -> tuple[Reading, ...]:
    """Return each number that a text is in some style, once."""
    found: dict[Number, Reading] = {}
    for way in ways_for(text):
        number = _read_if_any(text, way)
        if number:
            found.setdefault(number, Reading(way.id, number))
    return tuple(found.values())


def ways_for(text: str) -> tuple[Locale, ...]:
    """Return the styles that use the marks of a text in different ways, one for each use.

    >>> [way.id for way in ways_for("1,234")]
    ['en', 'de', 'hi']
    """
    around = _AROUND_DIGITS.search(text)
    if not around:
        return ()
    marks = frozenset(map(folded, around[0])) & _all_marks()
    exponents = frozenset(mark for way in _ways_of_writing() for mark in way.exponents if mark in text)
    ways: dict[tuple[object, ...], Locale] = {}
    for way in _ways_of_writing():
        decimals, groups = marks & {*way.decimal_marks}, marks & {*map(folded, way.group_marks)}
        if marks <= decimals | groups | {" "}:
            uses = (decimals, groups, way.grouping if groups else (), exponents & {*way.exponents})
            ways.setdefault(uses, way)
    few_groups = text.count(",") < 2  # 1,2345 is far more often a decimal
    return tuple(way for way in ways.values() if not (few_groups and way.grouping == (4,)))


def elsewhere(text: str, locale: Locale) -> str:
    """Return the end of a message that names another locale in which the text is a number, or nothing."""
    if len(text) > _LONGEST_ELSEWHERE or not any(map(str.isdecimal, text)):
        return ""
    for name in EXAMPLES:
        try:
            number = _read_if_any(text, find_locale(name))
        except TstGrammarError:
            continue
        if number and name != locale.id:
            return f"; in {name} it is {number.value}"
    return ""


def _read_if_any(text: str, locale: Locale) -> Number | None:
    """Return the number that a text is, or None. A parser, which is slow to build, is the last resort."""
    number = read_by_tables(text, locale)
    if number or not _may_be_number(text, locale):
        return number
    try:
        return read_by_lark(text, locale)
    except NotationError:
        return None


def _may_be_number(text: str, locale: Locale) -> bool:
    """Tell whether a text would be a number if its currency words were signs and `**` were `^`."""
    if engine.NAME == "lark":
        return True
    plain = with_plain_spaces(text).replace("**", "^")
    with_sign = (plain.replace(word, "$") for word in locale.currency_words if word in plain)
    tokens = map(number_runner(locale).whole, (plain, *with_sign))
    return any(token and token[2] == "written" for token in tokens)


@cache
def any_locale() -> Locale:
    """Return the locale whose errors explain a text that no locale reads: `en` with the currencies of all."""
    return evolve(find_locale("en"), id="any locale", currencies=all_currency_words())


@cache
def _ways_of_writing() -> tuple[Locale, ...]:
    words = all_currency_words()
    return tuple(evolve(locale, currencies=words) for locale in (*map(find_locale, EXAMPLES), *OTHER_WAYS))


@cache
def _all_marks() -> frozenset[str]:
    ways = _ways_of_writing()
    return frozenset(folded(mark) for locale in ways for mark in locale.decimal_marks + locale.group_marks)


def _explained(text: str, mismatch: grammar.MismatchError, locale: Locale) -> NotationError:
    """Return an error that says what is wrong in words that the writer of the text knows."""
    whole = Span(0, len(text))
    if len(text) < 20 and re.sub(r"[^\w∞]", "", text).lower() in _NOT_FINITE:
        return not_finite(text, text, whole)
    expected = mismatch.expected_in(_TERMINALS)
    if not text.strip():
        span, fault, message = whole, "empty", "expected a number, found nothing"
    elif text.isprintable() and not any(map(str.isdecimal, text)):
        span, fault, message = whole, "no-digits", f"expected a number, found {quoted(text)}"
    elif mismatch.span.start == len(text):
        span, fault, message = mismatch.span, "incomplete", about_end(text, mismatch.expected)
        message = message or about_end(text[: span.start], mismatch.expected)
        message = message or f"expected {either(expected)}, found the end"
    else:
        span = mismatch.span
        fault, message = _misplaced(text, mismatch, locale)
        message = message or about_end(text[: span.start], mismatch.expected)
        message = message or f"expected {either(expected)}, found {quoted(text[span.start])}"
    return NotationError(message, fault=fault, source=text, span=span, expected=expected)


def _misplaced(text: str, mismatch: grammar.MismatchError, locale: Locale) -> tuple[str, str]:
    """Return the fault and the message for a character that is not allowed where it is."""
    before, found = text[: mismatch.span.start], text[mismatch.span.start]
    after_digit = before[-1:].isdecimal()
    is_exponent = "EXPONENT" in mismatch.expected or re.search(r"(?:\d[eE]|\^)[^eE^]*$", before) is not None
    if folded(found) in map(folded, locale.group_marks) and after_digit and not is_exponent:
        if "POINT" in mismatch.expected:
            return "group-width", _grouping_rule(locale)
        if any(mark in before for mark in locale.decimal_marks):
            return "group-in-fraction", f"{quoted(found)} cannot group digits after the decimal mark"
    if found.isdecimal() and after_digit and "POINT" in mismatch.expected:
        return "group-width", _grouping_rule(locale)
    if found.isdecimal() and before[-1:].isspace():
        return "space", f"{quoted(before[-1])} does not group digits here"
    if found in locale.decimal_marks and is_exponent:
        return "fractional-exponent", "an exponent is a whole number"
    if found in locale.decimal_marks and any(mark in before for mark in locale.decimal_marks):
        return "second-decimal-mark", f"{quoted(found)} is a second decimal mark"
    if found.isspace():
        return "space", f"{quoted(found)} is not allowed here"
    if unicodedata.category(found) == "No":
        return "not-decimal", f"{quoted(found)} is not a decimal digit"
    return "unexpected-character", about_character(text, mismatch.span.start) or _advice(
        text, mismatch, locale
    )


def _advice(text: str, mismatch: grammar.MismatchError, locale: Locale) -> str:
    """Return advice about a character that is not part of the number, or an empty string."""
    before, found = text[: mismatch.span.start], text[mismatch.span.start]
    if not any(map(str.isdecimal, before)):
        return not_part(found)
    is_mark = folded(found) in _all_marks() - {*locale.decimal_marks, *map(folded, locale.group_marks)}
    if is_mark and before[-1].isdecimal() and "POINT" in mismatch.expected:
        return f"numbers in {locale.id} are not written with {quoted(found)}"
    return not_part(text[mismatch.span.start :]) if "$END" in mismatch.expected else ""


def _grouping_rule(locale: Locale) -> str:
    return f"{quoted(locale.group_marks[0])} groups digits as in {in_groups('1234567', locale)}"
