"""Gathers results into cells: one part of the plan, one arm, one group of test examples."""

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any

from attrs import asdict, evolve, frozen

from experiments.arms import ARMS, CONTROL, REFERENCE
from experiments.plan import Part
from experiments.results import Result
from experiments.statistics import Interval, bits_of, bootstrap, holm, paired_t, t_interval


@frozen
class Compared:
    """One arm beside another: the difference in exact match, and the probability of its test.

    `raw` is the probability before the correction for the number of tests.
    """

    arm: str
    group: str
    difference: Interval
    raw: float
    probability: float

    @property
    def verdict(self) -> str:
        """Say what the test found.

        >>> Compared("gst-1", "trap", Interval(0.2, 0.1, 0.3), 0.001, 0.01).verdict
        'better'
        """
        if self.probability >= 0.05:
            return "no difference found"
        return "better" if self.difference.mean > 0 else "worse"


class Cells:
    """The results of one part, by arm and seed."""

    def __init__(self, part: Part, results: Iterable[Result]) -> None:
        self.part = part
        settings = asdict(part.settings)
        # For single digits, the same examples are the same FLOPs
        of_digits = asdict(evolve(part.settings, equal="examples"))
        self._found: dict[str, dict[int, Result]] = {}
        for each in results:
            same = each["settings"] == (of_digits if each["arm"] == REFERENCE else settings)
            if each["task"] == part.task and same:
                self._found.setdefault(each["arm"], {})[each["seed"]] = each

    @property
    def arms(self) -> list[str]:
        """The arms of the part with all their seeds, in the order of the plan, and single digits."""
        own = [arm for arm in ARMS if arm in self.part.arms and self.is_complete(arm)]
        digits = [REFERENCE] if own and self.is_complete(REFERENCE) else []
        return list(dict.fromkeys((*digits, *own)))

    def is_complete(self, arm: str) -> bool:
        """Tell whether an arm has all seeds of the part."""
        return self._found.get(arm, {}).keys() >= {*self.part.seeds}

    def runs(self, arm: str) -> list[Result]:
        """Return the results of an arm, seed by seed."""
        return [self._found[arm][seed] for seed in self.part.seeds]

    def missing(self) -> int:
        """Return how many runs of the part were left out."""
        planned = ((arm, seed) for arm in self.part.arms for seed in self.part.seeds)
        return sum(seed not in self._found.get(arm, {}) for arm, seed in planned)

    def interval(self, arm: str, group: str, metric: str = "exact") -> Interval:
        """Return the mean of a metric over seeds, with its interval."""
        return t_interval([run["groups"][group][metric] for run in self.runs(arm)])

    def mean(self, arm: str, name: str) -> float:
        """Return the mean of a number that each run has, such as its tokens for an example."""
        return fmean(run[name] for run in self.runs(arm))

    def group_names(self) -> Sequence[str]:
        """Return the groups of the test."""
        return self.part.tests or [*self.runs(self.arms[0])[0]["groups"]]

    def compared(self, pairs: Sequence[tuple[str, str]]) -> list[Compared]:
        """Compare pairs of arms in each group, and correct for the number of these tests."""
        asked = [(arm, other, group) for arm, other in pairs for group in self.part.tests]
        raw = [paired_t(self._exact(*each)) for each in asked]
        return [
            Compared(
                arm, group, bootstrap(self._bits(arm, group), self._bits(other, group)), first, corrected
            )
            for (arm, other, group), first, corrected in zip(asked, raw, holm(raw), strict=True)
        ]

    def against_digits(self) -> list[Compared]:
        """Compare every other complete arm that writes digits with single digits."""
        if REFERENCE not in self.arms:
            return []
        others = [arm for arm in self.arms if arm != REFERENCE and not ARMS[arm].scaled]
        return self.compared([(arm, REFERENCE) for arm in others])

    def against_controls(self) -> list[Compared]:
        """Compare each scheme with its control."""
        controls = [arm for arm in self.arms if arm.endswith(CONTROL)]
        pairs = [(arm.removesuffix(CONTROL), arm) for arm in controls]
        return self.compared([(arm, control) for arm, control in pairs if self.is_complete(arm)])

    def _exact(self, arm: str, other: str, group: str) -> list[float]:
        pairs = zip(self.runs(arm), self.runs(other), strict=True)
        return [mine["groups"][group]["exact"] - its["groups"][group]["exact"] for mine, its in pairs]

    def _bits(self, arm: str, group: str) -> list[Any]:
        return [bits_of(run["groups"][group]) for run in self.runs(arm)]
