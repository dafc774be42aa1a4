"""The study: its arms and tasks, tiny runs of every kind, and what happens to a stopped run."""

import doctest
import importlib
import json
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import experiment_modules  # noqa: F401 -- the imports from `experiments` need it
import pytest
from attrs import evolve

pytest.importorskip("torch", reason="the extra `experiments` is not installed")
pytest.importorskip("ntloss", reason="the extra `experiments` is not installed")

import tst_grammar as tst
from experiments import results, statistics
from experiments.__main__ import main
from experiments.agreement import agreement
from experiments.arms import ARMS, REFERENCE
from experiments.metrics import graded
from experiments.model import LONGEST
from experiments.plan import PARTS, SEEDS, SUBSETS
from experiments.sequences import END, answer_values, sequence_of
from experiments.settings import Run, Settings
from experiments.tasks import TASKS, WORD, is_trap
from experiments.training import data_of, trained

TINY = Settings(layers=1, width=8, heads=2, batch=4, steps=6, test=6, points=2)
MODULES = ("agreement", "arms", "erased", "metrics", "numbers", "sequences", "statistics", "tasks")


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    module = importlib.import_module(f"experiments.{name}")
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0


@pytest.mark.parametrize("arm", ARMS.values(), ids=ARMS.keys())
def test_each_arm_gives_every_number_of_every_task_back(arm: Any) -> None:
    writer = arm.writer()
    for task in TASKS.values():
        for seed in range(20):
            example = task.train(Random(seed))
            for piece in (*example.question, *example.answer):
                if not piece.startswith(WORD):
                    held = writer.decode(writer.encode(piece))
                    assert (
                        float(held) == pytest.approx(float(piece)) if arm.scaled else held == Decimal(piece)
                    )


def test_a_control_has_the_tokens_of_its_scheme_with_one_marker() -> None:
    for name in ("option-b", "option-a", "gst-1"):
        scheme, control = ARMS[name].writer(), ARMS[f"{name}-erased"].writer()
        number = "1234567.891"
        written, erased = scheme.encode(number).tokens, control.encode(number).tokens
        assert len(written) == len(erased)
        assert len({token.lstrip("0123456789") for token in erased}) <= 3
        assert control.decode(control.encode(number)) == Decimal(number)
    assert control.decode(tst.baselines.Encoded(("1·", "·", "x"))) is None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (tst.PREFIX, tst.OPTION_B),
        (tst.Scheme(group_size=1, fill="all"), tst.gst(1)),
        (tst.Scheme(group_size=1, fill="none"), tst.gst(1)),
    ],
    ids=["prefix", "fill all", "fill none"],
)
def test_what_is_not_trained_only_renames_tokens(first: tst.Scheme, second: tst.Scheme) -> None:
    """A model sees ids, so two schemes are one arm if their tokens correspond one to one."""
    names: dict[str, str] = {}
    random = Random(1)
    numbers = [str(random.randrange(10 ** random.randrange(1, 18))) for _ in range(300)]
    for number in [*numbers, *(f"{number[:6]}.{number[6:] or 5}" for number in numbers)]:
        pairs = zip(tst.tokenize(number, scheme=first), tst.tokenize(number, scheme=second), strict=True)
        for mine, its in pairs:
            assert names.setdefault(mine, its) == its
    assert len({*names.values()}) == len(names)


def test_traps_are_pairs_whose_digits_after_the_point_mislead() -> None:
    assert is_trap("9.11", "9.9")
    assert is_trap("9.9", "9.11")
    assert is_trap("9.12", "9.2000") is is_trap("9", "9.5") is False
    groups = data_of(TASKS["comparison"], 0, 0, 50).groups
    for name, group in groups.items():
        assert {is_trap(each.question[0], each.question[2]) for each in group} == {name == "trap"}


def test_examples_depend_on_the_seed_only_and_answers_are_right() -> None:
    task = TASKS["addition"]
    assert data_of(task, 1, 9, 5) == data_of(task, 1, 9, 5)
    assert data_of(task, 1, 9, 5).train != data_of(task, 2, 9, 5).train
    assert data_of(task, 1, 9, 5).groups == data_of(task, 2, 9, 5).groups
    for example in data_of(task, 1, 50, 0).train:
        assert Decimal(example.question[0]) + Decimal(example.question[2]) == Decimal(example.answer[0])
    for example in data_of(TASKS["notation"], 1, 50, 0).train:
        written = "".join(each[1:-1] for each in example.question[:-1])
        assert Decimal(written) == Decimal(example.answer[0])


def test_every_sequence_of_the_plan_fits_the_model() -> None:
    longest = {run.arm: 0 for run in SUBSETS["all"]}
    for part in PARTS.values():
        for arm in part.arms:
            writer = ARMS[arm].writer()
            for make in (TASKS[part.task].train, *TASKS[part.task].groups.values()):
                lengths = (len(sequence_of(make(Random(seed)), writer).tokens) for seed in range(10))
                longest[arm] = max(longest[arm], *lengths)
    assert max(longest.values()) + 4 < LONGEST


def test_answers_are_read_back_by_the_arm() -> None:
    writer = ARMS["option-b"].writer()
    example = TASKS["sorting"].train(Random(1))
    sequence = sequence_of(example, writer)
    assert sequence.tokens[-1] == END
    values = answer_values(sequence.tokens[sequence.asked : -1], writer)
    assert graded(values, [each if each[0] == WORD else Decimal(each) for each in example.answer]).exact == 1
    assert graded(values[:1], ["[;]", "[;]"]).exact == 0
    assert graded([None], [Decimal(5)]) == graded([Decimal(-5)], [Decimal(5)]).__class__(0, 0, 0)


def test_log_smape_counts_digits() -> None:
    near, far = (graded([Decimal(each)], [Decimal(1000)]).log_smape for each in ("1000.002", "1002"))
    assert near == pytest.approx(6 / 15, abs=0.001)
    assert far == pytest.approx(3 / 15, abs=0.001)


@pytest.mark.parametrize(
    ("task", "arm", "settings"),
    [
        ("comparison", "option-b", {}),
        ("comparison", "option-a", {"equal": "flops"}),
        ("addition", "abacus", {}),
        ("addition", "xval", {}),
        ("addition", "gst-1", {"loss": "ntl"}),
        ("sorting", "commas", {}),
    ],
)
def test_each_kind_of_run_says_all_that_a_line_needs(task: str, arm: str, settings: dict[str, Any]) -> None:
    run = Run("tiny", task, arm, 0, evolve(TINY, **settings))
    first, second = trained(run), trained(run)
    for each in (first, second):
        assert each.pop("seconds") > 0
        assert each.pop("cpu_seconds") > 0
    assert first == second
    assert first["tokens"] > first["examples"] > 0
    assert {*first["groups"]} == {*TASKS[task].groups}
    for group in first["groups"].values():
        assert group["exact"] == pytest.approx(statistics.bits_of(group).mean())
        assert group["exact"] <= group["digits"] + 1e-9


def test_a_model_learns_what_it_is_shown() -> None:
    settings = Settings(layers=1, width=16, heads=2, batch=16, steps=60, rate=1e-2, test=40)
    group = trained(Run("tiny", "digit-count", "digit-level", 0, settings))["groups"]["all"]
    assert group["exact"] > 0.5


def test_a_stopped_run_resumes_and_a_budget_leaves_out_the_rest(tmp_path: Path) -> None:
    runs = [Run("tiny", "comparison", arm, seed, TINY) for arm in ("gst-1", REFERENCE) for seed in (0, 1)]
    path, said, asked = tmp_path / "new" / "runs.jsonl", list[str](), list[Run]()

    def train(run: Run) -> dict[str, Any]:
        asked.append(run)
        return {"groups": {"trap": {"exact": 0.5}}, "cpu_seconds": 1}

    assert results.run_all(runs, path, 0.0, train, said.append) == runs
    assert results.run_all(runs[:2], path, None, train, said.append) == []
    text = path.read_text(encoding="utf-8")
    path.write_text(text + '{"task": "comp', encoding="utf-8")
    assert results.run_all(runs, path, 0.0, train, said.append) == runs[2:]
    assert results.run_all(runs, path, None, train, said.append) == []
    assert asked == runs
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [(line["arm"], line["seed"]) for line in lines] == [(run.arm, run.seed) for run in runs]
    assert {"part", "task", "settings", "revision"} <= lines[0].keys()
    assert said[0] == "1/2 tiny gst-1 seed 0: trap 50.0% (1 s)"


def test_the_plan_has_five_seeds_for_each_cell_of_the_headline() -> None:
    for part in PARTS.values():
        assert part.seeds == SEEDS or TASKS[part.task].exploratory
        assert not part.headline or REFERENCE in part.arms
    keys = [json.dumps(run.key(), sort_keys=True) for run in SUBSETS["all"]]
    assert len({*keys}) == len(keys)


def test_a_repeated_subset_is_compared_with_the_committed_results() -> None:
    def result(arm: str, exact: float) -> dict[str, Any]:
        return {"task": "t", "arm": arm, "settings": {}, "groups": {"g": {"exact": exact}}}

    known = [result("a", exact) for exact in (0.4, 0.5, 0.6)]
    lines, agrees = agreement([result("a", 0.55)], known)
    assert (lines, agrees) == (["agrees: t, g, a: 55.0%, committed 50.0% (25.2% to 74.8%)"], True)
    lines, agrees = agreement([result("a", 0.95), result("b", 0)], known)
    assert (lines[0][:7], agrees) == ("DIFFERS", False)
    assert agreement([], known) == ([], False)


def test_a_run_does_not_overwrite_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "runs.jsonl"
    path.touch()
    assert main(["run", "--subset", "quick", "--results", str(path)]) == 2
    assert "use `resume` to go on" in capsys.readouterr().err
    assert main(["resume", "--budget", "0s", "--subset", "digit-at", "--results", str(path)]) == 0
    assert "left out when the budget was used up: 6 of 6 runs\n  digit-at: 6 runs" in capsys.readouterr().out


def test_a_bootstrap_finds_a_difference_and_holm_corrects() -> None:
    ones, mixed = [[1] * 50] * 5, [[0, 1] * 25] * 5
    found = statistics.bootstrap(ones, mixed)
    assert found.low < found.mean == 0.5 < found.high
    assert found.low > 0.3
    assert statistics.bootstrap(mixed, mixed) == statistics.Interval(0, 0, 0)
    assert statistics.paired_t([0.0] * 5) == 1
    assert statistics.paired_t([0.5] * 5) == 0
    assert statistics.t_probability(1.0, 1) == pytest.approx(0.5)
    assert statistics.t_probability(2.0, 2) == pytest.approx(0.18350, abs=1e-5)
