"""Measures our speed and that of other programs, and writes the figures and a page about them.

pip install '.[arrow]' babel polars price-parser tokenizers tiktoken typos
python benchmarks/speed.py
"""

import argparse
import json
import os
import platform
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from arrow_speeds import arrow_figures
from columns import column_figures
from first_use import first_uses
from frames import ENGINES, frame_figures
from growth import growth
from peers import PERL, READERS, PerlFilter, Tokenizers, Typos, on_text, reads_rightly, versions
from processes import memory_of_annotate, runner, start_times
from report import FIGURES, tables, write_reports
from shards import SHARD_PEERS, shard_figures
from texts import KINDS, single_numbers, written
from thread_speeds import thread_figures
from timing import best_times

import tst_grammar as tst

_MEGABYTE = 1_000_000
_TRAINING = 500_000
_SIZES = ("size", "rounds", "numbers", "threaded", "starts", "largest", "cap", "every", "memory")


def measure_texts(options: argparse.Namespace) -> dict[str, Any]:
    texts = {kind: written(kind, int(options.size * _MEGABYTE)) for kind in KINDS}
    tokenizers = Tokenizers(text[:_TRAINING] for text in texts.values())
    rows = {}
    for kind, text in texts.items():
        with PerlFilter(text) as perl, Typos(tst.annotate(text)) as typos:
            runs = {**on_text(text), **tokenizers.contestants(text)}
            runs |= {"typos": typos.run, "typos start": typos.start}
            if PERL:
                if not perl.agrees(text):
                    raise SystemExit(f"{kind}: Perl and Python write different texts")
                runs |= {"perl": perl.run, "perl start": perl.start}
            seconds = best_times(runs, options.rounds, options.cap)
        if PERL:
            seconds["perl"] -= seconds.pop("perl start")
        seconds["typos"] -= seconds.pop("typos start")
        rows[kind] = {
            "bytes": len(text.encode()),
            "annotated bytes": len(tst.annotate(text).encode()),
            "seconds": _rounded(seconds),
        }
        _progress(kind)
    return {"rows": rows}


def measure_numbers(options: argparse.Namespace) -> dict[str, Any]:
    numbers = single_numbers(options.numbers)
    read = {
        name: {number for number in numbers if reads_rightly(read, number)} for name, read in READERS.items()
    }
    shared = [number for number in numbers if all(number in readable for readable in read.values())]
    written_shared = [tst.encode(number) for number in shared]
    runs: dict[str, Callable[[], None]] = {
        name: partial(_each, read, shared) for name, read in READERS.items()
    }
    runs |= {"encode(x)": partial(_each, tst.encode, shared)}
    runs |= {"decode(y)": partial(_each, tst.decode, written_shared)}
    tokens = [tst.tokenize(number) for number in shared]
    runs |= {"validate(tokens)": partial(_each, _validated, tokens)}
    runs |= {"validate(y, pieces=True)": partial(_each, partial(_validated, pieces=True), written_shared)}
    seconds = best_times(runs, 3 * options.rounds, options.cap)
    return {
        "numbers": len(numbers),
        "shared": len(shared),
        "read": {name: len(readable) for name, readable in read.items()},
        "nanoseconds": _rounded({name: time / len(shared) * 1e9 for name, time in seconds.items()}),
    }


def measure_columns(options: argparse.Namespace) -> dict[str, Any]:
    rows = column_figures(int(options.size * _MEGABYTE) // 64, options.rounds, options.cap)
    return {"rows": [{**row, "seconds": [float(f"{each:.4g}") for each in row["seconds"]]} for row in rows]}


def measure_arrow(options: argparse.Namespace) -> dict[str, Any]:
    figures = arrow_figures(int(options.size * _MEGABYTE) // 64, options.rounds, options.cap)
    return {"rows": {kind: {**row, "seconds": _rounded(row["seconds"])} for kind, row in figures.items()}}


def measure_threads(options: argparse.Namespace) -> dict[str, Any]:
    rows = thread_figures(options.threaded, options.rounds, options.cap)
    return {"rows": [{**row, "seconds": [float(f"{each:.4g}") for each in row["seconds"]]} for row in rows]}


def measure_first(options: argparse.Namespace) -> dict[str, Any]:
    return {"seconds": _rounded(first_uses(min(3, options.rounds)))}


def measure_frames(options: argparse.Namespace) -> dict[str, Any]:
    figures = frame_figures(int(options.size * 20_000), options.rounds)
    taken = {**circumstances(options), "peers": {name: version(name) for name in ENGINES}}
    return {"taken": taken, "rows": {engine: _rounded(seconds) for engine, seconds in figures.items()}}


def measure_shards(options: argparse.Namespace) -> dict[str, Any]:
    size = int(options.size * 30 * _MEGABYTE)
    taken = {**circumstances(options), "peers": {name: version(name) for name in SHARD_PEERS}}
    figures = shard_figures(size, options.rounds)
    return {"taken": taken, "size": size, "rows": {kind: _rounded(row) for kind, row in figures.items()}}


def measure_start(options: argparse.Namespace) -> dict[str, Any]:
    return {"seconds": _rounded(start_times(options.starts))}


def measure_growth(options: argparse.Namespace) -> dict[str, Any]:
    return growth(options.largest, min(3, options.rounds), options.cap, options.every)


def measure_memory(options: argparse.Namespace) -> dict[str, Any]:
    sizes = sorted({max(1, options.memory // 16), options.memory})
    measured = [memory_of_annotate(size) for size in sizes]
    return {"rows": [_rounded(row) for row in measured if row]}


MEASURES: Mapping[str, Callable[[argparse.Namespace], dict[str, Any]]] = {
    "texts": measure_texts,
    "numbers": measure_numbers,
    "columns": measure_columns,
    "arrow": measure_arrow,
    "threads": measure_threads,
    "first": measure_first,
    "frames": measure_frames,
    "shards": measure_shards,
    "start": measure_start,
    "growth": measure_growth,
    "memory": measure_memory,
}


def circumstances(options: argparse.Namespace) -> dict[str, Any]:
    """Return the date, the machine, the versions and the options, which the figures depend on."""
    return {
        "date": datetime.now(tz=UTC).date().isoformat(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": _system(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "tst": runner(),
        "peers": versions(),
        "options": " ".join(f"--{name} {getattr(options, name):g}" for name in _SIZES),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def _system() -> str:
    try:
        name = platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        name = platform.release()
    return f"{platform.system()} ({name}), {platform.machine()}"


def _validated(tokens: Iterable[str], *, pieces: bool = False) -> None:
    if any(tst.validate(tokens, pieces=pieces)):
        raise SystemExit(f"{tokens} is a number, but `validate` refuses it")


def _each(function: Callable[[Any], object], texts: Iterable[object]) -> None:
    for text in texts:
        function(text)


def _progress(name: str) -> None:
    print(f"  {name}", file=sys.stderr, flush=True)


def _rounded(times: Mapping[str, float]) -> dict[str, float]:
    return {name: float(f"{time:.4g}") for name, time in times.items()}


def _sections(names: str) -> list[str]:
    chosen = names.split(",")
    if unknown := set(chosen) - set(MEASURES):
        raise argparse.ArgumentTypeError(
            f"no section {', '.join(sorted(unknown))}: choose from {', '.join(MEASURES)}"
        )
    return chosen


def options_of(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the options. `--quick` changes the defaults, and writes no file without `--output`."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    add = parser.add_argument
    add(
        "--only",
        type=_sections,
        metavar="SECTIONS",
        help=f"measure only some of {','.join(MEASURES)}, separated by commas",
    )
    add(
        "--quick",
        action="store_true",
        help="small texts and few rounds, and no files unless --output is given",
    )
    add("--size", type=float, default=2, metavar="MB", help="the size of each text (default: %(default)s)")
    add("--rounds", type=int, default=5, help="rounds, of which the best counts (default: %(default)s)")
    add("--numbers", type=int, default=400, help="how many single numbers (default: %(default)s)")
    add("--threaded", type=float, default=100, metavar="MB", help="text for threads (default: %(default)s)")
    add("--starts", type=int, default=15, help="rounds of starting processes (default: %(default)s)")
    add("--largest", type=int, default=256, metavar="MB", help="the longest text (default: %(default)s)")
    add(
        "--cap",
        type=float,
        default=30,
        metavar="SECONDS",
        help="the most time for a cell of a table (default: %(default)s)",
    )
    add("--every", type=int, default=1, help="measure every n-th hostile string (default: all)")
    add("--memory", type=int, nargs="?", const=1000, metavar="MB", help="measure memory with this much text")
    add("--output", type=Path, metavar="FILE", help=f"file for the figures (default: {FIGURES.name})")
    if parser.parse_known_args(arguments)[0].quick:
        parser.set_defaults(size=0.25, rounds=2, threaded=2, starts=5, largest=8, cap=1.5, every=4)
    options = parser.parse_args(arguments)
    if not options.only:
        asked = {"frames": False, "shards": False, "memory": options.memory}  # they need many packages
        options.only = [name for name in MEASURES if asked.get(name, True)]
    options.memory = options.memory or (16 if options.quick else 1000)
    if options.output is None and not options.quick:
        options.output = FIGURES
    return options


def _write_figures(output: Path, figures: Mapping[str, object]) -> None:
    text = json.dumps(figures, indent=1, ensure_ascii=False)
    # A list of times is easier to read and to compare on one line
    text = re.sub(r"\[[0-9.,e\s-]+\]", lambda times: " ".join(times[0].split()), text)
    output.write_text(f"{text}\n", encoding="utf-8")


def main() -> None:
    options = options_of()
    output: Path | None = options.output
    figures = json.loads(output.read_text(encoding="utf-8")) if output and output.exists() else {}
    for name in options.only:
        _progress(f"{name} …")
        figures[name] = {"taken": circumstances(options), **MEASURES[name](options)}
        print("\n".join(tables(name, figures[name])), flush=True)
        if output:
            _write_figures(output, {name: figures[name] for name in MEASURES if name in figures})
    if output == FIGURES:
        write_reports()


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stderr.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    main()
