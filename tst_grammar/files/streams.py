"""Reads files of any size in blocks, and cuts them into pieces that do not split a number."""

import codecs
import contextlib
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import IO, Any

from attrs import frozen

from tst_grammar.diagnostics import quoted
from tst_grammar.errors import OptionError, TstGrammarError
from tst_grammar.files.compression import Format, decompressed, format_starting, is_undecided
from tst_grammar.files.file_options import MOST_HELD, too_large
from tst_grammar.files.recognition import checked_text, kind_of
from tst_grammar.text.lines import LastBreak

_SPAN = 1 << 18
"""How many bytes are read at once, make a piece, and may be in a line before it is cut."""

_LONGEST = 1 << 24
"""How many bytes a line may have without a place where it can be cut."""


def check_path(path: str) -> None:
    """Refuse an empty path, and a path with a character that no path can have."""
    try:
        is_possible = bool(path) and b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        is_possible = False
    if not is_possible:
        raise OptionError(f"{quoted(path)} is not the path of a file", fault="unreadable")


def check_line_delimiters(delimiters: tuple[str, str] | None) -> None:
    """Refuse delimiters that a file, which is read by lines, would cut."""
    if "\n" in "".join(delimiters or ()):
        raise OptionError("delimiters cannot contain a line end: files are read by lines", fault="delimiters")


class LineError(OptionError):
    """A problem with a line. Lines count from 0, where reading started."""

    def __init__(self, message: str, *, line: int = 0, **details: Any) -> None:  # noqa: ANN401
        super().__init__(message, **details)
        self.line = line

    def moved(self, lines: int) -> "LineError":
        """Return the error for a text with `lines` more lines before it."""
        return LineError(self.message, line=self.line + lines, fault=self.fault)

    def placed(self, name: str) -> OptionError:
        """Return the error for people, with the name of the file and a line number that counts from 1.

        >>> print(LineError("it is wrong", line=2).placed("a.jsonl"))
        a.jsonl: line 3: it is wrong
        """
        return OptionError(f"{name}: line {self.line + 1}: {self.message}", fault=self.fault)


def pieces_of(
    blocks: Iterable[bytes], last_break: LastBreak | None, span: int = _SPAN, most: int = MOST_HELD
) -> Iterator[bytes]:
    r"""Cut the content of blocks into pieces of whole lines. A line longer than `span` is cut at its breaks.

    Where a line is cut depends only on the line, not on the blocks in which it arrives. Without
    `last_break`, no line is cut, and none may have more than `most` bytes.

    >>> list(pieces_of([b"1\n", b"2", b"3\n4\n5"], lambda text: 0))
    [b'1\n', b'23\n4\n', b'5']
    >>> list(pieces_of([b"1 2 3\n"], lambda text: text.rfind(" ") + 1, span=3))
    [b'1 ', b'2 ', b'3\n']
    """
    held = bytearray()
    searched = spanned = 0
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    for block in blocks:
        held += block
        while True:
            reach = spanned + span
            end = held.rfind(b"\n", searched, reach) + 1
            if not end and len(held) >= reach:
                start = spanned - len(decoder.getstate()[0])
                text = decoder.decode(held[spanned:reach])
                place = last_break(text) if last_break else 0
                end = start + len(encoded(text[:place])) if place else 0
            if end:
                yield bytes(held[:end])
                del held[:end]
                searched = spanned = 0
                decoder.reset()
            elif len(held) < reach:
                searched = len(held)
                break
            else:
                searched = spanned = reach
                if not last_break and spanned > most:
                    raise LineError(too_large(most), fault="large-document")
                if last_break and spanned >= _LONGEST:
                    problem = "it is longer than 16 MiB and has no place where it can be cut: break it up"
                    raise LineError(problem, fault="long-line")
    if held:
        yield bytes(held)


def texts_of(pieces: Iterable[bytes], texts: Callable[[bytes], Iterable[str]], name: str) -> Iterator[str]:
    r"""Yield the texts in the pieces of a file. An error names the file and the line.

    >>> list(texts_of([b"1\n2\n", b"3"], lambda piece: decoded(piece).split(), "x"))
    ['1', '2', '3']
    """
    lines = 0
    try:
        for piece in pieces:
            yield from texts(piece)
            lines += piece.count(b"\n")
    except LineError as error:
        raise error.moved(lines).placed(name) from None


def decoded(piece: bytes) -> str:
    r"""Decode UTF-8. Other bytes become lone surrogates, which `encoded` turns back into these bytes.

    >>> encoded(decoded(b"1 \xff"))
    b'1 \xff'
    """
    return piece.decode("utf-8", "surrogateescape")


def encoded(text: str) -> bytes:
    """Encode a text as UTF-8. Bytes that were not UTF-8 come back unchanged."""
    return text.encode("utf-8", "surrogateescape")


@frozen
class Source:
    """A file or standard input. `opened` opens it at its start.

    `is_binary` lets it hold anything, not only text. `is_checked` says that its content was decompressed and
    checked before.
    """

    path: str
    opened: Callable[[], IO[bytes]]
    is_binary: bool = False
    is_checked: bool = False

    @property
    def name(self) -> str:
        """The name for messages."""
        return "standard input" if self.path == "-" else self.path

    def blocks(self, advance: Callable[[int], None]) -> Iterator[bytes]:
        """Yield the decompressed content, and call `advance` with the number of raw bytes read."""
        raw = self._raw(advance)
        if self.is_checked:
            yield from raw
            return
        first = _first(raw)
        content: Iterator[bytes] = chain([first], raw) if first else raw
        if how := format_starting(first):
            content = decompressed(content, how, self.name)
        yield from content if self.is_binary else checked_text(content, self.name)

    def _raw(self, advance: Callable[[int], None]) -> Iterator[bytes]:
        with self.opened() as file:
            while block := _block(file, self.name):
                advance(len(block))
                yield block

    @property
    def is_seekable(self) -> bool:
        """Whether another process can open it by its path and start reading at any line."""
        return self.path != "-" and Path(self.path).is_file() and not format_of(self.path)


def first_bytes(path: str) -> bytes:
    """Return the first decompressed bytes of a file."""
    with source_of(path, again=False, is_binary=True) as source:
        return next(source.blocks(lambda _: None), b"")


def column_kind(path: str) -> str | None:
    """Return the format of a file of columns, such as Parquet, or None for another file or a pipe."""
    if not os.path.isfile(path):  # noqa: PTH113 -- it is False for a path that cannot be read
        return None  # a pipe can be read only once
    with _opened(path) as file:
        return kind_of(_block(file, path, 8))


def placed(error: TstGrammarError, path: str) -> TstGrammarError:
    """Return an error with a message that names the file.

    >>> print(placed(LineError("it is wrong"), "a.jsonl"))
    a.jsonl: line 1: it is wrong
    """
    if path in error.message or error.fault in ("unwriteable", "busy"):
        return error
    if isinstance(error, LineError):
        return error.placed(path)
    return OptionError(f"{path}: {error.message}", fault=error.fault)


def format_of(path: str) -> Format | None:
    """Return how the file at a path is compressed, or None."""
    with _opened(path) as file:
        return format_starting(_first(iter(lambda: _block(file, path), b"")))


def _first(blocks: Iterator[bytes]) -> bytes:
    """Read as many blocks as it takes to know whether they are compressed."""
    first = b""
    while is_undecided(first) and (block := next(blocks, b"")):
        first += block
    return first


@contextlib.contextmanager
def source_of(path: str, *, again: bool, is_binary: bool = False) -> Iterator[Source]:
    """Give a file or standard input. With `again`, it can be read more than once."""
    if path != "-":
        yield Source(path, lambda: _opened(path), is_binary)
        return
    once = Source(path, lambda: os.fdopen(os.dup(sys.stdin.fileno()), "rb"), is_binary)
    if not again:
        yield once
        return
    with kept(path, once.blocks(lambda _: None)) as source:
        yield source


@contextlib.contextmanager
def kept(path: str, blocks: Iterable[bytes]) -> Iterator[Source]:
    """Keep the content of blocks in a temporary file, and give a source that can be read more than once."""
    import tempfile  # noqa: PLC0415 -- slow to import, and few inputs need it

    with tempfile.TemporaryFile() as file:
        file.writelines(blocks)
        file.flush()

        def from_its_start() -> IO[bytes]:
            file.seek(0)
            return os.fdopen(os.dup(file.fileno()), "rb")

        yield Source(path, from_its_start, is_checked=True)


def ranges_of(path: str, size: int) -> Iterator[tuple[int, int]]:
    """Divide a file into ranges of about `size` bytes that end at line ends. Yield their starts and ends."""
    with _opened(path) as file:
        total = os.fstat(file.fileno()).st_size
        start = 0
        while start < total:
            file.seek(min(start + size, total))
            while (block := _block(file, path)) and b"\n" not in block:
                pass
            end = file.tell() - len(block) + block.find(b"\n") + 1 if block else file.tell()
            yield start, end
            start = end


def blocks_between(path: str, start: int, end: int) -> Iterator[bytes]:
    """Yield the content of a range of a file."""
    with _opened(path) as file:
        file.seek(start)
        while start < end and (block := _block(file, path, min(_SPAN, end - start))):
            start += len(block)
            yield block


def size_of(path: str) -> int | None:
    """Return the size of a file in bytes, or None if it is not known before reading."""
    with contextlib.suppress(OSError):
        status = os.fstat(sys.stdin.fileno()) if path == "-" else Path(path).stat()
        if stat.S_ISREG(status.st_mode):
            return status.st_size
    return None


def _block(file: IO[bytes], name: str, size: int = _SPAN) -> bytes:
    """Read a block of a file, or the bytes that a pipe has now. At the end, return no bytes."""
    try:
        block: bytes = getattr(file, "read1", file.read)(size)
    except OSError as error:
        raise _unreadable(name, error) from None
    return block


def _opened(path: str) -> IO[bytes]:
    check_path(path)
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(name: str, error: OSError) -> OptionError:
    return OptionError(f"cannot read {name}: {error.strerror}", fault="unreadable")
