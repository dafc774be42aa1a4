"""The expressions that define a regular language, independent of the notation."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from attrs import frozen

from tst_grammar.language.definition import Runs


@frozen
class Text:
    """Exactly these characters."""

    text: str


@frozen
class Pattern:
    """One of several sequences of character classes, with the same gap between any two characters."""

    choice: tuple[Runs, ...]
    gap: str = ""


@frozen
class Name:
    """A reference to the rule with this name."""

    name: str


@frozen
class Series:
    """One part after the other."""

    parts: tuple["Expression", ...]


@frozen
class Choice:
    """Any one of the parts."""

    parts: tuple["Expression", ...]


@frozen
class Maybe:
    """The part, or nothing."""

    part: "Expression"


Expression = Text | Pattern | Name | Series | Choice | Maybe
Rules = dict[str, Expression]


def series(*parts: Expression | str) -> Series:
    """Return the series of the parts, where a str means its characters.

    >>> series("-", Name("ANY"))
    Series(parts=(Text(text='-'), Name(name='ANY')))
    """
    return Series(tuple(Text(part) if isinstance(part, str) else part for part in parts))


def names_in(expression: Expression) -> Iterator[str]:
    """Yield the names of the rules that an expression refers to.

    >>> list(names_in(Choice((Name("A"), Maybe(Name("B"))))))
    ['A', 'B']
    """
    match expression:
        case Name(name):
            yield name
        case Series(parts) | Choice(parts):
            for part in parts:
                yield from names_in(part)
        case Maybe(part):
            yield from names_in(part)


def words(listed: Iterable[str]) -> Expression:
    """Return an expression for one of several words, with common prefixes written once.

    >>> words(["kr", "kn", "k"]) == series("k", Maybe(Pattern(((("nr", 1),),))))
    True
    """
    ends = ""
    branches: list[Expression] = []
    for first, group in groupby(sorted(listed), key=lambda word: word[0]):
        rests = [word[1:] for word in group]
        if rests == [""]:
            ends += first
            continue
        rest = words(filter(None, rests))
        branches.append(series(first, Maybe(rest) if "" in rests else rest))
    if ends:
        branches.insert(0, Text(ends) if len(ends) == 1 else Pattern((((ends, 1),),)))
    return Choice(tuple(branches)) if len(branches) > 1 else branches[0]
