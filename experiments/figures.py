"""Draws results as SVG pictures, for light and dark pages, with a description in words."""

from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import escape

from experiments.statistics import Interval

_WIDTH, _LEFT, _RIGHT, _TOP, _BOTTOM, _ROW = 760, 190, 30, 76, 34, 24
_SHAPES = ("circle", "square", "diamond")
_DASHES = ("none", "7 4", "2 3", "9 3 2 3", "4 2", "1 4")

# Shapes and dashes differ too, so nobody has to tell colours apart
_STYLE = """
text { font: 12px sans-serif; fill: #1f2328; }
.name { text-anchor: end; }
.tick { text-anchor: middle; fill: #59636e; }
.ours { font-weight: bold; }
.title { font-size: 15px; font-weight: bold; }
.page { fill: #ffffff; }
.grid { stroke: #d1d9e0; }
.c0 { stroke: #0b5cad; fill: #0b5cad; }
.c1 { stroke: #a2480c; fill: #a2480c; }
.c2 { stroke: #1a7f37; fill: #1a7f37; }
.c3 { stroke: #7a4fbf; fill: #7a4fbf; }
.c4 { stroke: #59636e; fill: #59636e; }
.c5 { stroke: #b3256d; fill: #b3256d; }
.line { fill: none; stroke-width: 2; }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc; }
.tick { fill: #9198a1; }
.page { fill: #0d1117; }
.grid { stroke: #3d444d; }
.c0 { stroke: #58a6ff; fill: #58a6ff; }
.c1 { stroke: #f0883e; fill: #f0883e; }
.c2 { stroke: #3fb950; fill: #3fb950; }
.c3 { stroke: #bc8cff; fill: #bc8cff; }
.c4 { stroke: #9198a1; fill: #9198a1; }
.c5 { stroke: #f778ba; fill: #f778ba; }
.line { fill: none; }
}
"""


def drawn_means(title: str, rows: Mapping[str, Mapping[str, Interval]], ours: Sequence[str]) -> str:
    """Draw a row for each arm, with a mark and an interval for each group. All values are shares."""
    groups = list(next(iter(rows.values())))
    height = _TOP + len(rows) * _ROW + _BOTTOM
    lines = [*_head(title, _words(rows), height), *_legend(groups)]
    for tick in range(0, 101, 20):
        x = _across(tick / 100)
        lines.append(f'<path class="grid" d="M{x:.1f},{_TOP - 8} V{height - _BOTTOM + 4}"/>')
        lines.append(f'<text class="tick" x="{x:.1f}" y="{height - 12}">{tick}%</text>')
    for index, (name, row) in enumerate(rows.items()):
        y = _TOP + index * _ROW + 8
        weight = " ours" if name in ours else ""
        lines.append(f'<text class="name{weight}" x="{_LEFT - 14}" y="{y + 4}">{escape(name)}</text>')
        for place, interval in enumerate(row.values()):
            middle = y + (place - (len(row) - 1) / 2) * 6
            low, high = _across(max(0.0, interval.low)), _across(min(1.0, interval.high))
            lines.append(f'<path class="c{place}" d="M{low:.1f},{middle:.1f} H{high:.1f}"/>')
            lines.append(_mark(place, _across(interval.mean), middle))
    return "\n".join((*lines, "</svg>\n"))


def drawn_curves(title: str, curves: Mapping[str, Sequence[tuple[int, float]]]) -> str:
    """Draw a line for each arm: how the share of right answers grows in training."""
    height, floor = 380, 340
    most = max(examples for points in curves.values() for examples, _ in points)
    ends = {name: f"{points[-1][1]:.0%} at the end" for name, points in curves.items()}
    words = "; ".join(f"{name}: {end}" for name, end in ends.items())
    lines = [*_head(title, words, height)]
    for tick in range(0, 101, 20):
        y = floor - tick / 100 * (floor - _TOP)
        lines.append(f'<path class="grid" d="M60,{y:.1f} H{_WIDTH - 210}"/>')
        lines.append(f'<text class="name" x="52" y="{y + 4:.1f}">{tick}%</text>')
    for part in range(5):
        x = 60 + part / 4 * (_WIDTH - 270)
        lines.append(f'<text class="tick" x="{x:.1f}" y="{floor + 20}">{most * part // 4:,}</text>')
    lines.append(f'<text class="tick" x="{60 + (_WIDTH - 270) / 2:.0f}" y="{height - 4}">examples</text>')
    for index, (name, points) in enumerate(curves.items()):
        style = f'class="line c{index % 6}" stroke-dasharray="{_DASHES[index % 6]}"'
        path = " L".join(
            f"{60 + examples / most * (_WIDTH - 270):.1f},{floor - share * (floor - _TOP):.1f}"
            for examples, share in points
        )
        y = _TOP + 10 + index * 20
        lines.append(f'<path {style} d="M{path}"/>')
        lines.append(f'<path {style} d="M{_WIDTH - 195},{y - 4} H{_WIDTH - 165}"/>')
        lines.append(f'<text x="{_WIDTH - 158}" y="{y}">{escape(name)}</text>')
    return "\n".join((*lines, "</svg>\n"))


def _head(title: str, words: str, height: int) -> Iterator[str]:
    size = f'viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title desc">'
    yield f'<title id="title">{escape(title)}</title>'
    yield f'<desc id="desc">{escape(words)}</desc>'
    yield f"<style>{_STYLE}</style>"
    yield f'<rect class="page" width="{_WIDTH}" height="{height}"/>'
    yield f'<text class="title" x="16" y="24">{escape(title)}</text>'


def _legend(groups: Sequence[str]) -> Iterator[str]:
    x = 16
    for place, group in enumerate(groups):
        yield _mark(place, x + 6, 44)
        yield f'<text x="{x + 18}" y="48">{escape(group)}</text>'
        x += 40 + 8 * len(group)


def _mark(place: int, x: float, y: float) -> str:
    shape, style = _SHAPES[place % 3], f'class="c{place}"'
    if shape == "circle":
        return f'<circle {style} cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
    turned = f' transform="rotate(45 {x:.1f} {y:.1f})"' if shape == "diamond" else ""
    return f'<rect {style} x="{x - 3.5:.1f}" y="{y - 3.5:.1f}" width="7" height="7"{turned}/>'


def _across(share: float) -> float:
    return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)


def _words(rows: Mapping[str, Mapping[str, Interval]]) -> str:
    return "; ".join(
        f"{name}: {', '.join(f'{group} {interval.mean:.0%}' for group, interval in row.items())}"
        for name, row in rows.items()
    )
