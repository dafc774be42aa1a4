"""Every case of the data files: valid texts, invalid ones with their faults, and unchanged ones."""

from decimal import Decimal

import pytest
from cases_io import DATA, cases, scheme_of

import tst_grammar as tst


def test_there_are_enough_cases() -> None:
    assert len(cases("valid")) >= 150
    assert len([*cases("invalid/tst"), *cases("invalid/number"), *cases("invalid/locale")]) >= 200


@pytest.mark.parametrize(("scheme", "case"), cases("valid"))
def test_valid(scheme: str, case: list[str]) -> None:
    number, text = case
    chosen = scheme_of(scheme)
    assert tst.encode(number, scheme=chosen) == text
    assert tst.decode(text, scheme=chosen) == tst.parse_number(number).value
    assert tst.decode(tst.tokenize(number, scheme=chosen), scheme=chosen) == tst.decode(text, scheme=chosen)


@pytest.mark.parametrize(("scheme", "case"), cases("valid"))
def test_canonical_text_survives_unchanged(scheme: str, case: list[str]) -> None:
    _, text = case
    chosen = scheme_of(scheme)
    parsed = tst.parse_tst(text, scheme=chosen)
    assert tst.format_tst(parsed) == text
    assert tst.encode(parsed.number, scheme=chosen) == text
    assert [text[token.span.start : token.span.end] for token in parsed.tokens if token.span] == [
        token.text for token in parsed.tokens
    ]


@pytest.mark.parametrize(("locale", "case"), cases("notation"))
def test_notation(locale: str, case: list[str]) -> None:
    text, value = case
    number = tst.parse_number(text, locale=locale)
    assert str(number.value) == str(Decimal(value))
    assert number.source == text


@pytest.mark.parametrize(("locale", "case"), cases("lenient"))
def test_lenient(locale: str, case: list[str]) -> None:
    text, value = case
    number = tst.parse_number(text, locale=locale, lenient=True)
    assert str(number.value) == value
    assert number.source == text
    assert tst.decode(tst.encode(text, locale=locale, lenient=True)) == number.value
    try:
        assert tst.parse_number(text, locale=locale) == number
    except tst.NotationError as error:
        assert error.message.endswith(f"; lenient reads this as {value}")
    for part, span in number.spans.items():
        assert text[span.start : span.end].strip(), part


@pytest.mark.parametrize("line", (DATA / "lenient" / "refused.txt").read_text(encoding="utf-8").splitlines())
def test_refused_even_if_lenient(line: str) -> None:
    locale, text = line.split("\t")
    with pytest.raises(tst.TstGrammarError) as caught:
        tst.parse_number(text, locale=locale, lenient=True)
    assert "lenient" not in caught.value.message


def test_parts_keep_their_places_between_blanks() -> None:
    number = tst.parse_number(" -1,234.5 % ")
    assert {part: " -1,234.5 % "[span.start : span.end] for part, span in number.spans.items()} == {
        "sign": "-",
        "integer": "1,234",
        "point": ".",
        "fraction": "5",
        "suffix": "%",
    }
    with pytest.raises(tst.NotationError) as caught:
        tst.parse_number(" 5 x ")
    assert (caught.value.source, caught.value.span) == (" 5 x ", tst.Span(3, 4))


@pytest.mark.parametrize(("fault", "case"), cases("invalid/tst"))
def test_invalid_tst(fault: str, case: list[str]) -> None:
    scheme, text, start, end = case
    with pytest.raises((tst.DecodeError, tst.RangeError)) as caught:
        tst.decode(text, scheme=scheme_of(scheme))
    assert (caught.value.fault, caught.value.span) == (fault, tst.Span(int(start), int(end)))
    assert caught.value.source == text
    assert not tst.is_valid(text, scheme=scheme_of(scheme))


@pytest.mark.parametrize(("fault", "case"), cases("invalid/number"))
def test_invalid_number(fault: str, case: list[str]) -> None:
    scheme, text, start, end = case
    with pytest.raises((tst.NotationError, tst.RangeError)) as caught:
        tst.encode(text, scheme=scheme_of(scheme))
    assert (caught.value.fault, caught.value.span) == (fault, tst.Span(int(start), int(end)))
    assert caught.value.source == text


@pytest.mark.parametrize(("fault", "case"), cases("invalid/locale"))
def test_invalid_in_a_locale(fault: str, case: list[str]) -> None:
    locale, text, start, end, message = case
    with pytest.raises(tst.TstGrammarError) as caught:
        tst.parse_number(text, locale=locale)
    assert (caught.value.fault, caught.value.message) == (fault, message)
    assert caught.value.span == (tst.Span(int(start), int(end)) if start else None)
