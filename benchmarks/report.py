"""Writes the page and the chart about speed from the figures: run it when a test says that one is stale."""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from chart import drawn_speeds

ROOT = Path(__file__).parent.parent
FIGURES = ROOT / "benchmarks" / "speed.json"
OURS = ("annotate", "restore", "find_numbers", "lint")
OTHERS = ("re.sub", "perl", "tiktoken", "tokenizers")
FLAGGED = 2.3
"""A doubling that takes more times as long is measured again, and flagged if it still does."""

Section = Mapping[str, Any]

_PEERS = """
- `str.translate` changes each digit to another: one pass of CPython's own C, the practical limit.
  It has a fast path for ASCII only: with non-ASCII prose and mixed notations it is slow, and no limit.
- `re.sub` finds digits, commas and a point, and a callback puts the digits into groups of three; it knows
  no dates, versions, exponents or signs. `perl -pe` does the same with a file, less the time of its start.
- `tiktoken` and `tokenizers` encode with the same byte-level BPE of 8,000 tokens, trained on these texts:
  what a text goes through next, before it reaches a model. Each gets the text as it is faster: `tiktoken`
  whole, `tokenizers` in lines, by `encode_batch`; `encode_batch_fast`, without positions, gains a little."""
_GROWTH = f"""How many times as long a text of twice the length takes: 2 where time grows with the length,
4 where with its square. Above {FLAGGED} it is measured again, up to three times, and **bold** if it stays.
Each text is repeated, from 1 MB on; `str.translate` shows what the machine does to a plain pass over memory.
Memory is reused at every size: by default glibc does so below 32 MB only, and for larger results the system
gives and clears each page anew, so that the one doubling there takes up to 3 times as long, and 2.5 times
with `str.translate`.
Python's garbage collector is on, as it is for users: where many objects are kept, it adds to some doublings.
"""

_HEADING = """# Speed

Made by `benchmarks/report.py` from [the figures](../../benchmarks/speed.json), which one command takes:

```sh
pip install . babel price-parser tokenizers tiktoken
python benchmarks/speed.py --memory
```

The texts are made up from a seed, so nothing is downloaded. In each table all contestants take turns in the
same run, on one thread, and the best of several rounds counts, of fewer where they would exceed the cap.
Compare ratios: times depend on the machine, which is named at the end with the options of the run.
`--quick` takes about a minute, `--only texts,numbers` measures some sections again.
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
    """Yield the lines about one section."""
    return _SECTIONS[name](section)


def _texts(section: Section) -> Iterator[str]:
    speeds = _speeds_by_text(section)
    yield "## Running text\n"
    yield "![Bars of the speeds in the table below](speed.svg)\n"
    yield "Megabytes of UTF-8 in a second. `restore` and `lint` read what `annotate` wrote.\n"
    columns = (*OURS, "str.translate", *OTHERS)
    yield from _table(
        ("text", "MB", *columns),
        (
            (kind, _short(section["rows"][kind]["bytes"] / 1e6), *(_short(row.get(name)) for name in columns))
            for kind, row in speeds.items()
        ),
    )
    yield "\nOur speed as a share of that of `str.translate`: at 1.0, we are as fast.\n"
    yield from _table(
        ("text", *OURS),
        (
            (kind, *(_short(row[name] / row["str.translate"] if name in row else None) for name in OURS))
            for kind, row in speeds.items()
        ),
    )
    yield "\nHow many times as long as our `annotate` the others take: above 1, we are faster.\n"
    yield from _table(
        ("text", *OTHERS),
        (
            (kind, *(_short(row["annotate"] / row[name] if name in row else None) for name in OTHERS))
            for kind, row in speeds.items()
        ),
    )
    yield _PEERS
    if not any("perl" in row for row in speeds.values()):
        yield "- Perl was not on the path, and was left out."


def _numbers(section: Section) -> Iterator[str]:
    times, read = section["nanoseconds"], section["read"]
    yield "## One number at a time\n"
    count = section["numbers"]
    yield f"The mean time for the {section['shared']} of {count} numbers that all contestants read;"
    yield "`decode` and `validate` get what `encode` wrote. At 2.0 times as fast, it takes half as long."
    yield f"The last column says how many of the {count} each reads: some are money, percentages or powers.\n"
    yield from _table(
        ("", "ns for a number", "times as fast as Babel", "reads"),
        (
            (_code(name), _short(time), _short(times["Babel"] / time), str(read.get(name, "")))
            for name, time in times.items()
        ),
    )


def _start(section: Section) -> Iterator[str]:
    times = section["seconds"]
    floor = times["python -c pass"]
    yield "## Start\n"
    yield "The whole time of a process, with the same interpreter.\n"
    yield from _table(
        ("", "ms", "times as long as `python -c pass`"),
        ((f"`{name}`", _short(time * 1000), f"{time / floor:.2f}") for name, time in times.items()),
    )


def _growth(section: Section) -> Iterator[str]:
    yield "## Growth\n"
    yield _GROWTH
    names = list(next(iter(section["texts"].values()), {}))
    yield from _table(
        ("text", *(f"{name}, {what}" for name in names for what in ("up to MB", "worst", "last"))),
        (
            (kind, *(cell for name in names for cell in _growth_cells(row[name])))
            for kind, row in section["texts"].items()
        ),
    )
    hostile = section["hostile"]
    yield f"\nThe same for {len(hostile)} strings that are hostile to readers which go back, such as"
    yield "`1,1,1,`, `a.b.c@` and `⟦`, each repeated from 16 KB on, or from 1 KB where every fault is"
    yield "explained, as far as the cap allows. The figures have all of them. A single"
    yield "doubling jumps where a text outgrows a cache, or ends with another token; the mean over all"
    yield "doublings of a string tells whether it is read again and again.\n"
    yield from _table(
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
        _short(longest),
        _ratio(worst[string]),
        f"`{string}`",
        _ratio(median(worst.values())),
        str(flagged),
        _ratio(max(_mean(cell) for cell in cells.values())),
    )


def _memory(section: Section) -> Iterator[str]:
    yield "## Memory\n"
    yield "The most memory that `tst annotate` holds while it is fed all six texts through standard input.\n"
    yield from _table(
        ("MB of text", "peak, MB", "MB/s"),
        (
            (_short(row["MB"]), _short(row["peak MB"]), _short(row["MB"] / row["seconds"]))
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


_SECTIONS = {"texts": _texts, "numbers": _numbers, "start": _start, "growth": _growth, "memory": _memory}


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
    """Return how many times as long each doubling takes, on the whole."""
    times = cell["seconds"]
    mean: float = (times[-1] / times[0]) ** (1 / (len(times) - 1))
    return mean


def _longest(cell: Section) -> float:
    return float(cell["bytes"] << len(cell["seconds"]) - 1) / 1e6


def _growth_cells(cell: Section) -> tuple[str, str, str]:
    ratios = _ratios(cell)
    return _short(_longest(cell)), _ratio(max(ratios)), _ratio(ratios[-1])


def _ratio(value: float) -> str:
    return f"**{value:.2f}**" if value > FLAGGED else f"{value:.2f}"


def _short(value: float | None) -> str:
    """Return a figure with two digits that count, or all before the point."""
    if value is None:
        return "–"
    rounded = float(f"{value:.2g}") if value < 100 else value
    return f"{rounded:,.0f}" if rounded >= 10 else f"{rounded:#.2g}"


def _code(name: str) -> str:
    return f"`{name}`" if "(" in name else name


def _table(heading: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    heading = list(heading)
    yield f"| {' | '.join(heading)} |"
    yield "|---" + "|---:" * (len(heading) - 1) + "|"
    yield from (f"| {' | '.join(row)} |" for row in rows)


if __name__ == "__main__":
    write_reports()
