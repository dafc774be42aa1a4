"""Cuts texts into lines, and into segments of whole lines."""

from collections.abc import Iterator

_SEGMENT = 1 << 16
"""About how many characters are looked at together; a longer text is cut at the ends of lines."""


def segments(text: str) -> Iterator[tuple[int, str]]:
    r"""Yield parts of a text with their offsets; each ends with a line, after which no token goes on.

    >>> list(segments("1\n2"))
    [(0, '1\n2')]
    """
    start = 0
    while start < len(text):
        end = text.find("\n", start + _SEGMENT) + 1 or len(text)
        yield start, text[start:end]
        start = end


def lines_of(text: str) -> Iterator[str]:
    r"""Yield the lines of a text with their ends; only a line feed ends one.

    >>> list(lines_of("1\r2\n3"))
    ['1\r2\n', '3']
    """
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield text[start:end]
        start = end
