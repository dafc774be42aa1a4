"""Tables of automata as bytes: those shipped with the package, and those kept of a user's own grammars."""

import contextlib
import hashlib
import json
import os
import tempfile
import zlib
from collections.abc import Callable
from functools import cache
from itertools import accumulate
from operator import add, sub
from pathlib import Path

from tst_grammar.automaton import Automaton
from tst_grammar.charsets import Classes

_FORMAT = "1"
"""Changes when the tables of a grammar would: with the compiler or with the layout of the bytes."""


def shipped() -> Path:
    """Return the folder of the tables that come with the package."""
    return Path(__file__).parent / "compiled"


def key_of(grammar: str) -> str:
    """Return what names a grammar's tables: it changes with the grammar and with the compiler.

    >>> len(key_of("start: /x/"))
    32
    """
    return hashlib.sha256(f"{_FORMAT}\n{grammar}".encode()).hexdigest()[:32]


def find(grammar: str, compiled: Callable[[], Automaton]) -> Automaton:
    """Return the tables of a grammar: as shipped, as kept from an earlier use, or compiled now and kept."""
    key = key_of(grammar)
    kept = _cache() / f"{key}.dfa"
    for path in (shipped() / f"{_index().get(key, '')}.dfa", kept):
        with contextlib.suppress(OSError, *_DAMAGE):
            return unpack(path.read_bytes())
    automaton = compiled()
    with contextlib.suppress(OSError):
        _write(kept, pack(automaton))
    return automaton


@cache
def _index() -> dict[str, str]:
    """Return the names of the shipped tables by their keys."""
    index: dict[str, str] = {}
    with contextlib.suppress(OSError, ValueError):
        index = json.loads((shipped() / "index.json").read_text(encoding="utf-8"))
    return index


_DAMAGE = (ValueError, KeyError, TypeError, IndexError, RecursionError, zlib.error)
"""What reading damaged bytes may raise."""


def pack(automaton: Automaton) -> bytes:
    r"""Return tables as bytes, with a checksum.

    Many rows of moves have the same pattern: which classes lead to one state together. Each is written once;
    a row is the number of its pattern and the states it leads to, less those of the last row with the same.

    >>> from lark import Lark
    >>> from tst_grammar.automaton import compile_grammar
    >>> automaton = compile_grammar(Lark('start: A\nA: /[0-9]+/'))
    >>> unpack(pack(automaton)) == automaton
    True
    """
    accepts: dict[tuple[int, ...], int] = {}
    patterns: dict[tuple[int, ...], int] = {}
    last: dict[int, list[int]] = {}
    rows = []
    for accepted, moves in zip(automaton.accepts, automaton.moves, strict=True):
        states = list(dict.fromkeys(moves))
        pattern = patterns.setdefault(tuple(map(states.index, moves)), len(patterns))
        steps = map(sub, states, last.get(pattern, [0] * len(states)))
        rows.append([accepts.setdefault(accepted, len(accepts)), pattern, *steps])
        last[pattern] = states
    content = {
        "kinds": automaton.kinds,
        "class_steps": list(map(sub, automaton.classes.starts, (0, *automaton.classes.starts))),
        "class_names": automaton.classes.names,
        "starts": automaton.starts,
        "accepts": list(accepts),
        "patterns": list(patterns),
        "rows": rows,
        "roles": list(automaton.roles.items()),
        "role_names": automaton.role_names,
        "anchors": automaton.anchors,
    }
    body = zlib.compress(json.dumps(content, separators=(",", ":")).encode(), 9)
    return hashlib.sha256(body).digest() + body


def unpack(packed: bytes) -> Automaton:
    """Return the tables that bytes hold; damaged ones raise one of several errors."""
    size = hashlib.sha256().digest_size
    if hashlib.sha256(packed[size:]).digest() != packed[:size]:
        raise ValueError("the checksum of the tables is wrong")
    content = json.loads(zlib.decompress(packed[size:]))
    accepts = [tuple(row) for row in content["accepts"]]
    states = [[0] * (max(pattern) + 1) for pattern in content["patterns"]]
    moves = []
    for _, pattern, *steps in content["rows"]:
        states[pattern] = list(map(add, states[pattern], steps))
        moves.append(tuple(map(states[pattern].__getitem__, content["patterns"][pattern])))
    return Automaton(
        kinds=tuple(content["kinds"]),
        classes=Classes(tuple(accumulate(content["class_steps"])), tuple(content["class_names"])),
        starts=tuple(content["starts"]),
        moves=tuple(moves),
        accepts=tuple(accepts[row[0]] for row in content["rows"]),
        roles={kind: tuple(row) for kind, row in content["roles"]},
        role_names=tuple(content["role_names"]),
        anchors=tuple(content["anchors"]),
    )


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
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
        try:
            file.write(content)
            file.close()
            Path(file.name).replace(path)
        except OSError:
            Path(file.name).unlink(missing_ok=True)
            raise
