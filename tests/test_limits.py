"""Huge and hostile input: a right answer or a clear error, without running away."""

from decimal import Decimal
from fractions import Fraction

import pytest
from sampling import every

import tst_grammar as tst

WIDE = tst.Scheme(integer_digits=1_000_000, fraction_digits=1_500)
MILLION = 1_000_000


@pytest.mark.parametrize(
    "text",
    [
        "9" * MILLION,
        "1" + ",000" * (MILLION // 4),
        "0." + "1" * MILLION,
        "1e" + "9" * MILLION,
        "1e1000000000",
        "1e-1000000000",
        "1,".join("1" * MILLION),
        "x" * MILLION,
        "-" * MILLION,
        " " * MILLION,
        "\0" * MILLION,
        "1.1" * (MILLION // 3),
        "٣" * MILLION,
        "$" * MILLION,
    ],
    ids=lambda text: text[:6],
)
def test_hostile_numbers(text: str) -> None:
    with pytest.raises(tst.TstGrammarError) as caught:
        tst.encode(text)
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize(
    "text",
    [
        "9" * MILLION,
        "1k " * MILLION,
        "1" + "k" * MILLION,
        "0. " + "100p " * MILLION,
        "0. 100" + "p" * MILLION,
        "[" * MILLION,
        "0. 100p [T" + "1" * MILLION + "]",
        "1e" + "1" * MILLION,
        "1" * MILLION + "e" + "1" * MILLION + " 000",
        ". " * MILLION,
        " " * MILLION,
        "-" * MILLION,
    ],
    ids=lambda text: text[:6],
)
def test_hostile_tst(text: str) -> None:
    for given in (text, text.split(" ")):
        with pytest.raises(tst.TstGrammarError) as caught:
            tst.decode(given)
        assert len(str(caught.value)) < 600


def test_an_endless_stream_of_tokens_ends() -> None:
    with pytest.raises(tst.RangeError):
        tst.decode(iter(lambda: "1k", None))


def test_a_million_integer_digits_are_written() -> None:
    tokens = tst.tokenize("9" * MILLION, scheme=WIDE)
    assert (tokens[0], tokens[1], tokens[-1]) == ("9e999999", "999e999996", "999")


def test_a_hundred_thousand_integer_digits_are_read() -> None:
    digits = "9" * 100_000
    assert tst.decode(tst.encode(digits, scheme=WIDE), scheme=WIDE) == Decimal(digits)


def test_deep_fractions_in_range() -> None:
    number = "0." + "123" * 500
    assert tst.decode(tst.encode(number, scheme=WIDE), scheme=WIDE) == Decimal(number)


def test_leading_zeros_do_not_count() -> None:
    assert tst.encode("0" * MILLION + "7") == "7"
    assert tst.encode("7." + "0" * MILLION) == "7"


@pytest.mark.parametrize(
    "value", every(2, [10**5000, 3**200_000, -(10**100_000) + 1]), ids=lambda value: value.bit_length()
)
def test_large_integers(value: int) -> None:
    with pytest.raises(tst.RangeError):
        tst.encode(value)
    assert tst.decode(tst.encode(value, scheme=WIDE), scheme=WIDE) == Decimal(value)


def test_small_fractions() -> None:
    with pytest.raises(tst.RangeError):
        tst.encode(Fraction(1, 2**100_000))
    with pytest.raises(tst.RangeError):
        tst.encode(Decimal("1e-1000000"))


def test_exponents_beyond_decimal_are_refused() -> None:
    assert tst.parse_number("1e1000000000").value == Decimal("1e1000000000")
    with pytest.raises(tst.RangeError, match="the exponent is too large: those up to 1000000000000000"):
        tst.parse_number("1e99999999999999999999")
