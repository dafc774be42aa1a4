"""Comparing answers with right ones: kinds of verdicts, tolerances, percent and units of exactness."""

from decimal import Decimal
from fractions import Fraction
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tst_grammar as tst
from tst_grammar.answers import compare, extract
from tst_grammar.answers.comparison import Value


@pytest.mark.parametrize(
    ("answer", "gold", "kind"),
    [
        ("The answer is 42.", 42, "exact"),
        ("The answer is 42.0", "#### 42", "exact"),
        ("$\\boxed{8{,}000}$", "8,000", "exact"),
        ("#### 1k 234. 500p", Decimal("1234.5"), "exact"),
        ("#### 1/3", Fraction(1, 3), "exact"),
        ("#### 0.1", 0.1, "exact"),
        ("#### 0.3333", Fraction(1, 3), "wrong"),
        ("#### 41", 42, "wrong"),
        ("#### 12k 34", 12034, "unreadable"),
        ("#### 5-7", 5, "unreadable"),
        ("\\boxed{\\text{none}}", 5, "missing"),
        ("I do not know", 5, "missing"),
        (None, 5, "missing"),
        (Decimal("1E+3"), 1000, "exact"),
        (1000, "10^3", "exact"),
    ],
)
def test_kinds(answer: str | None, gold: Value, kind: str) -> None:
    assert compare(answer, gold).kind == kind


def test_tolerances_are_exact() -> None:
    assert compare("3.14", "3.15", abs_tol="0.01").kind == "within-tolerance"
    assert compare("3.14", "3.1500000000000000001", abs_tol="0.01").kind == "wrong"
    assert compare("99", 100, rel_tol=0.01).kind == "within-tolerance"
    assert compare("98.99", 100, rel_tol=0.01).kind == "wrong"
    assert compare("0.3333", Fraction(1, 3), places=4).kind == "within-tolerance"
    assert compare("0.3334", Fraction(1, 3), places=4).kind == "wrong"
    assert compare("2.5", "2", places=0).kind == "within-tolerance"  # half to even
    assert compare("3.5", "3", places=0).kind == "wrong"


PERCENT: tuple[Literal["strict"], Literal["either"]] = ("strict", "either")


def test_percent() -> None:
    kinds = [
        compare(answer, gold, percent=percent).kind
        for percent in PERCENT
        for answer, gold in (("50%", 50), ("50%", "0.5"), ("0.5", "50%"), ("50", "0.5"))
    ]
    assert kinds == ["exact", "wrong", "wrong", "wrong", "exact", "exact", "exact", "wrong"]


def test_a_verdict_says_how_far_off() -> None:
    verdict = compare(extract("#### 41.5"), 42)
    assert not verdict.is_right
    assert verdict.difference == Fraction(-1, 2)
    assert verdict.gold == 42
    assert compare("5 to 7", 5).difference is None
    assert compare("5 to 7", 5).problem == "ambiguous"


def test_wrong_options() -> None:
    with pytest.raises(tst.OptionError, match="percent is 'both': it must be 'strict' or 'either'"):
        compare(5, 5, percent="both")  # type: ignore[arg-type]
    with pytest.raises(tst.OptionError, match="rel_tol is -1: a tolerance is at least 0"):
        compare(5, 5, rel_tol=-1)
    with pytest.raises(tst.OptionError, match="places is -1: it must be from 0 to 4000"):
        compare(5, 5, places=-1)
    with pytest.raises(TypeError, match="places takes an int, not str"):
        compare(5, 5, places="2")  # type: ignore[arg-type]
    with pytest.raises(
        tst.NotationError, match=r"the right answer '5 to 7' has no certain value \(ambiguous\)"
    ):
        compare(5, "5 to 7")
    with pytest.raises(tst.NotationError, match="NaN has no digits"):
        compare(5, float("nan"))
    with pytest.raises(tst.RangeError, match="gold has more than 4000 digits"):
        compare(5, Decimal("1E+1000000"))
    with pytest.raises(TypeError, match="gold takes a number or a text, not list"):
        compare(5, [5])  # type: ignore[arg-type]


@given(st.decimals(allow_nan=False, allow_infinity=False, places=6), st.sampled_from(["tst", "option-a"]))
def test_what_encode_writes_is_exact(value: Decimal, scheme: str) -> None:
    if abs(value) < 10**18:
        text = f"The answer is {tst.encode(value, scheme=scheme)}"
        assert compare(text, value, scheme=scheme).kind == "exact"
