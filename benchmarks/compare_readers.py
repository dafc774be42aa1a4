"""Writes a Markdown table of the values that other readers of numbers give for the same texts.

pip install . babel price-parser quantulum3
python benchmarks/compare_readers.py > docs/reference/readers.md
"""

import io
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from decimal import Decimal, InvalidOperation
from importlib.metadata import version

from babel.numbers import NumberFormatError, parse_decimal
from price_parser import Price
from quantulum3 import parser as quantulum

import tst_grammar as tst

# The text, the locale it was written in, and its value, or None if it is not a number in that locale
CASES = [
    ("1,234.5", "en", "1234.5"),
    ("1.234,5", "de", "1234.5"),
    ("25.00", "de", None),
    ("1,234.5", "de", None),
    ("1,23,456", "en", None),
    ("1,23,456", "hi", "123456"),
    ("1 234,5", "fr", "1234.5"),
    ("1\u202f234,5", "fr", "1234.5"),
    ("1'234.5", "de-CH", "1234.5"),
    ("1.234,50 €", "de-AT", "1234.50"),
    ("1 2 3", "fr", None),
    ("1.2.3", "en", None),
    ("-5", "en", "-5"),
    ("−5", "sv", "-5"),
    ("5-", "en", "-5"),
    ("($1,234.50)", "en", "-1234.50"),
    ("-$5", "en", "-5"),
    ("50%", "en", "50"),
    ("12,5 %", "de", "12.5"),
    ("%50", "tr", "50"),
    ("1e-3", "en", "0.001"),
    ("1.5×10^8", "en", "150000000"),
    ("1.5 × 10⁻³", "en", "0.0015"),
    (r"1.5 \times 10^{3}", "en", "1500"),
    ("10^9", "en", "1000000000"),
    ("1,5×10^3", "sv", "1500"),
    ("١٬٢٣٤٫٥", "ar-EG", "1234.5"),
    ("۱۲٫۵٪", "fa", "12.5"),
    ("1٢", "en", None),
    ("१,२३,४५६", "hi", "123456"),
    ("USD 5", "en", "5"),
    ("1 234,5 kr", "sv", "1234.5"),
    ("0.1000", "en", "0.1000"),
    ("12345678901234567890.123456789", "en", "12345678901234567890.123456789"),
    ("1e400", "en", "1E+400"),
    ("0x10", "en", None),
    ("NaN", "en", None),
]


def read_with_babel(text: str, locale: str) -> object:
    try:
        return parse_decimal(text, locale=locale.replace("-", "_"))
    except NumberFormatError:
        return None


def read_with_price_parser(text: str, _: str) -> object:
    return Price.fromstring(text).amount


def read_with_quantulum3(text: str, _: str) -> object:
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        found = quantulum.parse(text)
    return found[0].value if len(found) == 1 else None


def read_with_ours(text: str, locale: str) -> object:
    try:
        return tst.parse_number(text, locale=locale).value
    except tst.NotationError:
        return None


READERS: dict[str, Callable[[str, str], object]] = {
    "tst-grammar": read_with_ours,
    "Babel": read_with_babel,
    "price-parser": read_with_price_parser,
    "quantulum3": read_with_quantulum3,
}


def cell(read: Callable[[str, str], object], text: str, locale: str, value: str | None) -> str:
    """Return the value that a reader gives for a text, in bold if it is wrong, or a dash if it refuses."""
    try:
        found = read(text, locale)
    except (ArithmeticError, IndexError, KeyError, TypeError, ValueError) as error:
        return type(error).__name__
    if found is None:
        return "–"
    try:
        is_right = value is not None and Decimal(str(found)) == Decimal(value)
    except InvalidOperation:
        is_right = False
    return f"{found}" if is_right else f"**{found}**"


def main() -> None:
    versions = ", ".join(f"{name} {version(name.lower())}" for name in list(READERS)[1:])
    print("# What other readers make of the same texts\n")
    print("`benchmarks/compare_readers.py` makes this page, with " + versions + ".")
    refusal = "which is correct if the column `value` has a dash"
    print(f"A wrong value is **bold**. A dash means that the reader refuses the text, {refusal}.")
    print("price-parser and quantulum3 take no locale, and quantulum3 looks for quantities in prose.\n")
    print("| text | locale | value |", " | ".join(READERS), "|")
    print("|---" * (3 + len(READERS)) + "|")
    for text, locale, value in CASES:
        cells = [cell(read, text, locale, value) for read in READERS.values()]
        print(f"| `{text}` | {locale} | {value or '–'} |", " | ".join(cells), "|")


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    main()
