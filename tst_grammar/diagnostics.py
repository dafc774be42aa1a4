"""Where something stands in a text, and how that place is drawn for a person."""

import unicodedata
from collections.abc import Sequence

from attrs import frozen

_SHOWN = 60
"""How many characters of a long line are drawn on either side of a place."""


@frozen(order=True)
class Span:
    """A half-open range of positions in a text, in code points.

    >>> Span(3, 6)
    Span(start=3, end=6)
    """

    start: int
    end: int


def quoted(text: str) -> str:
    r"""Return text between quotes, shortened, and escaped where it could not be seen.

    >>> print(quoted("5"), quoted(chr(0)))
    '5' '\x00'
    """
    shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    return f"'{''.join(map(_visible, shown))}'"


def either(choices: Sequence[str]) -> str:
    """Return choices as a person lists them.

    >>> either(["a sign", "a digit", "the end"])
    'a sign, a digit or the end'
    """
    if len(choices) < 2:
        return "".join(choices) or "nothing"
    return f"{', '.join(choices[:-1])} or {choices[-1]}"


def underlined(source: str, span: Span) -> str:
    """Draw the line of the source that the span starts in, and a caret line below it.

    >>> print(underlined("1m 23k 456", Span(3, 6)))
        1m 23k 456
           ~~^
    """
    line_start = source.rfind("\n", 0, span.start) + 1
    line_end = source.find("\n", span.start)
    line_end = len(source) if line_end < 0 else line_end
    shown_from = max(line_start, span.start - _SHOWN)
    marked_to = max(min(span.end, line_end, span.start + _SHOWN), span.start)
    shown_to = min(line_end, marked_to + _SHOWN)
    before = _drawn(source[shown_from : span.start])
    if shown_from > line_start:
        before = f"…{before}"
    marked = _drawn(source[span.start : marked_to])
    after = _drawn(source[marked_to:shown_to]) + ("…" if shown_to < line_end else "")
    width = max(_columns(marked), 1)
    return f"    {before}{marked}{after}\n    {' ' * _columns(before)}{'~' * (width - 1)}^"


def _drawn(text: str) -> str:
    return "".join(map(_visible, text))


def _visible(character: str) -> str:
    if character.isprintable():
        return character
    if character == "\t":
        return " "
    return character.encode("unicode_escape").decode("ascii")


def _columns(text: str) -> int:
    return sum(
        0 if unicodedata.combining(character) else 1 + (unicodedata.east_asian_width(character) in "WF")
        for character in text
    )
