"""The baselines: their tokens, that the exact ones are exact, and the properties that are computed."""

import sys
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import written

import tst_grammar as tst
from tst_grammar.baselines import (
    BASELINES,
    Encoded,
    Length,
    Magnitude,
    Tokenization,
    TstTokenization,
    properties_of,
    read_tokenizer,
)
from tst_grammar.language.schemes import SCHEMES

EXACT = [name for name in BASELINES if name != "xval"]
TSTS = [TstTokenization(name, scheme) for name, scheme in SCHEMES.items()]
EXACT_ONES = [*(BASELINES[name] for name in EXACT), *TSTS]


def names(tokenization: Tokenization) -> str:
    return tokenization.name


@pytest.mark.parametrize(
    ("name", "number", "tokens"),
    [
        ("digit-level", "1234567.89", "1 2 3 4 5 6 7 . 8 9"),
        ("digit-level", "-$1,234", "- $ 1 2 3 4"),
        ("digit-level", "1.50e3", "1 5 0 0"),
        ("digit-level", "1e-3", "0 . 0 0 1"),
        ("left-to-right", "1234567.89012", "123 456 7 . 890 12"),
        ("left-to-right", "50%", "50 %"),
        ("right-to-left", "1234567.89012", "1 234 567 . 890 12"),
        ("right-to-left", "123456", "123 456"),
        ("commas", "1234567.89012", "1 , 234 , 567 . 890 12"),
        ("commas", "123", "123"),
        ("reversed", "1234.50", "0 5 . 4 3 2 1"),
        ("reversed", "-$1,234", "- $ 4 3 2 1"),
        ("numerologic", "42", "<sn> 2 <mn> 4 2 <en>"),
        ("numerologic", "-3.140", "- <sn> 1 . 3 <mn> 3 . 1 4 0 <en>"),
        ("numerologic", "$123456789012", "$ <sn> 1 2 <mn> 1 2 3 4 5 6 7 8 9 0 1 2 <en>"),
        ("xval", "-9.11", "[NUM] (×-9.10999966)"),
        ("xval", "$0.5", "$ [NUM] (×0.5)"),
    ],
)
def test_tokens(name: str, number: str, tokens: str) -> None:
    assert str(BASELINES[name].encode(number)) == tokens


@pytest.mark.parametrize("tokenization", EXACT_ONES, ids=names)
@given(
    st.decimals(-(10**18) + 1, 10**18 - 1, places=15) | st.integers(-(10**18) + 1, 10**18 - 1).map(Decimal)
)
def test_exact_ones_give_back_the_value(tokenization: Tokenization, value: Decimal) -> None:
    number = tst.Number.from_decimal(value)
    assert tokenization.decode(tokenization.encode(number)) == value


@pytest.mark.parametrize("name", EXACT)
@given(text=written(scheme=tst.TST))
def test_baselines_read_what_they_write_digit_for_digit(name: str, text: str) -> None:
    number = tst.parse_number(text)
    decoded = BASELINES[name].decode(BASELINES[name].encode(text))
    assert decoded is not None
    assert decoded.as_tuple() == number.value.as_tuple()


@given(st.decimals(-(10**38), 10**38, places=9))
def test_xval_is_exact_to_single_precision(value: Decimal) -> None:
    decoded = BASELINES["xval"].decode(BASELINES["xval"].encode(tst.Number.from_decimal(value)))
    assert decoded is not None
    assert abs(decoded - value) <= max(abs(value) / 2**24, Decimal("1e-45"))


@pytest.mark.parametrize(
    ("name", "tokens"),
    [
        ("digit-level", "1 . 2 . 3"),
        ("digit-level", ""),
        ("commas", "1 , 23"),
        ("numerologic", "<sn> 3 <mn> 4 2 <en>"),
        ("numerologic", "<sn> 1 . 1 <mn> 3 . 1 4 <en>"),
        ("numerologic", "4 2"),
        ("numerologic", "<sn> 2 <mn> 4 2"),
        ("xval", "42"),
    ],
)
def test_other_tokens_have_no_value(name: str, tokens: str) -> None:
    assert BASELINES[name].decode(Encoded(tuple(tokens.split()))) is None
    assert TSTS[0].decode(Encoded(("1m", "567"))) is None


@pytest.mark.parametrize("name", BASELINES)
@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("1.2.3", "second-decimal-mark"),
        ("", "empty"),
        ("1e10000", "integer-range"),
        ("1e-10001", "fraction-range"),
    ],
)
def test_bad_numbers_are_refused(name: str, text: str, fault: str) -> None:
    with pytest.raises(tst.TstGrammarError) as caught:
        BASELINES[name].encode(text)
    assert caught.value.fault == fault


@pytest.mark.parametrize("text", ["340282346638528859811704183484516925441", "-1e39"])
def test_xval_refuses_what_single_precision_does_not_hold(text: str) -> None:
    with pytest.raises(tst.RangeError, match="too large for single precision"):
        BASELINES["xval"].encode(text)
    assert BASELINES["xval"].encode("340282346638528859811704183484516925440").scale is not None


@pytest.mark.parametrize(
    ("name", "exact", "magnitude", "length"),
    [
        ("digit-level", True, "implicit", "long"),
        ("xval", False, "continuous", "one token"),
        ("right-to-left", True, "positional", "medium"),
        ("tst", True, "explicit", "medium"),
    ],
)
def test_the_table_of_the_paper(*, name: str, exact: bool, magnitude: str, length: str) -> None:
    found = properties_of(BASELINES.get(name) or TstTokenization(name))
    assert (found.digits_survive, found.magnitude, found.length) == (exact, magnitude, length)


@pytest.mark.parametrize(
    ("tokenization", "magnitude", "places"),
    [
        (BASELINES["left-to-right"], Magnitude.IMPLICIT, 21),
        (BASELINES["commas"], Magnitude.POSITIONAL, 11),
        (BASELINES["numerologic"], Magnitude.ANNOUNCED, 33),
        (TstTokenization("option-a", tst.OPTION_A), Magnitude.EXPLICIT, 11),
        (TstTokenization("terminated", tst.TERMINATED), Magnitude.EXPLICIT, 1),
        (TstTokenization("gst-1", tst.gst(1)), Magnitude.EXPLICIT, 1),
        (TstTokenization("whole", tst.Scheme(integer_digits=2, fraction_digits=0)), Magnitude.EXPLICIT, 1),
        (TstTokenization("short", tst.Scheme(integer_digits=7, fraction_digits=2)), Magnitude.EXPLICIT, 1),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_places_of_a_token(tokenization: Tokenization, magnitude: Magnitude, places: int) -> None:
    found = properties_of(tokenization)
    assert (found.magnitude, found.places, found.one_value) == (magnitude, places, places == 1)


def test_zeros_that_were_written_survive_only_where_they_are_tokens() -> None:
    some = [each for each in TSTS if each.name in ("tst", "terminated")]
    keep = {each.name for each in (*BASELINES.values(), *some) if properties_of(each).zeros_survive}
    assert keep == {*EXACT, "terminated"}


def test_one_digit_is_long_and_several_are_not() -> None:
    assert properties_of(TstTokenization("gst-1", tst.gst(1))).length == Length.LONG
    assert properties_of(TstTokenization("gst-6", tst.gst(6))).length == Length.MEDIUM


def test_a_tokenizer_file_without_its_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(tst.OptionError, match="pip install tokenizers") as caught:
        read_tokenizer("tokenizer.json")
    assert caught.value.fault == "missing-package"
