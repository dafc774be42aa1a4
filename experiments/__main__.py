"""The command `python -m experiments`."""

import argparse
import re
import sys
from pathlib import Path

from experiments.plan import SUBSETS
from experiments.results import ROOT, committed, read_results, run_all

_UNITS = {"s": 1, "m": 60, "h": 3600}


def main(arguments: list[str] | None = None) -> int:
    """Run, resume or draw. Returns an exit code."""
    options = _parser().parse_args(arguments)
    if options.command == "draw":
        from experiments.page import write_page  # noqa: PLC0415 -- training needs no page

        write_page()
        return 0
    path = options.results or ROOT / "build" / "experiments" / f"{options.subset}.jsonl"
    if options.command == "run" and path.exists():
        print(f"{path} exists: use `resume` to go on, or name another file with --results", file=sys.stderr)
        return 2
    from experiments.training import trained  # noqa: PLC0415 -- it takes seconds

    left = run_all(SUBSETS[options.subset], path, options.budget, trained, _say)
    if left:
        _say(f"left out when the budget was used up: {len(left)} of {len(SUBSETS[options.subset])} runs")
        for part in dict.fromkeys(run.part for run in left):
            _say(f"  {part}: {sum(run.part == part for run in left)} runs")
    if options.subset == "quick":
        from experiments.agreement import agreement  # noqa: PLC0415 -- only here

        lines, agrees = agreement(list(read_results([path])), list(read_results(committed())))
        _say("\n".join(lines))
        return 0 if agrees else 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m experiments", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, text in (
        ("run", "train the models of the plan, in its order"),
        ("resume", "go on where a run stopped"),
    ):
        command = commands.add_parser(name, help=text, description=text)
        command.add_argument("--subset", choices=SUBSETS, default="all", help="which runs (default: all)")
        command.add_argument(
            "--budget", type=_seconds, help="start no run after this time, such as 90m or 2h"
        )
        command.add_argument("--results", type=Path, help="the file to write (default: in build/experiments)")
    commands.add_parser("draw", help="write the page and its figures from the committed results")
    return parser


def _seconds(text: str) -> float:
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)([smh])", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is not a time such as 90s, 30m or 2h")
    return float(found[1]) * _UNITS[found[2]]


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
