"""The lines of a document as editors count them, and positions in three encodings."""

import contextlib
import re
from typing import Final

from attrs import define, frozen

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")

_WIDTHS: Final = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
"""The codec of each encoding, and the bytes of its unit."""


_LONGEST: Final = 4
"""The most bytes of a character."""


@frozen(order=True)
class Place:
    """A line and a character in it, both from 0. The character counts code points."""

    line: int
    character: int


@frozen
class Units:
    """The units in which a client counts the characters of a line.

    >>> utf16 = Units("utf-16")
    >>> utf16.before("a💰b", 2), utf16.character("a💰b", 3)
    (3, 2)
    """

    encoding: str = "utf-16"

    def before(self, line: str, character: int) -> int:
        """Return how many units there are before a character."""
        codec, width = _WIDTHS[self.encoding]
        return len(line[:character].encode(codec, "surrogatepass")) // width

    def character(self, line: str, units: int) -> int:
        """Return the character after some units, or the last one before. The end of the line is the last."""
        codec, width = _WIDTHS[self.encoding]
        content = line.rstrip("\r\n").encode(codec, "surrogatepass")[: units * width]
        for cut in range(_LONGEST):
            with contextlib.suppress(UnicodeDecodeError):
                character = len(content[: len(content) - cut].decode(codec, "surrogatepass"))
                return character - (self.before(line, character) > units)
        return 0


@define
class LinedText:
    r"""A document as lines with their ends. There is always a last line without an end.

    >>> text = LinedText.of("one\ntwo")
    >>> text.replace(Place(0, 1), Place(1, 1), "X\nY")
    (0, 2, 2)
    >>> text.lines
    ['oX\n', 'Ywo']
    """

    lines: list[str]

    @classmethod
    def of(cls, text: str) -> "LinedText":
        """Return the lines of a text."""
        return cls(_lines(text))

    def replace(self, start: Place, end: Place, text: str) -> tuple[int, int, int]:
        """Replace a part. Return the first line that changed, and how many lines there were and are now."""
        start, end = sorted((self._inside(start), self._inside(end)))
        last = end.line + 1
        before = self.lines[start.line][: start.character]
        after = self.lines[end.line][end.character :]
        joined = before + text + after
        if joined[-1:] == "\r" and last < len(self.lines) and self.lines[last][:1] == "\n":
            joined, last = joined + self.lines[last], last + 1
        first = start.line
        if first and joined[:1] == "\n" and self.lines[first - 1][-1:] == "\r":
            first -= 1
            joined = self.lines[first] + joined
        changed = _lines(joined)
        if last < len(self.lines):
            changed.pop()  # the next line continues without it
        self.lines[first:last] = changed
        return first, last - first, len(changed)

    def _inside(self, place: Place) -> Place:
        """Return a place, or the end of its line or of the document if it is beyond that."""
        if place.line >= len(self.lines):
            return Place(len(self.lines) - 1, len(self.lines[-1]))
        return Place(place.line, min(place.character, len(self.lines[place.line])))


def _lines(text: str) -> list[str]:
    lines = _LINE.findall(text)
    if not lines or lines[-1][-1] in "\r\n":
        lines.append("")
    return lines
