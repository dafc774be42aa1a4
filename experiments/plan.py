"""The plan: which runs, in which order. It was committed before the first run that counts."""

from collections.abc import Iterator, Mapping
from itertools import product
from types import MappingProxyType
from typing import Final

from attrs import evolve, frozen

from experiments.arms import ARMS, REFERENCE
from experiments.settings import Run, Settings
from experiments.tasks import TASKS

SEEDS: Final = (0, 1, 2, 3, 4)
CORE: Final = (REFERENCE, "option-b", "gst-1", "option-a", "reversed", "right-to-left")
"""The arms of the tasks that cost more, in the order of the plan."""


@frozen
class Part:
    """A part of the plan. `tests` are the groups whose differences from digits are tested."""

    name: str
    title: str
    task: str
    tests: tuple[str, ...]
    arms: tuple[str, ...]
    settings: Settings
    seeds: tuple[int, ...] = SEEDS
    headline: bool = False

    def runs(self) -> Iterator[Run]:
        """Yield the runs: each arm with all its seeds, then the next arm."""
        for arm, seed in product(self.arms, self.seeds):
            yield Run(self.name, self.task, arm, seed, self.settings)


_COMPARISON: Final = Settings()
_ADDITION: Final = Settings(steps=800, rate=4e-3)
_NOTATION: Final = Settings(steps=400)
_READERS: Final = tuple(name for name, arm in ARMS.items() if not arm.scaled)
"""All arms that read digits."""


def _parts() -> Iterator[Part]:
    yield Part(
        "comparison",
        "Comparison, with and without the trap",
        "comparison",
        ("trap", "no trap"),
        _READERS,
        _COMPARISON,
        headline=True,
    )
    yield Part(
        "addition",
        "Addition",
        "addition",
        ("integers", "decimals", "longer"),
        CORE,
        _ADDITION,
        headline=True,
    )
    yield Part(
        "notation",
        "Copying with a change of notation",
        "notation",
        ("seen", "longer"),
        CORE,
        _NOTATION,
        headline=True,
    )
    yield Part(
        "addition-others",
        "Addition, the other arms",
        "addition",
        ("integers", "decimals", "longer"),
        tuple(name for name in ARMS if name not in CORE),
        _ADDITION,
    )
    flops = evolve(_COMPARISON, equal="flops")
    yield Part(
        "equal-flops",
        "Comparison with equal trunk FLOPs",
        "comparison",
        ("trap", "no trap"),
        ("option-b", "option-a", "gst-2", "right-to-left"),
        flops,
    )
    for size, layers, width in (("small", 1, 16), ("large", 2, 64)):
        yield Part(
            f"size-{size}",
            f"Comparison in a {size} trunk",
            "comparison",
            ("trap", "no trap"),
            ("gst-1", "gst-2", "option-b"),
            evolve(_COMPARISON, layers=layers, width=width),
        )
    yield Part(
        "ntl",
        "Addition with Number Token Loss",
        "addition",
        ("integers", "decimals", "longer"),
        ("option-b", "gst-1"),
        evolve(_ADDITION, loss="ntl"),
    )
    yield Part(
        "unseen-trap",
        "Comparison after training without a trap",
        "unseen-trap",
        ("trap", "no trap"),
        CORE,
        _COMPARISON,
    )
    yield Part(
        "notation-others",
        "Copying with a change of notation, the other arms",
        "notation",
        ("seen", "longer"),
        tuple(name for name in _READERS if name not in CORE),
        _NOTATION,
    )
    for name, task in TASKS.items():
        if task.exploratory:
            yield Part(name, f"{task.title} (exploratory, one seed)", name, (), CORE, _NOTATION, SEEDS[:1])


PARTS: Final[Mapping[str, Part]] = MappingProxyType({part.name: part for part in _parts()})
"""The parts by their names, in the order in which they run."""

_QUICK: Final = (REFERENCE, "gst-1", "option-b")
SUBSETS: Final[Mapping[str, tuple[Run, ...]]] = MappingProxyType(
    {
        "all": tuple(run for part in PARTS.values() for run in part.runs()),
        "headline": tuple(run for part in PARTS.values() if part.headline for run in part.runs()),
        "quick": tuple(run for run in PARTS["comparison"].runs() if run.arm in _QUICK),
        **{name: tuple(part.runs()) for name, part in PARTS.items()},
    }
)
"""Named subsets of the runs. `quick` takes less than ten minutes of one core."""
