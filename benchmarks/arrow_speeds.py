"""Measures functions on columns in Arrow, beside those of pyarrow and polars and one call on a whole text."""

from collections.abc import Callable
from functools import partial
from time import process_time
from typing import Any

import polars as pl
import pyarrow as pa
from pyarrow import compute
from texts import KINDS, written
from timing import best_times

import tst_grammar as tst
from tst_grammar import columns

_ROW = 64
"""The length of a row in characters."""


def arrow_figures(rows: int, rounds: int, cap: float) -> dict[str, dict[str, Any]]:
    """Return for each text its size as a column and the CPU time of each function."""
    figures = {}
    for kind in KINDS:
        text = written(kind, _ROW * rows).replace("\n", " ")
        cut = [text[start : start + _ROW] for start in range(0, len(text) - _ROW + 1, _ROW)]
        runs = on_column(cut)
        for run in runs.values():
            run()  # the first call of a function may load what it needs
        seconds = best_times(runs, rounds, cap, process_time)
        figures[kind] = {"bytes": len("".join(cut).encode()), "seconds": seconds}
    return figures


def on_column(rows: list[str]) -> dict[str, Callable[[], object]]:
    """Return the calls to measure on some rows. `restore` gets the annotated rows."""
    column, series = pa.array(rows), pl.Series(rows)
    annotated, joined = columns.annotate(column), "\n".join(rows)
    return {
        "columns.annotate": partial(columns.annotate, column),
        "columns.restore": partial(columns.restore, annotated),
        "columns.find": partial(columns.find, column),
        "annotate, joined": partial(tst.annotate, joined),
        "pyarrow, upper": partial(compute.utf8_upper, column),
        "pyarrow, regex": partial(compute.replace_substring_regex, column, "[0-9]+", "#"),
        "polars, upper": series.str.to_uppercase,
        "polars, regex": partial(series.str.replace_all, "[0-9]+", "#"),
    }
