"""Compares an annotated text with its source: which numbers were lost, added or changed."""

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import chain, zip_longest
from typing import NamedTuple

from tst_grammar.diagnostics import Diagnostic, quoted
from tst_grammar.layout import layout_of
from tst_grammar.linter import Linter
from tst_grammar.parts import Parts
from tst_grammar.rules import find_rule
from tst_grammar.runner import written
from tst_grammar.text import finder_for

_MOST_PAIRS = 1 << 22
"""How many pairs of numbers in one line are looked at before they are only compared one by one."""


class _Seen(NamedTuple):
    """A number of a text: what it is, how it is written, and where it stands."""

    value: str
    raw: str
    start: int
    end: int


class Comparison:
    """Compares lines of an annotated text with those of its source, whose numbers are those of a locale."""

    def __init__(self, linter: Linter, locale: str) -> None:
        self._linter = linter
        self._finder = finder_for(list, locale, None, "")
        self._layout = layout_of(linter.scheme)

    def findings(self, annotated: Iterable[str], source: Iterable[str]) -> Iterator[Diagnostic]:
        """Yield what became otherwise, with places counted from the start of the annotated lines."""
        offset = 0
        for line, original in zip_longest(annotated, source, fillvalue=""):
            yield from (found.moved(offset) for found in self.line(line, original))
            offset += len(line)

    def line(self, annotated: str, source: str) -> Iterator[Diagnostic]:
        """Yield what became otherwise in one line."""
        ours, theirs = list(self._annotated(annotated)), list(self._plain(source))
        if [each.value for each in ours] == [each.value for each in theirs]:
            return
        for tag, first, last, start, end in _changes(theirs, ours):
            if tag == "equal":
                continue
            count = min(last - first, end - start)
            for was, now in zip(theirs[first:last], ours[start:end], strict=False):
                message = f"{quoted(now.raw)} stands for {quoted(was.raw)} of the source"
                yield find_rule("changed-number").finding(message, now.start, now.end)
            for was in theirs[first + count : last]:
                place = ours[end].start if end < len(ours) else len(annotated.rstrip("\r\n"))
                message = f"{quoted(was.raw)} of the source is not here"
                yield find_rule("lost-number").finding(message, place, place)
            for now in ours[start + count : end]:
                message = f"{quoted(now.raw)} is not in the source"
                yield find_rule("added-number").finding(message, now.start, now.end)

    def _plain(self, source: str) -> Iterator[_Seen]:
        for start, end, what in self._finder.sightings(source):
            if isinstance(what, Parts):
                raw = source[start:end]
                yield _Seen(written(what, self._layout) or raw, raw, start, end)

    def _annotated(self, text: str) -> Iterator[_Seen]:
        """Yield the numbers of annotated text: canonical, plain, and what others were meant to be."""
        for start, end, value in self._linter.meant(text):
            yield _Seen(value, text[start:end], start, end)


def _changes(before: list[_Seen], after: list[_Seen]) -> Iterable[tuple[str, int, int, int, int]]:
    one, two = [each.value for each in before], [each.value for each in after]
    if len(one) * len(two) <= _MOST_PAIRS:
        return SequenceMatcher(None, one, two, autojunk=False).get_opcodes()
    shared = min(len(one), len(two))
    return chain(
        (
            ("equal" if one[index] == two[index] else "replace", index, index + 1, index, index + 1)
            for index in range(shared)
        ),
        [("replace", shared, len(one), shared, len(two))],
    )
