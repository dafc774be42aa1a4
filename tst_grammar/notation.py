"""Numbers as people write them: `parse_number` and `format_number`."""

import unicodedata

from tst_grammar import grammar
from tst_grammar.diagnostics import Span, either, quoted
from tst_grammar.errors import NotationError
from tst_grammar.locales import Locale, find_locale
from tst_grammar.number import Number, not_finite

_NOT_FINITE = ("nan", "snan", "inf", "infinity", "∞")

_TERMINALS = {
    "MINUS": "a sign",
    "PLUS": "a sign",
    "CURRENCY": "a currency sign",
    "PLAIN": "a digit",
    "GROUPED": "a digit",
    "POINT": "a decimal mark",
    "FRACTION": "a digit",
    "E": "an exponent",
    "EXPONENT": "a digit",
    "PERCENT": "a percent sign",
    "$END": "the end",
}


def parse_number(text: str, *, locale: str = "en") -> Number:
    """Read one number as the locale writes it, exactly, and nothing else.

    >>> parse_number("-$1,234.50").value
    Decimal('-1234.50')
    >>> parse_number("1,23")
    Traceback (most recent call last):
    tst_grammar.errors.NotationError: ',' groups digits in threes, and 1 to 3 not led by 0 come first
        1,23
         ^
    """
    if not isinstance(text, str):
        raise TypeError(f"parse_number takes a str, not {type(text).__name__}")
    marks = find_locale(locale)
    try:
        tree = grammar.parse("number", text)
    except grammar.MismatchError as mismatch:
        raise _explained(text, mismatch, marks) from None
    from tst_grammar.transformer import NumberTransformer  # noqa: PLC0415 -- it imports lark

    number: Number = grammar.transform(NumberTransformer(text), tree)
    return number


def format_number(number: Number, *, locale: str = "en") -> str:
    """Write a number as the locale does; `parse_number` reads the same number back.

    >>> format_number(parse_number("-1234567.80"))
    '-1,234,567.80'
    """
    if not isinstance(number, Number):
        raise TypeError(f"format_number takes a Number, not {type(number).__name__}")
    marks = find_locale(locale)
    integer = _grouped(number.integer, marks)
    fraction = f"{marks.decimal_mark}{number.fraction}" if number.fraction else ""
    exponent = f"E{number.exponent}" if number.exponent else ""
    return f"{number.sign}{number.prefix}{integer}{fraction}{exponent}{number.suffix}"


def _grouped(digits: str, locale: Locale) -> str:
    if digits.startswith("0"):
        return digits
    lead = len(digits) % 3 or 3
    groups = [digits[:lead], *(digits[i : i + 3] for i in range(lead, len(digits), 3))]
    return locale.group_mark.join(groups)


def _explained(text: str, mismatch: grammar.MismatchError, locale: Locale) -> NotationError:
    """Return an error that says what is wrong in the words of the person who wrote the text."""
    whole = Span(0, len(text))
    if text.lower().lstrip("+-") in _NOT_FINITE:
        return not_finite(text, text, whole)
    span = mismatch.span
    found = text[span.start : span.start + 1]
    expected = tuple(dict.fromkeys(d for t, d in _TERMINALS.items() if t in mismatch.expected))
    if not text.strip():
        span, fault, message = whole, "empty", "expected a number, found nothing"
    elif not found:
        fault, message = "incomplete", f"expected {either(expected)}, found the end"
    elif found == locale.group_mark or found.isdecimal():
        fault = "group-width"
        message = f"{quoted(locale.group_mark)} groups digits in threes, and 1 to 3 not led by 0 come first"
    elif found == locale.decimal_mark:
        fault, message = "second-decimal-mark", f"{quoted(found)} is a second decimal mark"
    elif found.isspace():
        fault, message = "space", "a space is not part of a number"
    elif unicodedata.category(found) == "No":
        fault, message = "not-decimal", f"{quoted(found)} is no decimal digit"
    else:
        fault = "unexpected-character"
        message = f"expected {either(expected)}, found {quoted(found)}"
    return NotationError(message, fault=fault, source=text, span=span, expected=expected)
