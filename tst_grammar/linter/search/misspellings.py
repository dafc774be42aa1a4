"""Finds misspelled numbers that the grammar of annotated text reads as words beside sound numbers."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from tst_grammar.diagnostics import Span
from tst_grammar.language.scheme import Scheme
from tst_grammar.linter.markers import any_of, full_digits, group_of, markers_of

_END = r"(?![^\W_])"
"""The end of a word."""


def misspellings(text: str, scheme: Scheme, separator: str) -> Iterator[Span]:
    """Yield the places of misspelled numbers that ordinary text never has.

    >>> [text[span.start:span.end] for text in ["It has 3bn 200m 000k 000 cells."]
    ...  for span in misspellings(text, Scheme(), "")]
    ['3bn 200m 000k 000']
    """
    return (Span(*found.span()) for found in _pattern(scheme, separator).finditer(text))


@lru_cache(32)
def _pattern(scheme: Scheme, separator: str) -> re.Pattern[str]:
    """Return the pattern of the misspelled numbers of a scheme."""
    parts = _Patterns(scheme)
    patterns = [*parts.suffixes(), *parts.misplaced_fractions(), *parts.doubled()]
    if separator != ",":
        patterns += parts.commas()
    return re.compile(rf"(?<![^\W_])(?<![-.,'’])(?:{'|'.join(patterns)})")


class _Patterns:
    """Regular expressions of what ordinary text never has: groups that only almost agree with a scheme."""

    def __init__(self, scheme: Scheme) -> None:
        self._scheme = scheme
        self._markers = markers_of(scheme)
        self._is_suffix = scheme.placement == "suffix" and scheme.unit == "group"
        size = scheme.group_size
        self._few = f"[0-9]{{1,{size}}}" if scheme.unit == "group" else f"[0-9](?: [0-9]){{0,{size - 1}}}"
        self._full = full_digits(scheme)
        self._space = " " if scheme.marker == "separate" else ""
        self._last = f"(?! {any_of(self._markers.integers)}?{self._space}[0-9])(?! [0-9])"
        self._lead = group_of(self._few, self._markers.integers, scheme)
        self._integer = group_of(self._full, self._markers.integers, scheme)
        self._fraction = group_of(self._full, self._markers.fractions, scheme)
        self._fractions = f"{self._fraction}{_END}(?: {self._fraction}{_END})*"
        self._rest = rf"(?: {self._integer}{_END})*(?: {self._full}{_END}(?:\. {self._fractions})?)?"

    def suffixes(self) -> Iterator[str]:
        """Yield a wrong suffix that begins as the right one, `3bn 200m`, or is inside, `68t 730xx 913m`."""
        if not self._is_suffix:
            return
        powers = self._markers.integers
        before = f"(?:{self._lead} )*{self._few}{self._space}"
        longer = (
            f"{re.escape(high)}[A-Za-z]{{1,3}} {self._of(self._full, low)}" for low, high in pairwise(powers)
        )
        wrong = f"{self._full}{self._space}[A-Za-z]{{2,4}}"
        inside = (
            f"{self._of(self._few, high)} {wrong} {self._of(self._full, low)}"
            for low, high in zip(powers, powers[2:], strict=False)
        )
        if len(powers) > 1:  # what all of them share is written once, as a long pattern takes long to compile
            yield f"(?:{before}(?:{'|'.join(longer)})|{'|'.join((*inside, '(?!)'))}){_END}{self._rest}"

    def misplaced_fractions(self) -> Iterator[str]:
        """Yield a fraction group before an integer group: `7pp 220m`, and at the end `930. 571p 171k`."""
        last = self._markers.fraction[-1:] + self._markers.closing
        ending = re.escape(last[-1:]) if self._scheme.placement == "suffix" else "[0-9]"
        lead = group_of(self._few, self._markers.fractions, self._scheme)
        yield rf"(?<!\. )(?<!{ending} ){lead} {self._integer}{_END}{self._rest}"
        integers = rf"(?:{self._lead} )?(?:{self._integer} )*{self._few}"
        yield rf"{integers}\. {self._fractions} {self._integer}{_END}{self._last}"

    def doubled(self) -> Iterator[str]:
        """Yield the group before the point twice, `605. 605. 832p`, and two signs, `--1k 234`."""
        yield rf"(?P<units>{self._few})\. (?P=units)\. {self._fractions}"
        yield rf"--(?:{self._lead}{_END}{self._rest}|{self._few}\. {self._fractions})"

    def commas(self) -> Iterator[str]:
        """Yield commas in the first group, `1,234k 567`."""
        if self._is_suffix:
            marker = f"{self._space}{any_of(self._markers.integers)}"
            yield f"[0-9]{{1,3}}(?:,[0-9]{{3}})+{marker} {self._full}{_END}"

    def _of(self, digits: str, marker: str) -> str:
        return group_of(digits, [marker], self._scheme)
