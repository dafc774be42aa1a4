"""Cuts a file into whole lines, and lets lines through that are too large to be held."""

import io
from collections.abc import Iterable, Iterator

from attrs import frozen


@frozen
class LargePart:
    """A part of a line that is too large to be held. The last part has the line end, if there is one."""

    content: bytes
    is_first: bool


def held_lines(blocks: Iterable[bytes], most: int) -> Iterator[bytes | LargePart]:
    r"""Cut blocks into pieces of whole lines, and into parts of lines of more than `most` bytes.

    >>> for piece in held_lines([b"1\n2", b"3\n", b"4" * 9, b"4\n5"], 6):
    ...     print(piece)
    b'1\n'
    b'23\n'
    LargePart(content=b'444444444', is_first=True)
    LargePart(content=b'4\n', is_first=False)
    b'5'
    """
    held: list[bytes] = []
    size = 0
    is_large = False
    for block in blocks:
        start = 0
        if is_large:
            start = block.find(b"\n") + 1
            yield LargePart(block[:start] or block, is_first=False)
            if not start:
                continue
            is_large = False
        end = block.rfind(b"\n") + 1
        if end > start:
            yield from _pieces(b"".join((*held, block[start:end])), most)
            held.clear()
            size, start = 0, end
        if start < len(block):
            held.append(block[start:])
            size += len(block) - start
        if size > most:
            yield LargePart(b"".join(held), is_first=True)
            held.clear()
            size = 0
            is_large = True
    if held:
        yield b"".join(held)


def _pieces(lines: bytes, most: int) -> Iterator[bytes | LargePart]:
    """Yield whole lines together, or one by one if one of them may be too large."""
    if len(lines) <= most:
        yield lines
        return
    for line in io.BytesIO(lines):
        yield line if len(line) <= most + 1 else LargePart(line, is_first=True)
