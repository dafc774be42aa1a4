"""Measures the CPU time of small commands, as multiples of the time of `python -c pass`.

The commands take turns, so that a slow moment of the machine hits all of them. The best time of each counts.

python benchmarks/start_up.py
python benchmarks/start_up.py --rounds 30 --most 8
"""

import argparse
import os
import resource
import subprocess
import sys
from math import inf
from tempfile import gettempdir
from typing import NamedTuple

from processes import tst_command


class Command(NamedTuple):
    """A command line, and the text for its standard input."""

    line: list[str]
    text: bytes


PYTHON = "python -c pass"

COMMANDS = {
    PYTHON: Command([sys.executable, "-c", "pass"], b""),
    "tst encode": Command(tst_command("encode"), b"1,234,567.89\n"),
    "tst decode": Command(tst_command("decode"), b"1m 234k 567. 890p\n"),
    "tst annotate": Command(tst_command("annotate"), b"It cost $1,234.50 on 2024-01-15.\n"),
    "tst lint": Command(tst_command("lint"), b"It cost $1k 234. 500p on 2024-01-15.\n"),
}
"""A small input without faults for each command."""

_NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"


def cpu_seconds(command: Command) -> float:
    """Run a command and return its CPU time, in user and system mode."""
    # Let Python write bytecode: an installed package has it too, and need not be compiled in every run
    environment = {name: value for name, value in os.environ.items() if name != _NO_BYTECODE}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        command.line,
        input=command.text,
        stdout=subprocess.DEVNULL,
        check=True,
        cwd=gettempdir(),
        env=environment,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)


def best_seconds(rounds: int) -> dict[str, float]:
    """Return the best CPU time of each command."""
    best = dict.fromkeys(COMMANDS, inf)
    for _ in range(rounds):
        for name, command in COMMANDS.items():
            best[name] = min(best[name], cpu_seconds(command))
    return best


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=15, help="default: %(default)s")
    parser.add_argument("--most", type=float, default=inf, help="fail if a ratio is larger (default: never)")
    options = parser.parse_args()
    seconds = best_seconds(options.rounds)
    ratios = {name: each / seconds[PYTHON] for name, each in seconds.items()}
    for name, each in seconds.items():
        print(f"{name:14} {1000 * each:6.1f} ms {ratios[name]:5.1f}")
    return int(max(ratios.values()) > options.most)


if __name__ == "__main__":
    sys.exit(main())
