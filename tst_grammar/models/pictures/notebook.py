"""Draws numbers and annotated texts for notebooks: small, and readable on any background."""

from tst_grammar.errors import TstGrammarError
from tst_grammar.language.syntax import parse_tst
from tst_grammar.language.tokens import TstNumber
from tst_grammar.models.pictures.boxes import Box, boxes_of, shortened
from tst_grammar.models.pictures.html import box_style
from tst_grammar.models.pictures.markup import escaped
from tst_grammar.text.alignment import Alignment, Remark

_MOST_CHARACTERS = 1000
_MOST_REMARKS = 20
_LONGEST_REMARK = 40
"""The most characters of a text, the most remarks about it, and the most characters of a remark."""

_CELL = "display:inline-block;text-align:center;margin:0 8px 3px 0"
_CODE = "padding:0 3px;color:inherit;"
_LABEL = "display:block;font-size:.7em"


def number_html(number: TstNumber) -> str | None:
    """Return a TST number as boxes with labels, or None if its tokens do not follow its scheme.

    >>> import tst_grammar as tst
    >>> 'title="1000"' in number_html(tst.parse_tst("1k 234"))
    True
    """
    try:
        boxes = boxes_of(number.tokens, scheme=number.scheme)
    except TstGrammarError:
        return None
    cells = (
        f'<span style="{_CELL}">{_token(box)}<span style="{_LABEL}">{escaped(box.label)}</span></span>'
        for box in boxes
    )
    return f"<div>{''.join(cells)}</div>"


def alignment_html(alignment: Alignment) -> str:
    """Return an annotated text with its tokens as boxes, and below it the numbers that were left alone.

    >>> import tst_grammar as tst
    >>> alignment_html(tst.align("at <12:30>"))
    '<div style="white-space:pre-wrap">at &lt;12:30&gt;</div><div>Left alone: 12:30 (time)</div>'
    """
    parts = []
    copied = 0
    for number in alignment.numbers:
        if number.target.end > _MOST_CHARACTERS:
            break
        parts.append(escaped(alignment.text[copied : number.target.start]))
        parts.append(_number(alignment, number.target.start, number.target.end))
        copied = number.target.end
    parts.append(escaped(alignment.text[copied:_MOST_CHARACTERS]))
    more = len(alignment.text) - _MOST_CHARACTERS
    parts += [f"… ({more} more characters)"] if more > 0 else []
    return f'<div style="white-space:pre-wrap">{"".join(parts)}</div>{_remarks(_left_alone(alignment))}'


def _left_alone(alignment: Alignment) -> tuple[Remark, ...]:
    converted = {(number.source.start, number.source.end) for number in alignment.numbers}
    return tuple(each for each in alignment.remarks if (each.start, each.end) not in converted)


def _number(alignment: Alignment, start: int, end: int) -> str:
    """Return one number of a text, with its tokens as boxes and the text between them unchanged."""
    text = alignment.text[start:end]
    number = parse_tst(text, scheme=alignment.scheme)
    parts = []
    copied = 0
    for token, box in zip(number.tokens, boxes_of(number.tokens, scheme=alignment.scheme), strict=True):
        if token.span:
            parts.append(escaped(text[copied : token.span.start]))
            copied = token.span.end
        parts.append(_token(box))
    return "".join(parts)


def _token(box: Box) -> str:
    title = box.meaning or box.label
    return f'<code title="{escaped(title)}" style="{_CODE}{box_style(box)}">{escaped(box.shown)}</code>'


def _remarks(remarks: tuple[Remark, ...]) -> str:
    if not remarks:
        return ""
    shown = (
        f"{escaped(shortened(remark.raw, _LONGEST_REMARK))} ({remark.reason})"
        for remark in remarks[:_MOST_REMARKS]
    )
    more = len(remarks) - _MOST_REMARKS
    return f"<div>Left alone: {', '.join(shown)}{f' and {more} more' if more > 0 else ''}</div>"
