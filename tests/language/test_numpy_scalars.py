"""The scalars of numpy as input of `encode`: each in its own precision."""

from typing import Any

import pytest

import tst_grammar as tst

np = pytest.importorskip("numpy")


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("float16", "0.1", "0. 100p"),
        ("float32", "0.1", "0. 100p"),
        ("float64", "0.1", "0. 100p"),
        ("longdouble", "0.1", "0. 100p"),
        ("float32", "16777217", "16m 777k 216"),
        ("float32", "-1e-7", "-0. 000p 000pp 100ppp"),
        ("float32", "5", "5"),
        ("int8", "-5", "-5"),
        ("uint64", "18446744073709551", "18q 446t 744b 073m 709k 551"),
    ],
)
def test_numpy_scalars(kind: str, value: str, text: str) -> None:
    scalar: Any = getattr(np, kind)(value)
    assert tst.encode(scalar) == text
    assert tst.tokenize(scalar, places=15) == [token.text for token in tst.parse_tst(text).tokens]


def test_a_scalar_has_its_own_shortest_digits_whatever_numpy_prints() -> None:
    with np.printoptions(precision=3, legacy="1.13"):
        assert tst.encode(np.float32("1.2345678")) == "1. 234p 567pp 800ppp"
    assert tst.encode(np.float32("3.4e38"), scheme=tst.Scheme(integer_digits=39)).startswith("340e36 000e33")


def test_a_terminated_scalar_has_the_digits_of_a_float() -> None:
    assert tst.encode(np.float32(5), scheme="terminated") == tst.encode(5.0, scheme="terminated")


@pytest.mark.parametrize("kind", ["float16", "float32", "float64", "longdouble"])
@pytest.mark.parametrize("name", ["nan", "inf"])
def test_scalars_without_digits_are_refused_by_name(kind: str, name: str) -> None:
    with pytest.raises(tst.NotationError, match=f"(?i){name}.* has no digits"):
        tst.encode(getattr(np, kind)(name))


@pytest.mark.parametrize(
    "scalar", [np.bool_(1), np.complex64(1), np.datetime64("2024"), np.array([1, 2])], ids=repr
)
def test_other_scalars_are_refused(scalar: Any) -> None:
    with pytest.raises(TypeError):
        tst.encode(scalar)
