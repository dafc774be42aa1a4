"""Sets of characters as ranges of code points, and the classes that tell several sets apart."""

import importlib
import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen

from tst_grammar.errors import GrammarError

Ranges = tuple[tuple[int, int], ...]
"""Ranges of code points, each with its first and last, sorted and with gaps between them."""

UNICODE = "18.0.0"
"""The version of Unicode that decides what is a letter, a digit or a space."""

LAST = 0x10FFFF
EVERYTHING: Ranges = ((0, LAST),)

_opcodes: Any = importlib.import_module("re._constants")
_regex: Any = importlib.import_module("re._parser")


def ranges_of(characters: Iterable[str]) -> Ranges:
    """Return the ranges of some characters.

    >>> ranges_of("cab0")
    ((48, 48), (97, 99))
    """
    return merged((ord(character), ord(character)) for character in characters)


def merged(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """Return ranges sorted, with those that touch or overlap merged.

    >>> merged([(5, 9), (0, 4), (20, 20)])
    ((0, 9), (20, 20))
    """
    result: list[tuple[int, int]] = []
    for first, last in sorted(ranges):
        if result and first <= result[-1][1] + 1:
            result[-1] = (result[-1][0], max(result[-1][1], last))
        else:
            result.append((first, last))
    return tuple(result)


def others(ranges: Ranges) -> Ranges:
    """Return the ranges of all other characters.

    >>> others(((0, 9),))
    ((10, 1114111),)
    """
    starts = [0, *(last + 1 for _, last in ranges)]
    ends = [*(first - 1 for first, _ in ranges), LAST]
    return tuple((start, end) for start, end in zip(starts, ends, strict=True) if start <= end)


def common(ranges: Ranges, other: Ranges) -> Ranges:
    """Return the characters that two sets share.

    >>> common(((48, 57),), ((50, 99),))
    ((50, 57),)
    """
    return others(merged((*others(ranges), *others(other))))


def is_one_character(opcode: object) -> bool:
    """Tell whether an item of a parsed regular expression matches exactly one character."""
    return opcode in (_opcodes.LITERAL, _opcodes.NOT_LITERAL, _opcodes.IN, _opcodes.ANY)


def ranges_of_pattern(items: Iterable[tuple[Any, Any]]) -> Ranges:
    """Return the characters that the items of a parsed regular expression match, each one character."""
    ranges: list[tuple[int, int]] = []
    negated = False
    for opcode, argument in items:
        if opcode is _opcodes.IN:
            return ranges_of_pattern(argument)
        negated = negated or opcode in (_opcodes.NEGATE, _opcodes.NOT_LITERAL)
        if opcode in (_opcodes.LITERAL, _opcodes.NOT_LITERAL):
            ranges.append((argument, argument))
        elif opcode is _opcodes.RANGE:
            ranges.append(argument)
        elif opcode is _opcodes.CATEGORY:
            ranges += _category(str(argument))
        elif opcode is _opcodes.ANY:
            ranges += others(ranges_of("\n"))
        elif opcode is not _opcodes.NEGATE:
            raise GrammarError(f"{opcode} does not match exactly one character", fault="not-regular")
    return others(merged(ranges)) if negated else merged(ranges)


def ranges_of_class(pattern: str) -> Ranges:
    r"""Return the characters that a pattern for one character matches.

    >>> ranges_of_class(r"[0-9_]")
    ((48, 57), (95, 95))
    """
    return ranges_of_pattern(_regex.parse(pattern))


@cache
def _category(name: str) -> Ranges:
    r"""Return the characters of `\d`, `\w`, `\s` or their opposites, whatever Python knows of Unicode."""
    letter = {"DIGIT": "d", "WORD": "w", "SPACE": "s"}[name.rpartition("_")[2]]
    text = (Path(__file__).parent / "unicode.json").read_text(encoding="utf-8")
    ranges = merged((first, last) for first, last in json.loads(text)[letter])
    return others(ranges) if "_NOT_" in name else ranges


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits in a mask.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@frozen
class Classes:
    """All characters divided into classes, so that each of several sets is a union of classes.

    `starts` are the code points where another class begins, and `names` the numbers of these classes.

    >>> classes, masks = Classes.telling_apart([ranges_of("0"), ranges_of("0123456789")])
    >>> [classes.of(character) for character in "x01"], masks
    ([0, 1, 2], [2, 6])
    """

    starts: tuple[int, ...]
    names: tuple[int, ...]

    @classmethod
    def telling_apart(cls, sets: Sequence[Ranges]) -> "tuple[Classes, list[int]]":
        """Return the fewest classes that make each set a union of classes, and for each set their mask."""
        changes = {0: 0}
        for number, ranges in enumerate(sets):
            for first, last in ranges:
                for place in (first, last + 1):
                    changes[place] = changes.get(place, 0) ^ 1 << number
        changes.pop(LAST + 1, None)
        inside = 0
        known: dict[int, int] = {}
        starts, names = [], []
        for start in sorted(changes):
            inside ^= changes[start]
            starts.append(start)
            names.append(known.setdefault(inside, len(known)))
        masks = [0] * len(sets)
        for within, name in known.items():
            for number in bits(within):
                masks[number] |= 1 << name
        return cls(tuple(starts), tuple(names)), masks

    def __len__(self) -> int:
        return max(self.names) + 1

    def of(self, character: str) -> int:
        """Return the class of a character."""
        return self.names[bisect_right(self.starts, ord(character)) - 1]

    def representatives(self) -> list[str]:
        """Return one character of each class, a printable one if a range of the class starts with one."""
        found = [""] * len(self)
        for start, name in zip(self.starts, self.names, strict=True):
            if not found[name].isprintable() or not found[name]:
                found[name] = chr(start)
        return found

    def renamed(self, names: Sequence[int]) -> "Classes":
        """Return the classes with new numbers; classes with the same number are merged."""
        starts: list[int] = []
        renamed: list[int] = []
        for start, name in zip(self.starts, self.names, strict=True):
            if not renamed or renamed[-1] != names[name]:
                starts.append(start)
                renamed.append(names[name])
        return Classes(tuple(starts), tuple(renamed))
