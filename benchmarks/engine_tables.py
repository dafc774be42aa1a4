"""The sections of the page about speed on columns in Arrow, threads and first uses."""

from collections.abc import Iterator, Mapping
from typing import Any

from markdown_tables import short, table

Section = Mapping[str, Any]


def arrow(section: Section) -> Iterator[str]:
    """Yield the section about columns in Arrow."""
    names = list(next(iter(section["rows"].values()))["seconds"])
    yield "## Columns in Arrow\n"
    yield "Megabytes of UTF-8 per second of CPU time. Rows have 64 characters. `annotate, joined` is one call"
    yield "of `annotate` with all rows as one text. The functions of pyarrow and polars are there to compare"
    yield "with: they write capitals, or replace each run of digits by a regular expression.\n"
    yield from table(
        ("text", *(f"`{name}`" if "." in name else name for name in names)),
        (
            (kind, *(short(row["bytes"] / 1e6 / row["seconds"][name]) for name in names))
            for kind, row in section["rows"].items()
        ),
    )
    yield "\nThe time of `columns.annotate` divided by that of the joined call, and the speed of"
    yield "`columns.find` divided by that of `columns.annotate`.\n"
    yield from table(
        ("text", "time, column ÷ joined", "speed, find ÷ annotate"),
        (
            (
                kind,
                f"{times['columns.annotate'] / times['annotate, joined']:.2f}",
                f"{times['columns.annotate'] / times['columns.find']:.2f}",
            )
            for kind, times in ((kind, row["seconds"]) for kind, row in section["rows"].items())
        ),
    )


def threads(section: Section) -> Iterator[str]:
    """Yield the section about threads."""
    yield "## Threads\n"
    yield "How many times as fast two threads are as one. On two idle cores, it is 2 at best. The hash in the"
    yield "first row needs nothing of Python, so it shows what the machine had to give at that time.\n"
    yield from table(
        ("", "MB", "ms, 1 thread", "ms, 2 threads", "times as fast"),
        (
            (
                row["what"],
                short(row["MB"]),
                *(short(seconds * 1000) for seconds in row["seconds"]),
                f"{row['seconds'][0] / row['seconds'][1]:.2f}",
            )
            for row in section["rows"]
        ),
    )


def first_use(section: Section) -> Iterator[str]:
    """Yield the section about the first use of a scheme."""
    times = dict(section["seconds"])
    least = times["python -c pass"]
    yield "## First use\n"
    yield "The CPU time of a process that imports the package and makes one call, with an empty cache. No"
    yield "tables ship for these schemes and options: a state is made when the text first needs it.\n"
    yield from table(
        ("", "s", "times as long as `python -c pass`"),
        ((name, f"{time:.2f}", f"{time / least:.1f}") for name, time in times.items()),
    )
