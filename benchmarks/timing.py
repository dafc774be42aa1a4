"""Takes the time of calls that take turns, so that a slow moment of the machine hits all of them."""

from collections.abc import Callable, Mapping
from math import inf
from time import perf_counter

SAMPLE = 0.005
"""A turn goes on until so many seconds have passed, so that short calls get as good a chance as long ones."""


def best_of_turn(run: Callable[[], object]) -> float:
    """Return the shortest time of a call among those of one turn."""
    best, end = inf, perf_counter() + SAMPLE
    while True:
        start = perf_counter()
        run()
        now = perf_counter()
        best = min(best, now - start)
        if now >= end:
            return best


def best_times(runs: Mapping[str, Callable[[], object]], rounds: int, cap: float = inf) -> dict[str, float]:
    """Return the shortest time of each in so many rounds, or those that begin within the cap in seconds."""
    best = dict.fromkeys(runs, inf)
    end = perf_counter() + cap
    for done in range(rounds):
        if done and perf_counter() >= end:
            break
        for name, run in runs.items():
            best[name] = min(best[name], best_of_turn(run))
    return best
