"""Tells text from other content by its first bytes, so that no other file is rewritten as if it were text."""

from collections.abc import Iterable, Iterator
from typing import Final

from tst_grammar.errors import OptionError

_SEARCHED = 1 << 18
"""In how many bytes at the start of a file a NUL shows that it is not text."""

_COLUMN_REMEDY: Final = "give it as a file, not compressed, and name its columns with --column, or fields="

_KINDS: Final = (
    (b"PAR1", "a Parquet file", _COLUMN_REMEDY),
    (b"ARROW1", "an Arrow file", _COLUMN_REMEDY),
    (b"PARE", "an encrypted Parquet file", "decrypt it first"),
    (b"PK\3\4", "a zip archive", "unpack it first"),
    (b"PK\5\6", "a zip archive", "unpack it first"),
    (b"PK\7\x08", "a zip archive", "unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it first"),
    (b"Rar!\x1a\7", "a RAR archive", "unpack it first"),
    (b"\x04\x22\x4d\x18", "compressed by lz4", "decompress it first"),
    (b"LZIP\1", "compressed by lzip", "decompress it first"),
    (b"\x1f\x9d", "compressed by compress", "decompress it first"),
    (b"%PDF-", "a PDF file", "extract its text first"),
    (b"\xff\xfe\0\0", "UTF-32", "convert it to UTF-8 first"),
    (b"\0\0\xfe\xff", "UTF-32", "convert it to UTF-8 first"),
    (b"\xff\xfe", "UTF-16", "convert it to UTF-8 first"),
    (b"\xfe\xff", "UTF-16", "convert it to UTF-8 first"),
)
"""How files that are not text start, what they are, and what to do with them."""


_COLUMNS: Final = {b"PAR1": "Parquet", b"ARROW1": "Arrow", b"\xff\xff\xff\xff": "Arrow stream"}
"""How files of columns start."""


def kind_of(first: bytes) -> str | None:
    """Return the format of a file of columns from its first bytes, or None if it is another file.

    >>> kind_of(b"PAR1..."), kind_of(b"1,234")
    ('Parquet', None)
    """
    return next((kind for magic, kind in _COLUMNS.items() if first.startswith(magic)), None)


def fields_needed(path: str, kind: str) -> OptionError:
    """Return the error for a file whose texts are in fields that nobody has named."""
    if kind == "JSON Lines":
        problem = f"{path}: use --field, or fields=, to name the fields of its lines that hold text"
    else:
        article = "a" if kind == "Parquet" else "an"
        problem = f"{path} is {article} {kind} file, not text: {_COLUMN_REMEDY}"
    return OptionError(problem, fault="field")


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
