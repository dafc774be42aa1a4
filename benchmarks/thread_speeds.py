"""Measures how much faster two threads are than one, beside a hash function that needs nothing of Python."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from typing import Any

import pyarrow as pa
from texts import written
from timing import best_times

import tst_grammar as tst
from tst_grammar import columns

_KINDS = ("English-like prose", "TSV of floats")
_LONG, _SHORT = 10_000, 64
"""The lengths of rows in characters."""

Work = Callable[[int], object]
"""Does something with a number of threads."""


def thread_figures(megabytes: float, rounds: int, cap: float) -> list[dict[str, Any]]:
    """Return the times of each work with one thread and with two."""
    size = int(megabytes * 1_000_000)
    figures = []
    for what, work in _works(size):
        work(2)
        seconds = best_times({"1": partial(work, 1), "2": partial(work, 2)}, rounds, cap)
        figures.append({"what": what, "MB": size / 1e6, "seconds": [*seconds.values()]})
    return figures


def _works(size: int) -> list[tuple[str, Work]]:
    data = bytes(size // 2)
    works: list[tuple[str, Work]] = [("sha256 of two halves", partial(_hashed, data))]
    for kind in _KINDS:
        some = written(kind, min(size, 2_000_000)).replace("\n", " ")
        text = some * (size // len(some) + 1)
        long, short = (
            [text[start : start + length] for start in range(0, size, length)] for length in (_LONG, _SHORT)
        )
        column = pa.array(short)
        works += [
            (f"`annotate_many`: {kind}, {_LONG:,} characters", partial(_many, long)),
            (f"`annotate_many`: {kind}, {_SHORT} characters", partial(_many, short)),
            (f"`columns.annotate`: {kind}, {_SHORT} characters", partial(_annotated, column)),
            (f"`columns.find`: {kind}, {_SHORT} characters", partial(_found, column)),
        ]
    return works


def _hashed(data: bytes, threads: int) -> object:
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(lambda _: sha256(data).digest(), range(2)))


def _many(rows: list[str], threads: int) -> object:
    return tst.annotate_many(rows, threads=threads)


def _annotated(column: object, threads: int) -> object:
    return columns.annotate(column, threads=threads)


def _found(column: object, threads: int) -> object:
    return columns.find(column, threads=threads)
