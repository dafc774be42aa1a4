"""Compares a repeated subset with the committed results."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from experiments.results import Result
from experiments.statistics import Interval, t_interval

Cell = tuple[str, str, str, str]
"""The task, the settings, the arm and the group."""


def agreement(mine: Sequence[Result], committed: Sequence[Result]) -> tuple[list[str], bool]:
    """Say for each arm and group whether the repeated mean is inside the committed interval."""
    theirs = _intervals(committed)
    lines, agrees = [], True
    for cell, interval in _intervals(mine).items():
        if cell in theirs:
            known = theirs[cell]
            # A model on another machine rounds differently, so a mean may differ although all is the same
            inside = interval.mean == known.mean or known.low <= interval.mean <= known.high
            agrees &= inside
            task, _, arm, group = cell
            lines.append(
                f"{'agrees' if inside else 'DIFFERS'}: {task}, {group}, {arm}: {interval.mean:.1%}, "
                f"committed {known.mean:.1%} ({known.low:.1%} to {known.high:.1%})"
            )
    return lines, agrees and bool(lines)


def _intervals(results: Iterable[Result]) -> dict[Cell, Interval]:
    values: defaultdict[Cell, list[float]] = defaultdict(list)
    for result in results:
        for name, group in result["groups"].items():
            settings = str(sorted(result["settings"].items()))
            values[result["task"], settings, result["arm"], name].append(group["exact"])
    return {cell: t_interval(found) for cell, found in values.items()}
