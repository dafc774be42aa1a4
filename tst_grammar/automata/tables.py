"""The compact tables of an automaton, and the bytes that store them."""

import json
import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator
from operator import add, sub
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from tst_grammar.automata.automaton import Automaton


class Tables(NamedTuple):
    r"""The tables of an automaton, each distinct row stored once, as bytes or numbers of four bytes.

    `accepts` holds each distinct row of accepted kinds. `patterns` holds each distinct way in which classes
    share their next states. A row in `rows` is the index of its accepts, the index of its pattern, and the
    next states, stored as differences from the last row with the same pattern.

    >>> from lark import Lark
    >>> from tst_grammar.automata.compiler.compilation import compile_grammar
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

    def checked(self) -> "Automaton":
        """Return a new automaton with these tables, or raise one of `DAMAGE` if they do not fit together."""
        automaton = self.automaton
        width, states = len(automaton.starts), self.states
        numbers = (
            (max(map(max, (automaton.starts, *automaton.moves))), states),
            (max(map(max, automaton.accepts)), len(self.kinds) + 1),
            (max(automaton.classes.names), width - 1),
            (max((*self.anchors, *self.resets, 0)), width - 1),
            (max((max(row) for row in self.roles.values()), default=0), len(self.role_names)),
            (max(self.roles, default=0), len(self.kinds) + 1),
        )
        lengths = {len(row) for row in (*automaton.moves, *automaton.accepts)}
        is_whole = len(automaton.moves) == states and all(len(row) == states for row in self.roles.values())
        ascends = sorted({*automaton.classes.starts}) == list(automaton.classes.starts)
        if not (
            is_whole
            and ascends
            and lengths == {width}
            and automaton.classes.starts[0] == 0
            and len(automaton.classes.starts) == len(automaton.classes.names)
            and all(number < limit for number, limit in numbers)
        ):
            raise ValueError("the tables do not fit together")
        return automaton


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
    if max((*found["anchors"], *found["resets"], 0)) >= len(found["starts"]) // 4:
        raise ValueError("the tables have no such class of characters")
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


DAMAGE = (ValueError, KeyError, TypeError, IndexError, RecursionError, zlib.error)
"""The errors that reading damaged bytes may raise."""
