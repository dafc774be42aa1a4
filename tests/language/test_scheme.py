"""The options of a scheme: what is refused, and how it prints."""

import pickle
from typing import Any

import pytest
from attrs import evolve

import tst_grammar as tst
from tst_grammar.language.scheme import PRESETS, find_scheme


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"group_size": 0}, "group_size must be 1 to 1000000"),
        ({"group_size": -3}, "group_size must be 1 to 1000000"),
        ({"integer_digits": 0}, "integer_digits must be 1 to 1000000"),
        ({"fraction_digits": -1}, "fraction_digits must be 0 to 10000"),
        ({"group_size": 10**30}, "group_size must be 1 to 1000000"),
        ({"integer_digits": 10**5000}, "integer_digits must be 1 to 1000000"),
        ({"marker": "both"}, "marker must be 'joined' or 'separate', not 'both'"),
        ({"fill": ""}, "fill must be 'interior', 'all' or 'none', not ''"),
        (
            {"unit": "digit", "fill": "none"},
            "fill='none' contradicts unit='digit': without zeros nothing says where a group ends",
        ),
        (
            {"magnitudes": ("p",)},
            "magnitudes holds 'p': a name is letters, and not p, pp, …",
        ),
        (
            {"magnitudes": ("k2",)},
            "magnitudes holds 'k2': a name is letters, and not p, pp, …",
        ),
        ({"magnitudes": ("k", "k")}, "magnitudes holds a name twice"),
        (
            {"placement": "prefix", "group_size": 2, "integer_digits": 24},
            "placement='prefix' contradicts group_size=2 and integer_digits=24: e2 and e20 cannot be told",
        ),
    ],
)
def test_refuses_impossible_options(options: dict[str, Any], named: str) -> None:
    with pytest.raises(tst.SchemeError) as caught:
        tst.Scheme(**options)
    assert str(caught.value).startswith(named)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"group_size": "3"}, "group_size takes an int, not str"),
        ({"group_size": True}, "group_size takes an int, not bool"),
        ({"marker": 1}, "marker takes a str, not int"),
        ({"terminated": 1}, "terminated takes True or False, not int"),
        ({"magnitudes": "kmb"}, "magnitudes takes a tuple of str, not 'kmb'"),
        ({"magnitudes": (1,)}, "magnitudes takes a tuple of str, not (1,)"),
    ],
)
def test_refuses_wrong_types(options: dict[str, Any], named: str) -> None:
    with pytest.raises(TypeError) as caught:
        tst.Scheme(**options)
    assert str(caught.value) == named


@pytest.mark.parametrize(
    ("scheme", "text"),
    [
        (tst.TST, "Scheme()"),
        (tst.OPTION_A, "Scheme(marker='separate')"),
        (tst.ALGORITHM_1, "Scheme(fill='all', point='always')"),
        (tst.gst(3), "Scheme()"),
        (tst.gst(1), "Scheme(group_size=1)"),
        (tst.Scheme(magnitudes=("k", "m", "b", "t", "q")), "Scheme()"),
        (tst.Scheme(magnitudes=("K", "M")), "Scheme(magnitudes=('K', 'M'))"),
        (tst.Scheme(group_size=1, magnitudes=()), "Scheme(group_size=1)"),
    ],
)
def test_prints_as_the_shortest_call(scheme: tst.Scheme, text: str) -> None:
    assert repr(scheme) == text


def test_another_group_size_takes_its_own_names() -> None:
    assert evolve(tst.PREFIX, group_size=1) == tst.Scheme(group_size=1, placement="prefix")
    assert evolve(tst.Scheme(magnitudes=("K",)), group_size=4).magnitudes == ("K",)


def test_can_be_a_key_and_pickled() -> None:
    assert {tst.Scheme(): "found"}[tst.OPTION_B] == "found"
    assert pickle.loads(pickle.dumps(tst.OPTION_A)) == tst.OPTION_A  # noqa: S301 -- our own bytes


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_found_by_name(name: str) -> None:
    assert find_scheme(name) == PRESETS[name]


@pytest.mark.parametrize("name", ["", "TST", "gst", "gst-", "gst-x", "gst--1", "gst-²"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(tst.SchemeError, match="expected tst, option-a, option-b"):
        find_scheme(name)


def test_gst_0_is_refused() -> None:
    with pytest.raises(tst.SchemeError, match="group_size must be 1 to 1000000"):
        find_scheme("gst-0")
