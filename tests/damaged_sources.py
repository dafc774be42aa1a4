"""Sources with plain numbers, and annotated copies in which some numbers were lost, added or changed."""

from random import Random
from typing import Final

from attrs import frozen

import tst_grammar as tst

WORDS: Final = ("the", "of", "and", "survey", "counted", "cells", "in", "all", "for", "each", "year", "total")
RULES: Final = {"lost": "lost-number", "added": "added-number", "changed": "changed-number"}


@frozen
class DamagedCopy:
    """A source, its annotated copy, and which rule each damaged line breaks."""

    source: str
    copy: str
    rules: dict[int, str]


def damaged_copy(size: int, count: int, chance: Random) -> DamagedCopy:
    """Return a source of at least this many characters, and a copy with this many damaged lines."""
    lines: list[str] = []
    while size > 0:
        lines.append(_line(chance))
        size -= len(lines[-1]) + 1
    copies = tst.annotate("\n".join(lines)).split("\n")
    rules = {}
    for at in chance.sample([at for at, line in enumerate(lines) if any(map(str.isdigit, line))], count):
        kind = chance.choice(list(RULES))
        copies[at] = tst.annotate(_damaged(lines[at], kind, chance))
        rules[at] = RULES[kind]
    return DamagedCopy("\n".join(lines), "\n".join(copies), rules)


def _line(chance: Random) -> str:
    words = [chance.choice(WORDS)]
    for _ in range(chance.randrange(4, 10)):
        if chance.random() < 0.3:
            words.append(_number(chance))
        words.append(chance.choice(WORDS))
    return " ".join(words)


def _number(chance: Random) -> str:
    kinds = (
        f"{chance.randrange(10**9):,}",
        f"{chance.randrange(10**6) / 1000:.3f}",
        f"{chance.randrange(2000)}",
    )
    return chance.choice(kinds)


def _damaged(line: str, kind: str, chance: Random) -> str:
    number = chance.choice(list(tst.find_numbers(line)))
    if kind == "added":
        return f"{line} and 77,777 more"
    # a number that no line has
    return f"{line[: number.start]}{'some' if kind == 'lost' else '9876543.5'}{line[number.end :]}"


def rules_by_line(copy: str, source: str) -> dict[int, list[str]]:
    """Return the names of the findings beside the source, by line."""
    found: dict[int, list[str]] = {}
    for each in tst.lint(copy, against=source, select=["TST4"]):
        found.setdefault(copy.count("\n", 0, each.start), []).append(each.name)
    return found
