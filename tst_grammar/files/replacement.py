"""Writes files whole or not at all: whatever ends a run, the old file stays until the new one is complete."""

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from tst_grammar.errors import OptionError
from tst_grammar.files.compression import compressing, format_named
from tst_grammar.files.interrupts import held_back
from tst_grammar.files.streams import check_path, format_of

_LONGEST_NAME = 255
"""How many bytes the name of a file may have."""

_WAIT = 0.02
"""How many seconds pass before a lock is tried again."""

_SAFE_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""Flags for opening a file without following a link or waiting for a pipe."""


@contextlib.contextmanager
def replaced(  # noqa: PLR0913 -- what a file to write can be like
    path: str,
    *,
    in_place: bool = False,
    keeps_time: bool = False,
    patience: float = 0.0,
    as_is: bool = False,
    like: str | None = None,
) -> Iterator[IO[bytes]]:
    """Give a file to write. When everything is written, it replaces the file at the path.

    It gets the mode and the owner of that file and, with `keeps_time`, its times. The content is compressed
    as the suffix says, or, with `in_place`, as that file is, or, with `as_is`, not at all. If the suffix says
    nothing, it is compressed as the file `like` is. A pipe or a device
    is not replaced but written to. `patience` is how many seconds to wait for another run that is writing the
    file.
    """
    if path.endswith((os.sep, "/")):
        raise OptionError(f"cannot write {path}: it names a folder", fault="unwriteable")
    check_path(path)
    try:
        target = Path(path).resolve()
        how = format_of(path) if in_place and target.is_file() else format_named(path)
        if how is None and like is not None:
            how = format_of(like)
        with (
            _part_of(target, keeps_time=keeps_time, patience=patience)
            if target.is_file() or not target.exists()
            else target.open("wb") as file,
            compressing(file, None if as_is else how) as writer,
        ):
            yield writer
    except OSError as error:
        raise OptionError(f"cannot write {path}: {error.strerror}", fault="unwriteable") from None


@contextlib.contextmanager
def _part_of(target: Path, *, keeps_time: bool, patience: float) -> Iterator[IO[bytes]]:
    """Give a temporary file in the target's folder. It replaces the target, or is removed after an error."""
    part = part_path(target)
    with contextlib.ExitStack() as creation:
        creation.enter_context(held_back())
        with _locked(part, target, patience) as file:
            try:
                creation.close()  # a signal that was held back ends the run here
                yield file
                file.flush()
                if target.exists():
                    import shutil  # noqa: PLC0415 -- slow to import

                    _copy_owner(target, part)
                    shutil.copymode(target, part)
                    if keeps_time:
                        was = target.stat()
                        os.utime(part, ns=(was.st_atime_ns, was.st_mtime_ns))
                else:
                    part.chmod(0o666 & ~_umask())
                os.fsync(file.fileno())
                _let_go(file)
                part.replace(target)
            except BaseException:
                _let_go(file)
                part.unlink(missing_ok=True)
                raise


def _copy_owner(target: Path, part: Path) -> None:
    """Give the new file the owner and the group of the old one, as far as the system and our rights allow."""
    was, now = target.stat(), part.stat()
    if sys.platform == "win32" or (was.st_uid, was.st_gid) == (now.st_uid, now.st_gid):
        return
    for owner, group in ((was.st_uid, -1), (-1, was.st_gid)):
        with contextlib.suppress(PermissionError):
            os.chown(part, owner, group)


def part_path(target: Path) -> Path:
    """Return the path of the temporary file for a file."""
    return target.with_name(part_name(target.name))


def part_name(name: str) -> str:
    """Return the name of the temporary file for a file. It is always the same for the same file.

    >>> part_name("notes.txt")
    '.notes.txt.tst-part'
    >>> len(part_name("n" * 255))
    255
    """
    part = f".{name}.tst-part"
    if len(os.fsencode(part)) <= _LONGEST_NAME:
        return part
    import hashlib  # noqa: PLC0415 -- slow to import

    digest = hashlib.sha256(os.fsencode(name)).hexdigest()[:16]
    start = os.fsencode(name)[: _LONGEST_NAME - len(f"..{digest}.tst-part")]
    return f".{start.decode(errors='ignore')}.{digest}.tst-part"


def _locked(part: Path, target: Path, patience: float) -> IO[bytes]:
    """Create the temporary file and lock it. A file that a killed run has left has no lock and is removed."""
    while True:
        with contextlib.suppress(FileExistsError):
            file = os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
            lock(file, target, patience)
            if _is_at(part, file):
                return file
            file.close()
        if sys.platform == "win32":
            part.unlink(missing_ok=True)  # an error while another run has it open
            continue
        with contextlib.suppress(FileNotFoundError), os.fdopen(os.open(part, _SAFE_READ), "rb") as left:
            lock(left, target, patience)
            if _is_at(part, left):
                part.unlink()


def lock(file: IO[bytes], target: Path, patience: float = 0.0) -> None:
    """Lock a file, so that no other run removes it. Closing it releases the lock, however the run ends."""
    if sys.platform == "win32":  # nobody can remove an open file there
        return
    import fcntl  # noqa: PLC0415 -- Windows has none

    deadline = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() < deadline:
                time.sleep(_WAIT)
                continue
            file.close()
            raise OptionError(f"cannot write {target}: another run is writing it", fault="busy") from None
        except OSError:  # the file system has no locks
            return
        return


def _let_go(file: IO[bytes]) -> None:
    """Close a file if the system can neither move nor remove it while it is open."""
    if sys.platform == "win32":
        file.close()


def _is_at(part: Path, file: IO[bytes]) -> bool:
    """Tell whether the path still leads to this file. Another run may have replaced it."""
    try:
        return os.path.samestat(part.lstat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
