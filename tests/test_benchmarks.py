"""The benchmarks: the same texts for everyone, and a page and a chart that show the committed figures."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from encode_values import ratios
from report import FIGURES, ROOT, reports, tables
from texts import HOSTILE, KINDS, single_numbers, written
from timing import best_times

import tst_grammar as tst

TAKEN = {
    "date": "2024-01-15",
    "processor": "Abacus",
    "cores": 10,
    "system": "Wood",
    "python": "CPython 3.11.0",
    "tst": "tst-grammar 0.1.0",
    "peers": {"babel": "2.17.0"},
    "options": "--size 2",
}
SPEEDS = {
    "annotate": 0.5,
    "restore": 0.25,
    "find_numbers": 1,
    "str.translate": 0.01,
    "re.sub": 2,
    "tiktoken": 1,
}
FIGURES_OF_WOOD: dict[str, Any] = {
    "texts": {
        "taken": TAKEN,
        "rows": {"<prose>": {"bytes": 2_000_000, "annotated bytes": 3_000_000, "seconds": SPEEDS}},
    },
    "numbers": {
        "taken": TAKEN,
        "numbers": 3,
        "shared": 2,
        "read": {"Babel": 2, "encode(x)": 3},
        "nanoseconds": {"Babel": 5000, "encode(x)": 1250},
    },
    "columns": {
        "taken": TAKEN,
        "rows": [{"what": "`a`", "than": "`b`", "count": 1000, "seconds": [0.003, 0.002]}],
    },
    "arrow": {
        "taken": TAKEN,
        "rows": {
            "<prose>": {
                "bytes": 2_000_000,
                "seconds": {
                    "columns.annotate": 0.02,
                    "columns.find": 0.01,
                    "annotate, joined": 0.04,
                    "polars, upper": 0.2,
                },
            }
        },
    },
    "threads": {"taken": TAKEN, "rows": [{"what": "`a`", "MB": 100, "seconds": [0.3, 0.2]}]},
    "first": {"taken": TAKEN, "seconds": {"python -c pass": 0.02, "encode, own": 0.15}},
    "frames": {"taken": TAKEN, "rows": {"polars": {"upper": 0.002, "annotate": 0.003, "restore": 0.001}}},
    "shards": {
        "taken": TAKEN,
        "size": 36_000_000,
        "rows": {
            "zst": {"bytes": 12_000_000, "plain": 0.5, "annotate": 1.0, "restore": 0.8, "lint": 2.0},
            "parquet": {"bytes": 12_000_000, "plain": 0.5, "annotate": 1.0, "restore": 0.8},
        },
    },
    "start": {"taken": TAKEN, "seconds": {"python -c pass": 0.01, "tst --help": 0.015}},
    "growth": {
        "taken": TAKEN | {"date": "2024-01-16"},
        "texts": {"<prose>": {"annotate": {"bytes": 1_000_000, "seconds": [1.0, 2.5, 5.0]}}},
        "hostile": {"'1,'": {"annotate": {"bytes": 1_000_000, "seconds": [1.0, 2.1]}}},
    },
    "memory": {"taken": TAKEN, "rows": [{"MB": 1000, "peak MB": 31.5, "seconds": 100}]},
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_is_the_same_for_the_same_seed(kind: str) -> None:
    text = written(kind, 2000)
    assert text == written(kind, 2000)
    assert text != written(kind, 2000, seed=1)
    assert written(kind, 4000).startswith(text)
    assert 2000 <= len(text.encode()) < 8000
    assert text.isascii() == (kind not in {"non-ASCII prose", "mixed notations"})
    assert any(tst.find_numbers(text))


def test_single_numbers_are_numbers() -> None:
    numbers = single_numbers(200)
    assert numbers == single_numbers(200)
    assert len(set(numbers)) == 200
    assert all(tst.decode(tst.encode(number)) == tst.parse_number(number).value for number in numbers)


def test_hostile_strings_differ() -> None:
    assert len(set(HOSTILE)) == len(HOSTILE)
    assert all(HOSTILE)


def test_contestants_take_turns_until_the_cap() -> None:
    turns: list[str] = []
    times = best_times({"a": lambda: turns.append("a"), "b": lambda: turns.append("b")}, rounds=9, cap=0)
    assert all(time > 0 for time in times.values())
    assert [one for one, two in pairwise([*turns, ""]) if one != two] == ["a", "b"]


@pytest.mark.parametrize(
    ("section", "lines"),
    [
        ("texts", ["| <prose> | 2.0 | 4.0 | 12 | 2.0 | – | 200 | 1.0 | – | 2.0 | – |"]),
        ("texts", ["| <prose> | 0.020 | 0.060 | 0.010 | – |", "| <prose> | 4.0 | – | 2.0 | – |"]),
        ("texts", ["- Perl was not on the path, so it was left out."]),
        ("numbers", ["| Babel | 5,000 | 1.0 | 2 |", "| `encode(x)` | 1,250 | 4.0 | 3 |"]),
        ("columns", ["| `a` | `b` | 1,000 | 3,000 | 2,000 | 1.50 |"]),
        ("arrow", ["| <prose> | 100 | 200 | 50 | 10 |", "| <prose> | 0.50 | 2.00 |"]),
        ("threads", ["| `a` | 100 | 300 | 200 | 1.50 |"]),
        ("first", ["| python -c pass | 0.02 | 1.0 |", "| encode, own | 0.15 | 7.5 |"]),
        ("frames", ["| polars | 2.0 | 3.0 | 1.0 | 1.50 | 0.50 |"]),
        ("shards", ["| `.zst` | 12 | 72 | 36 | 45 | 18 | 0.50 |", "| `.parquet` | 3.9 | 7.7 | 6.2 | – |"]),
        ("start", ["| `python -c pass` | 10 | 1.00 |", "| `tst --help` | 15 | 1.50 |"]),
        (
            "growth",
            ["| <prose> | 4.0 | **2.50** | 2.00 |", "| annotate | 2.0 | 2.10 | `'1,'` | 2.10 | 0 | 2.10 |"],
        ),
        ("memory", ["| 1,000 | 32 | 10 |"]),
    ],
)
def test_a_table_shows_the_figures(section: str, lines: list[str]) -> None:
    shown = list(tables(section, FIGURES_OF_WOOD[section]))
    assert [line for line in lines if line not in shown] == []


def test_the_page_names_the_machine_of_each_section() -> None:
    page = reports(FIGURES_OF_WOOD)["docs/reference/speed.md"]
    machine = "Abacus, 10 cores, Wood, CPython 3.11.0; tst-grammar 0.1.0; babel 2.17.0; `--size 2`."
    names = "texts, numbers, columns, arrow, threads, first, frames, shards, start, memory"
    first = f"- {names}: 2024-01-15: {machine}"
    assert page.endswith(f"{first}\n- growth: 2024-01-16: {machine}\n")


def test_the_chart_says_in_words_what_it_shows() -> None:
    chart = reports(FIGURES_OF_WOOD)["docs/reference/speed.svg"]
    picture = ET.fromstring(chart)  # noqa: S314 -- it is our own
    words = [element.text for element in picture.iter() if element.text]
    assert (
        "<prose>: annotate 4, restore 12, find_numbers 2, str.translate 200, re.sub 1, tiktoken 2." in words
    )
    bars = [element for element in picture.iter() if element.get("class") in {"bar", "peer"}]
    assert [float(bar.attrib["width"]) for bar in bars] == sorted(
        (float(bar.attrib["width"]) for bar in bars), reverse=True
    )
    assert len(bars) == len(SPEEDS)


def test_the_reports_are_fresh() -> None:
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    for name, text in reports(figures).items():
        assert Path(ROOT, name).read_text(encoding="utf-8") == text, (
            f"run benchmarks/report.py: {name} is stale"
        )


def test_the_costs_of_the_numbers_of_python_are_measured() -> None:
    measured = ratios(rounds=1)
    assert measured.keys() == {"str", "int", "float", "Decimal"}
    assert min(measured.values()) > 0
