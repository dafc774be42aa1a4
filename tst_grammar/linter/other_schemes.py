"""Finds numbers of other schemes in running text, by the registered schemes' own automata.

Most lines hold only words and sound numbers. The search is slow, so it is only for lines that look strange.
"""

import re
from collections.abc import Collection, Iterator
from functools import cache, cached_property, lru_cache
from itertools import groupby

from attrs import evolve, frozen

from tst_grammar.language.conversion import is_valid
from tst_grammar.language.scheme import Scheme
from tst_grammar.language.scheme_grammar import CANONICAL, scheme_runner
from tst_grammar.language.schemes import SCHEMES, name_of
from tst_grammar.linter.markers import any_of, full_digits, markers_of


@cache
def registered() -> dict[str, Scheme]:
    """Return the registered schemes by their names, each also with reserved markers.

    >>> list(registered())[-2:]
    ['gst-5 with spelling=reserved', 'gst-6 with spelling=reserved']
    """
    letters = {name: scheme for name, scheme in SCHEMES.items() if name_of(scheme) == name}
    return letters | {
        f"{name} with spelling=reserved": evolve(scheme, spelling="reserved")
        for name, scheme in letters.items()
    }


@lru_cache(32)
def others_of(scheme: Scheme) -> dict[str, Scheme]:
    """Return the registered schemes but this one, and this one with reserved markers.

    >>> list(others_of(Scheme(magnitudes=("w",))))[:2]
    ['this scheme with spelling=reserved', 'tst']
    """
    own = {"this scheme with spelling=reserved": evolve(scheme, spelling="reserved")}
    known = own | registered()  # a registered scheme goes by its own name
    names = {other: name for name, other in known.items()}
    return {name: other for name, other in known.items() if other != scheme and names[other] == name}


@frozen
class ForeignNumber:
    """A canonical number of two or more groups in another scheme, and its place."""

    start: int
    end: int
    raw: str
    name: str
    scheme: Scheme

    @cached_property
    def marked(self) -> int:
        """How many of its groups have a marker."""
        return len(_markers(self.scheme).findall(self.raw))

    def is_inside(self, start: int, end: int) -> bool:
        """Tell whether it is a part of a span; a point at its end may end the sentence."""
        last = self.end - (self.scheme.point == "always" and self.raw.endswith("."))
        return start <= self.start and last <= end


def has_marker(raw: str, scheme: Scheme) -> bool:
    """Tell whether a canonical number has two groups or more, and so a marker.

    >>> has_marker("1k 234", Scheme()), has_marker("234", Scheme())
    (True, False)
    """
    return bool(_markers(scheme).search(raw))


def whole(raw: str, scheme: Scheme) -> Iterator[ForeignNumber]:
    """Yield a text as a number of each other scheme that reads it whole.

    >>> [(each.name, each.marked) for each in whole("1 k 234", Scheme())]
    [('option-a', 1)]
    """
    for other in _others(scheme):
        if has_marker(raw, other.scheme) and is_valid(raw, scheme=other.scheme):
            yield ForeignNumber(0, len(raw), raw, other.name, other.scheme)


def foreign_numbers(line: str, scheme: Scheme) -> list[ForeignNumber]:
    """Return the numbers of other schemes in a line, in order; they may overlap.

    >>> [each.raw for each in foreign_numbers("It has 1e8 2345e4 6789 cells.", Scheme())]
    ['1e8 2345e4 6789']
    """
    if not _hints(scheme).search(line):
        return []
    found = [
        ForeignNumber(start, end, line[start:end], other.name, other.scheme)
        for other in _others(scheme)
        if other.hint.search(line)
        for start, end, _ in scheme_runner(other.scheme).find_kinds(line, {CANONICAL})
    ]
    return sorted((each for each in found if each.marked), key=lambda each: (each.start, -each.end))


@frozen
class _Other:
    name: str
    scheme: Scheme
    own: frozenset[str]
    """How two groups of the text's own scheme meet."""

    @cached_property
    def hint(self) -> re.Pattern[str]:
        """Matches where two groups of the scheme meet, unless the text's own scheme writes them so too."""
        return _pattern(_meetings(self.scheme), self.own)


@lru_cache(32)
def _others(scheme: Scheme) -> tuple[_Other, ...]:
    own = frozenset(_meetings(scheme))
    return tuple(_Other(name, other, own) for name, other in others_of(scheme).items())


@lru_cache(32)
def _hints(scheme: Scheme) -> re.Pattern[str]:
    """Return a pattern for the places where two groups of any other scheme meet."""
    meetings = dict.fromkeys(each for other in _others(scheme) for each in _meetings(other.scheme))
    return _pattern(tuple(meetings), set(_meetings(scheme)))


def _pattern(meetings: tuple[str, ...], own: Collection[str]) -> re.Pattern[str]:
    rest = [each for each in meetings if each not in own]
    return re.compile(f"[0-9](?:{'|'.join(rest)})" if rest else "(?!)")


@cache
def _meetings(scheme: Scheme) -> tuple[str, ...]:
    """Return regular expressions for the text after a digit where two groups meet.

    All begin at a digit, so that a text is searched quickly.
    """
    markers, digits = markers_of(scheme), full_digits(scheme)
    space = " " if scheme.marker == "separate" else ""
    point = rf"\. {digits}{space}{any_of(markers.fractions[:1])}"
    if scheme.placement == "suffix":
        return f"{space}{any_of(markers.integers)} {digits}", point
    lengths = groupby(sorted(markers.integers, key=len), key=len)
    lead = tuple(
        rf"(?<={names}{space}[0-9])(?<![^\W_]{names}{space}[0-9])"
        for names in (any_of(same) for _, same in lengths)
    )
    return *lead, rf"\. {any_of(markers.fractions[:1])}{space}[0-9]"


@lru_cache(64)
def _markers(scheme: Scheme) -> re.Pattern[str]:
    """Return a pattern for the markers beside digits."""
    space = " ?"
    names = any_of(markers_of(scheme).all)
    if scheme.placement == "suffix":
        return re.compile(rf"(?<=[0-9]){space}{names}(?![^\W_])")
    return re.compile(rf"(?<![^\W_]){names}{space}(?=[0-9])")
