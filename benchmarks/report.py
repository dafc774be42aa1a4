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
- `str.translate` replaces each digit by another in one pass of CPython's own C code. For ASCII text this is
  about as fast as a pass can be. Other text has no fast path: there it is slow, and not a useful limit.
- `re.sub` finds digits, commas and a point, and a callback groups the digits by three. It ignores dates,
  versions, exponents and signs. `perl -pe` does the same to a file; the time to start Perl is subtracted.
- `tiktoken` and `tokenizers` encode with the same byte-level BPE of 8,000 tokens, trained on these texts.
  A text goes through such a tokenizer before it reaches a model. Each gets the text in its faster way:
  `tiktoken` as a whole, `tokenizers` as lines with `encode_batch`. (`encode_batch_fast`, which leaves out
  positions, is a little faster.)"""
_GROWTH = f"""How many times as long does a text of twice the length take? 2 means that the time is
proportional to the length, 4 that it is proportional to its square. A ratio above {FLAGGED} is measured
again, up to three times, and is **bold** if it stays above.

- Each text starts at 1 MB and is doubled by repeating it.
- `str.translate` shows what the machine itself does to a simple pass over memory.
- The allocator reuses memory at every size. By default, glibc asks the system for new memory from 32 MB on;
  this one doubling would then take up to 3 times as long, and 2.5 times with `str.translate`.
- Python's garbage collector is on, as it is for users. Where many objects stay alive, it slows some
  doublings.
"""

_HEADING = """# Speed

`benchmarks/report.py` makes this page from [the figures](../../benchmarks/speed.json). To measure them
yourself, run this in a clone of the repository:

```sh
pip install . babel price-parser tokenizers tiktoken
python benchmarks/speed.py --memory
```

`--quick` takes about a minute, and `--only texts,numbers` measures only some sections. The texts are
generated from a seed, so nothing is downloaded.

In each table, all programs run in turns on one thread, several rounds each, and the best round counts. Slow
programs run fewer rounds, so that they stay within the time cap. Times depend on the machine, so compare
ratios. The last section names the machine and the options.
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
    yield "Megabytes of UTF-8 per second. `restore` and `lint` read the output of `annotate`.\n"
    columns = (*OURS, "str.translate", *OTHERS)
    yield from _table(
        ("text", "MB", *columns),
        (
            (kind, _short(section["rows"][kind]["bytes"] / 1e6), *(_short(row.get(name)) for name in columns))
            for kind, row in speeds.items()
        ),
    )
    yield "\nOur speed divided by the speed of `str.translate`: above 1, we are faster.\n"
    yield from _table(
        ("text", *OURS),
        (
            (kind, *(_short(row[name] / row["str.translate"] if name in row else None) for name in OURS))
            for kind, row in speeds.items()
        ),
    )
    yield "\nTheir time divided by the time of our `annotate`: above 1, we are faster.\n"
    yield from _table(
        ("text", *OTHERS),
        (
            (kind, *(_short(row["annotate"] / row[name] if name in row else None) for name in OTHERS))
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
    yield f"The mean time for one number, over the {shared} of {count} numbers that all programs read."
    yield "`decode` and `validate` get the output of `encode`. The last column says how many of the numbers"
    yield "each program reads: some are money, percentages or powers.\n"
    yield from _table(
        ("", "ns per number", "speed relative to Babel", "reads"),
        (
            (_code(name), _short(time), _short(times["Babel"] / time), str(read.get(name, "")))
            for name, time in times.items()
        ),
    )


def _start(section: Section) -> Iterator[str]:
    times = section["seconds"]
    floor = times["python -c pass"]
    yield "## Start\n"
    yield "The time of a whole process, always with the same interpreter.\n"
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
    yield f"\nThe same for {len(hostile)} strings that would be slow to read for a program that backtracks,"
    yield "such as `1,1,1,`, `a.b.c@` and `⟦`. Each is repeated to 16 KB, or to 1 KB where every mistake is"
    yield "explained, and then doubled as often as the time cap allows. A single doubling can take longer"
    yield "because the text no longer fits into a cache or ends with a different token. Look at the mean over"
    yield "all doublings of a string: it shows whether the string is read again and again.\n"
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
    yield "The peak memory of `tst annotate` while it reads all six texts from standard input.\n"
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
