"""Draws a small automaton as an SVG picture."""

from collections.abc import Iterator
from itertools import groupby

from tst_grammar.automata.automaton import DEAD, Automaton

_STEP, _ROW, _RADIUS = 150, 96, 24

_DARK = """
@media (prefers-color-scheme: dark) {
svg { stroke: #9bb8d6; }
text { fill: #e8eaed; }
circle { fill: #223041; }
.ring { fill: none; }
.ground { fill: #16181d; }
.tip { fill: #9bb8d6; }
}
"""
"""Only for dark pages: programs that are not browsers know the attributes alone."""


def drawn(automaton: Automaton) -> str:
    """Draw the states and the moves between them. A state's column is how many characters lead to it."""
    places = dict(_places(automaton))
    width = max(x for x, _ in places.values()) + 110
    height = max(y for _, y in places.values()) + 70
    style = 'font-family="sans-serif" font-size="13" text-anchor="middle" fill="none" stroke="#345"'
    size = f'viewBox="0 0 {width} {height}" width="{width}"'
    tip = 'viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>',
        f"<style>{_DARK}</style>",
        f'<marker id="tip" {tip}><path d="M0,0 L8,4 L0,8 Z" class="tip" fill="#345" stroke="none"/></marker>',
        f'<rect class="ground" width="{width}" height="{height}" fill="#fff" stroke="none"/>',
    ]
    for state in places:
        lines += _moves(automaton, state, places)
    for state, (x, y) in places.items():
        kind = max(automaton.accepts[state])
        lines.append(f'<circle cx="{x}" cy="{y}" r="{_RADIUS}" fill="#eef4fb"/>')
        if kind:
            lines.append(f'<circle cx="{x}" cy="{y}" r="{_RADIUS - 4}" class="ring"/>')
            lines.append(_text(x, y + _RADIUS + 16, automaton.kinds[kind - 1]))
        lines.append(_text(x, y + 5, str(state)))
    return "\n".join((*lines, "</svg>\n"))


def _places(automaton: Automaton) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield each state with its place: one column for each number of characters, states below each other."""
    column = [automaton.starts[automaton.edge]]
    seen = {DEAD, *column}
    x = 60
    while column:
        for row, state in enumerate(column):
            yield state, (x, 70 + row * _ROW)
        following = dict.fromkeys(after for state in column for after in automaton.moves[state])
        column = [state for state in following if state not in seen]
        seen.update(column)
        x += _STEP


def _moves(automaton: Automaton, state: int, places: dict[int, tuple[int, int]]) -> Iterator[str]:
    """Yield the arrows from a state to others, with the characters that lead there."""
    x, y = places[state]
    names: dict[int, list[int]] = {}
    for name, after in enumerate(automaton.moves[state]):
        if after != DEAD:
            names.setdefault(after, []).append(name)
    for after, of in names.items():
        label = _characters(automaton, of)
        to_x, to_y = places[after]
        if after == state:
            loop = f"M{x - 9},{y - 22} C{x - 30},{y - 62} {x + 30},{y - 62} {x + 9},{y - 22}"
            yield f'<path d="{loop}" {_TIP}/>'
            yield _text(x, y - 56, label)
        else:
            yield f'<path d="M{x + _RADIUS},{y} L{to_x - _RADIUS},{to_y}" {_TIP}/>'
            yield _text((x + to_x) // 2, (y + to_y) // 2 - 8, label)


_TIP = 'marker-end="url(#tip)"'


def _characters(automaton: Automaton, names: list[int]) -> str:
    """Return the ASCII characters of some classes. Consecutive ones become a range."""
    codes = [code for code in range(33, 127) if automaton.classes.of(chr(code)) in names]
    runs = [[code for _, code in run] for _, run in groupby(enumerate(codes), lambda pair: pair[1] - pair[0])]
    return " ".join(f"{chr(run[0])}–{chr(run[-1])}" if len(run) > 1 else chr(run[0]) for run in runs)


def _text(x: int, y: int, text: str) -> str:
    return f'<text x="{x}" y="{y}" fill="#123" stroke="none">{text}</text>'
