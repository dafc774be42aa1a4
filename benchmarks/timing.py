"""Measures calls that take turns, so that a slow moment of the machine hits all of them."""

from collections.abc import Callable, Mapping
from math import inf
from time import perf_counter

SAMPLE = 0.005
"""How many seconds a turn lasts at least, so that short calls have as good a chance as long ones."""


Clock = Callable[[], float]


def best_of_turn(run: Callable[[], object], clock: Clock = perf_counter) -> float:
    """Return the shortest time of a call within one turn."""
    best, end = inf, clock() + SAMPLE
    while True:
        start = clock()
        run()
        now = clock()
        best = min(best, now - start)
        if now >= end:
            return best


def best_times(
    runs: Mapping[str, Callable[[], object]], rounds: int, cap: float = inf, clock: Clock = perf_counter
) -> dict[str, float]:
    """Return the shortest time of each call. No round starts when `cap` seconds have passed."""
    best = dict.fromkeys(runs, inf)
    end = perf_counter() + cap
    for done in range(rounds):
        if done and perf_counter() >= end:
            break
        for name, run in runs.items():
            best[name] = min(best[name], best_of_turn(run, clock))
    return best
