"""Finds misspelled numbers that the grammar of annotated text reads as words beside sound numbers."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from tst_grammar.diagnostics import Span
from tst_grammar.language.scheme import Scheme
from tst_grammar.linter.markers import any_of, full_digits, group_of, markers_of

_LETTERS = "[A-Za-z]{1,3}"
"""What a suffix such as the `n` of `bn` adds to a marker."""


def misspellings(text: str, scheme: Scheme, separator: str) -> Iterator[Span]:
    """Yield the places of misspelled numbers that ordinary text never has.

    >>> [text[span.start:span.end] for text in ["It has 3bn 200m 000k 000 cells."]
    ...  for span in misspellings(text, Scheme(), "")]
    ['3bn 200m 000k 000']
    """
    return (Span(*found.span()) for found in _pattern(scheme, separator).finditer(text))


@lru_cache(32)
def _pattern(scheme: Scheme, separator: str) -> re.Pattern[str]:
    """Return the pattern of the misspelled numbers of a scheme.

    A wrong suffix is between sound groups, or begins with the marker that belongs there. A fraction group is
    before an integer group. A sign or the group before the point is doubled. A comma is in the first group.
    """
    markers, full = markers_of(scheme), full_digits(scheme)
    size = scheme.group_size
    few = f"[0-9]{{1,{size}}}" if scheme.unit == "group" else f"[0-9](?: [0-9]){{0,{size - 1}}}"
    integer, fraction = group_of(full, markers.integers, scheme), group_of(full, markers.fractions, scheme)
    lead = group_of(few, markers.integers, scheme)
    word = r"(?![^\W_])"
    rest = rf"(?: {integer}{word})*(?: {full}{word}(?:\. {fraction}{word})?)?"
    patterns = [
        *_suffixes(scheme, few, full),
        rf"(?<!\. )(?<!{re.escape(markers.fractions[0][-1])} ){group_of(few, markers.fractions, scheme)} "
        rf"{integer}{word}{rest}",
        rf"(?:{lead} )?(?:{integer} )*{few}\. {fraction}{word}(?: {fraction}{word})* {integer}{word}(?! [0-9])",
        rf"({few})\. \1\. {fraction}{word}(?: {fraction}{word})*",
        rf"--(?:{lead}{word}{rest}|{few}\. {fraction}{word})",
    ]
    if separator != "," and scheme.placement == "suffix" and scheme.unit == "group":
        patterns.append(f"[0-9]{{1,3}}(?:,[0-9]{{3}})+{markers_gap(scheme)}{any_of(markers.integers)} {full}{word}")
    return re.compile(rf"(?<![^\W_])(?<![-.,'’])(?:{'|'.join(patterns)})")


def markers_gap(scheme: Scheme) -> str:
    """Return the space between digits and their marker."""
    return " " if scheme.marker == "separate" else ""


def _suffixes(scheme: Scheme, few: str, full: str) -> Iterator[str]:
    """Yield patterns of groups with a wrong suffix: `3bn 200m`, and `68t 730xx 913m`."""
    if scheme.placement == "prefix" or scheme.unit == "digit":
        return
    markers = markers_of(scheme)
    integer = group_of(full, markers.integers, scheme)
    word = r"(?![^\W_])"
    space = markers_gap(scheme)
    rest = rf"(?: {integer}{word})*(?: {full}{word})?"
    before = f"(?:{group_of(few, markers.integers, scheme)} )*"
    pairs = [
        f"{re.escape(high)}{_LETTERS} {group_of(full, [low], scheme)}"
        for low, high in pairwise(markers.integers)
    ]
    if pairs:
        yield f"{before}{few}{space}(?:{'|'.join(pairs)}){word}{rest}"
    around = [
        f"{group_of(few, [high], scheme)} {full}{space}[A-Za-z]{{2,4}} {group_of(full, [low], scheme)}"
        for low, _, high in zip(markers.integers, markers.integers[1:], markers.integers[2:], strict=False)
    ]
    if around:
        yield f"(?:{'|'.join(around)}){word}{rest}"
