"""Numbers of real texts that a reader judged without seeing what the package finds."""

import runpy
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from cases_io import DATA

FILES = sorted((DATA / "judged").glob("*.tsv"))
SCRIPT = runpy.run_path(str(DATA.parents[1] / "scripts" / "judge_numbers.py"))
Case: Any = SCRIPT["Case"]
cases: Any = SCRIPT["cases"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_at_most_one_number_in_a_hundred_is_wrong(path: Path) -> None:
    outcomes = Counter(case.outcome() for case in cases(path))
    found = outcomes["right"] + outcomes["wrong"]
    assert sum(outcomes.values()) == 900
    assert outcomes["wrong"] <= found / 100, [case.row() for case in cases(path) if case.outcome() == "wrong"]


@pytest.mark.parametrize(
    ("verdict", "outcome"),
    [("1234", "right"), ("1.234", "wrong"), ("- code", "wrong"), ("-|1234", "right"), ("-1234", "wrong")],
)
def test_a_number_that_is_found(verdict: str, outcome: str) -> None:
    assert Case("guide", "en", "", "about ", "1", ",234 people", verdict).outcome() == outcome


@pytest.mark.parametrize(
    ("verdict", "outcome"), [("- date", "rightly left"), ("2024", "missed"), ("-|2024", "rightly left")]
)
def test_digits_that_are_left(verdict: str, outcome: str) -> None:
    assert Case("guide", "en", "", "on ", "2024", "-01-15", verdict).outcome() == outcome


def test_a_case_is_the_same_after_writing() -> None:
    case = Case("csv", "en", ",", "a\t1,", "2", ",3", "2")
    assert Case.of(case.row()) == case
