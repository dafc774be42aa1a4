"""Writes the page and the chart about speed from the figures. Run it when a test says that one is stale."""

import json
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from chart import drawn_speeds
from engine_tables import arrow, first_use, threads
from markdown_tables import short, table

ROOT = Path(__file__).parent.parent
FIGURES = ROOT / "benchmarks" / "speed.json"
OURS = ("annotate", "restore", "find_numbers", "lint")
OTHERS = ("re.sub", "perl", "tiktoken", "tokenizers")
FLAGGED = 2.3
"""If a text twice as long takes more than this many times as long, it is measured again, and then flagged."""

Section = Mapping[str, Any]

_PEERS = """
What the other programs do:

- `str.translate` replaces each digit with another one. It is part of CPython and written in C. For ASCII
  text, it shows about how fast a program can read and write a text. With other text it is slow.
- `re.sub` finds digits, commas and a point, and a Python function groups the digits by three. It ignores
  dates, versions, exponents and signs.
- `perl -pe` does the same to a file. The time to start Perl is subtracted.
- `tiktoken` and `tokenizers` turn a text into the ids of tokens, as every text is before a model reads it.
  Both use the same byte-level BPE of 8,000 tokens, trained on these texts. Each gets the text in the way
  that is faster for it: `tiktoken` as a whole, `tokenizers` as lines with `encode_batch`.
  (`encode_batch_fast` is a little faster, but returns no positions.)"""
_GROWTH = f"""This section shows how many times as long a text takes when it is twice as long. 2 means that
the time grows like the length, 4 that it grows like the square of the length. A ratio above {FLAGGED} is
measured again, up to three times. If it stays above {FLAGGED}, it is **bold**.

- Each text starts at 1 MB. To double it, it is repeated.
- `str.translate` shows how much of the growth comes from the machine and not from the program.
- The allocator is set to reuse memory of any size. Without this setting, glibc asks the system for new
  memory from 32 MB on. The doubling to this size then takes up to 3 times as long, and 2.5 times with
  `str.translate`.
- Python's garbage collector is on, as it usually is. It slows some doublings if many objects are alive.
"""

_HEADING = """# Speed

`benchmarks/report.py` makes this page from [the figures](../../benchmarks/speed.json). To measure them
yourself, run this in a clone of the repository:

```sh
pip install '.[arrow]' babel polars price-parser tokenizers tiktoken typos
python benchmarks/speed.py --memory
```

`--quick` takes about a minute, and `--only texts,numbers` measures only some sections. A program generates
the texts, always the same, so nothing is downloaded.

The programs in a table take turns on one thread. Each runs several rounds, and its best round counts. A slow
program has fewer rounds if it would take longer than `--cap` seconds. Times depend on the machine, so compare
ratios, not times. The last section names the machine and the options.
"""


def reports(figures: Mapping[str, Section]) -> dict[str, str]:
    """Return the text of the page and of the chart, by their paths below the root."""
    lines = [_HEADING]
    for name, section in figures.items():
        lines += [*tables(name, section), ""]
    lines += _machines(figures)
    return {
        "docs/reference/speed.md": "\n".join((*lines, "")),
        "docs/reference/speed.svg": drawn_speeds(_speeds_by_text(figures.get("texts", {})), OURS),
    }


def write_reports() -> None:
    """Write the page and the chart."""
    for name, text in reports(json.loads(FIGURES.read_text(encoding="utf-8"))).items():
        (ROOT / name).write_text(text, encoding="utf-8")


def tables(name: str, section: Section) -> Iterator[str]:
    """Yield the lines of one section."""
    return _SECTIONS[name](section)


def _texts(section: Section) -> Iterator[str]:
    speeds = _speeds_by_text(section)
    yield "## Running text\n"
    yield "![Bars of the speeds in the table below](speed.svg)\n"
    yield "Megabytes of UTF-8 per second. `restore` and `lint` read the output of `annotate`.\n"
    columns = (*OURS, "str.translate", *OTHERS)
    yield from table(
        ("text", "MB", *columns),
        (
            (kind, short(section["rows"][kind]["bytes"] / 1e6), *(short(row.get(name)) for name in columns))
            for kind, row in speeds.items()
        ),
    )
    yield "\nOur speed divided by the speed of `str.translate`. Above 1, we are faster.\n"
    yield from table(
        ("text", *OURS),
        (
            (kind, *(short(row[name] / row["str.translate"] if name in row else None) for name in OURS))
            for kind, row in speeds.items()
        ),
    )
    yield "\nThe speed of `annotate` divided by the speed of the others. Above 1, `annotate` is faster.\n"
    yield from table(
        ("text", *OTHERS),
        (
            (kind, *(short(row["annotate"] / row[name] if name in row else None) for name in OTHERS))
            for kind, row in speeds.items()
        ),
    )
    if any("typos" in row for row in speeds.values()):
        yield "\nThe speed of `lint` and of `typos`, which looks for misspelled words, in MB/s.\n"
        yield from table(
            ("text", "lint", "typos", "lint ÷ typos"),
            (
                (kind, *map(short, (row["lint"], row["typos"], row["lint"] / row["typos"])))
                for kind, row in speeds.items()
            ),
        )
    yield _PEERS
    if not any("perl" in row for row in speeds.values()):
        yield "- Perl was not on the path, so it was left out."


def _numbers(section: Section) -> Iterator[str]:
    times, read = section["nanoseconds"], section["read"]
    yield "## One number at a time\n"
    count = section["numbers"]
    shared = section["shared"]
    yield f"The mean time for one number. All programs can read {shared} of the {count} numbers, and these"
    yield "are measured. The last column says how many numbers each program can read: some are amounts of"
    yield "money, percentages or powers. `decode` and `validate` get the output of `encode`.\n"
    yield from table(
        ("", "ns per number", "speed relative to Babel", "reads"),
        (
            (_code(name), short(time), short(times["Babel"] / time), str(read.get(name, "")))
            for name, time in times.items()
        ),
    )


def _start(section: Section) -> Iterator[str]:
    times = section["seconds"]
    floor = times["python -c pass"]
    yield "## Start\n"
    yield "The time of a whole process, always with the same interpreter.\n"
    yield from table(
        ("", "ms", "times as long as `python -c pass`"),
        ((f"`{name}`", short(time * 1000), f"{time / floor:.2f}") for name, time in times.items()),
    )


def _growth(section: Section) -> Iterator[str]:
    yield "## Growth\n"
    yield _GROWTH
    names = list(next(iter(section["texts"].values()), {}))
    yield from table(
        ("text", *(f"{name}, {what}" for name in names for what in ("up to MB", "worst", "last"))),
        (
            (kind, *(cell for name in names for cell in _growth_cells(row[name])))
            for kind, row in section["texts"].items()
        ),
    )
    hostile = section["hostile"]
    yield f"\nThe next table is about {len(hostile)} strings that are slow for a program that backtracks,"
    yield "such as `1,1,1,`, `a.b.c@` and `⟦`. Each string is repeated to 16 KB, or to 1 KB for functions"
    yield "that explain every mistake, and then doubled while there is time. One doubling can take longer"
    yield "than others, because the text no longer fits into a cache or ends with a different token. So look"
    yield "at the mean over all doublings of a string: it would be near 4 if the text were read again and"
    yield "again. The mean is less certain if a string was doubled only two or three times.\n"
    yield from table(
        ("", "longest, MB", "worst", "string", "median of the worst", f"above {FLAGGED}", "worst mean"),
        (
            _hostile_row(name, {string: row[name] for string, row in hostile.items()})
            for name in next(iter(hostile.values()), {})
        ),
    )


def _hostile_row(name: str, cells: Mapping[str, Section]) -> tuple[str, ...]:
    worst = {string: max(_ratios(cell)) for string, cell in cells.items()}
    string = max(worst, key=worst.__getitem__)
    longest = max(_longest(cell) for cell in cells.values())
    flagged = sum(ratio > FLAGGED for ratio in worst.values())
    return (
        name,
        short(longest),
        _ratio(worst[string]),
        f"`{string}`",
        _ratio(median(worst.values())),
        str(flagged),
        _ratio(max(_mean(cell) for cell in cells.values())),
    )


def _columns(section: Section) -> Iterator[str]:
    yield "## Many values, and mistakes\n"
    yield "Rows have 64 characters. The ratio says how many times as long the first call takes as the"
    yield "second one. Both calls take turns. A good token, a mistake or a finding is compared with one"
    yield "`encode`.\n"
    yield from table(
        ("first call", "second call", "values", "ns per value", "ns per value, second", "ratio"),
        (
            (
                row["what"],
                row["than"],
                f"{row['count']:,}",
                *(short(seconds / row["count"] * 1e9) for seconds in row["seconds"]),
                f"{row['seconds'][0] / row['seconds'][1]:.2f}",
            )
            for row in section["rows"]
        ),
    )


def _frames(section: Section) -> Iterator[str]:
    yield "## Columns of data frames and engines\n"
    yield "Rows of prose have 300 characters. `upper` is that of the package where it has one for text, and"
    yield "that of pyarrow in the same `map_batches`, `map` or `mapInArrow` for datasets, Ray and Spark. The"
    yield "ratios say how many times as long we take. The calls of an engine take turns. polars, Ray and"
    yield "Spark use all cores.\n"
    yield from table(
        (
            "engine",
            "ms, `upper`",
            "ms, `annotate`",
            "ms, `restore`",
            "`annotate` ÷ `upper`",
            "`restore` ÷ `upper`",
        ),
        (
            (
                engine,
                *(short(times[name] * 1000) for name in ("upper", "annotate", "restore")),
                *(f"{times[name] / times['upper']:.2f}" for name in ("annotate", "restore")),
            )
            for engine, times in section["rows"].items()
        ),
    )


def _shards(section: Section) -> Iterator[str]:
    size = section["size"] / 1e6
    yield "## Shards\n"
    yield "Megabytes of text per second of CPU time. `plain` reads and writes the same documents with orjson,"
    yield "gzip (level 6), zstandard or pyarrow (zstd). The others are `tst annotate`, `tst restore` and"
    yield f"`tst lint`, with the start of the process, for {size:.0f} MB of prose in documents of 3,000"
    yield "characters.\n"
    names = ("plain", "annotate", "restore", "lint")
    yield from table(
        ("shard", "MB", *names, "`annotate` relative to `plain`"),
        (
            (
                f"`.{kind}`",
                short(row["bytes"] / 1e6),
                *(short(size / row[name] if name in row else None) for name in names),
                f"{row['plain'] / row['annotate']:.2f}",
            )
            for kind, row in section["rows"].items()
        ),
    )
    yield "\nThe same as core-hours for a terabyte of text. [From a terabyte to a"
    yield "petabyte](../explanation/terabyte.md) says what else counts.\n"
    yield from table(
        ("shard", *names),
        (
            (
                f"`.{kind}`",
                *(short(row[name] / size * 1e6 / 3600 if name in row else None) for name in names),
            )
            for kind, row in section["rows"].items()
        ),
    )


def _memory(section: Section) -> Iterator[str]:
    yield "## Memory\n"
    yield "The peak memory of `tst annotate` while it reads all six texts from standard input.\n"
    yield from table(
        ("MB of text", "peak, MB", "MB/s"),
        (
            (short(row["MB"]), short(row["peak MB"]), short(row["MB"] / row["seconds"]))
            for row in section["rows"]
        ),
    )


def _machines(figures: Mapping[str, Section]) -> Iterator[str]:
    yield "## The machine\n"
    sections: dict[str, list[str]] = {}
    for name, section in figures.items():
        taken = section["taken"]
        peers = ", ".join(f"{peer} {version}" for peer, version in taken["peers"].items())
        machine = f"{taken['processor']}, {taken['cores']} cores, {taken['system']}, {taken['python']}"
        sections.setdefault(
            f"{taken['date']}: {machine}; {taken['tst']}; {peers}; `{taken['options']}`.", []
        ).append(name)
    yield from (f"- {', '.join(names)}: {machine}" for machine, names in sections.items())


_SECTIONS = {
    "texts": _texts,
    "numbers": _numbers,
    "columns": _columns,
    "arrow": arrow,
    "threads": threads,
    "first": first_use,
    "frames": _frames,
    "shards": _shards,
    "start": _start,
    "growth": _growth,
    "memory": _memory,
}


def _speeds_by_text(section: Section) -> dict[str, dict[str, float]]:
    """Return the speeds on each text in MB/s."""
    speeds = {}
    for kind, row in section.get("rows", {}).items():
        sizes = dict.fromkeys(("restore", "lint"), row["annotated bytes"])
        speeds[kind] = {
            name: sizes.get(name, row["bytes"]) / 1e6 / seconds for name, seconds in row["seconds"].items()
        }
    return speeds


def _ratios(cell: Section) -> list[float]:
    return [two / one for one, two in pairwise(cell["seconds"])]


def _mean(cell: Section) -> float:
    """Return the geometric mean of the ratios of all doublings."""
    times = cell["seconds"]
    mean: float = (times[-1] / times[0]) ** (1 / (len(times) - 1))
    return mean


def _longest(cell: Section) -> float:
    return float(cell["bytes"] << len(cell["seconds"]) - 1) / 1e6


def _growth_cells(cell: Section) -> tuple[str, str, str]:
    ratios = _ratios(cell)
    return short(_longest(cell)), _ratio(max(ratios)), _ratio(ratios[-1])


def _ratio(value: float) -> str:
    return f"**{value:.2f}**" if value > FLAGGED else f"{value:.2f}"


def _code(name: str) -> str:
    return f"`{name}`" if "(" in name else name


if __name__ == "__main__":
    write_reports()
