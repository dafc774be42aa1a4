"""Measures `encode` for the numbers of Python, as multiples of its time for the same numbers as text.

The calls take turns, so that a slow moment of the machine hits all of them. The best time of each counts.

python benchmarks/encode_values.py
python benchmarks/encode_values.py --rounds 30 --most 3
"""

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import partial

from timing import best_times

import tst_grammar as tst

_COUNT = 500


def values(seed: int = 0) -> dict[str, list[object]]:
    """Return numbers as text, and numbers of Python with as many digits."""
    chance = random.Random(seed)  # noqa: S311 -- the same numbers for everyone
    texts = [f"{chance.randrange(10**7)}.{chance.randrange(1, 100):02}" for _ in range(_COUNT)]
    return {
        "str": [*texts],
        "int": [int(text.replace(".", "")) for text in texts],
        "float": [*map(float, texts)],
        "Decimal": [*map(Decimal, texts)],
    }


def ratios(rounds: int) -> dict[str, float]:
    """Return the time of `encode` for each type, divided by its time for text."""
    runs: dict[str, Callable[[], None]] = {
        kind: partial(_encode_all, given) for kind, given in values().items()
    }
    times = best_times(runs, rounds)
    return {kind: time / times["str"] for kind, time in times.items()}


def _encode_all(numbers: Sequence[object]) -> None:
    encode: Callable[[object], str] = tst.encode  # type: ignore[assignment]
    for number in numbers:
        encode(number)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=20, help="rounds (default: %(default)s)")
    parser.add_argument("--most", type=float, metavar="RATIO", help="exit with 1 if a ratio is larger")
    options = parser.parse_args()
    measured = ratios(options.rounds)
    for kind, ratio in measured.items():
        print(f"{kind:8} {ratio:5.2f}")
    sys.exit(bool(options.most and max(measured.values()) > options.most))


if __name__ == "__main__":
    main()
