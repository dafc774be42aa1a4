"""Finds the numbers in running text, and what looks like one and is left alone."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from attrs import field, frozen

from tst_grammar.diagnostics import either, quoted
from tst_grammar.errors import OptionError
from tst_grammar.matcher import Matcher
from tst_grammar.number import Number
from tst_grammar.parts import Parts, Recipe
from tst_grammar.text_grammar import NUMBERS, shapes

if TYPE_CHECKING:
    from tst_grammar.evidence import Evidence

Sighting = tuple[int, int, Parts | str]
"""The start and the end of a token with digits, and the parts of the number it is or why it is none."""

_SIGNS = ("-", "+")

_SEGMENT = 1 << 16
"""About how many characters are looked at together; a longer text is cut at the ends of lines."""


@frozen
class Found:
    """A number in a text: where it stands, how it is written there, and what it is.

    >>> Found(3, 8, "1,234", Parts("", "1234", "", 0, "", "")).number.value
    Decimal('1234')
    """

    start: int
    end: int
    raw: str
    _parts: Parts = field(repr=False)

    @property
    def number(self) -> Number:
        """The number, exact and as written."""
        return Number(*self._parts, source=self.raw)


class Finder(Protocol):
    """Finds what has digits in a text; `evidence` settled what else would be ambiguous there."""

    matcher: Matcher

    @property
    def evidence(self) -> tuple["Evidence", ...]:
        """What the numbers of the document show of their marks."""

    def sightings(self, text: str) -> Iterator[Sighting]:
        """Yield each token with digits, in order."""


class LocaleFinder:
    """Finds numbers as one locale writes them, for which no evidence is needed."""

    evidence = ()

    def __init__(self, matcher: Matcher) -> None:
        self.matcher = matcher
        self._recipe = lru_cache(4096)(lambda roles: Recipe.of(matcher.runs(roles)))

    def sightings(self, text: str) -> Iterator[Sighting]:
        """Yield each token with digits, in order: a number's parts, or the name of its shape or fault."""
        roles, recipe = self.matcher.roles, self._recipe
        for start, end, kind, path in self.matcher.tokens(text):
            if kind in NUMBERS:
                yield start, end, recipe(roles(kind, path, end - start)).parts(text[start:end])
            else:
                yield start, end, kind


def segments(text: str) -> Iterator[tuple[int, str]]:
    r"""Yield parts of a text with their offsets; each ends with a line, after which no token goes on.

    >>> list(segments("1\n2"))
    [(0, '1\n2')]
    """
    start = 0
    while start < len(text):
        end = text.find("\n", start + _SEGMENT) + 1 or len(text)
        yield start, text[start:end]
        start = end


def lines_of(text: str) -> Iterator[str]:
    r"""Yield the lines of a text with their ends; only a line feed ends one.

    >>> list(lines_of("1\r2\n3"))
    ['1\r2\n', '3']
    """
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield text[start:end]
        start = end


def checked_skip(skip: Iterable[str] | None) -> tuple[str, ...]:
    """Return the shapes to leave alone, in the order of the grammar; None stands for all of them.

    >>> checked_skip(["time", "date"])
    ('date', 'time')
    """
    known = shapes()
    if skip is None:
        return known
    if isinstance(skip, str | bytes) or not isinstance(skip, Iterable):
        raise TypeError(f"skip takes names of shapes, not {type(skip).__name__}")
    chosen = set(skip)
    for name in chosen:
        if not isinstance(name, str):
            raise TypeError(f"skip takes names of shapes, not {type(name).__name__}")
        if name not in known:
            raise OptionError(
                f"skip holds {quoted(name)}: a shape is {either(known)}",
                fault="unknown-shape",
                expected=known,
            )
    return tuple(name for name in known if name in chosen)


def checked_separator(separator: str) -> str:
    """Return a separator of fields, which is one character, or none.

    >>> checked_separator(",")
    ','
    """
    if not isinstance(separator, str):
        raise TypeError(f"separator takes a str, not {type(separator).__name__}")
    if len(separator) > 1 or separator.isalnum() or separator in _SIGNS:
        raise OptionError(
            f"separator is {quoted(separator)}: it must be one character, and no letter, digit or sign",
            fault="separator",
        )
    return separator
