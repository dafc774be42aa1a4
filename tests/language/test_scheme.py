"""The options of a scheme: refusals, and how a scheme prints."""

import inspect
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

import tst_grammar as tst
from tst_grammar.language.schemes import SCHEMES, find_scheme, name_of, scheme_of


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


def test_the_registry_has_the_presets_and_six_sizes_of_groups() -> None:
    presets = ("TST", "OPTION_A", "OPTION_B", "ALGORITHM_1", "DIGIT_HYBRID", "PREFIX", "TERMINATED")
    named = {name.lower().replace("_", "-"): getattr(tst, name) for name in presets}
    assert {**named, **{f"gst-{size}": tst.gst(size) for size in range(1, 7)}} == SCHEMES


@pytest.mark.parametrize("name", SCHEMES)
def test_schemes_are_found_by_name(name: str) -> None:
    shouted = name.upper().replace("-", "_")
    assert find_scheme(name) == scheme_of(name) == scheme_of(shouted) == scheme_of(SCHEMES[name])
    assert SCHEMES[str(name_of(SCHEMES[name]))] == SCHEMES[name]


def test_any_size_of_groups_is_found_by_name() -> None:
    assert scheme_of("GST_12") == tst.gst(12)
    assert name_of(tst.gst(12)) is None


@pytest.mark.parametrize("name", ["", "gst", "gst-", "gst-x", "gst--1", "gst-²", "x" * 1000])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(tst.SchemeError, match=r"no scheme .*: (did you mean|expected tst)") as caught:
        find_scheme(name)
    assert caught.value.fault == "unknown-scheme"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("optiona", "no scheme 'optiona': did you mean option-a or option-b?"),
        ("Algorithm1", "no scheme 'Algorithm1': did you mean algorithm-1?"),
        (
            "roman",
            (
                "no scheme 'roman': expected tst, option-a, option-b, algorithm-1, digit-hybrid, "
                "prefix, terminated or gst-N"
            ),
        ),
    ],
)
def test_a_wrong_name_gets_a_hint(name: str, message: str) -> None:
    with pytest.raises(tst.SchemeError) as caught:
        tst.encode(5, scheme=name)
    assert caught.value.message == message


TAKERS: dict[str, Callable[[tst.Scheme | str], object]] = {
    "encode": lambda scheme: tst.encode("1234", scheme=scheme),
    "tokenize": lambda scheme: tst.tokenize("1234", scheme=scheme),
    "decode": lambda scheme: [
        tst.decode(text, scheme=scheme) for text in ("1 k 234", "1e1 2") if tst.is_valid(text, scheme=scheme)
    ],
    "is_valid": lambda scheme: tst.is_valid("1 k 234", scheme=scheme),
    "parse_tst": lambda scheme: tst.parse_tst("5", scheme=scheme).scheme,
    "to_tst": lambda scheme: tst.to_tst(tst.Number(integer="1234"), scheme=scheme),
    "annotate": lambda scheme: tst.annotate("1234", scheme=scheme),
    "encode_many": lambda scheme: tst.encode_many(["1234"], scheme=scheme),
    "decode_many": lambda scheme: tst.decode_many(["1 k 234", "1e1 2"], scheme=scheme, errors="null"),
    "annotate_many": lambda scheme: tst.annotate_many(["1234"], scheme=scheme),
    "restore_many": lambda scheme: tst.restore_many(["1 k 234"], scheme=scheme),
    "Annotator": lambda scheme: tst.Annotator(scheme=scheme).annotate("1234"),
    "align": lambda scheme: tst.align("1234", scheme=scheme),
    "restore": lambda scheme: tst.restore("1 k 234", scheme=scheme),
    "find_numbers": lambda scheme: [
        found.raw for found in tst.find_numbers("1 k 234", scheme=scheme) if found.raw == "234"
    ],
    "parse_text": lambda scheme: [node.raw for node in tst.parse_text("1 k 234", scheme=scheme)],
    "lint": lambda scheme: tst.lint("1 k 23", scheme=scheme),
    "fix": lambda scheme: tst.fix("01 k 234", scheme=scheme),
    "validate": lambda scheme: list(tst.validate(["1", "k", "23"], scheme=scheme)),
    "Validator": lambda scheme: str(tst.Validator(scheme).expected()),
    "Vocabulary": tst.Vocabulary,
    "export_grammar": tst.export_grammar,
    "load_grammar": lambda scheme: tst.load_grammar("tst", scheme=scheme).grammar.term_defs,
    "Settings": lambda scheme: tst.Settings(scheme=scheme),
    "AnnotationTask": lambda scheme: tst.AnnotationTask(scheme=scheme),
    "RestorationTask": lambda scheme: tst.RestorationTask(scheme=scheme),
    "SearchTask": lambda scheme: tst.SearchTask(scheme=scheme),
    "TstTokenization": lambda scheme: tst.baselines.TstTokenization("a", scheme),
}


@pytest.mark.parametrize("taker", TAKERS.values(), ids=TAKERS)
def test_a_name_stands_for_its_scheme(taker: Callable[[tst.Scheme | str], object]) -> None:
    assert taker("option-a") == taker("OPTION_A") == taker(tst.OPTION_A) != taker(tst.gst(1))
    with pytest.raises(tst.SchemeError, match="did you mean option-a"):
        taker("option-aa")


def test_every_public_function_that_takes_a_scheme_is_tried() -> None:
    public = {name: getattr(tst, name) for name in dir(tst) if callable(getattr(tst, name))}
    made = {"Alignment", "Node", "TstNumber"}  # results, which the library makes
    takers = {name for name, each in public.items() if "scheme" in inspect.signature(each).parameters}
    assert takers - made == TAKERS.keys() - {"TstTokenization"}


@pytest.mark.parametrize("taker", [tst.hf.extend, tst.decoding.TstLogitsProcessor])
def test_models_take_names_too(taker: Callable[..., object]) -> None:
    with pytest.raises(tst.SchemeError, match="did you mean option-a"):
        taker(None, "option-aa")


def test_gst_0_is_refused() -> None:
    with pytest.raises(tst.SchemeError, match="group_size must be 1 to 1000000"):
        find_scheme("gst-0")
