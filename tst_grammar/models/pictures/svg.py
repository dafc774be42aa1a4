"""Draws figures as SVG: two columns of boxes, and the meanings of the tokens below them."""

from collections.abc import Iterable, Iterator
from textwrap import wrap

from attrs import frozen

from tst_grammar.diagnostics import columns, visible
from tst_grammar.models.pictures.boxes import Box, shortened
from tst_grammar.models.pictures.figure import Column, Figure, Row
from tst_grammar.models.pictures.markup import escaped
from tst_grammar.models.pictures.palette import GRAY, GROUNDS, HUES, INKS, look_of

_WIDTH, _MARGIN, _GUTTER = 920, 24, 40
_COLUMN = (_WIDTH - 2 * _MARGIN - _GUTTER) // 2
_BOX_HEIGHT, _BOX_GAP, _BOX_ROW = 30, 10, 60
_TOKEN_CHARACTER, _LABEL_CHARACTER, _ROW_CHARACTER = 9.1, 6.6, 7.9
"""The greatest width of a character in each kind of text. Fonts for code have one width."""

_ROW_HEIGHT, _PADDING = 22, 14
_ROW_COLUMNS = int((_COLUMN - 2 * _PADDING) / _ROW_CHARACTER)
_LONGEST_TITLE, _SUBTITLE_COLUMNS, _SUBTITLE_HEIGHT = 80, 56, 18

_TEXT_FONT = "'DejaVu Sans', system-ui, sans-serif"
_CODE_FONT = "'DejaVu Sans Mono', ui-monospace, Menlo, Consolas, monospace"
"""CairoSVG looks only for the first font."""

_LOOKS = {
    "title": 'font-size="16" font-weight="bold" text-anchor="middle"',
    "middle": 'text-anchor="middle"',
    "bold": 'font-weight="bold"',
    "label": 'font-size="11" text-anchor="middle"',
    "token": f'font-family="{_CODE_FONT}" font-size="15" text-anchor="middle" xml:space="preserve"',
    "code": f'font-family="{_CODE_FONT}" xml:space="preserve"',
}
"""The attributes of each kind of text."""

_LINE = f'fill="none" stroke="{GRAY}"'
_DASHED = f'{_LINE} stroke-dasharray="5 4"'

_STYLE = f"""
@media (prefers-color-scheme: dark) {{
.tst {{ fill: {INKS["dark"]}; }}
.tst .ground {{ fill: {GROUNDS["dark"]}; }}
}}
"""
"""Only for dark pages: programs that are not browsers know the attributes alone."""


def drawn(figures: Iterable[Figure]) -> str:
    """Return one picture with the figures below each other.

    >>> import tst_grammar.models.pictures.figure as model
    >>> "111k → 111000" in drawn([model.figure_of("111111.111")])
    True
    """
    given = list(figures)
    parts: list[str] = []
    top = 0
    for figure in given:
        part = _figure(figure)
        parts.append(f'<g transform="translate(0 {top})">{part.markup}\n</g>')
        top += part.height
    title = escaped(", ".join(_name(figure) for figure in given))
    description = escaped("\n".join(f"{figure.number}\n{figure.description}" for figure in given))
    size = f'viewBox="0 0 {_WIDTH} {top}" width="{_WIDTH}" height="{top}"'
    font = f'font-family="{_TEXT_FONT}" font-size="13" fill="{INKS["light"]}"'
    role = 'role="img" aria-labelledby="tst-title tst-description"'
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font} {role} class="tst">',
            f'<title id="tst-title">Tokens of {title}</title>',
            f'<desc id="tst-description">{description}</desc>',
            f"<style>{_STYLE}</style>",
            f"<defs>{''.join(_patterns())}</defs>",
            f'<rect class="ground" width="{_WIDTH}" height="{top}" fill="{GROUNDS["light"]}"/>',
            *parts,
            "</svg>\n",
        )
    )


@frozen
class _Part:
    """A part of a picture and its height."""

    markup: str
    height: int


def _figure(figure: Figure) -> _Part:
    heading = _text(_WIDTH / 2, 40, f"Input number: {_name(figure)}", "title")
    columns_top = 80
    left, right = _MARGIN, _WIDTH - _MARGIN - _COLUMN
    parts = [_column(figure.plain), _column(figure.tst)]
    bottom = columns_top + max(part.height for part in parts)
    middle = _WIDTH / 2
    place = f'x="{_MARGIN}" y="{bottom + 24}" width="{_WIDTH - 2 * _MARGIN}"'
    lines = (
        heading,
        *(
            f'<g transform="translate({x} {columns_top})">{part.markup}\n</g>'
            for x, part in zip((left, right), parts, strict=True)
        ),
        f'<path {_DASHED} d="M{middle:g} {columns_top - 16}V{bottom}"/>',
        f'<rect {_LINE} {place} height="40" rx="8"/>',
        _text(middle, bottom + 49, figure.conclusion, "middle"),
    )
    return _Part("\n".join(lines), bottom + 88)


def _name(figure: Figure) -> str:
    return shortened(visible(figure.number), _LONGEST_TITLE)


def _column(column: Column) -> _Part:
    """Draw a column at the upper left corner."""
    middle = _COLUMN / 2
    lines = [_text(middle, 0, column.title, "title")]
    y = 22
    for line in wrap(column.subtitle, _SUBTITLE_COLUMNS):
        lines.append(_text(middle, y, line, "middle"))
        y += _SUBTITLE_HEIGHT
    y += 4
    for row in _box_rows(column.boxes):
        x = middle - _row_width(row) / 2
        for box in row:
            lines += _box(box, x, y)
            x += _box_width(box) + _BOX_GAP
        y += _BOX_ROW
    if column.rows:
        panel = _panel(column, y)
        lines.append(panel.markup)
        y += panel.height
    return _Part("\n".join(lines), y)


def _box_rows(boxes: Iterable[Box]) -> Iterator[list[Box]]:
    """Yield rows with as many boxes as fit into a column."""
    row: list[Box] = []
    for box in boxes:
        if row and _row_width([*row, box]) > _COLUMN:
            yield row
            row = []
        row.append(box)
    yield row


def _row_width(row: list[Box]) -> float:
    return sum(map(_box_width, row)) + _BOX_GAP * (len(row) - 1)


def _frame_width(box: Box) -> float:
    return columns(box.shown) * _TOKEN_CHARACTER + 18


def _box_width(box: Box) -> float:
    return max(_frame_width(box), columns(box.label) * _LABEL_CHARACTER)


def _box(box: Box, x: float, y: int) -> Iterator[str]:
    """Draw a box in the colour of its magnitude. It is dashed below the units and dotted for a mark."""
    look = look_of(box)
    hue = GRAY if look is None else HUES[look]
    dashes = "2 3" if box.order is None else "6 3" if box.order < 0 else ""
    stroke = f'stroke="{hue}"' + (f' stroke-dasharray="{dashes}"' if dashes else "")
    middle = x + _box_width(box) / 2
    frame = _frame_width(box)
    place = f'x="{middle - frame / 2:.1f}" y="{y}" width="{frame:.1f}" height="{_BOX_HEIGHT}" rx="4"'
    tint = 0 if box.order is None else 0.2
    yield f'<rect {place} fill="{hue}" fill-opacity="{tint}" {stroke}/>'
    if look is not None:
        yield f'<rect {place} fill="url(#tst-pattern-{look})"/>'
    yield _text(middle, y + 20, box.shown, "token")
    if box.label:
        yield _text(middle, y + _BOX_HEIGHT + 15, box.label, "label")


def _patterns() -> Iterator[str]:
    """Yield a pattern for each hue: lines at a different angle."""
    for look, hue in enumerate(HUES):
        angle = look * 180 // len(HUES)
        size = f'width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate({angle})"'
        line = f'<path d="M0 3H6" stroke="{hue}" stroke-opacity="0.3"/>'
        yield f'<pattern id="tst-pattern-{look}" {size}>{line}</pattern>'


def _panel(column: Column, y: int) -> _Part:
    """Draw the meanings of the tokens in a frame."""
    lines = [line for row in column.rows for line in _row_lines(row)]
    height = (len(lines) + 1) * _ROW_HEIGHT + _PADDING
    texts = [
        _text(_PADDING, y + (place + 1) * _ROW_HEIGHT, text, look)
        for place, (text, look) in enumerate(
            [(f"{column.heading}:", "bold"), *((each, "code") for each in lines)]
        )
    ]
    frame = f'<rect {_DASHED} x="0.5" y="{y}" width="{_COLUMN - 1}" height="{height}" rx="4"/>'
    return _Part("\n".join((frame, *texts)), height)


def _row_lines(row: Row) -> list[str]:
    """Return a token and its meaning, on two lines if they do not fit on one."""
    line = f"{row.token} → {row.meaning}"
    if columns(line) <= _ROW_COLUMNS:
        return [line]
    return [row.token, shortened(f"  → {row.meaning}", _ROW_COLUMNS)]


def _text(x: float, y: float, text: str, look: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" {_LOOKS[look]}>{escaped(text)}</text>'
