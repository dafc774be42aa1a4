"""Tables of automata, compact and as bytes: those shipped, and those kept of a user's own grammars."""

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
"""Changes when the tables of a grammar would: with the compiler or with the layout of the bytes."""


class Tables(NamedTuple):
    r"""The tables of an automaton without repetition: bytes, or numbers of four bytes each.

    `accepts` has each distinct row of the kinds that a state accepts, `patterns` each distinct way in which
    classes lead to the same states. A row is the number of one of those, the number of one of
    these, and the states it leads to, less those of the last row with this pattern.

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
        """The automaton, made anew."""
        from tst_grammar.automata.automaton import Automaton  # noqa: PLC0415 -- the kernel does without it
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
    """Return tables as bytes with a checksum: a line of JSON, and then the arrays, lowest byte first."""
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
    """Return the tables that bytes hold; damaged ones raise one of several errors."""
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
        raise ValueError("the tables are not whole")
    start = 0
    for size in sizes:
        yield content[start : start + size]
        start += size


def _ordered(numbers: bytes) -> bytes:
    """Return numbers in the order of bytes of this machine, or of the file."""
    if sys.byteorder == "little":
        return numbers
    swapped = _numbers(numbers)
    swapped.byteswap()
    return swapped.tobytes()


def packed(numbers: Iterable[int]) -> bytes:
    """Return numbers as the tables hold them."""
    return array("I", numbers).tobytes()


def _numbers(numbers: bytes) -> "array[int]":
    return array("I", numbers)


def shipped() -> Path:
    """Return the folder of the tables that come with the package."""
    return Path(__file__).parent / "compiled"


def key_of(grammar: str) -> str:
    """Return what names a grammar's tables: it changes with the grammar and with the compiler.

    >>> len(key_of("start: /x/"))
    32
    """
    import hashlib  # noqa: PLC0415 -- it is slow to import

    return hashlib.sha256(f"{_FORMAT}\n{grammar}".encode()).hexdigest()[:32]


def find(grammar: str, compiled: "Callable[[], Automaton]") -> Tables:
    """Return the tables of a grammar: as shipped, as kept from an earlier use, or compiled now and kept."""
    key = key_of(grammar)
    kept = _cache() / f"{key}.dfa"
    for path in (shipped() / f"{_index().get(key, '')}.dfa", kept):
        with contextlib.suppress(OSError, *DAMAGE):
            return unpack(path.read_bytes())
    tables = Tables.of(compiled())
    with contextlib.suppress(OSError):
        _write(kept, pack(tables))
    return tables


@cache
def _index() -> dict[str, str]:
    """Return the names of the shipped tables by their keys."""
    index: dict[str, str] = {}
    with contextlib.suppress(OSError, ValueError):
        index = json.loads((shipped() / "index.json").read_text(encoding="utf-8"))
    return index


DAMAGE = (ValueError, KeyError, TypeError, IndexError, RecursionError, zlib.error)
"""What reading damaged bytes may raise."""


def _cache() -> Path:
    """Return the folder for tables of a user's own grammars; without a home, one that cannot be made."""
    own = os.environ.get("TST_GRAMMAR_CACHE")
    if own:
        return Path(own)
    shared = os.environ.get("XDG_CACHE_HOME")
    with contextlib.suppress(RuntimeError):
        return (Path(shared) if shared else Path.home() / ".cache") / "tst-grammar"
    return Path(os.devnull) / "tst-grammar"


def _write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    import tempfile  # noqa: PLC0415 -- it is slow to import, and seldom needed

    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
        try:
            file.write(content)
            file.close()
            Path(file.name).replace(path)
        except OSError:
            Path(file.name).unlink(missing_ok=True)
            raise
