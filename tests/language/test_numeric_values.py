"""The numbers of Python as input of `encode`: exact, and rounded only when asked."""

import random
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sampling import examples

import tst_grammar as tst

WIDE = tst.Scheme(integer_digits=400, fraction_digits=1100)


class Level(IntEnum):
    HIGH = 1234


class Named(float):
    """A float whose text is not a number, as that of numpy's float64."""

    def __repr__(self) -> str:
        return f"Named({float(self)})"

    __str__ = __repr__


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1234567, "1m 234k 567"),
        (-5, "-5"),
        (0, "0"),
        (0.1, "0. 100p"),
        (-0.0, "0"),
        (1e-07, "0. 000p 000pp 100ppp"),
        (1e17, "100q 000t 000b 000m 000k 000"),
        (Named(0.1), "0. 100p"),
        (Level.HIGH, "1k 234"),
        (Decimal("1E+3"), "1k 000"),
        (Decimal("-1.50"), "-1. 500p"),
        (Decimal("0E+9"), "0"),
        (Fraction(-1, 8), "-0. 125p"),
    ],
    ids=repr,
)
def test_numbers_of_python(value: Any, text: str) -> None:
    assert tst.encode(value) == text
    assert tst.tokenize(value) == [token.text for token in tst.parse_tst(text).tokens]
    assert tst.encode(value, locale="de") == tst.encode(value, locale="auto") == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(Decimal("1.50"), "1. 500p [T2]"), (5.0, "5. 000p [T1]"), (Decimal("0E-4"), "0. 000p 000pp [T1]")],
)
def test_a_terminated_number_has_the_digits_that_python_prints(value: Any, text: str) -> None:
    assert tst.encode(value, scheme="terminated") == text


@given(
    st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.decimals(allow_nan=False, allow_infinity=False, places=12)
)
@examples(100)
def test_every_value_comes_back(value: Any) -> None:
    exact = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    assert tst.decode(tst.encode(value, scheme=WIDE), scheme=WIDE) == exact
    assert tst.encode(value, scheme=WIDE) == tst.encode(str(value), scheme=WIDE)


def test_an_int_may_be_longer_than_python_prints() -> None:
    value = -(10**5000)
    wide = tst.Scheme(integer_digits=5001, fraction_digits=0)
    assert tst.decode(tst.encode(value, scheme=wide), scheme=wide) == value
    with pytest.raises(tst.RangeError, match="the number has 5001 integer digits: this scheme holds 18"):
        tst.encode(value)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (float("nan"), "nan"),
        (float("inf"), "inf"),
        (float("-inf"), "-inf"),
        (Decimal("NaN"), "nan"),
        (Decimal("sNaN"), "snan"),
        (Decimal("-Infinity"), "-infinity"),
    ],
    ids=repr,
)
@pytest.mark.parametrize("places", [None, 2])
def test_values_without_digits_are_refused_by_name(value: Any, name: str, places: int | None) -> None:
    with pytest.raises(tst.NotationError, match=f"(?i){name}.* has no digits") as caught:
        tst.encode(value, places=places)
    assert caught.value.fault == "not-finite"


@pytest.mark.parametrize("value", [True, False, None, 1j, b"5", [5]], ids=repr)
def test_other_values_are_refused(value: Any) -> None:
    with pytest.raises(TypeError, match=f"a number is a str, int, .* not {type(value).__name__}"):
        tst.encode(value)


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        ("0.125", 2, "0. 120p"),
        ("0.135", 2, "0. 140p"),
        ("0.1250000000000000000000001", 2, "0. 130p"),
        ("$1,999.996", 2, "$2k 000"),
        ("-0.0001", 2, "0"),
        ("-0.5", 0, "0"),
        ("-1.5", 0, "-2"),
        ("0.5000000001", 0, "1"),
        ("5e-1000000", 3, "0"),
        ("12.5e3", 0, "12k 500"),
        ("126e-5", 4, "0. 001p 300pp"),
        ("1.5", 15, "1. 500p"),
        (2.675, 2, "2. 680p"),
        (0.1 + 0.2, 15, "0. 300p"),
        (1234567, 0, "1m 234k 567"),
        (Decimal("2.5"), 0, "2"),
        (Decimal("99.99"), 1, "100"),
        (Fraction(1, 3), 4, "0. 333p 300pp"),
        (Fraction(-2, 3), 4, "-0. 666p 700pp"),
        (Fraction(5, 2), 0, "2"),
        (Fraction(1, 2**70), 15, "0"),
        (tst.Number(integer="9", fraction="95"), 1, "10"),
        (tst.Number(integer="9", fraction="85", suffix="%"), 1, "9. 800p%"),
    ],
    ids=repr,
)
def test_places_round_half_to_even(value: Any, places: int, text: str) -> None:
    assert tst.encode(value, places=places) == text
    assert tst.tokenize(value, places=places) == [token.text for token in tst.parse_tst(text).tokens]


DIGITS = st.text("0123456789", max_size=12)
NUMBERS = st.builds(
    lambda sign, integer, fraction, exponent: tst.Number(sign, f"{integer}0", fraction, exponent),
    *(st.sampled_from(["", "-"]), DIGITS, DIGITS, st.integers(-30, 30)),
)


@given(NUMBERS, st.integers(0, 6))
@examples(100)
def test_places_round_as_a_fraction_does(number: tst.Number, places: int) -> None:
    written = tst.encode(number, places=places, scheme=WIDE)
    assert Fraction(tst.decode(written, scheme=WIDE)) == round(Fraction(number.value), places)
    text = tst.format_number(number)
    assert tst.encode(text, places=places, scheme=WIDE) == written


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(0, 20))
@examples(100)
def test_a_float_rounds_as_the_decimal_it_prints(value: float, places: int) -> None:
    assert tst.encode(value, places=places, scheme=WIDE) == tst.encode(
        Fraction(repr(value)), places=places, scheme=WIDE
    )


def test_rounded_zeros_are_written_digits_of_a_terminated_number() -> None:
    assert tst.encode("1.005", places=2, scheme="terminated") == "1. 000p [T2]"
    assert tst.encode("1.5", places=2, scheme="terminated") == "1. 500p [T1]"


def test_an_error_about_a_float_names_both_remedies() -> None:
    with pytest.raises(tst.RangeError) as caught:
        tst.encode(0.1 + 0.2)
    assert caught.value.message == (
        "the number has 17 fraction digits: this scheme holds 15; "
        "round it with places=15, or use Scheme(fraction_digits=17)"
    )
    assert tst.encode(0.1 + 0.2, places=15) == "0. 300p"
    assert tst.decode(
        tst.encode(0.1 + 0.2, scheme=tst.Scheme(fraction_digits=17)), scheme=tst.Scheme(fraction_digits=17)
    ) == Decimal("0.30000000000000004")


def test_a_remedy_that_is_impossible_is_not_named() -> None:
    with pytest.raises(tst.RangeError) as caught:
        tst.encode("1e-20000")
    assert caught.value.message == (
        "the number has 20000 fraction digits: this scheme holds 15; round it with places=15"
    )
    with pytest.raises(tst.RangeError) as caught:
        tst.encode("1e2000000")
    assert caught.value.message == "the number has 2000001 integer digits: this scheme holds 18"


def test_every_random_float_can_be_written() -> None:
    chance = random.Random(1)
    for _ in range(1000):
        value = chance.random()
        assert abs(Fraction(repr(value)) - Fraction(tst.decode(tst.encode(value, places=15)))) <= Fraction(
            1, 2 * 10**15
        )


@pytest.mark.parametrize(
    ("places", "error", "message"),
    [
        (-1, tst.OptionError, "places must be 0 to 10000, not -1"),
        (10_001, tst.OptionError, "places must be 0 to 10000, not 10001"),
        (10**30, tst.OptionError, "places must be 0 to 10000"),
        (True, TypeError, "places takes an int, not bool"),
        ("2", TypeError, "places takes an int, not str"),
    ],
)
def test_impossible_places_are_refused(places: Any, error: type[Exception], message: str) -> None:
    for value in ("1.5", 5):
        with pytest.raises(error) as caught:
            tst.encode(value, places=places)
        assert str(caught.value) == message
