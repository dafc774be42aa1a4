"""Sets of characters as ranges of code points, and the classes that tell several sets apart."""

import importlib
import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from attrs import frozen

from tst_grammar.errors import GrammarError

Ranges = tuple[tuple[int, int], ...]
"""Ranges of code points, each with its first and last, sorted and with gaps between them."""

LAST = 0x10FFFF
EVERYTHING: Ranges = ((0, LAST),)

_opcodes: Any = importlib.import_module("re._constants")
_same_lowered: dict[int, tuple[int, ...]] = importlib.import_module("re._casefix")._EXTRA_CASES  # noqa: SLF001
_DOTTED_I = 0x130


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


def ranges_of_pattern(items: Iterable[tuple[Any, Any]], *, ignore_case: bool = False) -> Ranges:
    """Return the characters that the items of a parsed regular expression match, each one character."""
    ranges: list[tuple[int, int]] = []
    case_free: list[tuple[int, int]] = []
    negated = False
    for opcode, argument in items:
        if opcode is _opcodes.IN:
            return ranges_of_pattern(argument, ignore_case=ignore_case)
        negated = negated or opcode in (_opcodes.NEGATE, _opcodes.NOT_LITERAL)
        if opcode in (_opcodes.LITERAL, _opcodes.NOT_LITERAL):
            ranges.append((argument, argument))
        elif opcode is _opcodes.RANGE:
            ranges.append(argument)
        elif opcode is _opcodes.CATEGORY:
            case_free += _category(str(argument))
        elif opcode is _opcodes.ANY:
            case_free += others(ranges_of("\n"))
        elif opcode is not _opcodes.NEGATE:
            raise GrammarError(f"{opcode} does not match exactly one character", fault="not-regular")
    result = merged((*(_in_both_cases(merged(ranges)) if ignore_case else ranges), *case_free))
    return others(result) if negated else result


def _in_both_cases(ranges: Ranges) -> Ranges:
    """Return a set with every character that Python's `re` matches with it when it ignores case."""
    codes = {code for first, last in ranges for code in range(first, last + 1)}
    lowered = {_lower(code) for code in codes}
    lowered |= {other for code in lowered for other in _same_lowered.get(code, ())}
    return merged((*ranges, *((code, code) for code in range(LAST + 1) if _lower(code) in lowered)))


def _lower(code: int) -> int:
    lower = chr(code).lower()
    return ord(lower) if len(lower) == 1 else ord(lower[0]) if code == _DOTTED_I else code


@cache
def _category(name: str) -> Ranges:
    r"""Return the characters that Python's `re` matches with `\d`, `\w`, `\s` or their opposites."""
    letter = {"DIGIT": "d", "WORD": "w", "SPACE": "s"}[name.rpartition("_")[2]]
    everything = "".join(map(chr, range(LAST + 1)))
    ranges = merged((m.start(), m.end() - 1) for m in re.finditer(rf"\{letter}+", everything))
    return others(ranges) if "_NOT_" in name else ranges


@frozen
class Classes:
    """All characters divided into classes, so that each of several sets is a union of classes.

    `starts` are the code points where another class begins, and `names` the numbers of these classes.

    >>> classes = Classes.telling_apart([ranges_of("0"), ranges_of("0123456789")])
    >>> [classes.of(character) for character in "x01"]
    [0, 1, 2]
    """

    starts: tuple[int, ...]
    names: tuple[int, ...]

    @classmethod
    def telling_apart(cls, sets: Sequence[Ranges]) -> "Classes":
        """Return the fewest classes that make each of the sets a union of classes."""
        changes: dict[int, set[int]] = {0: set()}
        for number, ranges in enumerate(sets):
            for first, last in ranges:
                changes.setdefault(first, set()).symmetric_difference_update({number})
                changes.setdefault(last + 1, set()).symmetric_difference_update({number})
        changes.pop(LAST + 1, None)
        inside: frozenset[int] = frozenset()
        known: dict[frozenset[int], int] = {}
        starts, names = [], []
        for start in sorted(changes):
            inside = inside.symmetric_difference(changes[start])
            starts.append(start)
            names.append(known.setdefault(inside, len(known)))
        return cls(tuple(starts), tuple(names))

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

    def within(self, ranges: Ranges) -> frozenset[int]:
        """Return the classes that make up a set."""
        return frozenset(
            name
            for start, name in zip(self.starts, self.names, strict=True)
            if any(first <= start <= last for first, last in ranges)
        )
