"""Writes cells as Markdown: tables of means, of differences and of other measurements."""

from collections.abc import Iterable, Iterator, Sequence

from experiments.arms import ARMS, REFERENCE
from experiments.cells import Cells, Compared
from experiments.statistics import Interval

_FLOOR = 0.01


def table(heading: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield the lines of a table, with all columns but the first aligned to the right.

    >>> list(table(("arm", "right"), [("digits", "50%")]))
    ['| arm | right |', '|---|---:|', '| digits | 50% |']
    """
    heading = list(heading)
    yield f"| {' | '.join(heading)} |"
    yield "|---" + "|---:" * (len(heading) - 1) + "|"
    yield from (f"| {' | '.join(row)} |" for row in rows)


def means(cells: Cells) -> Iterator[str]:
    """Yield a table of the exact matches, with what an arm costs."""
    groups = cells.group_names()
    several = len(cells.part.seeds) > 1
    yield from table(
        ("arm", *groups, "tokens per example", "vocabulary", "CPU s per run"),
        (
            (
                ARMS[arm].title,
                *(_exact(cells, arm, group, several=several) for group in groups),
                f"{cells.mean(arm, 'tokens_per_example'):.1f}",
                f"{cells.mean(arm, 'vocabulary'):,.0f}",
                f"{cells.mean(arm, 'cpu_seconds'):.0f}",
            )
            for arm in cells.arms
        ),
    )


def _exact(cells: Cells, arm: str, group: str, *, several: bool) -> str:
    if ARMS[arm].scaled:
        return "–"
    interval = cells.interval(arm, group)
    return with_interval(interval) if several else percent(interval.mean)


def other_metrics(cells: Cells) -> Iterator[str]:
    """Yield a table of digit match and log-sMAPE."""
    groups = cells.group_names()
    yield from table(
        ("arm", *(f"{group}, {what}" for group in groups for what in ("digit match", "log-sMAPE"))),
        (
            (
                ARMS[arm].title,
                *(
                    "–"
                    if ARMS[arm].scaled and metric == "digits"
                    else f"{cells.interval(arm, group, metric).mean:.3f}"
                    for group in groups
                    for metric in ("digits", "log_smape")
                ),
            )
            for arm in cells.arms
        ),
    )


def differences(compared: Sequence[Compared]) -> Iterator[str]:
    """Yield a table of differences in percentage points."""
    yield from table(
        ("arm", "group", "difference", "95% bootstrap", "p", "p, corrected", "verdict"),
        (
            (
                ARMS[each.arm].title,
                each.group,
                points(each.difference.mean),
                f"{points(each.difference.low)} to {points(each.difference.high)}",
                probability(each.raw),
                probability(each.probability),
                f"**{each.verdict}**" if each.probability < 0.05 else each.verdict,
            )
            for each in compared
        ),
    )


def in_words(cells: Cells, compared: Sequence[Compared]) -> Iterator[str]:
    """Yield a line for each group: which arms are better, which worse, and how many are neither."""
    for group in dict.fromkeys(each.group for each in compared):
        if max(cells.interval(arm, group).mean for arm in cells.arms) < _FLOOR:
            yield f"- *{group}*: nothing can be said, since no arm has 1% of the answers right."
            continue
        mine = [each for each in compared if each.group == group]
        said = [
            f"**{verdict}** than {ARMS[REFERENCE].title}: {', '.join(names) or 'none'}"
            for verdict in ("better", "worse")
            for names in [[_named(each) for each in mine if each.verdict == verdict]]
        ]
        others = [each for each in mine if each.verdict not in ("better", "worse")]
        largest = max((abs(each.difference.mean) for each in others), default=0.0)
        said.append(
            f"no difference found: {len(others)} of {len(mine)} arms, which differ by up to "
            f"{largest * 100:.1f} points in this sample"
        )
        yield f"- *{group}*: {'; '.join(said)}."


def _named(compared: Compared) -> str:
    return f"{ARMS[compared.arm].title} ({points(compared.difference.mean)} points)"


def percent(share: float) -> str:
    """Return a share in percent.

    >>> percent(0.5)
    '50.0%'
    """
    return f"{share:.1%}"


def points(difference: float) -> str:
    """Return a difference in percentage points, with its sign.

    >>> points(-0.125)
    '−12.5'
    """
    return f"{difference * 100:+.1f}".replace("-", "−")


def with_interval(interval: Interval) -> str:
    """Return a mean in percent with its interval, which ends at 0 and at 100.

    >>> with_interval(Interval(0.95, 0.89, 1.01))
    '95.0% (89–100)'
    """
    low, high = max(0.0, interval.low), min(1.0, interval.high)
    return f"{interval.mean:.1%} ({low * 100:.0f}–{high * 100:.0f})"


def probability(value: float) -> str:
    """Return a probability.

    >>> probability(0.00012), probability(0.0412)
    ('< 0.001', '0.041')
    """
    return "< 0.001" if value < 0.001 else f"{value:.3f}"
