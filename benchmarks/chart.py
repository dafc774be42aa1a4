"""Draws the speeds as bars on a logarithmic scale, for light and dark pages, with a description in words."""

from collections.abc import Collection, Iterator, Mapping
from math import ceil, floor, log10
from xml.sax.saxutils import escape

_WIDTH, _LEFT, _RIGHT = 760, 130, 70
_BAR, _GAP, _HEADING, _TOP, _BOTTOM = 13, 4, 34, 58, 36

# Our bars are filled and have bold names, the others are striped, so nobody has to tell colours apart
_STYLE = """
text { font: 12px sans-serif; fill: #1f2328; }
.name { text-anchor: end; }
.tick { text-anchor: middle; fill: #59636e; }
.ours, .heading { font-weight: bold; }
.title { font-size: 15px; font-weight: bold; }
.page { fill: #ffffff; }
.grid { stroke: #d1d9e0; }
.bar { fill: #0b5cad; stroke: #0b5cad; }
.peer { fill: url(#stripes); stroke: #6e7781; }
.stripe { stroke: #6e7781; stroke-width: 2; }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc; }
.tick { fill: #9198a1; }
.page { fill: #0d1117; }
.grid { stroke: #3d444d; }
.bar { fill: #58a6ff; stroke: #58a6ff; }
.peer { stroke: #9198a1; }
.stripe { stroke: #9198a1; }
}
"""


def drawn_speeds(speeds: Mapping[str, Mapping[str, float]], ours: Collection[str]) -> str:
    """Draw the speed in MB/s of each program on each text."""
    values = [value for row in speeds.values() for value in row.values()] or [1.0]
    first, last = floor(log10(min(values))), max(ceil(log10(max(values))), floor(log10(min(values))) + 1)
    scale = (_WIDTH - _LEFT - _RIGHT) / (last - first)
    height = _TOP + sum(_HEADING + len(row) * (_BAR + _GAP) for row in speeds.values()) + _BOTTOM
    size = f'viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}"'
    pattern = 'width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title desc">',
        '<title id="title">Speed on running text, in megabytes per second</title>',
        f'<desc id="desc">{escape(_description(speeds))}</desc>',
        f"<style>{_STYLE}</style>",
        f'<pattern id="stripes" {pattern}><path class="stripe" d="M0,0 V5"/></pattern>',
        f'<rect class="page" width="{_WIDTH}" height="{height}"/>',
        '<text class="title" x="16" y="24">Speed on running text: MB/s, on a logarithmic scale</text>',
        '<text x="16" y="42">Filled bars and bold names are tst-grammar, striped bars are others.</text>',
    ]
    for power in range(first, last + 1):
        x = _LEFT + (power - first) * scale
        lines.append(f'<path class="grid" d="M{x:.1f},{_TOP} V{height - _BOTTOM + 4}"/>')
        lines.append(f'<text class="tick" x="{x:.1f}" y="{height - 14}">{10.0**power:,.10g}</text>')
    y = _TOP
    for kind, row in speeds.items():
        lines.append(f'<text class="heading" x="16" y="{y + 22}">{escape(kind)}</text>')
        y += _HEADING
        for name, value in sorted(row.items(), key=lambda pair: -pair[1]):
            lines += _bar(y, name, value, (log10(value) - first) * scale, is_ours=name in ours)
            y += _BAR + _GAP
    return "\n".join((*lines, "</svg>\n"))


def _bar(y: int, name: str, value: float, length: float, *, is_ours: bool) -> Iterator[str]:
    weight, kind = ("ours", "bar") if is_ours else ("theirs", "peer")
    baseline = y + _BAR - 2
    yield f'<text class="name {weight}" x="{_LEFT - 8}" y="{baseline}">{escape(name)}</text>'
    yield f'<rect class="{kind}" x="{_LEFT}" y="{y}" width="{length:.1f}" height="{_BAR}"/>'
    yield f'<text class="{weight}" x="{_LEFT + length + 6:.1f}" y="{baseline}">{_short(value)}</text>'


def _description(speeds: Mapping[str, Mapping[str, float]]) -> str:
    rows = (
        f"{kind}: {', '.join(f'{name} {_short(value)}' for name, value in row.items())}."
        for kind, row in speeds.items()
    )
    return " ".join(rows)


def _short(value: float) -> str:
    return f"{float(f'{value:.2g}'):,.10g}"
