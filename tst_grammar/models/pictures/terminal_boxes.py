"""Draws boxes in a terminal with line characters, and in colour if Rich is installed."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from attrs import frozen

from tst_grammar.diagnostics import columns, visible
from tst_grammar.models.pictures.boxes import Box
from tst_grammar.models.pictures.palette import hue_of

_GAP = " "


@frozen
class Frame:
    """The characters of a box: top left, top right, bottom left and bottom right corner, then the sides.

    >>> Frame("++++-|").top(3)
    '+---+'
    """

    characters: str

    def top(self, width: int) -> str:
        """Return the upper side."""
        return self._side(self.characters[:2], width)

    def bottom(self, width: int) -> str:
        """Return the lower side."""
        return self._side(self.characters[2:4], width)

    def middle(self, text: str) -> str:
        """Return a text between the left and the right side."""
        return f"{self.characters[5]}{text}{self.characters[5]}"

    def _side(self, corners: str, width: int) -> str:
        return f"{corners[0]}{self.characters[4] * width}{corners[1]}"


LINES: Final = Frame("┌┐└┘─│")
ASCII: Final = Frame("++++-|")


class ColoredText(NamedTuple):
    """A part of a line, and its colour, which may be empty."""

    text: str
    color: str


def frame_for(encoding: str) -> Frame:
    """Return the frame that a terminal with this encoding can show.

    >>> frame_for("utf-8") is LINES, frame_for("ascii") is ASCII
    (True, True)
    """
    try:
        LINES.characters.encode(encoding)
    except UnicodeEncodeError:
        return ASCII
    return LINES


def drawn(boxes: Iterable[Box], *, width: int = 80, frame: Frame = LINES) -> str:
    """Draw boxes as text that is at most `width` columns wide, unless a single box is wider.

    >>> print(drawn([Box("1k", "thousands", 1), Box("234", "units", 0)], frame=ASCII))
     +----+   +-----+
     | 1k |   | 234 |
     +----+   +-----+
    thousands  units
    """
    return "\n".join("".join(piece.text for piece in line).rstrip() for line in _lines(boxes, width, frame))


def painted(boxes: Iterable[Box], *, width: int = 80, frame: Frame = LINES) -> str:
    """Draw boxes as `drawn` does, in colour if Rich is installed and the terminal supports it.

    >>> print(painted([Box("5", "units", 0)], frame=ASCII))
    +---+
    | 5 |
    +---+
    units
    """
    try:
        from rich.console import Console  # noqa: PLC0415 -- it is an extra
        from rich.text import Text  # noqa: PLC0415
    except ImportError:
        return drawn(boxes, width=width, frame=frame)
    console = Console(highlight=False)
    with console.capture() as capture:
        for line in _lines(boxes, width, frame):
            text = Text.assemble(*line)
            text.rstrip()
            console.print(text, soft_wrap=True)
    return capture.get().removesuffix("\n")


def _lines(boxes: Iterable[Box], width: int, frame: Frame) -> Iterator[list[ColoredText]]:
    """Yield the lines of rows of boxes, each row as wide as the terminal allows."""
    row: list[list[ColoredText]] = []
    used = 0
    for box in boxes:
        cell = _cell(box, frame)
        needed = columns(cell[0].text)
        if row and used + len(_GAP) + needed > width:
            yield from _joined(row)
            row, used = [], 0
        used += needed + len(_GAP) * bool(row)
        row.append(cell)
    yield from _joined(row)


def _cell(box: Box, frame: Frame) -> list[ColoredText]:
    """Return the lines of one box with its label below it, all of the same width."""
    text = f" {box.shown} "
    label = visible(box.label)
    inside = columns(text)
    width = max(inside + 2, columns(label))
    lines = (frame.top(inside), frame.middle(text), frame.bottom(inside), label)
    return [ColoredText(_centred(line, width), hue_of(box)) for line in lines]


def _centred(text: str, width: int) -> str:
    space = width - columns(text)
    return f"{' ' * (space // 2)}{text}{' ' * (space - space // 2)}"


def _joined(row: list[list[ColoredText]]) -> Iterator[list[ColoredText]]:
    for line in zip(*row, strict=True):
        yield [piece for cell in line for piece in (ColoredText(_GAP, ""), cell)][1:]
