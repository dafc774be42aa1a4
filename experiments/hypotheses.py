"""The hypotheses of the paper, each with its measurement, or with the runs that it would need."""

from collections.abc import Iterator, Mapping
from statistics import fmean, stdev

from experiments.arms import ARMS, REFERENCE
from experiments.cells import Cells
from experiments.results import Result
from experiments.statistics import holm, paired_t, t_interval
from experiments.tables import points, probability, table

_TARGET = 0.9


def stability(cells: Cells) -> Iterator[str]:
    """Yield a table of the spread over seeds, and of the examples until 90% of the first group are right."""
    group = cells.group_names()[0]
    yield from table(
        (
            "arm",
            "last loss",
            "its spread over seeds",
            f"spread of *{group}*, points",
            "examples to 90%",
            "seeds that reach it",
        ),
        (
            (
                ARMS[arm].title,
                f"{cells.mean(arm, 'final_loss'):.3f}",
                f"{stdev(run['final_loss'] for run in cells.runs(arm)):.3f}",
                f"{stdev(run['groups'][group]['exact'] for run in cells.runs(arm)) * 100:.1f}",
                *_examples_to_target(cells.runs(arm)),
            )
            for arm in cells.arms
            if not ARMS[arm].scaled
        ),
    )


def _examples_to_target(runs: list[Result]) -> tuple[str, str]:
    reached = [next((at for at, _, share in run["curve"] if share >= _TARGET), None) for run in runs]
    known = [at for at in reached if at is not None]
    mean = f"{fmean(known):,.0f}" if known else "–"
    return mean, f"{len(known)} of {len(runs)}"


def spread_in_words(cells: Cells) -> str:
    """Say how the spread over seeds of the TST arms compares with that of single digits."""
    group = cells.group_names()[0]
    spreads = {
        arm: stdev(run["groups"][group]["exact"] for run in cells.runs(arm)) * 100 for arm in cells.arms
    }
    smaller = [ARMS[arm].title for arm in spreads if ARMS[arm].scheme and spreads[arm] < spreads[REFERENCE]]
    schemes = [arm for arm in spreads if ARMS[arm].scheme]
    return (
        f"Single digits have a spread of {spreads[REFERENCE]:.1f} points in *{group}*. "
        f"{len(smaller)} of {len(schemes)} TST arms have a smaller one"
        f"{': ' + ', '.join(smaller) if smaller else ''}. Five seeds measure a spread only roughly."
    )


def number_token_loss(plain: Cells, with_loss: Cells) -> Iterator[str]:
    """Yield a table of the effect of Number Token Loss in each arm and group."""
    arms = [arm for arm in with_loss.arms if arm in plain.arms]
    rows = [(arm, group, _effect(plain, with_loss, arm, group)) for arm in arms for group in plain.part.tests]
    corrected = holm([paired_t(effects) for _, _, effects in rows])
    yield from table(
        ("arm", "group", "difference, points", "95%", "p, corrected"),
        (
            (ARMS[arm].title, group, *_tested(effects, corrected[index]))
            for index, (arm, group, effects) in enumerate(rows)
        ),
    )
    if len(arms) == 2:
        yield ""
        yield "The difference of these differences (the first arm minus the second):\n"
        rows = [
            (
                "both",
                group,
                _minus(_effect(plain, with_loss, arms[0], group), _effect(plain, with_loss, arms[1], group)),
            )
            for group in plain.part.tests
        ]
        corrected = holm([paired_t(effects) for _, _, effects in rows])
        yield from table(
            ("group", "difference, points", "95%", "p, corrected"),
            ((group, *_tested(effects, corrected[index])) for index, (_, group, effects) in enumerate(rows)),
        )


def trunk_sizes(sizes: Mapping[str, Cells]) -> Iterator[str]:
    """Yield the advantage of N = 1 over N = 3 in each trunk, and the test of its change with the size."""
    first, *_, last = sizes.values()
    groups = first.part.tests
    yield from table(
        ("trunk", "group", "N = 1 minus N = 3, points", "95%", "p"),
        (
            (name, group, *_tested(effects, paired_t(effects)))
            for name, cells in sizes.items()
            for group in groups
            for effects in [_advantage(cells, group)]
        ),
    )
    yield ""
    for group in groups:
        change = _minus(_advantage(first, group), _advantage(last, group))
        interval = t_interval(change)
        yield (
            f"- Interaction in *{group}*: from the smallest to the largest trunk the advantage falls by "
            f"{points(interval.mean)} points ({points(interval.low)} to {points(interval.high)}), "
            f"p = {probability(paired_t(change))}."
        )


def _advantage(cells: Cells, group: str) -> list[float]:
    return _minus(_values(cells, "gst-1", group), _values(cells, "option-b", group))


def _effect(plain: Cells, with_loss: Cells, arm: str, group: str) -> list[float]:
    return _minus(_values(with_loss, arm, group), _values(plain, arm, group))


def _values(cells: Cells, arm: str, group: str) -> list[float]:
    return [run["groups"][group]["exact"] for run in cells.runs(arm)]


def _minus(first: list[float], second: list[float]) -> list[float]:
    return [mine - its for mine, its in zip(first, second, strict=True)]


def _tested(differences: list[float], corrected: float) -> tuple[str, str, str]:
    interval = t_interval(differences)
    return (
        points(interval.mean),
        f"{points(interval.low)} to {points(interval.high)}",
        probability(corrected),
    )
