"""Reads and writes compressed files. The suffix of the name says how a file is compressed."""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from attrs import frozen

from tst_grammar.errors import OptionError

_SLICE = 1 << 9
"""How many bytes are decompressed at once. Few, because a file can grow more than a thousandfold."""

_BLOCK = 1 << 18
"""About how many decompressed bytes make one block."""


@frozen
class Format:
    """How to read and write one kind of compressed file.

    `part` returns a decompressor for one part of a file, which may have several parts. `damage` holds the
    errors that the decompressor raises. `padding` may follow a part. `writer` returns a file that compresses
    into another file.
    """

    part: Callable[[], Any]
    damage: tuple[type[Exception], ...]
    padding: bytes
    writer: Callable[[IO[bytes]], Any]


def format_of(path: str) -> Format | None:
    """Return the format of a compressed file, or None. The suffix of the path or of its link target decides.

    >>> format_of("notes.txt") is None, format_of("notes.txt.gz") is None
    (True, False)
    """
    for name in (path, str(Path(path).resolve())):
        if make := {".gz": _gzip, ".zst": _zstandard}.get(Path(name).suffix.lower()):
            return make()
    return None


def decompressed(blocks: Iterable[bytes], how: Format, name: str) -> Iterator[bytes]:
    """Decompress the blocks of a file and yield the content.

    >>> import gzip
    >>> two = gzip.compress(b"one and ") + gzip.compress(b"two")
    >>> list(decompressed([two[:9], two[9:]], format_of("x.gz"), "x.gz"))
    [b'one and two']
    """
    held = bytearray()
    part = None
    for data in _slices(blocks):
        rest = data
        while rest := rest if part else rest.lstrip(how.padding):
            part = part or how.part()
            try:
                held += part.decompress(rest)
            except how.damage as error:
                raise OptionError(f"cannot read {name}: it is damaged ({error})", fault="damaged") from None
            rest = part.unused_data
            part = None if part.eof else part
        if len(held) >= _BLOCK:
            yield bytes(held)
            held.clear()
    if part:
        raise OptionError(f"cannot read {name}: it is damaged (its end is missing)", fault="damaged")
    if held:
        yield bytes(held)


def _slices(blocks: Iterable[bytes]) -> Iterator[bytes]:
    for block in blocks:
        for start in range(0, len(block), _SLICE):
            yield block[start : start + _SLICE]


@contextlib.contextmanager
def compressing(file: IO[bytes], how: Format | None) -> Iterator[IO[bytes]]:
    """Give a file that compresses into another one. Without a format, give that other file itself."""
    if how is None:
        yield file
    else:
        with how.writer(file) as writer:
            yield writer


def _gzip() -> Format:
    import gzip  # noqa: PLC0415 -- few files are compressed
    import zlib  # noqa: PLC0415

    return Format(
        lambda: zlib.decompressobj(zlib.MAX_WBITS | 16),
        (zlib.error,),
        b"\0",
        # The same content gives the same bytes, so neither name nor time is written.
        lambda file: gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=file, mtime=0),
    )


def _zstandard() -> Format:
    try:
        import zstandard  # noqa: PLC0415 -- it is an extra
    except ImportError:
        raise OptionError(
            "files ending in .zst need the package zstandard: pip install zstandard",
            fault="missing-package",
        ) from None

    return Format(
        lambda: zstandard.ZstdDecompressor().decompressobj(),
        (zstandard.ZstdError,),
        b"",
        lambda file: zstandard.ZstdCompressor(write_checksum=True).stream_writer(file, closefd=False),
    )
