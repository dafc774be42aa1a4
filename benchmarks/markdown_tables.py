"""Writes tables and figures in Markdown."""

from collections.abc import Iterable, Iterator


def short(value: float | None) -> str:
    """Return a figure with two significant digits, or with all digits before the point."""
    if value is None:
        return "–"
    rounded = float(f"{value:.2g}") if value < 100 else value
    return f"{rounded:,.0f}" if rounded >= 10 else f"{rounded:#.2g}"


def table(heading: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield the lines of a table, with all columns but the first aligned to the right."""
    heading = list(heading)
    yield f"| {' | '.join(heading)} |"
    yield "|---" + "|---:" * (len(heading) - 1) + "|"
    yield from (f"| {' | '.join(row)} |" for row in rows)
