"""The page of evidence and its figures: drawn from the committed results, whatever they show."""

import base64
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import experiment_modules  # noqa: F401 -- the imports from `experiments` need it
import pytest
from attrs import asdict

pytest.importorskip("numpy", reason="the extra `experiments` is not installed")

from experiments import page
from experiments.arms import ARMS
from experiments.cells import Cells
from experiments.plan import PARTS
from experiments.results import ROOT, committed, read_results

WHOLE = {"digits": 0.7, "log_smape": 0.4, "count": 8}


def result(part: str, arm: str, seed: int, right: int) -> dict[str, Any]:
    """Return a run whose first `right` of eight answers are right in each group."""
    plan = PARTS[part]
    bits = bytes([2**right - 1])
    group = {**WHOLE, "exact": right / 8, "right": base64.b64encode(bits).decode()}
    return {
        "part": part,
        "task": plan.task,
        "arm": arm,
        "seed": seed,
        "settings": asdict(plan.settings),
        "revision": "abc",
        "groups": dict.fromkeys(plan.tests or ("all",), group),
        "curve": [[100, 0.5, right / 16], [200, 0.4, right / 8]],
        "trunk_parameters": 1000,
        **dict.fromkeys(("tokens_per_example", "vocabulary", "cpu_seconds", "final_loss"), 1.0 + seed / 10),
    }


def test_the_page_and_the_figures_are_drawn_from_the_committed_results() -> None:
    stale = [
        name
        for name, text in page.pages(committed()).items()
        if not (ROOT / name).exists() or (ROOT / name).read_text(encoding="utf-8") != text
    ]
    assert stale == [], "run `python -m experiments draw`"


def test_every_committed_run_belongs_to_the_plan() -> None:
    runs = list(read_results(committed()))
    assert runs
    for each in runs:
        assert each["settings"] == asdict(PARTS[each["part"]].settings)
        assert each["arm"] in PARTS[each["part"]].arms
        assert not each["revision"].endswith("-changed")


@pytest.mark.parametrize("known", [(), ("comparison",), tuple(PARTS)], ids=["nothing", "a part", "all"])
def test_a_page_is_drawn_from_any_results(tmp_path: Path, known: tuple[str, ...]) -> None:
    path = tmp_path / "runs.jsonl"
    runs = [
        result(name, arm, seed, 2 + 4 * (arm == "gst-1") + seed % 2)
        for name in known
        for arm in PARTS[name].arms
        for seed in PARTS[name].seeds
    ]
    path.write_text("".join(json.dumps(each) + "\n" for each in runs), encoding="utf-8")
    texts = page.pages([path])
    whole = texts[page.PAGE]
    assert "{{" not in whole
    found = re.search(
        r"\| TST N = 1 \| trap \| \+50\.0 \| .* \| < 0\.001 \| < 0\.001 \| \*\*better\*\* \|", whole
    )
    assert bool(found) == bool(known)
    if not known:
        assert "left out: the time ended before it" in whole
        assert [*texts] == [page.PAGE]
    for name, text in texts.items():
        if name.endswith(".svg"):
            assert ET.fromstring(text).tag.endswith("svg")  # noqa: S314 -- it was made above
            assert "prefers-color-scheme: dark" in text


def test_an_arm_without_all_its_seeds_is_left_out() -> None:
    part = PARTS["comparison"]
    runs = [result("comparison", arm, seed, 4) for arm in ("digit-level", "gst-1") for seed in range(5)]
    cells = Cells(part, runs[:-1])
    assert cells.arms == ["digit-level"]
    assert cells.missing() == len(part.arms) * 5 - 9
    assert Cells(part, runs).against_digits()[0].verdict == "no difference found"
    assert [ARMS[each.arm].title for each in Cells(part, runs).against_digits()] == ["TST N = 1"] * 2
