"""Positions in a document: line, column, and offsets from the start."""

from attrs import frozen

_STEP = 1 << 9
"""How many characters there are between two stored positions."""


@frozen
class Position:
    r"""A position in a document: line and column from 1, offsets in code points, bytes and UTF-16 units.

    A column counts code points, and only a line feed ends a line. Bytes are those of UTF-8: a byte that was
    read with `surrogateescape` counts as one, any other lone surrogate as three.

    >>> Position().after("é\n💰")
    Position(line=2, column=2, offset=3, byte=7, utf16=4)
    """

    line: int = 1
    column: int = 1
    offset: int = 0
    byte: int = 0
    utf16: int = 0

    def after(self, text: str) -> "Position":
        """Return the position at the end of a text that starts here."""
        length = len(text)
        line_end = text.rfind("\n")
        return Position(
            self.line if line_end < 0 else self.line + text.count("\n"),
            self.column + length if line_end < 0 else length - line_end,
            self.offset + length,
            self.byte + (length if text.isascii() else _bytes_of(text)),
            self.utf16 + (length if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2),
        )


START = Position()


class Positions:
    r"""The positions in one piece of a document, in any order. The next piece starts at `end`.

    >>> first = Positions("1k 234\n5")
    >>> first.at(3)
    Position(line=1, column=4, offset=3, byte=3, utf16=3)
    >>> Positions("67", first.end).at(1)
    Position(line=2, column=3, offset=9, byte=9, utf16=9)
    """

    def __init__(self, text: str, start: Position = START) -> None:
        self._text = text
        self._known = [start]  # one for each step, as far as needed so far

    def at(self, index: int) -> Position:
        """Return the position of a character of the piece, or of its end."""
        step = index // _STEP
        while len(self._known) <= step:
            passed = (len(self._known) - 1) * _STEP
            self._known.append(self._known[-1].after(self._text[passed : passed + _STEP]))
        return self._known[step].after(self._text[step * _STEP : index])

    @property
    def end(self) -> Position:
        """The position after the piece."""
        return self._known[0].after(self._text)


def _bytes_of(text: str) -> int:
    try:
        return len(text.encode("utf-8"))
    except UnicodeEncodeError:
        escaped_bytes = sum("\udc80" <= character <= "\udcff" for character in text)
        return len(text.encode("utf-8", "surrogatepass")) - 2 * escaped_bytes
