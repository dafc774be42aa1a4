"""Reads text of any length from files in pieces, byte for byte, and writes files whole or not at all."""

import codecs
import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from tst_grammar.errors import OptionError

_BLOCK = 1 << 18
"""How many bytes are read at once."""

_LONGEST = 1 << 24
"""How many characters may come in a row with no place where the text can be cut."""


def pieces_of(file: IO[bytes], last_break: Callable[[str], int], name: str) -> Iterator[str]:
    """Yield the text of a file in pieces, each of whole lines, or cut where `last_break` says in a long one.

    Bytes that are no UTF-8 become characters that `encoded` turns into the same bytes again.
    """
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    rest = ""
    while block := _block(file, name):
        rest += decoder.decode(block)
        end = rest.rfind("\n") + 1
        if not end and len(rest) > _BLOCK:
            end = last_break(rest)
        if end:
            yield rest[:end]
            rest = rest[end:]
        elif len(rest) > _LONGEST:
            raise OptionError(
                f"{name}: a line has {_LONGEST} characters and no place where it can be cut: break it up",
                fault="long-line",
            )
    rest += decoder.decode(b"", final=True)
    if rest:
        yield rest


def encoded(text: str) -> bytes:
    """Return the bytes of a text, those that were no UTF-8 as they were."""
    return text.encode("utf-8", "surrogateescape")


def _block(file: IO[bytes], name: str) -> bytes:
    """Return what a pipe has, or a block of a file; nothing at the end."""
    try:
        block: bytes = getattr(file, "read1", file.read)(_BLOCK)
    except OSError as error:
        raise _impossible("read", name, error) from None
    return block


def _impossible(what: str, name: str, error: OSError) -> OptionError:
    return OptionError(
        f"cannot {what} {name}: {error.strerror}", fault={"read": "unreadable", "write": "unwriteable"}[what]
    )


@contextlib.contextmanager
def rereadable(path: str) -> Iterator[Callable[[], IO[bytes]]]:
    """Give what opens a file, or a copy of standard input, from its start as often as need be."""
    if path != "-":
        yield lambda: opened(path)
        return
    with tempfile.TemporaryFile() as kept:
        shutil.copyfileobj(sys.stdin.buffer, kept)

        def again() -> IO[bytes]:
            kept.seek(0)
            return os.fdopen(os.dup(kept.fileno()), "rb")

        yield again


def opened(path: str) -> IO[bytes]:
    """Return a file, or standard input, to be read once."""
    if path == "-":
        return os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise _impossible("read", path, error) from None


@contextlib.contextmanager
def replaced(path: str) -> Iterator[IO[bytes]]:
    """Give a file to write that takes a path's place, and its mode, once all is written.

    What is no regular file, such as a pipe, is written as it is.
    """
    target = Path(path).resolve()
    try:
        with _beside(target) if target.is_file() or not target.exists() else target.open("wb") as file:
            yield file
    except OSError as error:
        raise _impossible("write", path, error) from None


@contextlib.contextmanager
def _beside(target: Path) -> Iterator[IO[bytes]]:
    """Give a temporary file that becomes the target if all goes well."""
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
        try:
            yield file
            file.flush()
            os.fsync(file.fileno())
            if target.exists():
                shutil.copymode(target, file.name)
            else:
                Path(file.name).chmod(0o666 & ~_umask())
            Path(file.name).replace(target)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
