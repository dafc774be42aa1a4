"""Locales: the table, what independent writers write, and the way back."""

import runpy
import sys
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from babel import localedata, numbers
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark
from sampling import every, is_deep
from strategies import money, numbers_as_written

import tst_grammar as tst
from tst_grammar.automata import grammar
from tst_grammar.automata.grammar import folder
from tst_grammar.notation.locales import folded
from tst_grammar.notation.reading import EXAMPLES

ROOT = Path(__file__).parents[2]

# What ICU writes and we do not read, by name
NOT_READ_OF_ICU = {
    "kea": "Cape Verde writes the escudo's $ for the decimal mark",
    "kea-CV": "Cape Verde writes the escudo's $ for the decimal mark",
    "pt-CV": "Cape Verde writes the escudo's $ for the decimal mark",
    "sr-Cyrl-ME": "ICU writes KM in Latin letters, CLDR's data has them in Cyrillic",
}

# Locales whose marks in Babel are those of CLDR 47 or of the root, not those of CLDR 48
OTHER_MARKS_IN_BABEL = frozenset(
    (
        *("az_Cyrl", "ba", "de_AT", "dv", "ff_Adlm", "fr_MA", "fur", "kok", "kok_Deva", "ksh", "lmo", "nds"),
        *("nso", "oc", "os", "prg", "rm", "scn", "sd", "sd_Arab", "szl", "tyv", "vmw", "wae"),
    )
)
# Locales in which Babel puts scientific notation into brackets, as CLDR's pattern [#E0] says and ICU does not
BRACKETS_IN_BABEL = frozenset(["gu", "hi", "hi_Latn", "mai", "mr", "pa", "pa_Guru", "sa"])
# Locales in which Babel writes a ten in Persian digits into a number in Latin ones
PERSIAN_TEN_IN_BABEL = frozenset(
    ("az_Arab", "bgn", "fa", "ks", "ks_Arab", "lrc", "mzn", "pa_Arab", "ps", "ur_IN", "uz_Arab")
)


@pytest.mark.skipif(not (ROOT / "tst_grammar").is_dir(), reason="the sources are not here")
def test_the_table_is_what_the_script_makes() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "make_locales.py"))
    assert script["TABLE"].read_text(encoding="utf-8") == script["made"]()


def test_the_table_is_small_and_says_where_it_is_from() -> None:
    table = Path(tst.__file__).parent.joinpath("notation", "locales.json").read_text(encoding="utf-8")
    assert len(table.encode("utf-8")) < 60_000
    assert "Unicode License V3" in table
    assert '"version": "48.0.0"' in table


def icu_rows() -> list[list[str]]:
    lines = (ROOT / "tests" / "data" / "icu.tsv").read_text(encoding="utf-8").split("\n")
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def test_what_icu_writes_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    read: Counter[str] = Counter()
    failed = []
    every_row = icu_rows()
    rows = every_row[:: 1 if is_deep() else 10]
    for locale, form, value, text in rows:
        try:
            right = tst.parse_number(text, locale=locale).value == Decimal(value)
        except tst.NotationError as error:
            right = False
            if locale not in NOT_READ_OF_ICU:
                failed.append((locale, form, text, error.message))
        else:
            if not right:
                failed.append((locale, form, text, "another value"))
        read[form] += right
    with capsys.disabled():
        counts = ", ".join(f"{count} {form}" for form, count in read.items())
        sys.stdout.write(
            f"\nICU: {read.total()} of {len(rows)} forms, {len({row[0] for row in rows})} locales: {counts}\n"
        )
    assert failed == []
    assert {row[0] for row in every_row} >= set(NOT_READ_OF_ICU)


def babel_forms(locale: str, system: str) -> list[tuple[str, str, Callable[[], str]]]:
    style: dict[str, Any] = {"locale": locale, "numbering_system": system}
    exact: dict[str, Any] = {**style, "decimal_quantization": False}
    return [
        *(
            ("plain", value, partial(numbers.format_decimal, Decimal(value), **style))
            for value in ("1234567.891", "-1234.5", "0.5", "-12345")
        ),
        ("percent", "-12.5", partial(numbers.format_percent, Decimal("-0.125"), **exact)),
        ("scientific", "-12345", partial(numbers.format_scientific, Decimal(-12345), **exact)),
        *(
            (
                form,
                value,
                partial(numbers.format_currency, Decimal(value), currency, **{**style, "format_type": form}),
            )
            for currency in ("USD", "EUR")
            for form, value in (("standard", "-1234567.5"), ("accounting", "-1234.5"))
        ),
    ]


def is_or_below(locale: str, names: frozenset[str]) -> bool:
    return any(locale == name or locale.startswith(f"{name}_") for name in names)


@pytest.mark.deep
def test_what_babel_writes_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    read: Counter[str] = Counter()
    failed = []
    locales = [
        locale for locale in localedata.locale_identifiers() if not is_or_below(locale, OTHER_MARKS_IN_BABEL)
    ]
    for locale in locales:
        for form, value, write in [*babel_forms(locale, "default"), *babel_forms(locale, "latn")]:
            if form == "scientific" and is_or_below(locale, BRACKETS_IN_BABEL | PERSIAN_TEN_IN_BABEL):
                continue
            try:
                text = write()
            except numbers.UnsupportedNumberingSystemError:
                continue
            try:
                right = tst.parse_number(text, locale=locale).value == Decimal(value)
            except tst.NotationError:
                right = False
            if not right:
                failed.append((locale, form, value, text))
            read[form] += right
    with capsys.disabled():
        counts = ", ".join(f"{count} {form}" for form, count in read.items())
        sys.stdout.write(f"\nBabel: {read.total()} forms of {len(locales)} locales: {counts}\n")
    assert failed == []


@given(st.sampled_from(tst.locale_ids()), numbers_as_written())
def test_what_we_write_we_read(locale: str, number: tst.Number) -> None:
    text = tst.format_number(number, locale=locale)
    assert tst.parse_number(text, locale=locale) == number


@given(st.sampled_from(tst.locale_ids()), money())
def test_what_we_write_as_money_we_read(locale: str, number: tst.Number) -> None:
    text = tst.format_number(number, locale=locale)
    assert tst.parse_number(text, locale=locale) == number


def test_what_we_write_with_the_words_of_a_locale_we_read() -> None:
    for name in tst.locale_ids():
        for word in tst.find_locale(name).currencies:
            before = tst.Number(integer="1234", fraction="5", prefix=word)
            after = tst.Number(sign="-", integer="1234", suffix=word)
            for number in (before, after):
                text = tst.format_number(number, locale=name)
                assert tst.parse_number(text, locale=name) == number


@pytest.mark.parametrize("locale", every(20, tst.locale_ids()))
def test_every_locale_groups_and_ungroups(locale: str) -> None:
    number = tst.Number(sign="-", integer="123456789", fraction="50")
    text = tst.format_number(number, locale=locale)
    assert tst.parse_number(text, locale=locale) == number
    assert tst.parse_number("1234567", locale=locale).value == 1234567


def test_spaces_and_apostrophes_fold_as_the_grammar_has_them() -> None:
    assert {folded(mark) for mark in grammar.characters("SPACE")} == {" "}
    assert {folded(mark) for mark in grammar.characters("APOSTROPHE")} == {"'"}


def test_every_way_of_writing_is_one_that_auto_tries() -> None:
    examples = [tst.find_locale(name) for name in EXAMPLES]
    for name in tst.locale_ids():
        locale = tst.find_locale(name)
        for mark in map(folded, locale.group_marks):
            assert any(
                mark in map(folded, example.group_marks)
                and locale.decimal_marks[0] in example.decimal_marks
                and (locale.grouping == example.grouping or name.startswith("tok"))
                for example in examples
            ), name


@pytest.mark.deep  # the quick suite loads the grammars of the tests that use them
def test_the_grammars_of_all_locales_load_strictly() -> None:
    ways = {
        way.terminals: name
        for name in tst.locale_ids()
        for way in (tst.find_locale(name), *(way for _, way in tst.find_locale(name).ways))
    }
    assert len(ways) <= 40
    for overrides in ways:
        text = grammar.text_of("number", overrides)
        Lark(text, parser="lalr", strict=True, import_paths=[str(folder())])


@pytest.mark.parametrize(
    ("given_id", "found"),
    [
        ("de", "de"),
        ("de_CH", "de-CH"),
        ("DE-ch", "de-CH"),
        ("de-DE", "de"),
        ("en-US", "en"),
        ("en-US-posix", "en"),
        ("ar-EG", "ar-EG"),
        ("fa-IR", "fa"),
        ("zh-TW", "zh-Hant"),
        ("zh-HK", "zh-Hant-HK"),
        ("pa-PK", "pa-Arab"),
        ("sr-ME", "sr-Latn-ME"),
        ("iw", "he"),
        ("sh", "sr-Latn"),
        ("pt-AO", "pt-AO"),
        ("es-JP", "es-419"),
        ("de-US", "de"),
        ("ca-ES-valencia", "ca-ES-valencia"),
        ("und", "und"),
    ],
)
def test_ids_aliases_and_parents(given_id: str, found: str) -> None:
    assert tst.find_locale(given_id).id == found


def test_an_ambiguous_number_carries_its_readings() -> None:
    with pytest.raises(tst.AmbiguousNumberError) as caught:
        tst.parse_number("1,234", locale="auto")
    readings = [(reading.style, reading.number.value) for reading in caught.value.readings]
    assert readings == [("en", Decimal(1234)), ("de", Decimal("1.234"))]


@pytest.mark.parametrize(
    ("number", "locale", "text"),
    [
        ("-1234567.5", "en", "-1,234,567.5"),
        ("-1234567.5", "de", "-1.234.567,5"),
        ("1234.5", "es", "1234,5"),
        ("12345.5", "es", "12.345,5"),
        ("1234567", "hi", "12,34,567"),
        ("-1234.5", "fa", "\u200e−۱٬۲۳۴٫۵"),
        ("50%", "tr", "%50"),
        ("50%", "fr", "50\u00a0%"),
        ("5‰", "de", "5\xa0‰"),
        ("$1234.5", "de-AT", "$1.234,5"),
        ("5 USD", "en", "5\xa0USD"),
        ("USD 5", "en", "USD\xa05"),
        ("1.5e-7", "sv", "1,5×10^−7"),
        ("007", "en", "007"),
    ],
)
def test_formatting(number: str, locale: str, text: str) -> None:
    assert tst.format_number(tst.parse_number(number), locale=locale) == text


def test_formatting_refuses_a_currency_that_the_locale_does_not_read() -> None:
    crowns = tst.parse_number("5 kr", locale="sv")
    with pytest.raises(tst.NotationError, match="'kr' is not a currency in en"):
        tst.format_number(crowns, locale="en")
