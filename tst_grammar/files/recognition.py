"""Tells text from other content by its first bytes, so that no other file is rewritten as if it were text."""

from collections.abc import Iterable, Iterator
from typing import Final

from tst_grammar.errors import OptionError

_SEARCHED = 1 << 18
"""In how many bytes at the start of a file a NUL shows that it is not text."""

_KINDS: Final = (
    (b"PAR1", "a Parquet file", "annotate its columns with tst_grammar.columns"),
    (b"ARROW1", "an Arrow file", "annotate its columns with tst_grammar.columns"),
    (b"PK\3\4", "a zip archive", "unpack it first"),
    (b"PK\5\6", "a zip archive", "unpack it first"),
    (b"\xff\xfe", "UTF-16", "convert it to UTF-8 first"),
    (b"\xfe\xff", "UTF-16", "convert it to UTF-8 first"),
)
"""How files that are not text start, what they are, and what to do with them."""


def checked_text(blocks: Iterable[bytes], name: str) -> Iterator[bytes]:
    r"""Yield the blocks of a file, and refuse it if its start shows that it is not text.

    >>> list(checked_text([b"It cost ", b"1,234"], "a.txt"))
    [b'It cost ', b'1,234']
    >>> list(checked_text([b"PK\3\4"], "a.txt"))
    Traceback (most recent call last):
    ...
    tst_grammar.errors.OptionError: a.txt is a zip archive, not text: unpack it first
    """
    start = b""
    size = 0
    for block in blocks:
        if size < _SEARCHED:
            start = (start + block)[:8]
            _check(start, block[: _SEARCHED - size], name)
            size += len(block)
        yield block


def _check(start: bytes, block: bytes, name: str) -> None:
    for magic, kind, remedy in _KINDS:
        if start.startswith(magic):
            raise OptionError(f"{name} is {kind}, not text: {remedy}", fault="not-text")
    if b"\0" in block:
        problem = "it contains NUL bytes, so it is not text: use --binary, or binary=True, to read it anyway"
        raise OptionError(f"cannot read {name}: {problem}", fault="not-text")
