"""Cuts texts into lines, and into segments of whole lines."""

from collections.abc import Callable, Iterator

_SEGMENT = 1 << 16
"""The least length of a segment in characters; it ends with the next line end."""

LastBreak = Callable[[str], int]
"""Returns the last place where a text can be cut without changing how either side is read, or 0."""


def segments(text: str) -> Iterator[tuple[int, str]]:
    r"""Yield segments of whole lines with their offsets. No token continues in the next segment.

    >>> list(segments("1\n2"))
    [(0, '1\n2')]
    """
    start = 0
    while start < len(text):
        end = text.find("\n", start + _SEGMENT) + 1 or len(text)
        yield start, text[start:end]
        start = end


def lines_of(text: str) -> Iterator[str]:
    r"""Yield the lines of a text with their line ends; only a line feed ends a line.

    >>> list(lines_of("1\r2\n3"))
    ['1\r2\n', '3']
    """
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield text[start:end]
        start = end
