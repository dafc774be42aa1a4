"""Stores the compact tables of automata: those shipped with the package and those in the user's cache."""

import contextlib
import json
import os
import sys
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from operator import add, sub
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from tst_grammar.automata.automaton import Automaton

_FORMAT = "3"
"""The version of the tables. Change it when the compiler or the layout of the bytes changes."""


class Tables(NamedTuple):
    r"""The tables of an automaton, each distinct row stored once, as bytes or numbers of four bytes.

    `accepts` holds each distinct row of accepted kinds. `patterns` holds each distinct way in which classes
    share their next states. A row in `rows` is the index of its accepts, the index of its pattern, and the
    next states, stored as differences from the last row with the same pattern.

    >>> from lark import Lark
    >>> from tst_grammar.automata.compilation import compile_grammar
    >>> automaton = compile_grammar(Lark('start: A\nA: /[0-9]+/'))
    >>> Tables.of(automaton).automaton == automaton
    True
    """

    kinds: tuple[str, ...]
    states: int
    class_starts: bytes
    class_names: bytes
    starts: bytes
    accepts: bytes
    patterns: bytes
    rows: bytes
    roles: dict[int, bytes]
    role_names: tuple[str, ...]
    anchors: tuple[int, ...]
    resets: tuple[int, ...]
    values: tuple[tuple[int, int, int], ...]

    @classmethod
    def of(cls, automaton: "Automaton") -> "Tables":
        """Return the tables of an automaton."""
        accepts: dict[bytes, int] = {}
        patterns: dict[bytes, int] = {}
        last: dict[int, list[int]] = {}
        rows: list[int] = []
        for accepted, moves in zip(automaton.accepts, automaton.moves, strict=True):
            states = list(dict.fromkeys(moves))
            pattern = patterns.setdefault(bytes(map(states.index, moves)), len(patterns))
            rows += (accepts.setdefault(bytes(accepted), len(accepts)), pattern)
            rows += (step % 2**32 for step in map(sub, states, last.get(pattern, [0] * len(states))))
            last[pattern] = states
        return cls(
            kinds=automaton.kinds,
            states=len(automaton.moves),
            class_starts=packed(automaton.classes.starts),
            class_names=packed(automaton.classes.names),
            starts=packed(automaton.starts),
            accepts=b"".join(accepts),
            patterns=b"".join(patterns),
            rows=packed(rows),
            roles={kind: bytes(row) for kind, row in automaton.roles.items()},
            role_names=automaton.role_names,
            anchors=automaton.anchors,
            resets=automaton.resets,
            values=automaton.values,
        )

    @property
    def automaton(self) -> "Automaton":
        """A new automaton with these tables."""
        from tst_grammar.automata.automaton import Automaton  # noqa: PLC0415 -- the kernel does not need it
        from tst_grammar.automata.charsets import Classes  # noqa: PLC0415

        starts = tuple(_numbers(self.starts))
        width = len(starts)
        accepts = [tuple(self.accepts[at : at + width]) for at in range(0, len(self.accepts), width)]
        patterns = [self.patterns[at : at + width] for at in range(0, len(self.patterns), width)]
        states = [[0] * (max(pattern) + 1) for pattern in patterns]
        accepted, moves = [], []
        rows = iter(_numbers(self.rows))
        for kinds, pattern in zip(rows, rows, strict=False):
            steps = (next(rows) for _ in states[pattern])
            states[pattern] = [state % 2**32 for state in map(add, states[pattern], steps)]
            accepted.append(accepts[kinds])
            moves.append(tuple(map(states[pattern].__getitem__, patterns[pattern])))
        return Automaton(
            kinds=self.kinds,
            classes=Classes(tuple(_numbers(self.class_starts)), tuple(_numbers(self.class_names))),
            starts=starts,
            moves=tuple(moves),
            accepts=tuple(accepted),
            roles={kind: tuple(row) for kind, row in self.roles.items()},
            role_names=self.role_names,
            anchors=self.anchors,
            resets=self.resets,
            values=self.values,
        )


_NUMBERS = ("class_starts", "class_names", "starts", "rows")
_BYTES = ("accepts", "patterns")
_TUPLES = ("kinds", "role_names", "anchors", "resets")


def pack(tables: Tables) -> bytes:
    """Return tables as bytes: a checksum, a line of JSON, and the arrays in little-endian order."""
    arrays = [
        *(_ordered(getattr(tables, name)) for name in _NUMBERS),
        *(getattr(tables, name) for name in _BYTES),
    ]
    header = {name: getattr(tables, name) for name in (*_TUPLES, "states", "values")}
    header |= {"roles": list(tables.roles), "sizes": list(map(len, arrays))}
    line = json.dumps(header, separators=(",", ":")).encode()
    body = zlib.compress(b"".join((line, b"\n", *arrays, *tables.roles.values())), 9)
    return _checksum(body) + body


def unpack(packed: bytes) -> Tables:
    """Return the tables in packed bytes; damaged bytes raise one of the errors in `DAMAGE`."""
    checksum, body = packed[:4], packed[4:]
    if _checksum(body) != checksum:
        raise ValueError("the checksum of the tables is wrong")
    line, _, content = zlib.decompress(body).partition(b"\n")
    header = json.loads(line)
    pieces = _cut(content, [*header["sizes"], *(header["states"] for _ in header["roles"])])
    found: dict[str, Any] = {
        **{name: _ordered(next(pieces)) for name in _NUMBERS},
        **{name: next(pieces) for name in _BYTES},
        **{name: tuple(header[name]) for name in _TUPLES},
        "states": header["states"],
        "values": tuple((first, value, count) for first, value, count in header["values"]),
        "roles": dict(zip(header["roles"], pieces, strict=True)),
    }
    return Tables(**found)


def _checksum(body: bytes) -> bytes:
    return zlib.crc32(body).to_bytes(4, "little")


def _cut(content: bytes, sizes: list[int]) -> Iterator[bytes]:
    if sum(sizes) != len(content):
        raise ValueError("the tables have the wrong length")
    start = 0
    for size in sizes:
        yield content[start : start + size]
        start += size


def _ordered(numbers: bytes) -> bytes:
    """Convert numbers between the byte order of this machine and that of the file."""
    if sys.byteorder == "little":
        return numbers
    swapped = _numbers(numbers)
    swapped.byteswap()
    return swapped.tobytes()


def packed(numbers: Iterable[int]) -> bytes:
    """Return numbers as bytes, four for each."""
    return array("I", numbers).tobytes()


def _numbers(numbers: bytes) -> "array[int]":
    return array("I", numbers)


def shipped() -> Path:
    """Return the folder of the tables shipped with the package."""
    return Path(__file__).parent / "compiled"


def key_of(grammar: str) -> str:
    """Return the key of a grammar's tables, which changes with the grammar and with the compiler.

    >>> len(key_of("start: /x/"))
    32
    """
    import hashlib  # noqa: PLC0415 -- it is slow to import

    return hashlib.sha256(f"{_FORMAT}\n{grammar}".encode()).hexdigest()[:32]


def find(grammar: str, compiled: "Callable[[], Automaton]") -> Tables:
    """Return the tables of a grammar: shipped, cached, or else compiled now and cached."""
    key = key_of(grammar)
    kept = _cache() / f"{key}.dfa"
    for path in (shipped() / f"{_index().get(key, '')}.dfa", kept):
        with contextlib.suppress(OSError, *DAMAGE):
            return unpack(path.read_bytes())
    tables = Tables.of(compiled())
    with contextlib.suppress(OSError):
        _write(kept, pack(tables))
    return tables


def is_shipped(grammar: str) -> bool:
    """Tell whether the tables of a grammar, as it is now, are shipped."""
    return key_of(grammar) in _index()


def shipped_kinds(name: str) -> tuple[str, ...]:
    """Return the kinds of tokens in shipped tables, or nothing if they cannot be read.

    >>> shipped_kinds("text-en")[:2]
    ('ip', 'isbn')
    """
    with contextlib.suppress(OSError, *DAMAGE):
        return unpack((shipped() / f"{name}.dfa").read_bytes()).kinds
    return ()


@cache
def _index() -> dict[str, str]:
    """Return the names of the shipped tables by their keys."""
    index: dict[str, str] = {}
    with contextlib.suppress(OSError, ValueError):
        index = json.loads((shipped() / "index.json").read_text(encoding="utf-8"))
    return index


DAMAGE = (ValueError, KeyError, TypeError, IndexError, RecursionError, zlib.error)
"""The errors that reading damaged bytes may raise."""


def _cache() -> Path:
    """Return the user's cache folder; without a home folder, one that cannot be created."""
    own = os.environ.get("TST_GRAMMAR_CACHE")
    if own:
        return Path(own)
    shared = os.environ.get("XDG_CACHE_HOME")
    with contextlib.suppress(RuntimeError):
        return (Path(shared) if shared else Path.home() / ".cache") / "tst-grammar"
    return Path(os.devnull) / "tst-grammar"


def _write(path: Path, content: bytes) -> None:
    """Write a file atomically."""
    import tempfile  # noqa: PLC0415 -- slow to import and rarely needed

    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
        try:
            file.write(content)
            file.close()
            Path(file.name).replace(path)
        except OSError:
            Path(file.name).unlink(missing_ok=True)
            raise
