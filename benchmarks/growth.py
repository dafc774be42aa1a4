"""Measures how the time grows with the length of a text: a text twice as long should take twice as long."""

import gc
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import count, pairwise
from math import log2
from time import perf_counter, sleep

from attrs import frozen
from peers import exhaust_numbers, exhaust_pieces, translated
from report import FLAGGED
from texts import HOSTILE, KINDS, written
from timing import SAMPLE

import tst_grammar as tst

_DELIMITERS = ("⟦", "⟧")
_TRIES = 3
_PATIENCE = 3.0
_PAUSE = 1.0
"""Seconds between the tries, so that a slow moment of the machine does not hit all of them."""
_FIRST, _FIRST_HOSTILE, _FIRST_FAULTY = 1_000_000, 1 << 14, 1 << 10
_HOSTILE_LONGEST = 1 << 22
_MEMORY_KEPT = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": str(1 << 40)}
"""Tells glibc to reuse memory of any size, not only below 32 MB. Otherwise, from some doubling on, the system
would give and clear each page of a result, which takes as long as a fast pass over it."""
_WORK = 1 << 20
"""How many characters a turn reads at least, so that short texts have no advantage over long ones."""
_LONG = 0.05
"""Seconds after which a turn is long enough."""

# For each name, the preparation of a text, and the call that is measured
_ON_TEXTS: dict[str, tuple[Callable[[str], str], Callable[[str], object]]] = {
    "annotate": (str, tst.annotate),
    "restore": (tst.annotate, tst.restore),
    "str.translate": (str, translated),
}
_ON_HOSTILE: dict[str, tuple[Callable[[str], str], Callable[[str], object]]] = {
    "annotate": (str, tst.annotate),
    "annotate with delimiters": (str, partial(tst.annotate, delimiters=_DELIMITERS)),
    "find_numbers": (str, exhaust_numbers),
    "restore": (str, tst.restore),
    "restore of annotated": (tst.annotate, tst.restore),
    "restore with delimiters": (
        partial(tst.annotate, delimiters=_DELIMITERS),
        partial(tst.restore, delimiters=_DELIMITERS),
    ),
    "lint": (str, tst.lint),
    "fix": (str, partial(tst.fix, unsafe=True)),
    "validate pieces": (str, exhaust_pieces),
}
_SLOW_WITH_FAULTS = {"lint", "fix", "validate pieces"}
"""Calls that explain each fault. They start with shorter strings."""


@frozen
class Doublings:
    """The times of a call on texts of doubled length."""

    run: Callable[[str], object]
    text: Callable[[int], str]
    """Returns a text that is the given number of times as long as the shortest."""
    most: int
    """The most times as long as the shortest that a text may be."""
    seconds: list[float]

    def extend(self, rounds: int, cap: float) -> None:
        """Double the text until it is too long or rounds with a longer one would exceed the cap."""
        while 1 << len(self.seconds) <= self.most:
            self.seconds.append(self._turn(len(self.seconds)))
            if len(self.seconds) > 1 and rounds * (self._round() + 2 * self.seconds[-1]) > cap:
                break

    def improve(self, places: Iterable[int], rounds: int, cap: float) -> None:
        """Measure some lengths again, in turns, and keep the best times."""
        places, end = list(places), perf_counter() + cap
        for _ in range(rounds):
            if perf_counter() > end:
                break
            for place in places:
                self.seconds[place] = min(self.seconds[place], self._turn(place))

    def suspects(self) -> list[int]:
        """Return the places on both sides of each doubling above the limit."""
        above = [place for place, (one, two) in enumerate(pairwise(self.seconds)) if two > FLAGGED * one]
        return sorted({place + side for place in above for side in (0, 1)})

    def _turn(self, place: int) -> float:
        text = self.text(1 << place)
        gc.collect()
        start = perf_counter()
        for times in count(1):
            self.run(text)
            seconds = perf_counter() - start
            if times * len(text) >= _WORK or seconds >= _LONG:
                break
        return seconds / times

    def _round(self) -> float:
        return sum(max(SAMPLE, seconds) for seconds in self.seconds)


def growth(largest: int, rounds: int, cap: float, every: int) -> dict[str, object]:
    """Measure the growth for texts up to `largest` MB and for each `every`-th hostile string."""
    command = [sys.executable, __file__, json.dumps([largest, rounds, cap, every])]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, env=os.environ | _MEMORY_KEPT)
    measured: dict[str, object] = json.loads(done.stdout)
    return measured


def _growth(largest: int, rounds: int, cap: float, every: int) -> dict[str, object]:
    texts = {kind: written(kind, _FIRST) for kind in KINDS}
    longest = min(_HOSTILE_LONGEST, largest << 18)
    return {
        "texts": _followed(_on_texts(texts, largest, rounds, cap)),
        "hostile": _followed(_on_hostile(HOSTILE[::every], longest, rounds, cap / 30)),
    }


def _followed(cells: Iterable[tuple[str, dict[str, object]]]) -> dict[str, object]:
    followed: dict[str, object] = {}
    for name, cell in cells:
        followed[name] = cell
        print(f"  {name}", file=sys.stderr, flush=True)
    return followed


def _on_texts(
    texts: dict[str, str], times: int, rounds: int, cap: float
) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield for each text how the time grows when it is repeated up to `times` times."""
    for kind, text in texts.items():
        cells: dict[str, object] = {}
        for name, (prepare, run) in _ON_TEXTS.items():
            cells[name] = _measured(Doublings(run, prepare(text).__mul__, times, []), rounds, cap)
        yield kind, cells


def _on_hostile(
    strings: Iterable[str], longest: int, rounds: int, cap: float
) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield for each string how the time grows when it is repeated up to `longest` characters."""
    for string in strings:
        cells: dict[str, object] = {}
        for name, (prepare, run) in _ON_HOSTILE.items():
            first = _FIRST_FAULTY if name in _SLOW_WITH_FAULTS else _FIRST_HOSTILE
            unit = string * 2 ** int(log2(first / len(string)))  # only whole strings, as the end matters
            text = partial(_prepared, prepare, unit)
            cells[name] = _measured(Doublings(run, text, longest // len(unit), []), rounds, cap)
        yield repr(string), cells


def _prepared(prepare: Callable[[str], str], unit: str, times: int) -> str:
    return prepare(unit * times)


def _measured(doublings: Doublings, rounds: int, cap: float) -> dict[str, object]:
    """Return the best times. Those above the limit are measured again, because noise is not growth."""
    start = perf_counter()
    doublings.extend(rounds, cap)
    doublings.improve(range(len(doublings.seconds)), rounds - 1, cap - (perf_counter() - start))
    for _ in range(_TRIES):
        if suspects := doublings.suspects():
            sleep(_PAUSE)
            doublings.improve(suspects, rounds + 1, max(cap, _PATIENCE))
    first = len(doublings.text(1).encode(errors="surrogatepass"))
    return {"bytes": first, "seconds": [float(f"{seconds:.4g}") for seconds in doublings.seconds]}


if __name__ == "__main__":
    sys.stderr.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    print(json.dumps(_growth(*json.loads(sys.argv[1]))))
