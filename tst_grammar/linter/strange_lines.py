"""Finds the lines of annotated text that may hold a number of another scheme or a misspelled number.

Most lines hold only words and sound numbers. The search for the others may be slow, so it is for few lines.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from tst_grammar.diagnostics import Span
from tst_grammar.language.scheme import Scheme
from tst_grammar.linter.foreign import others_of
from tst_grammar.linter.markers import any_of, markers_of

_TWO_SIGNS = "--"
_POINTS = re.compile(r"\. [0-9]+[. ]")
"""A point and digits without a marker, as in `605. 605. 832p` and `7. 984 p`."""


def strange_lines(text: str, strange: Iterable[int], scheme: Scheme) -> Iterator[Span]:
    r"""Yield the places of the lines with strange tokens, or with a sign of another scheme.

    >>> [text[line.start:line.end] for text in ["1k 234\n5 k 300\n--5"]
    ...  for line in strange_lines(text, [], Scheme())]
    ['5 k 300', '--5']
    """
    places = {*strange, *(found.start() for found in _POINTS.finditer(text))}
    places |= {place for clue in _clues(scheme) for place in _places(text, clue, scheme)}
    end = -1
    for place in sorted(places):
        if place > end:
            start = text.rfind("\n", 0, place) + 1
            end = text.find("\n", place)
            end = len(text) if end < 0 else end
            yield Span(start, end)


def _places(text: str, clue: str, scheme: Scheme) -> Iterator[int]:
    """Yield the places of a clue that are as they may be in a number."""
    place = text.find(clue)
    while place >= 0:
        after = place + len(clue)
        if clue in _brackets(scheme) or (
            text[after : after + 1].isdigit()
            and (clue == _TWO_SIGNS or text[max(place - 1, 0) : place].isdigit())
        ):
            yield place
        place = text.find(clue, after)


@lru_cache(32)
def _clues(scheme: Scheme) -> tuple[str, ...]:
    """Return texts that are found quickly: markers that are reserved or alone, and two signs."""
    apart = {
        f" {marker} "
        for other in others_of(scheme).values()
        if other.marker == "separate"
        for marker in markers_of(other).integers
    }
    own = {f" {marker} " for marker in markers_of(scheme).integers} if scheme.marker == "separate" else set()
    return (*sorted(apart - own), *_brackets(scheme), _TWO_SIGNS)


@lru_cache(32)
def _brackets(scheme: Scheme) -> frozenset[str]:
    """Return what begins the reserved markers of other schemes, unless the scheme has such markers too."""
    openings = {markers_of(other).opening for other in others_of(scheme).values()}
    return frozenset(openings - {"", markers_of(scheme).opening})


@lru_cache(32)
def clue_words(scheme: Scheme) -> re.Pattern[str]:
    """Return a pattern for words that may be a group: with a marker before or after digits, and a suffix.

    >>> [bool(clue_words(Scheme()).match(word)) for word in ("3bn", "1,234k", "k12", "5.5x", "x86")]
    [True, True, True, False, False]
    """
    names = any_of(
        marker for other in (scheme, *others_of(scheme).values()) for marker in markers_of(other).all
    )
    return re.compile(rf"[0-9,]+{names}|{names}[0-9]|[0-9]+[A-Za-z]{{2,4}}$")
