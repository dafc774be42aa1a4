"""Finds stored tables: those shipped with the package, and those in the user's cache."""

import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING

from tst_grammar.automata.charsets import UNICODE
from tst_grammar.automata.tables import DAMAGE, Tables, pack, unpack

if TYPE_CHECKING:
    from tst_grammar.automata.automaton import Automaton

_FORMAT = "4"
"""The version of the tables. Change it when the compiler or the layout of the bytes changes."""


_SECONDS = 1.0
"""How long a compilation may take before a line on standard error announces it."""


def shipped() -> Path:
    """Return the folder of the tables shipped with the package."""
    return Path(__file__).parent / "compiled"


def key_of(grammar: str) -> str:
    """Return the key of a grammar's tables. It changes with the grammar, the compiler and Unicode.

    >>> len(key_of("start: /x/"))
    32
    """
    import hashlib  # noqa: PLC0415 -- it is slow to import

    return hashlib.sha256(f"{_FORMAT}\n{UNICODE}\n{grammar}".encode()).hexdigest()[:32]


def find(grammar: str) -> Iterator[Tables]:
    """Yield the tables of a grammar that are shipped or cached. The runner checks what is in them."""
    key = key_of(grammar)
    if name := _index().get(key):
        with contextlib.suppress(OSError, *DAMAGE):
            yield unpack((shipped() / f"{name}.dfa").read_bytes())
    with contextlib.suppress(OSError, *DAMAGE):
        yield _read(_path_of(key))


def is_shipped(grammar: str) -> bool:
    """Tell whether the tables of a grammar ship with the package."""
    return key_of(grammar) in _index()


def keep(grammar: str, compiled: "Callable[[], Automaton]") -> Path:
    """Put the tables of a grammar into the cache, unless they are there, and return their file.

    If several processes do this at once, one compiles and the others wait for it.
    """
    path = _path_of(key_of(grammar))
    path.parent.mkdir(parents=True, exist_ok=True)
    with _locked(path.parent / ".lock"):
        with contextlib.suppress(OSError, *DAMAGE):
            _read(path).checked()
            return path
        with _announced():
            tables = Tables.of(compiled())
        _write(path, f"{path.stem}\n".encode() + pack(tables))
    return path


def cache_folder() -> Path:
    """Return the user's cache folder; without a home folder, one that cannot be created."""
    own = os.environ.get("TST_GRAMMAR_CACHE")
    if own:
        return Path(own)
    shared = os.environ.get("XDG_CACHE_HOME")
    with contextlib.suppress(RuntimeError):
        return (Path(shared) if shared else Path.home() / ".cache") / "tst-grammar"
    return Path(os.devnull) / "tst-grammar"


@cache
def _index() -> dict[str, str]:
    """Return the names of the shipped tables by their keys."""
    index: dict[str, str] = {}
    with contextlib.suppress(OSError, ValueError):
        index = json.loads((shipped() / "index.json").read_text(encoding="utf-8"))
    return index


def _path_of(key: str) -> Path:
    return cache_folder() / f"{key}.dfa"


def _read(path: Path) -> Tables:
    """Return the tables in a file of the cache, whose first line is the key that names it."""
    key, _, packed = path.read_bytes().partition(b"\n")
    if key != path.stem.encode():
        raise ValueError("these are the tables of another grammar")
    return unpack(packed)


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a lock that other processes wait for, where the system has such locks."""
    with path.open("wb") as file:
        if sys.platform != "win32":
            import fcntl  # noqa: PLC0415 -- Windows has none

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextlib.contextmanager
def _announced() -> Iterator[None]:
    """Say on standard error what takes so long, if it takes longer than a second."""
    line = "tst-grammar: compiling tables, which takes some seconds\n"
    timer = Timer(_SECONDS, sys.stderr.write, [line])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _write(path: Path, content: bytes) -> None:
    """Write a file atomically, for everyone to read: one user may fill the cache for others."""
    import tempfile  # noqa: PLC0415 -- slow to import and rarely needed

    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
        try:
            file.write(content)
            file.close()
            Path(file.name).chmod(0o644)
            Path(file.name).replace(path)
        except OSError:
            Path(file.name).unlink(missing_ok=True)
            raise
