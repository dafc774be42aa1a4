"""The vocabulary: every token the encoder writes, each once, with its value."""

import itertools
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import assume, given
from sampling import every
from strategies import schemes_and_numbers

import tst_grammar as tst

OPTIONS: dict[str, tuple[Any, ...]] = {
    "group_size": (1, 2, 3),
    "marker": ("joined", "separate"),
    "unit": ("group", "digit"),
    "placement": ("suffix", "prefix"),
    "fill": ("interior", "all", "none"),
    "integer_digits": (1, 2, 5),
    "fraction_digits": (0, 1, 3),
}

SMALL = [
    tst.Scheme(**dict(zip(OPTIONS, values, strict=True)))
    for values in itertools.product(*OPTIONS.values())
    if not {"digit", "none"} <= set(values)
]


@given(schemes_and_numbers())
def test_holds_every_token_that_is_written(case: tuple[tst.Scheme, str]) -> None:
    scheme, number = case
    vocabulary = tst.Vocabulary(scheme)
    tokens = tst.tokenize(number, scheme=scheme)
    assert [token for token in tokens if token not in vocabulary] == []


@given(schemes_and_numbers())
def test_values_of_joined_groups_add_up(case: tuple[tst.Scheme, str]) -> None:
    scheme, number = case
    assume(scheme.marker == "joined" and (scheme.unit == "group" or scheme.group_size == 1))
    vocabulary = tst.Vocabulary(scheme)
    values = [vocabulary.value(token) for token in tst.tokenize(number, scheme=scheme)]
    total = sum((value for value in values if value is not None), Decimal(0))
    assert total == abs(tst.parse_number(number).value)


def test_holds_what_the_definition_allows_and_nothing_more() -> None:
    """Its rules about a whole number, such as that of the sign of zero, say nothing about single tokens."""
    few = tst.Vocabulary(tst.Scheme(group_size=2, integer_digits=3, fraction_digits=1))
    assert ("9e2" in few, "10e2" in few, "90p" in few, "91p" in few) == (True, False, True, False)
    assert few.punctuation[:2] == ("-", ".")


@pytest.mark.parametrize("scheme", every(20, SMALL), ids=repr)
def test_length_membership_and_iteration_agree(scheme: tst.Scheme) -> None:
    vocabulary = tst.Vocabulary(scheme)
    tokens = list(vocabulary)
    assert len(tokens) == len(set(tokens)) == len(vocabulary)
    assert all(token in vocabulary for token in tokens)
    assert [*vocabulary.units, *vocabulary.suffixed, *vocabulary.punctuation] == tokens


@pytest.mark.parametrize("scheme", every(20, SMALL), ids=repr)
def test_no_other_short_token_is_a_member(scheme: tst.Scheme) -> None:
    vocabulary = tst.Vocabulary(scheme)
    tokens = set(vocabulary)
    letters = [
        "",
        "0",
        "1",
        "00",
        "01",
        "10",
        "000",
        "001",
        "010",
        "100",
        "0000",
        "k",
        "e1",
        "e2",
        "p",
        "pp",
        "ppp",
    ]
    for left, right in itertools.product(letters, repeat=2):
        assert (left + right in vocabulary) == (left + right in tokens)


@pytest.mark.parametrize(
    ("scheme", "token", "value"),
    [
        (tst.TST, "1", "1"),
        (tst.TST, "001", "1"),
        (tst.TST, "111k", "111000"),
        (tst.TST, "999q", "999000000000000000"),
        (tst.TST, "004p", "0.004"),
        (tst.TST, "793ppppp", "0.000000000000793"),
        (tst.TST, "-", None),
        (tst.TST, ".", None),
        (tst.TST, "$", None),
        (tst.PREFIX, "k123", "123000"),
        (tst.OPTION_A, "123", None),
        (tst.OPTION_A, "k", "1000"),
        (tst.OPTION_A, "pp", "0.000001"),
        (tst.DIGIT_HYBRID, "4k", "4000"),
        (tst.DIGIT_HYBRID, "4", None),
        (tst.Scheme(unit="digit", placement="prefix"), "k4", None),
        (tst.Scheme(unit="digit", placement="prefix"), "p4", "0.4"),
        (tst.Scheme(unit="digit", placement="prefix", fill="all"), "k4", "400000"),
        (tst.gst(1), "7e6", "7000000"),
        (tst.gst(1), "7", "7"),
        (tst.TERMINATED, "[T2]", None),
    ],
)
def test_values(scheme: tst.Scheme, token: str, value: str | None) -> None:
    found = tst.Vocabulary(scheme).value(token)
    assert found == (None if value is None else Decimal(value))


def test_holds_unpadded_first_groups_and_units() -> None:
    vocabulary = tst.Vocabulary()
    assert {"1k", "12k", "0", "7", "42", "042", "999"} <= set(vocabulary)


@pytest.mark.parametrize(
    "token", ["", "1234k", "x", "1K", "100pppppp", "1k 234", "[T1]", "٣", "e18", "[MAG_k]"]
)
def test_an_unknown_token_has_no_value(token: str) -> None:
    assert token not in tst.Vocabulary()
    with pytest.raises(tst.DecodeError, match="is not a token of Scheme"):
        tst.Vocabulary().value(token)


def test_what_is_no_text_is_no_token() -> None:
    assert 5 not in tst.Vocabulary()


def test_large_groups_are_counted_but_not_listed() -> None:
    vocabulary = tst.Vocabulary(tst.gst(9))
    assert len(vocabulary) > 10**9
    assert "123456789e9" in vocabulary
    assert next(iter(vocabulary)) == "0"
    with pytest.raises(tst.RangeError, match="iterate over the vocabulary"):
        _ = vocabulary.units
    with pytest.raises(tst.RangeError, match="too many tokens to count"):
        len(tst.Vocabulary(tst.Scheme(group_size=50, integer_digits=50)))


@pytest.mark.parametrize("scheme", every(20, SMALL), ids=repr)
def test_values_are_those_of_the_tokens_that_have_one(scheme: tst.Scheme) -> None:
    vocabulary = tst.Vocabulary(scheme)
    valued = {token: vocabulary.value(token) for token in vocabulary}
    assert vocabulary.values() == {token: value for token, value in valued.items() if value is not None}


def test_too_many_values_are_not_listed() -> None:
    with pytest.raises(tst.RangeError, match="iterate over the vocabulary") as error:
        tst.Vocabulary(tst.gst(9)).values()
    assert error.value.fault == "vocabulary-size"
