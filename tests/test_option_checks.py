"""Options of a wrong type or with a strange value: a short message that names the option."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tst_grammar
import tst_grammar.answers

tst: Any = tst_grammar
answers: Any = tst_grammar.answers

LONG = "1" * 10**6
CUT = f"'{'1' * 60}…'"
HUGE = 10**5000


class Array(list[int]):
    """Like an array of NumPy, it compares its items one by one, and has no truth value."""

    __hash__ = None

    def __eq__(self, other: object) -> Any:
        return Array(item == other for item in self)

    def __bool__(self) -> bool:
        raise ValueError("the truth value of an array is ambiguous")


ARRAY = Array([1, 2])
TASK = tst.AnnotationTask()

FLAGS: list[tuple[str, Callable[[Any], object]]] = [
    ("unsafe", lambda flag: tst.fix("1m 23k 456", unsafe=flag)),
    ("unsafe", lambda flag: tst.fix_paths([], unsafe=flag)),
    ("pieces", lambda flag: tst.Validator(pieces=flag)),
    ("pieces", lambda flag: tst.validate(["5"], pieces=flag)),
    ("integer", lambda flag: tst.export_grammar(integer=flag)),
    ("signed", lambda flag: tst.export_grammar(signed=flag)),
    ("lenient", lambda flag: tst.parse_number("5", lenient=flag)),
    ("lenient", lambda flag: tst.encode("5", lenient=flag)),
    ("lenient", lambda flag: tst.encode_many(["5"], lenient=flag)),
    ("lenient", lambda flag: tst.tokenize("5", lenient=flag)),
    ("again", lambda flag: tst.AnnotationTask(again=flag)),
    ("counts", lambda flag: tst.AnnotationTask(counts=flag)),
    ("tst", lambda flag: tst.SearchTask(tst=flag)),
    ("binary", lambda flag: tst.convert_file(TASK, "none.md", binary=flag)),
    ("keep_time", lambda flag: tst.convert_file(TASK, "none.md", keep_time=flag)),
    ("binary", lambda flag: tst.convert_files(TASK, [], "none", binary=flag)),
    ("sidecar", lambda flag: tst.convert_files(TASK, [], "none", sidecar=flag)),
    ("force", lambda flag: tst.convert_files(TASK, [], "none", force=flag)),
    ("terminated", lambda flag: tst.Scheme(terminated=flag)),
]


@pytest.mark.parametrize(("name", "call"), FLAGS)
@pytest.mark.parametrize("value", ["no", "yes", 1, 0, None])
def test_flags_are_true_or_false(
    name: str, call: Callable[[Any], object], value: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TypeError) as caught:
        call(value)
    assert str(caught.value) == f"{name} takes True or False, not {type(value).__name__}"
    assert not list(tmp_path.iterdir())


SHORT: list[tuple[Callable[[], object], str]] = [
    (lambda: tst.annotate("5", exact=LONG), f"exact is {CUT}: it must be True, False or 'locale'"),
    (lambda: tst.Scheme(fill=LONG), f"fill must be 'interior', 'all' or 'none', not {CUT}"),
    (lambda: tst.Scheme(unit=LONG), f"unit must be 'group' or 'digit', not {CUT}"),
    (lambda: tst.Scheme(magnitudes=LONG), f"magnitudes takes a tuple of str, not {CUT}"),
    (lambda: tst.Scheme(magnitudes=(HUGE,)), "magnitudes takes a tuple of str, not a very long tuple"),
    (
        lambda: tst.encode_many([1], errors=LONG),
        f"errors is {CUT}, but must be one of raise, null, keep",
    ),
    (lambda: answers.compare(5, 5, percent=LONG), f"percent is {CUT}: it must be 'strict' or 'either'"),
    (lambda: answers.compare(5, 5, places=HUGE), "places is a very long int: it must be from 0 to 4000"),
    (lambda: answers.compare(5, 5, rel_tol=-HUGE), "rel_tol is a very long int: a tolerance is at least 0"),
    (lambda: tst.Number(sign=LONG, integer="1"), f"a sign is '+', '-' or '', not {CUT}"),
    (
        lambda: tst.load_grammar(LONG),
        f"no grammar {CUT}: expected number, text, tst, tst_shape or annotated",
    ),
    (lambda: tst.lint_paths(LONG), f"paths takes a list of paths, not one path: [{CUT}]"),
    (lambda: tst.annotate("5", delimiters=HUGE), "delimiters takes a pair of str, not a very long int"),
    (lambda: tst.annotate_many(["5"], threads=HUGE), "threads must be 1 to 999, not a very long int"),
    (
        lambda: tst.export_grammar(target=LONG),
        f"no target {CUT}: expected lark, llguidance, gbnf or regex",
    ),
    (
        lambda: tst.export_grammar(digits=HUGE),
        "digits is a very long int: numbers of this scheme have 1 to 18 integer digits",
    ),
]


@pytest.mark.parametrize(("call", "message"), SHORT)
def test_long_values_are_cut(call: Callable[[], object], message: str) -> None:
    with pytest.raises((tst.TstGrammarError, TypeError)) as caught:
        call()
    assert str(caught.value) == message


TYPES: list[tuple[Callable[[], object], str]] = [
    (lambda: tst.annotate("5", exact=HUGE), "exact takes True, False or 'locale', not int"),
    (lambda: tst.annotate("5", exact=[1]), "exact takes True, False or 'locale', not list"),
    (lambda: tst.annotate("5", separator=[","]), "separator takes a str, not list"),
    (lambda: tst.annotate("5", locale=ARRAY), "locale takes a str, not Array"),
    (lambda: tst.restore("5", locale=ARRAY), "locale takes a str, not Array"),
    (lambda: tst.encode(5, locale=ARRAY), "locale takes a str, not Array"),
    (lambda: tst.encode_many([5], locale=ARRAY), "locale takes a str, not Array"),
    (lambda: tst.parse_number("5", locale=ARRAY), "locale takes a str, not Array"),
    (lambda: answers.extract("5", locale=["en"]), "locale takes a str, not list"),
    (lambda: answers.compare(5, 5, locale=["en"]), "locale takes a str, not list"),
    (lambda: tst.encode_many([1], errors=ARRAY), "errors takes a str, not Array"),
    (lambda: answers.compare(5, 5, percent=ARRAY), "percent takes a str, not Array"),
    (lambda: answers.compare(5, 5, percent=HUGE), "percent takes a str, not int"),
    (lambda: tst.load_grammar(["tst"]), "name takes a str, not list"),
    (lambda: tst.load_grammar(HUGE), "name takes a str, not int"),
    (
        lambda: tst.encode(ARRAY),
        "a number is a str, int, Decimal, Fraction, float or Number, not Array",
    ),
    (lambda: answers.score_many("ab"), "pairs takes pairs of an output and the right answer, not str"),
    (
        lambda: answers.score_many([("5",)]),
        "pairs takes pairs of an output and the right answer, not a tuple of length 1",
    ),
    (
        lambda: answers.score_many([("5", 5, 6)]),
        "pairs takes pairs of an output and the right answer, not a tuple of length 3",
    ),
    (lambda: answers.extract("5", rules=[None]), "rules takes names of rules, not NoneType"),
    (lambda: answers.extract("5", rules=b"x"), "rules takes names of rules, not bytes"),
    (lambda: answers.extract_many(5), "extract_many takes an iterable of texts, not int"),
    (lambda: answers.extract_many([5]), "each row of extract_many takes a str, not int"),
    (lambda: tst.lint("5", select=ARRAY), "lint takes names of rules in select, not int"),
    (lambda: tst.lint("5", against=5), "against takes a str, not int"),
    (lambda: tst.Validator().expected().mask(ARRAY), "mask takes an iterable of str, not of int"),
    (
        lambda: tst.Validator(pieces=True).expected().mask([1]),
        "mask takes an iterable of str, not of int",
    ),
]


@pytest.mark.parametrize(("call", "message"), TYPES)
def test_wrong_types_are_named(call: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value) == message


def test_digits_are_counted_before_a_token_is_cut() -> None:
    found = tst.Validator().feed(LONG)
    assert found is not None
    assert found.message == f"{CUT} has 1000000 digits: a group has at most 3"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"#### {LONG}", "integer-range"),
        (f"#### 0.{LONG}", "fraction-range"),
        ("#### 1e1000000", "exponent-range"),
    ],
)
def test_the_problem_names_the_part_that_is_too_long(text: str, problem: str) -> None:
    answer = answers.extract(text)
    assert answer is not None
    assert (answer.value, answer.problem) == (None, problem)
