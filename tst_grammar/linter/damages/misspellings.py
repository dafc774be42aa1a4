"""Finds misspelled numbers that the grammar of annotated text reads as words beside sound numbers."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from tst_grammar.diagnostics import Span
from tst_grammar.language.groups import has_powers
from tst_grammar.language.scheme import Scheme
from tst_grammar.linter.markers import any_of, full_digits, group_of, markers_of

_END = r"(?![^\W_])"
"""The end of a word."""
_UNITS = "st|nd|rd|th|am|pm|min|kg|mg|km|cm|mm|nm|px|pt|em|ms|ns|hz|bit|[KMGTkmgt]i?[Bb]|[kMG]Hz"
"""Common letters after a number, which may have another number after them."""


def misspellings(text: str, scheme: Scheme, separator: str) -> Iterator[Span]:
    """Yield the places of misspelled numbers that ordinary text never has.

    >>> [text[span.start:span.end] for text in ["It has 3bn 200m 000k 000 cells."]
    ...  for span in misspellings(text, Scheme(), "")]
    ['3bn 200m 000k 000']
    """
    return (Span(*found.span()) for found in _pattern(scheme, separator).finditer(text))


def odd_pairs(text: str, scheme: Scheme) -> Iterator[Span]:
    """Yield the places of two groups that ordinary text never has beside each other.

    >>> text = "It has 30mil 807 cells."
    >>> [text[span.start:span.end] for span in odd_pairs(text, Scheme())]
    ['30mil 807']
    """
    return (Span(*found.span()) for found in _pairs(scheme).finditer(text))


@lru_cache(32)
def unfinished(scheme: Scheme) -> re.Pattern[str]:
    """Return a pattern for a number that the end of the text has cut off.

    >>> text = "It has 30m 30"
    >>> unfinished(Scheme()).search(text)[0]
    '30m 30'
    """
    patterns = _Patterns(scheme).unfinished()
    return re.compile(rf"(?<![^\W_])(?<![.,'’])(?:{'|'.join(patterns)})$")


@lru_cache(32)
def _pairs(scheme: Scheme) -> re.Pattern[str]:
    patterns = [*_Patterns(scheme).pairs(), "(?!)"]
    return re.compile(rf"(?<![^\W_])(?<![.,'’])(?:{'|'.join(patterns)})")


@lru_cache(32)
def _pattern(scheme: Scheme, separator: str) -> re.Pattern[str]:
    """Return the pattern of the misspelled numbers of a scheme."""
    parts = _Patterns(scheme)
    patterns = [*parts.suffixes(), *parts.misplaced_fractions(), *parts.doubled()]
    if separator != ",":
        patterns += parts.commas()
    return re.compile(rf"(?<![^\W_])(?<![-.,'’/])(?:{'|'.join(patterns)})")


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
        # a limit, so that no text is searched again and again
        self._times = f"{{0,{len(self._markers.integers) + len(self._markers.fractions)}}}"
        self._fractions = f"{self._fraction}{_END}(?: {self._fraction}{_END}){self._times}"
        self._rest = (
            rf"(?: {self._integer}{_END}){self._times}(?: {self._full}{_END}(?:\. {self._fractions})?)?"
        )

    def suffixes(self) -> Iterator[str]:
        """Yield a wrong suffix that begins as the right one, `3bn 200m`, or is inside, `68t 730xx 913m`."""
        if not self._is_suffix:
            return
        powers = self._markers.integers
        before = f"(?:{self._lead} ){self._times}{self._few}{self._space}"
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
        integers = rf"(?:{self._lead} )?(?:{self._integer} ){self._times}{self._few}"
        yield rf"{integers}\. {self._fractions} {self._integer}{_END}{self._last}"

    def doubled(self) -> Iterator[str]:
        """Yield the group before the point twice, `605. 605. 832p`, and two signs, `--1k 234`."""
        if self._scheme.point == "fraction":  # otherwise 605. is a number
            before = rf"(?:{self._lead} (?:{self._integer} ){self._times})?"
            yield rf"{before}(?P<units>{self._few})\. (?P=units)\. {self._fractions}"
        yield rf"--(?:{self._lead}{_END}{self._rest}|{self._few}\. {self._fractions})"

    def pairs(self) -> Iterator[str]:
        """Yield two groups that ordinary text never has beside each other.

        They are `30mil 807`, `598K 560`, `806k100`, `480. 306Tr`, `301p 173.`, `4 e4 5209` and the like.
        """
        size = self._scheme.group_size
        if size == 1:
            return
        units = rf"{self._full}{_END}(?![-:/]|[.,][0-9])"
        dot = r"\." if self._scheme.point == "always" else ""
        yield self._wrong_lead(units, dot)
        if self._scheme.unit == "digit":
            yield rf"{self._few}{any_of(self._markers.integers)}(?:, [0-9]){{{size}}}{_END}"
            return
        yield from self._odd_fractions(size)
        if dot:
            yield rf"{self._lead} (?:{self._integer} ){self._times}(?P<last>{self._full})\.(?: (?P=last)\.)+"
        if not self._is_suffix:
            number = rf"{self._lead} (?:{self._integer} ){self._times}{self._full}"
            yield rf"{number}{self._lead}(?: {self._integer}){self._times}(?: {units})?"
        else:
            joined = group_of(self._few, self._markers.integers, self._scheme).replace(" ", "")
            if size > 3 or self._markers.opening:  # 5k300 is a name
                yield rf"(?!0){joined}{units}{dot}"
            if has_powers(self._scheme):
                yield rf"{self._few} {any_of(self._markers.integers)} {self._full}{_END}"

    def unfinished(self) -> Iterator[str]:
        """Yield numbers whose last group is cut off, and groups with a space after them at the end."""
        size = self._scheme.group_size
        least = size if self._scheme.unit == "group" else 2 * size - 1
        part = (
            rf"(?:{any_of(self._markers.integers)})?[0-9][0-9 ]{{0,{max(least - 2, 0)}}}"
            if not (self._is_suffix)
            else rf"[0-9][0-9 ]{{0,{max(least - 2, 0)}}}"
        )
        whole = f"{self._lead}(?: {self._integer}){self._times}"
        yield rf"{whole} (?:{part})?"
        some = (
            rf"{whole} {self._full}\.(?: {self._fraction}){self._times}|{self._few}\.(?: {self._fraction})+"
        )
        yield rf"(?:{some}) [0-9][0-9 ]{{0,{least - 1}}}"
        if self._markers.opening:
            yield rf"(?:{whole} )?{self._few}{re.escape(self._markers.opening[0])}\w*"

    def _odd_fractions(self, size: int) -> Iterator[str]:
        """Yield fractions with a wrong marker or none, with wrong spaces, and before integers."""
        joined = self._fraction.replace(" ", "")
        known = any_of(self._markers.fractions)
        some = f"{self._lead} (?:{self._integer} ){self._times}{self._full}"
        if self._is_suffix and self._scheme.fill != "none":
            yield rf"{self._few}\. {self._full}(?!{known}{_END})[A-Za-z]{{1,3}}{_END}"
            if not self._space:
                yield rf"{self._few}\. {self._full} {known}{_END}"
        if size > 2:
            yield rf"{self._fraction} {self._few}\.(?: {self._fractions})?(?! [0-9])"
            yield rf"{self._few}\.{joined}(?:{joined}){self._times}{_END}"
            if self._scheme.point != "always":
                zero = "0" if size == 3 else ""
                yield rf"(?:{some}|{self._few})\. 0[0-9]{{{size - 1}}}{_END}(?! {self._few}\b)"
                yield rf"{some}\. (?={zero}){self._full}{_END}(?! {self._few}\b)"

    def _wrong_lead(self, units: str, dot: str) -> str:
        """Return a pattern for a first group with an unknown or a capital marker, and the units after it."""
        capitals = any_of(each.upper() for each in self._markers.integers if each.upper() != each)
        letters = rf"(?!(?:{_UNITS}){_END})(?:[a-wyz]|[A-Za-z]{{2,4}})"
        end = _END if self._is_suffix else "[0-9]"
        wrong = f"(?:{capitals}|(?!{any_of(self._markers.all)}{end}){letters})"
        if self._markers.opening:
            opening, closing = re.escape(self._markers.opening), re.escape(self._markers.closing)
            wrong = rf"(?!{any_of(self._markers.all)}){opening}\w{{1,8}}{closing}"
        if self._scheme.placement == "prefix":
            return f"{wrong}{self._space}{self._few} {units}"
        if self._space:
            wrong = capitals
        return f"{self._few}{self._space}{wrong} {units}{dot}"

    def commas(self) -> Iterator[str]:
        """Yield commas in the first group, `1,234k 567`."""
        if self._is_suffix:
            marker = f"{self._space}{any_of(self._markers.integers)}"
            yield f"[0-9]{{1,3}}(?:,[0-9]{{3}})+{marker} {self._full}{_END}"

    def _of(self, digits: str, marker: str) -> str:
        return group_of(digits, [marker], self._scheme)
