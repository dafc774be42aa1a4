"""The rules and terminals of the grammar files, as Lark has read them, stored ready for use."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

from tst_grammar.automata import grammar
from tst_grammar.automata.charsets import Ranges, merged
from tst_grammar.automata.compiler.productions import (
    Chain,
    Characters,
    Choice,
    Expression,
    Look,
    Name,
    Repeated,
    own_name,
    rules_of,
    terminals_of,
)
from tst_grammar.errors import GrammarError

FILES = ("terminals", "number", "text", "annotated")
"""The grammar files whose definitions are stored."""

OVERRIDDEN = ("annotated",)
"""Those whose terminals are stored as they are written too, because other terminals are put into them."""


class Library:
    """The stored definitions. A name starts with its file, as in `text.SIGN`."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self._definitions: Mapping[str, Any] = content["definitions"]
        self._notation: Mapping[str, Mapping[str, str]] = content["notation"]
        self._sets = [tuple(zip(ends[::2], ends[1::2], strict=True)) for ends in content["sets"]]

    def definition(self, name: str) -> Expression:
        """Return the definition of a rule or terminal."""
        if name not in self._definitions:
            raise GrammarError(f"no rule or terminal {name}", fault="not-regular")
        return self._expression(self._definitions[name])

    def notation(self, file: str) -> dict[str, str]:
        """Return the definitions of the terminals in a grammar file, as they are written there."""
        return dict(self._notation[file])

    def ranges(self, name: str) -> Ranges:
        """Return the characters of a terminal that is one character.

        >>> shipped().ranges("terminals.PERCENT")[0]
        (37, 37)
        """
        return merged(_ranges(self.definition(name)))

    def kinds(self, file: str) -> tuple[str, ...]:
        """Return the names of the alternatives of `start` in a grammar file."""
        start = self.definition(f"{file}.start")
        ways = start.ways if isinstance(start, Choice) else (start,)
        return tuple(own_name(way.name) for way in ways if isinstance(way, Name))

    def _expression(self, stored: Any) -> Expression:  # noqa: ANN401 -- what JSON holds
        match stored:
            case int():
                return Characters(self._sets[stored])
            case str():
                return Name(stored)
            case ["&", *parts]:
                return Chain(tuple(map(self._expression, parts)))
            case ["|", *ways]:
                return Choice(tuple(map(self._expression, ways)))
            case ["*", part, least, most]:
                return Repeated(self._expression(part), least, most)
            case [direction, number, at_edge]:
                return Look(direction == ">", self._sets[number], at_edge)
        raise ValueError(f"no expression: {stored}")


def _ranges(expression: Expression) -> Iterable[tuple[int, int]]:
    match expression:
        case Characters(ranges):
            return ranges
        case Choice(ways):
            return (each for way in ways for each in _ranges(way))
        case Chain((part,)):
            return _ranges(part)
    raise ValueError(f"more than one character: {expression}")


@cache
def shipped() -> Library | None:
    """Return the stored definitions, or None if the grammar files have changed since or nothing is stored."""
    try:
        content = json.loads(path().read_text(encoding="utf-8"))
        return Library(content) if content["key"] == _key() else None
    except (OSError, ValueError, KeyError):
        return None


def path() -> Path:
    """Return the file of the stored definitions."""
    return Path(__file__).parents[1] / "compiled" / "library.json"


def made() -> str:
    """Return the definitions of the grammar files, read by Lark, as they are stored."""
    sets: dict[Ranges, int] = {}
    definitions = {}
    for file in FILES:
        read = grammar.all_of(file)
        for name, expression in sorted((rules_of(read) | terminals_of(read)).items()):
            definitions[f"{file}.{name}"] = _stored(expression, file, sets)
    ends = [[end for pair in ranges for end in pair] for ranges in sets]
    notation = {file: grammar.notation_by_lark(file) for file in OVERRIDDEN}
    content = {"key": _key(), "sets": ends, "definitions": definitions, "notation": notation}
    return json.dumps(content, separators=(",", ":")).replace('],"', '],\n"') + "\n"


def _stored(expression: Expression, file: str, sets: dict[Ranges, int]) -> Any:  # noqa: ANN401
    """Return an expression of a file as JSON; `sets` numbers the sets of characters."""
    match expression:
        case Characters(ranges):
            return sets.setdefault(ranges, len(sets))
        case Look(is_ahead, ranges, at_edge):
            return [">" if is_ahead else "<", sets.setdefault(ranges, len(sets)), at_edge]
        case Name(name):
            return f"{file}.{name}"
        case Chain((part,)) | Choice((part,)):
            return _stored(part, file, sets)
        case Chain(parts) | Choice(parts):
            mark = "&" if isinstance(expression, Chain) else "|"
            return [mark, *(_stored(part, file, sets) for part in parts)]
        case Repeated(part, least, most):
            return ["*", _stored(part, file, sets), least, most]


def _key() -> str:
    return f"{crc32(''.join(map(grammar.text_of, FILES)).encode()):08x}"
