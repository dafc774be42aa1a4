"""Reads and writes compressed files. The first bytes of a file say how it is compressed."""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any, Final

from attrs import frozen

from tst_grammar.errors import OptionError

_SLICE = 1 << 9
"""How many bytes are decompressed at once. Few, because a file can grow more than a thousandfold."""

_BLOCK = 1 << 18
"""About how many decompressed bytes make one block."""


_XZ_MEMORY = 1 << 28
"""How many bytes of memory decompressing xz may take. The strongest preset takes a quarter of it."""


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


def format_named(path: str) -> Format | None:
    """Return the format that the suffix of a path or of its link target names, or None.

    >>> format_named("notes.txt") is None, format_named("notes.txt.gz") is None
    (True, False)
    """
    for name in (path, str(Path(path).resolve())):
        if make := _BY_SUFFIX.get(Path(name).suffix.lower()):
            return make()
    return None


def format_starting(first: bytes) -> Format | None:
    r"""Return the format of a file from its first bytes, or None if it is not compressed.

    >>> format_starting(b"1,234") is None, format_starting(b"\x1f\x8b\x08") is None
    (True, False)
    """
    return next((make() for magic, make in _BY_MAGIC if first.startswith(magic)), None)


def is_undecided(first: bytes) -> bool:
    r"""Tell whether a file that starts like this may be compressed, but more bytes are needed to know.

    >>> is_undecided(b"\x1f"), is_undecided(b"1")
    (True, False)
    """
    return any(len(first) < len(magic) and magic.startswith(first) for magic, _ in _BY_MAGIC)


def decompressed(blocks: Iterable[bytes], how: Format, name: str) -> Iterator[bytes]:
    """Decompress the blocks of a file and yield the content.

    >>> import gzip
    >>> two = gzip.compress(b"one and ") + gzip.compress(b"two")
    >>> list(decompressed([two[:9], two[9:]], format_named("x.gz"), "x.gz"))
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


def _bzip2() -> Format:
    import bz2  # noqa: PLC0415 -- few files are compressed

    return Format(bz2.BZ2Decompressor, (OSError,), b"", lambda file: bz2.BZ2File(file, "wb"))


def _xz() -> Format:
    import lzma  # noqa: PLC0415 -- few files are compressed

    return Format(
        lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY),
        (lzma.LZMAError,),
        b"\0",
        lambda file: lzma.LZMAFile(file, "wb"),
    )


def _zstandard() -> Format:
    try:
        import zstandard  # noqa: PLC0415 -- it is an extra
    except ImportError:
        raise OptionError(
            "files compressed by zstd need the package zstandard: pip install zstandard",
            fault="missing-package",
        ) from None

    return Format(
        lambda: zstandard.ZstdDecompressor().decompressobj(),
        (zstandard.ZstdError,),
        b"",
        lambda file: zstandard.ZstdCompressor(write_checksum=True).stream_writer(file, closefd=False),
    )


_BZIP2_BLOCKS: Final = (b"1AY&SY", b"\x17rE8P\x90")
"""How the first block of a bzip2 file starts, and how its end does if there is no block."""

_BY_SUFFIX: Final = {".gz": _gzip, ".zst": _zstandard, ".bz2": _bzip2, ".xz": _xz}

_BY_MAGIC: Final = (
    (b"\x1f\x8b", _gzip),
    (b"\x28\xb5\x2f\xfd", _zstandard),
    *((bytes([number]) + b"\x2a\x4d\x18", _zstandard) for number in range(0x50, 0x60)),  # frames to skip
    (b"\xfd7zXZ\0", _xz),
    *((b"BZh%d" % level + block, _bzip2) for level in range(1, 10) for block in _BZIP2_BLOCKS),
)
"""How compressed files start."""
