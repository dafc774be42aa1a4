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

_SEPARATORS = (",", ";", "|", "\t", " ")

_SEGMENT = 1 << 16
"""About how many characters are looked at together; a longer text is cut at the ends of lines."""


@frozen
class Found:
    """A number in a text: where it stands, how it is written there, and what it is.

    >>> import tst_grammar as tst
    >>> found = next(tst.find_numbers("by 1,234 or so"))
    >>> found.raw, found.number.value
    ('1,234', Decimal('1234'))
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
    """Finds numbers as one locale writes them, for which no evidence is needed.

    In tokens of the `opened` kinds, which are not to be left alone, another finder looks for numbers.
    """

    evidence = ()

    def __init__(
        self, matcher: Matcher, opened: frozenset[str], inside: "LocaleFinder | None" = None
    ) -> None:
        self.matcher = matcher
        self._numbers = numbers_besides(opened)
        self._opened = opened if inside else frozenset()
        self._inside = inside or self
        self._recipe = lru_cache(4096)(lambda roles: Recipe.of(matcher.runs(roles)))

    def sightings(self, text: str) -> Iterator[Sighting]:
        """Yield each token with digits, in order: a number's parts, or the name of its shape or fault."""
        roles, recipe = self.matcher.roles, self._recipe
        for start, end, kind, path in self.matcher.tokens(text):
            if kind in self._numbers:
                yield start, end, recipe(roles(kind, path, end - start)).parts(text[start:end])
            elif kind in self._opened:
                for first, last, what in self._inside.sightings(text[start:end]):
                    yield start + first, start + last, what
            else:
                yield start, end, kind


def numbers_besides(opened: frozenset[str]) -> frozenset[str]:
    """Return the kinds of tokens that are numbers: codes are, if they are not to be left alone.

    >>> "code" in numbers_besides(frozenset({"code", "date"}))
    True
    """
    return frozenset(NUMBERS) | (opened & {"code"})


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


def checked_skip(skip: Iterable[str] | None) -> frozenset[str]:
    """Return the shapes to leave alone; None stands for all of them.

    >>> sorted(checked_skip(["time", "date"]))
    ['date', 'time']
    """
    known = shapes()
    if skip is None:
        return frozenset(known)
    if isinstance(skip, str | bytes) or not isinstance(skip, Iterable):
        raise TypeError(f"skip takes names of shapes, not {type(skip).__name__}")
    chosen = list(skip)
    for name in chosen:
        if not isinstance(name, str):
            raise TypeError(f"skip takes names of shapes, not {type(name).__name__}")
        if name not in known:
            raise OptionError(
                f"skip holds {quoted(name)}: a shape is {either(known)}",
                fault="unknown-shape",
                expected=known,
            )
    return frozenset(chosen)


def checked_separator(separator: str) -> str:
    """Return a separator of fields, or none.

    >>> checked_separator(",")
    ','
    """
    if not isinstance(separator, str):
        raise TypeError(f"separator takes a str, not {type(separator).__name__}")
    if separator and separator not in _SEPARATORS:
        raise OptionError(
            f"separator is {quoted(separator)}: it must be {either([quoted(each) for each in _SEPARATORS])}",
            fault="separator",
            expected=_SEPARATORS,
        )
    return separator
