"""Finds runs of words that almost are the groups of one number, in a line that has at least one marker.

The grammar of annotated text reads each of these words by itself: an unknown marker, a lost one, commas
between groups, two numbers without a space between them. Here the words of a line are read as groups, and a
run of them is damaged if its markers follow one another as in a number and yet it is not canonical.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import itemgetter

from attrs import frozen

from tst_grammar.automata.runner import Place
from tst_grammar.diagnostics import Span
from tst_grammar.language.scheme import Scheme
from tst_grammar.linter.damages.strange_lines import is_beside_digits
from tst_grammar.linter.markers import any_of, full_digits, group_of, markers_of

_GAPS = " \t\xa0\u2009\u202f"
_NO_ORDINAL = r"(?!(?:st|nd|rd|th)(?![^\W_]))"
_BETWEEN = re.compile(rf"\.?,?[{_GAPS}]{{0,3}}")


@frozen
class Item:
    """A word read as a group: its digits, the power of its marker, and its place."""

    digits: str
    power: int | None
    """The power of its marker, 0 if it has none, None if its marker is unknown."""
    start: int
    end: int
    before: str
    """What is between it and the group before it."""


def damaged_runs(line: str, scheme: Scheme, canonical: Sequence[Place]) -> Iterator[Span]:
    """Yield the places of runs that are damaged numbers; `canonical` are the sound numbers of the line.

    >>> text = "It has 6t 000b 739z 419k 000 cells."
    >>> [text[span.start:span.end] for span in damaged_runs(text, Scheme(), [])]
    ['6t 000b 739z 419k 000']
    """
    if not _marked(scheme).search(line):
        return
    for items in _runs(line, scheme):
        run = _Run(scheme, items, canonical)
        if run.has_markers:
            yield from (span for span in run.damaged() if not _is_cell(line, span, scheme))


def _is_cell(line: str, span: Span, scheme: Scheme) -> bool:
    """Tell whether two numbers side by side are cells of a table, as `12 345. 600p` between other numbers."""
    is_pair = _cells(scheme).fullmatch(line, span.start, span.end) is not None
    return is_pair and is_beside_digits(line, span.start, span.end)


@lru_cache(32)
def _cells(scheme: Scheme) -> re.Pattern[str]:
    fraction = group_of(full_digits(scheme), markers_of(scheme).fractions, scheme)
    return re.compile(rf"[0-9]+ {full_digits(scheme)}\.(?: {fraction})+")


def _runs(line: str, scheme: Scheme) -> Iterator[list[Item]]:
    """Yield the longest runs of two or more groups with nothing else between them."""
    words, parts = _patterns(scheme)
    run: list[Item] = []
    for word in words.finditer(line):
        for found in parts.finditer(line, *word.span()):
            between = line[run[-1].end : found.start()] if run else ""
            if run and not _BETWEEN.fullmatch(between):
                if len(run) > 1:
                    yield run
                run = []
            run.append(_item(found, between, scheme))
    if len(run) > 1:
        yield run


def _item(found: re.Match[str], between: str, scheme: Scheme) -> Item:
    digits, known, unknown = found["digits"], found["known"], found["unknown"]
    power = scheme.power_of(known) if known else None if unknown else 0
    if power and power > 0 and between == ".":
        power = None  # a decimal number with a unit, as in 2.5m
    return Item(digits.replace(" ", ""), power, found.start(), found.end(), between)


class _Run:
    """Words beside one another, read as groups, of which some may be one damaged number."""

    def __init__(self, scheme: Scheme, items: Sequence[Item], canonical: Sequence[Place]) -> None:
        self._scheme = scheme
        self._size = scheme.group_size
        self._items = items
        self._sound = [_place_of(item, canonical) for item in items]

    @property
    def has_markers(self) -> bool:
        """Whether any group has a marker of the scheme."""
        return any(item.power for item in self._items)

    def damaged(self) -> Iterator[Span]:
        """Yield the places of the damaged numbers: groups that belong together and are not canonical."""
        first = 0
        for at in range(1, len(self._items) + 1):
            if at == len(self._items) or not self._joins(at - 1):
                if self._is_damaged(first, at):
                    yield Span(self._items[first].start, self._items[at - 1].end)
                first = at

    def _is_damaged(self, first: int, last: int) -> bool:
        """Tell whether some groups, all of which belong together, are not one canonical number."""
        if last - first < 2 or not any(item.power for item in self._items[first:last]):
            return False
        places = self._sound[first:last]
        return None in places or len(set(places)) > 1

    def _joins(self, at: int) -> bool:
        """Tell whether the group after a group belongs to it."""
        one, two = self._items[at : at + 2]
        place, next_place = self._sound[at : at + 2]
        if place and place == next_place:
            return True
        if not two.before:  # glued
            return self._is_glued(at) or bool(place and next_place)
        is_list = "," in two.before and self._size == 1 and not self._is_long(at)
        if self._is_due(one, two) and not is_list:
            return True
        if self._is_around(at) or self._is_around(at - 1):
            return True
        if "," in two.before or two.before.startswith("."):
            return self._joins_after_mark(at)
        if place and next_place:
            return False
        return self._joins_after_space(at)

    def _joins_after_mark(self, at: int) -> bool:
        """Tell whether a group after a comma or a point belongs to the group before it."""
        one, two = self._items[at : at + 2]
        is_full = self._is_full(two)
        if two.before == ",":
            return is_full and bool(two.power) and ((two.power or 0) < 0 or self._leads(at + 1))
        if "," in two.before:
            return False
        if two.power is None:
            return is_full and bool(self._sound[at] or one.power == 0)
        return is_full and two.power > 0 and not (self._sound[at] and self._sound[at + 1])

    def _joins_after_space(self, at: int) -> bool:
        """Tell whether a group after a space belongs to the group before it."""
        one, two = self._items[at : at + 2]
        is_full = self._is_full(two)
        if one.power is None:
            return is_full and (self._leads(at + 1) or (two.power is not None and two.power < 0))
        if one.power < 0:
            return (two.power or 0) > 0 or (is_full and (two.power is None or self._size > 2))
        if one.power > 0:
            return two.power != one.power and (is_full or bool(two.power))
        is_first = is_full and len(one.digits) <= self._size and self._leads(at + 1)
        return is_first or self._is_rising(at)

    def _is_glued(self, at: int) -> bool:
        """Tell whether two words without a space between them are groups, not a name as `5k300`."""
        one, two = self._items[at : at + 2]
        is_last = at > 0 and self._is_due(self._items[at - 1], one)
        if is_last and one.power is not None and one.power <= 0 and two.power is not None:
            return True  # a number runs into the next, as in m1 k234 567k8 900
        if not one.power or two.power is None or one.before == ".":
            return False
        if two.power or one.power < 0:
            return self._is_full(two) or (bool(two.power) and self._is_full(one))
        return is_last and self._is_full(two)

    def _is_rising(self, at: int) -> bool:
        """Tell whether a full group without a marker is directly before an incomplete number."""
        one, two = self._items[at : at + 2]
        is_incomplete = bool(two.power) and self._sound[at + 1] is None
        is_last = at > 0 and self._is_due(self._items[at - 1], one)  # of the number before it
        return one.power == 0 and len(one.digits) == self._size and is_incomplete and not is_last

    def _is_long(self, at: int) -> bool:
        """Tell whether two groups are followed by the group that is due, or come after one."""
        return self._leads(at + 1) or (at > 0 and self._is_due(*self._items[at - 1 : at + 1]))

    def _is_full(self, item: Item) -> bool:
        """Tell whether a group has as many digits as one after the first."""
        count = len(item.digits)
        return count == self._size or (self._scheme.fill == "none" and count < self._size)

    def _leads(self, at: int) -> bool:
        """Tell whether the group that is due follows a group."""
        return at + 1 < len(self._items) and self._is_due(self._items[at], self._items[at + 1])

    def _is_due(self, one: Item, two: Item) -> bool:
        """Tell whether a group is the one that is due after another."""
        if one.power is None or two.power is None or not self._is_full(two):
            return False
        if one.power == 0:
            return two.power == -self._size and two.before.startswith(".")
        return one.power - two.power == self._size and (one.power > 0 or two.power < 0)

    def _is_around(self, at: int) -> bool:
        """Tell whether a group is damaged, and those on both sides of it fit together.

        It is between two groups in `5m 004z 026k`; in `831m 0 70k` it is a part of the next.
        """
        if at < 0 or at + 2 >= len(self._items):
            return False
        one, part, two = self._items[at : at + 3]
        if not one.power or two.power is None or (one.power < 0) != (two.power < 0):
            return False
        step = one.power - two.power
        if step == self._size and part.power in (0, None):
            return len(part.digits) + len(two.digits) == self._size
        return step == 2 * self._size and len(two.digits) == self._size


def _place_of(item: Item, canonical: Sequence[Place]) -> tuple[int, int] | None:
    """Return the place of the sound number that a group is in; the places are in order."""
    at = bisect_right(canonical, item.start, key=itemgetter(0)) - 1
    if at < 0 or canonical[at][1] < item.end:
        return None
    return canonical[at][:2]


@lru_cache(32)
def _marked(scheme: Scheme) -> re.Pattern[str]:
    """Return a pattern for a marker beside a digit, without which no line has a damaged run."""
    known = any_of(markers_of(scheme).all)
    return re.compile(rf"[0-9],? ?{known}" if scheme.placement == "suffix" else rf"{known},? ?[0-9]")


@lru_cache(32)
def _patterns(scheme: Scheme) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return a pattern for words that are groups, and one for each group in them.

    A group is digits with a known marker, an unknown one or none.
    """
    markers = markers_of(scheme)
    opening, closing = re.escape(markers.opening), re.escape(markers.closing)
    known = any_of(markers.all)
    unknown = rf"{opening}\w{{1,8}}{closing}" if opening else f"{_NO_ORDINAL}[A-Za-z]{{1,4}}"
    full = rf"{full_digits(scheme)}(?![0-9])"
    digits = "[0-9](?: [0-9](?![0-9]))*+" if scheme.unit == "digit" else "[0-9]++"
    is_apart = scheme.marker == "separate"
    gap = "(?:,? )?" if is_apart else rf"(?: (?={known} {full}))?"
    if scheme.placement == "suffix":
        if is_apart:
            unknown = rf"{unknown}| {unknown}(?= {full})"
        known, unknown = rf"{known}(?![^\W\d_])", rf"(?:{unknown})(?![^\W\d_])"
        part = rf"(?P<digits>{digits})(?:{gap}(?P<known>{known})|(?P<unknown>{unknown}))?"
    else:
        gap = gap if is_apart else ""
        part = rf"(?:(?P<known>{known}){gap}(?=[0-9])|(?P<unknown>{unknown}))?(?P<digits>{digits})"
    bare = re.sub(r"\?P<\w+>", "?:", part)
    return re.compile(rf"(?<!\w)(?:{bare})++(?!\w)"), re.compile(part)
