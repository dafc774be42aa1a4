"""The statistics of the page: intervals, paired tests, a bootstrap, and a correction for many tests."""

import base64
from collections.abc import Sequence
from functools import lru_cache
from math import atan, cos, pi, sin, sqrt
from statistics import fmean, stdev
from typing import Any

import numpy as np
from attrs import frozen

_RESAMPLES = 4000
_SEED = 20_26

Array = Any


@frozen
class Interval:
    """A mean with its 95% interval."""

    mean: float
    low: float
    high: float


def t_interval(values: Sequence[float]) -> Interval:
    """Return the mean over seeds with the interval of Student's t.

    >>> t_interval([1.0, 2.0, 3.0])
    Interval(mean=2.0, low=-0.48413771..., high=4.48413771...)
    """
    mean = fmean(values)
    if len(values) < 2:
        return Interval(mean, mean, mean)
    reach = t_quantile(len(values) - 1) * stdev(values) / sqrt(len(values))
    return Interval(mean, mean - reach, mean + reach)


def t_probability(t: float, freedom: int) -> float:
    """Return the probability of a value of Student's t that is as far from zero, on either side.

    >>> round(t_probability(2.776445, 4), 5), round(t_probability(3.182446, 3), 5)
    (0.05, 0.05)
    """
    angle = atan(abs(t) / sqrt(freedom))
    odd = freedom % 2
    factor, total = (1.0, 1.0) if not odd else (cos(angle), cos(angle) if freedom > 1 else 0.0)
    for step in range(2 + odd, freedom - 1, 2):
        factor *= cos(angle) ** 2 * (step - 1) / step
        total += factor
    inside = (2 / pi) * (angle + sin(angle) * total) if odd else sin(angle) * total
    return 1.0 - inside


def t_quantile(freedom: int, probability: float = 0.05) -> float:
    """Return how far from zero Student's t is with this probability, on either side.

    >>> round(t_quantile(4), 4)
    2.7764
    """
    low, high = 0.0, 1e3
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if t_probability(middle, freedom) > probability else (low, middle)
    return high


def paired_t(differences: Sequence[float]) -> float:
    """Return the probability of the t-test for differences of the same seeds; 1 if all are zero.

    >>> round(paired_t([0.1, 0.2, 0.3, 0.2, 0.2]), 4)
    0.0032
    """
    if not any(differences):
        return 1.0
    spread = stdev(differences)
    if not spread:
        return 0.0
    return t_probability(fmean(differences) / (spread / sqrt(len(differences))), len(differences) - 1)


def holm(probabilities: Sequence[float]) -> list[float]:
    """Correct probabilities for their number, as Holm does.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    corrected = [0.0] * len(probabilities)
    largest = 0.0
    for rank, index in enumerate(sorted(range(len(probabilities)), key=probabilities.__getitem__)):
        largest = max(largest, min(1.0, probabilities[index] * (len(probabilities) - rank)))
        corrected[index] = largest
    return corrected


def bits_of(group: dict[str, Any]) -> Array:
    """Return an array with 1 for each right answer of a group, and 0 for each wrong one.

    >>> bits_of({"right": "BQ==", "count": 3}).tolist()
    [1, 0, 1]
    """
    packed = np.frombuffer(base64.b64decode(group["right"]), dtype=np.uint8)
    return np.unpackbits(packed, bitorder="little")[: group["count"]]


def bootstrap(arm: Sequence[Array], reference: Sequence[Array]) -> Interval:
    """Return the mean difference of two arms and its 95% interval, over seeds and over examples.

    Both arms have an array of right answers for each seed, in the same order. A resample draws seeds and
    examples with replacement, and takes the same of both arms.
    """
    differences = np.array(arm, dtype=float) - np.array(reference, dtype=float)
    seeds, examples = differences.shape
    chosen, weights = _shares(seeds), _shares(examples)
    means = ((weights @ differences.T) * chosen).sum(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    return Interval(float(differences.mean()), float(low), float(high))


@lru_cache(8)
def _shares(count: int) -> Array:
    """Return the share of each example or seed in each resample."""
    random = np.random.default_rng([_SEED, count])
    return random.multinomial(count, [1 / count] * count, _RESAMPLES) / count
