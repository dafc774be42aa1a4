"""The list of mutations: each fits its file. `scripts/check_mutants.py` shows that tests notice them."""

import runpy
from pathlib import Path
from typing import Any

import pytest

import tst_grammar

ROOT = Path(__file__).parent.parent
INSTALLED = Path(tst_grammar.__file__).parent.parent
MUTANTS: list[Any] = runpy.run_path(str(ROOT / "scripts" / "check_mutants.py"))["mutants"]()
PACKAGES = ("automata", "files", "language", "linter", "notation", "stream", "text")


def test_there_are_enough_and_in_every_core_package() -> None:
    assert len(MUTANTS) >= 36
    assert {Path(mutant.path).parts[:2] for mutant in MUTANTS} == {("tst_grammar", each) for each in PACKAGES}
    assert len({(mutant.path, mutant.old, mutant.new) for mutant in MUTANTS}) == len(MUTANTS)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.number}-{mutant.path}")
def test_a_mutation_fits_its_file(mutant: Any) -> None:
    text = (INSTALLED / mutant.path).read_text(encoding="utf-8")
    assert text.count(mutant.old) == 1
    mutated = mutant.applied(text)
    assert mutated != text
    compile(mutated, mutant.path, "exec")


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.number}-{mutant.path}")
def test_the_tests_near_a_mutation_exist(mutant: Any) -> None:
    assert all((ROOT / tests).exists() for tests in mutant.near)
