"""Writes the rules of a strict language as regular expressions that every engine understands."""

import re
from collections.abc import Iterable, Sequence
from graphlib import TopologicalSorter

from tst_grammar.language.definition import Run
from tst_grammar.language.exports.expressions import (
    Choice,
    Expression,
    Maybe,
    Name,
    Pattern,
    Rules,
    Series,
    Text,
    names_in,
)

_Concatenated = tuple[str, ...]
"""Regular expressions to be concatenated; none of them is a bare alternation."""


def patterns_of(rules: Rules) -> dict[str, str]:
    """Return a regular expression for each rule, with common ends of alternatives written once.

    >>> from tst_grammar.language.exports.expressions import series
    >>> patterns_of({"A": Choice((series("1k ", Name("B")), series("1m ", Name("B")))), "B": Text("000")})
    {'B': '000', 'A': '(?:1k |1m )000'}
    """
    written: dict[str, _Concatenated] = {}
    order = TopologicalSorter({name: names_in(rule) for name, rule in rules.items()}).static_order()
    for name in order:
        written[name] = _concatenated(rules[name], written)
    return {name: "".join(pieces) for name, pieces in written.items()}


def pattern_of(expression: Pattern) -> str:
    """Return the regular expression of a pattern.

    >>> pattern_of(Pattern(((("1-9", 1), ("0-9", 2)), (("0", 1),))))
    '(?:[1-9][0-9]{2}|0)'
    """
    return _either([expression.gap.join(_classes(runs, expression.gap)) for runs in expression.choice])


def class_of(characters: str) -> str:
    """Return the class of some characters or of a range such as `0-9`; a single character stays as it is.

    >>> class_of("0-9"), class_of("0")
    ('[0-9]', '0')
    """
    return characters if len(characters) == 1 else f"[{characters}]"


def _classes(runs: Sequence[Run], gap: str) -> Iterable[str]:
    """Yield a class for each character, or, without gaps, a repetition where that is shorter."""
    for characters, count in runs:
        one = class_of(characters)
        if gap or len(one) * count < 6:
            yield from [one] * count
        else:
            yield f"{one}{{{count}}}"


def _concatenated(expression: Expression, written: dict[str, _Concatenated]) -> _Concatenated:
    match expression:
        case Text(text):
            return (_escaped(text),)
        case Pattern():
            return (pattern_of(expression),)
        case Name(name):
            return written[name]
        case Series(parts):
            return tuple(piece for part in parts for piece in _concatenated(part, written))
        case Choice(parts):
            return _choice(_concatenated(part, written) for part in parts)
        case Maybe(part):
            return (f"(?:{''.join(_concatenated(part, written))})?",)


def _choice(alternatives: Iterable[_Concatenated]) -> _Concatenated:
    """Return the pieces of a choice, in which neighbours with a common end share it.

    This keeps the size linear: `3 2 1 | 2 1 | 1`, the groups of an integer, becomes `((3 2 | 2) 1 | 1)`.
    """
    branches: list[tuple[list[str], _Concatenated]] = []
    for pieces in alternatives:
        begins, end = branches[-1] if branches else ([], ())
        alike = _alike(end, pieces)
        if not alike:
            branches.append(([""], pieces))
            continue
        if alike < len(end):
            begins = ["".join((_either(begins), *end[:-alike]))]
        begins.append("".join(pieces[:-alike]))
        branches[-1] = begins, end[-alike:]
    joined = [(_either(begins), *end) for begins, end in branches]
    return joined[0] if len(joined) == 1 else (_either(["".join(branch) for branch in joined]),)


def _alike(one: _Concatenated, other: _Concatenated) -> int:
    """Return how many pieces the two have in common at their ends."""
    count = 0
    for here, there in zip(reversed(one), reversed(other), strict=False):
        if here != there:
            break
        count += 1
    return count


def _either(alternatives: Sequence[str]) -> str:
    return alternatives[0] if len(alternatives) == 1 else f"(?:{'|'.join(alternatives)})"


def _escaped(text: str) -> str:
    """Return text with special characters escaped and long runs, as in deep fractions, as repetitions."""
    escaped = re.sub(r"[.$\[\]]", r"\\\g<0>", text)
    return re.sub(r"(\w)\1{5,}", lambda run: f"{run[1]}{{{len(run[0])}}}", escaped)
