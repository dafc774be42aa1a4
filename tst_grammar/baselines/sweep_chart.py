"""Draws a sweep: tokens per number against the size of the vocabulary, as text and as SVG."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil, floor, log10
from typing import Final, NamedTuple

from tst_grammar.baselines.sweep import Sweep, SweepPoint

_COLUMNS, _ROWS = 60, 16
_WIDTH, _HEIGHT, _LEFT, _TOP, _BOTTOM, _RIGHT = 640, 360, 56, 48, 48, 24

_STYLE: Final = """
text { font: 12px sans-serif; fill: #1f2328; }
.page { fill: #ffffff; }
.grid { stroke: #d1d9e0; }
.A { stroke: #a2480c; fill: #a2480c; }
.B { stroke: #0b5cad; fill: #0b5cad; }
.line { fill: none; }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc; }
.page { fill: #0d1117; }
.grid { stroke: #3d444d; }
.A { stroke: #f0883e; fill: #f0883e; }
.B { stroke: #58a6ff; fill: #58a6ff; }
.line { fill: none; }
}
"""


class _Placed(NamedTuple):
    """A point with its place: from 0 to 1 to the right and from 0 to 1 upwards."""

    point: SweepPoint
    x: float
    y: float


class _Scales(NamedTuple):
    """The powers of ten of the vocabulary, and the most tokens per number, that a chart shows."""

    first: int
    last: int
    most: int


def text_chart(sweep: Sweep) -> str:
    """Draw a sweep for a terminal: a letter and a digit for the option and the group size.

    >>> point = SweepPoint("B", 3, 11595, 3, 1.5)
    >>> print(text_chart(Sweep("notes.txt", 2, 0, (point,))).splitlines()[5])
      1.5 |    B3
    """
    placed, scales = _placed(sweep)
    grid = [[" "] * (_COLUMNS + 2) for _ in range(_ROWS + 1)]
    for point, x, y in placed:
        row, column = grid[round((1 - y) * _ROWS)], round(x * (_COLUMNS - 2))
        while row[column] != " ":  # a mark that stands there already
            column += 2
            row.extend("  ")
        row[column : column + 2] = f"{point.option}{point.group_size}"
    lines = ["tokens per number"]
    for index, row in enumerate(grid):
        value = scales.most * (_ROWS - index) / _ROWS
        label = f"{value:5.1f}" if index % 4 == 0 else " " * 5
        lines.append(f"{label} |{''.join(row)}".rstrip())
    lines.append(f"      +{'-' * _COLUMNS}")
    width = _COLUMNS // (scales.last - scales.first)
    labels = (f"10^{power}".ljust(width) for power in range(scales.first, scales.last + 1))
    lines.append(f"       {''.join(labels).rstrip()}")
    lines.append("       tokens of the vocabulary; A3 is Option A with groups of three digits")
    return "\n".join(lines) + "\n"


def svg_chart(sweep: Sweep) -> str:
    """Draw a sweep as SVG, for light and dark pages.

    >>> svg_chart(Sweep("notes.txt", 2, 0, (SweepPoint("B", 3, 11595, 3, 1.5),))).count("<circle")
    1
    """
    placed, scales = _placed(sweep)
    size = f'viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
        "<title>Tokens per number against the size of the vocabulary</title>",
        f"<desc>{_words(sweep.points)}</desc>",
        f"<style>{_STYLE}</style>",
        f'<rect class="page" width="{_WIDTH}" height="{_HEIGHT}"/>',
        f'<text x="16" y="24">Tokens per number ({sweep.numbers} numbers), against the vocabulary</text>',
        *_grid(scales),
    ]
    for option, group in groupby(placed, key=lambda each: each.point.option):
        places = [(*_pixels(x, y), point) for point, x, y in group]
        path = " L".join(f"{x:.1f},{y:.1f}" for x, y, _ in places)
        lines.append(f'<path class="line {option}" d="M{path}"/>')
        for x, y, point in places:
            lines.append(f'<circle class="{option}" cx="{x:.1f}" cy="{y:.1f}" r="4"/>')
            lines.append(f'<text x="{x + 6:.1f}" y="{y - 6:.1f}">{option}, N = {point.group_size}</text>')
    return "\n".join((*lines, "</svg>\n"))


def _placed(sweep: Sweep) -> tuple[list[_Placed], _Scales]:
    sizes = [log10(each.vocabulary) for each in sweep.points]
    first, last = floor(min(sizes)), ceil(max(sizes))
    most = ceil(max((each.per_number or 0.0) for each in sweep.points)) or 1
    scales = _Scales(first, max(last, first + 1), most)
    places = (
        _Placed(each, (size - first) / (scales.last - first), each.per_number / most)
        for each, size in zip(sweep.points, sizes, strict=True)
        if each.per_number is not None
    )
    return list(places), scales


def _grid(scales: _Scales) -> Iterator[str]:
    for power in range(scales.first, scales.last + 1):
        x, bottom = _pixels((power - scales.first) / (scales.last - scales.first), 0)
        yield f'<path class="grid" d="M{x:.1f},{_TOP} V{bottom:.1f}"/>'
        yield f'<text x="{x:.1f}" y="{bottom + 18:.1f}" text-anchor="middle">{10**power:,}</text>'
    for step in range(5):
        x, y = _pixels(0, step / 4)
        yield f'<path class="grid" d="M{x:.1f},{y:.1f} H{_WIDTH - _RIGHT}"/>'
        label = f"{scales.most * step / 4:.4g}"
        yield f'<text x="{x - 8:.1f}" y="{y + 4:.1f}" text-anchor="end">{label}</text>'


def _pixels(x: float, y: float) -> tuple[float, float]:
    height = _HEIGHT - _TOP - _BOTTOM
    return _LEFT + x * (_WIDTH - _LEFT - _RIGHT - 40), _TOP + (1 - y) * height


def _words(points: Sequence[SweepPoint]) -> str:
    return "; ".join(
        f"Option {each.option}, N = {each.group_size}: {each.per_number:.2f}, vocabulary {each.vocabulary}"
        for each in points
        if each.per_number is not None
    )
