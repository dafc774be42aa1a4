"""Draws the flow of a number through the package, and a number in several tokenizations, as SVG pictures."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

import tst_grammar as tst
from tst_grammar.baselines import BASELINES, TstTokenization
from tst_grammar.baselines.side_by_side import compare_number
from tst_grammar.models.pictures.boxes import Box, boxes_of
from tst_grammar.models.pictures.markup import escaped
from tst_grammar.models.pictures.palette import GRAY, GROUNDS, INKS, hue_of

TEXT = "'DejaVu Sans', system-ui, sans-serif"
CODE = "'DejaVu Sans Mono', ui-monospace, Menlo, Consolas, monospace"
STYLE = f"""
@media (prefers-color-scheme: dark) {{
.drawn {{ fill: {INKS["dark"]}; }}
.drawn .ground {{ fill: {GROUNDS["dark"]}; }}
}}
"""

_WIDE, _STAGE, _GAP, _TOP, _HEIGHT = 920, 150, 100, 64, 118
_MIDDLE, _ROW, _NAME, _COUNT, _CHARACTER = 720, 34, 150, 60, 7.3


def drawn_flow(text: str) -> str:
    """Draw the stages from a written number to its TST, with the functions that lead from one to the next."""
    number = tst.parse_number(text)
    written = tst.to_tst(number)
    stages = (
        ("text", [text]),
        ("Number", [f"{name} {getattr(number, name)}" for name in ("sign", "integer", "fraction")]),
        ("TstNumber", [token.text for token in written.tokens]),
        ("TST text", [tst.format_tst(written)]),
    )
    moves = (("parse_number", "format_number"), ("to_tst", ".number"), ("format_tst", "parse_tst"))
    lefts = [10 + place * (_STAGE + _GAP) for place in range(len(stages))]
    lines = [_tip()]
    for left, (title, content) in zip(lefts, stages, strict=True):
        lines += _stage(left, title, content)
    for (left, right), names in zip(pairwise(lefts), moves, strict=True):
        lines += _moves(left + _STAGE, right, names)
    first, last = lefts[0] + _STAGE / 2, lefts[-1] + _STAGE / 2
    bottom = _TOP + _HEIGHT
    lines += [
        _arrow(f"M{first},{_TOP - 4} V24 H{last} V{_TOP - 6}"),
        _text(_WIDE / 2, 17, "encode", CODE),
        _arrow(f"M{last},{bottom + 4} V{bottom + 40} H{first} V{bottom + 6}"),
        _text(_WIDE / 2, bottom + 57, "decode gives the value as a Decimal"),
    ]
    return _picture(f"The flow of {text} through the package", _WIDE, bottom + 72, lines)


def drawn_comparison(number: str) -> str:
    """Draw the tokens of a number in each tokenization, those of TST in the colours of their magnitudes."""
    names = [*BASELINES, "TST"]
    found = compare_number(number, [*BASELINES.values(), TstTokenization("TST", tst.TST)]).encoded
    lines = [
        _text(20, 24, f"{number} as", bold=True, anchor="start"),
        _text(_NAME + 20, 24, "tokens", bold=True),
    ]
    for row, (name, encoded) in enumerate(zip(names, found, strict=True)):
        if isinstance(encoded, tst.RangeError):
            raise encoded
        y = 40 + row * _ROW
        boxes = [Box(token, "") for token in encoded.tokens]
        if name == "TST":
            boxes = list(boxes_of(tst.parse_tst(tst.encode(number)).tokens, scheme=tst.TST))
        lines += [
            _text(20, y + 18, name, bold=name == "TST", anchor="start"),
            _text(_NAME + 20, y + 18, str(len(boxes))),
            *_boxes(boxes, _NAME + _COUNT, y),
        ]
    return _picture(f"{number} in {len(names)} tokenizations", _MIDDLE, 40 + len(names) * _ROW + 10, lines)


def _stage(left: int, title: str, content: list[str]) -> Iterator[str]:
    place = f'x="{left}" y="{_TOP}" width="{_STAGE}" height="{_HEIGHT}" rx="6"'
    middle = left + _STAGE / 2
    yield f'<rect {place} fill="#2f7dd8" fill-opacity="0.12" stroke="#2f7dd8"/>'
    yield _text(middle, _TOP + 22, title, bold=True)
    for line, text in enumerate(content):
        yield _text(middle, _TOP + 42 + line * 16, text, CODE)


def _moves(left: int, right: int, names: tuple[str, str]) -> Iterator[str]:
    middle = (left + right) / 2
    for y, name, path in (
        (_TOP + 48, names[0], f"M{left + 6},{_TOP + 54} H{right - 6}"),
        (_TOP + 94, names[1], f"M{right - 6},{_TOP + 76} H{left + 6}"),
    ):
        yield _arrow(path)
        yield _text(middle, y, name, CODE, size=11)


def _boxes(boxes: Iterable[Box], left: float, y: int) -> Iterator[str]:
    for box in boxes:
        width = len(box.shown) * _CHARACTER + 12
        hue, tint = (hue_of(box), 0.2) if box.label else (GRAY, 0.06)
        place = f'x="{left:.1f}" y="{y}" width="{width:.1f}" height="26" rx="4"'
        yield f'<rect {place} fill="{hue}" fill-opacity="{tint}" stroke="{hue}"/>'
        yield _text(left + width / 2, y + 18, box.shown, CODE, size=12)
        left += width + 6


def _tip() -> str:
    size = 'viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"'
    return f'<marker id="tip" {size}><path d="M0,0 L8,4 L0,8 Z" fill="{GRAY}"/></marker>'


def _arrow(path: str) -> str:
    return f'<path d="{path}" fill="none" stroke="{GRAY}" marker-end="url(#tip)"/>'


def _text(  # noqa: PLR0913 -- the attributes of a text
    x: float,
    y: float,
    text: str,
    font: str = TEXT,
    *,
    size: int = 13,
    bold: bool = False,
    anchor: str = "middle",
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    look = f'font-family="{font}" font-size="{size}" text-anchor="{anchor}"{weight}'
    return f'<text x="{x:g}" y="{y:g}" {look}>{escaped(text)}</text>'


def _picture(title: str, width: int, height: int, lines: Iterable[str]) -> str:
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} fill="{INKS["light"]}" class="drawn">',
            f"<title>{escaped(title)}</title>",
            f"<style>{STYLE}</style>",
            f'<rect class="ground" width="{width}" height="{height}" fill="{GROUNDS["light"]}"/>',
            *lines,
            "</svg>\n",
        )
    )
