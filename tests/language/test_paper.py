"""Every example, table and count of the paper."""

from collections import defaultdict
from decimal import Decimal

import pytest

import tst_grammar as tst

ALL_FILLED = tst.Scheme(fill="all")


@pytest.mark.parametrize(
    ("number", "text"),
    [
        ("100400", "100k 400"),
        ("1234567", "1m 234k 567"),
        ("100200400", "100m 200k 400"),
        ("123456789012345", "123t 456b 789m 012k 345"),
        ("1.12345678", "1. 123p 456pp 780ppp"),
        ("0.0045", "0. 004p 500pp"),
        ("3.141592653589793", "3. 141p 592pp 653ppp 589pppp 793ppppp"),
        ("123,456", "123k 456"),
        ("111111.111", "111k 111. 111p"),
        ("0.1", "0. 100p"),
        ("0.10", "0. 100p"),
        ("0.100", "0. 100p"),
        ("9.11", "9. 110p"),
        ("9.9", "9. 900p"),
    ],
)
def test_examples(number: str, text: str) -> None:
    assert tst.encode(number) == text


@pytest.mark.parametrize(("suffix", "power"), [("k", 3), ("m", 6), ("b", 9), ("t", 12), ("q", 15)])
def test_table_of_integer_suffixes(suffix: str, power: int) -> None:
    assert tst.tokenize(10**power)[0] == f"1{suffix}"
    assert tst.TST.power_of(suffix) == power


def test_figure_of_bpe_against_tst() -> None:
    assert tst.tokenize("111111.111") == ["111k", "111", ".", "111p"]
    assert tst.Vocabulary().value("111k") == 111000


def test_prefix_and_suffix_placement() -> None:
    assert tst.encode("123456") == "123k 456"
    assert tst.encode("123456", scheme=tst.PREFIX) == "k123 456"


def test_digit_level_with_suffixes() -> None:
    assert tst.encode("1,234,567", scheme=tst.DIGIT_HYBRID) == "1m 2 3 4k 5 6 7"


def test_option_a_comparison() -> None:
    assert tst.tokenize("0.19", scheme=tst.OPTION_A)[2:] == ["190", "p"]
    assert tst.tokenize("0.9", scheme=tst.OPTION_A)[2:] == ["900", "p"]


def test_option_a_reserved_markers() -> None:
    reserved = tst.Scheme(marker="separate", spelling="reserved")
    assert tst.tokenize("1000.5", scheme=reserved) == ["1", "[MAG_k]", "000", ".", "500", "[MAG_p]"]


@pytest.mark.parametrize(("number", "text"), [("0.1", "0. 100p [T1]"), ("0.10", "0. 100p [T2]")])
def test_terminators(number: str, text: str) -> None:
    assert tst.encode(number, scheme=tst.TERMINATED) == text


def test_algorithm_1_pads_all_groups_and_always_writes_the_point() -> None:
    assert tst.tokenize("1234567", scheme=tst.ALGORITHM_1) == ["001m", "234k", "567", "."]


def test_algorithm_1_takes_any_group_size() -> None:
    assert tst.encode("1234567", scheme=tst.gst(1)) == "1e6 2e5 3e4 4e3 5e2 6e1 7"


def test_numbers_below_four_digits_have_no_suffix() -> None:
    assert all(tst.encode(number) == str(number) for number in range(1000))


def test_n_1_is_no_longer_than_digit_by_digit() -> None:
    assert len(tst.tokenize("1234567.89", scheme=tst.gst(1))) == len("1234567.89")


def test_range_is_33_orders_of_magnitude() -> None:
    assert tst.decode(tst.encode("1e17")) == 10**17
    assert str(tst.decode(tst.encode("1e-15"))) == "1E-15"
    for beyond in ("1e18", "1e-16"):
        with pytest.raises(tst.RangeError):
            tst.encode(beyond)


@pytest.mark.parametrize(
    ("scheme", "count"),
    [
        (ALL_FILLED, 10_000),
        (tst.Scheme(fill="none"), 10_000),
        (tst.TST, 10_495),
        (tst.Scheme(group_size=1, integer_digits=34, fraction_digits=0), 330),
        (tst.OPTION_A, 10),
    ],
    ids=repr,
)
def test_vocabulary_counts(scheme: tst.Scheme, count: int) -> None:
    assert len(tst.Vocabulary(scheme).suffixed) == count


def test_three_more_orders_need_1000_more_tokens() -> None:
    before = len(tst.Vocabulary(ALL_FILLED))
    assert len(tst.Vocabulary(tst.Scheme(fill="all", integer_digits=21))) == before + 1_000
    assert len(tst.Vocabulary(tst.Scheme(fill="all", fraction_digits=18))) == before + 1_000


def tokens_by_value(scheme: tst.Scheme) -> dict[Decimal, list[str]]:
    """Return the values that have several tokens."""
    tokens = defaultdict(list)
    for token, value in tst.Vocabulary(scheme).values().items():
        tokens[value].append(token)
    return {value: those for value, those in tokens.items() if len(those) > 1}


def test_zero_is_the_only_value_of_several_filled_tokens() -> None:
    zeros = [f"000{marker}" for marker in ("", *"kmbtq", "p", "pp", "ppp", "pppp", "ppppp")]
    assert tokens_by_value(ALL_FILLED) == {Decimal(0): zeros}


def test_values_of_groups_that_are_not_filled_have_several_tokens() -> None:
    found = tokens_by_value(tst.TST)
    assert len(found) == 595
    assert found.pop(Decimal(0))[:4] == ["0", "000", "000k", "000m"]
    assert found == {
        value * 1000**power: [f"{value}{marker}", f"{value:03}{marker}"]
        for power, marker in enumerate(("", *"kmbtq"))
        for value in range(1, 100)
    }
