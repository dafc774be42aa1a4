"""Where something stands in a text, and how that place is drawn for a person."""

import unicodedata
from collections.abc import Sequence

from attrs import frozen

_SHOWN = 60
"""How many characters of a long line are drawn on either side of a place."""


@frozen
class Span:
    """A half-open range of positions in a text, in code points.

    >>> Span(3, 6)
    Span(start=3, end=6)
    """

    start: int
    end: int

    def moved(self, by: int) -> "Span":
        """Return the range so many positions further on.

        >>> Span(3, 6).moved(10)
        Span(start=13, end=16)
        """
        return Span(self.start + by, self.end + by)


def quoted(text: str) -> str:
    r"""Return text between quotes, shortened, and escaped where it could not be seen.

    >>> print(quoted("5"), quoted(chr(0)))
    '5' '\x00'
    """
    shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    return f"'{visible(shown)}'"


def either(choices: Sequence[str]) -> str:
    """Return choices as a person lists them.

    >>> either(["a sign", "a digit", "the end"])
    'a sign, a digit or the end'
    """
    if len(choices) < 2:
        return "".join(choices) or "nothing"
    return f"{', '.join(choices[:-1])} or {choices[-1]}"


def underlined(source: str, span: Span) -> str:
    """Draw the source, or what stands around the span if it is long, and a caret line below it.

    >>> print(underlined("1m 23k 456", Span(3, 6)))
        1m 23k 456
           ~~^
    """
    start, end = max(span.start - _SHOWN, 0), min(span.end, span.start + _SHOWN)
    before = ("…" if start else "") + visible(source[start : span.start])
    marked = visible(source[span.start : end])
    stop = end + _SHOWN if end == span.end else end
    after = visible(source[end:stop]) + ("…" if stop < len(source) else "")
    caret = "~" * (max(_columns(marked), 1) - 1) + "^"
    return f"    {before}{marked}{after}\n    {' ' * _columns(before)}{caret}"


def visible(text: str) -> str:
    r"""Return text with all characters escaped that could not be seen.

    >>> print(visible("1\t" + chr(0xD800)))
    1\t\ud800
    """
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
        for character in text
    )


def _columns(text: str) -> int:
    return sum(
        0 if unicodedata.combining(character) else 1 + (unicodedata.east_asian_width(character) in "WF")
        for character in text
    )
