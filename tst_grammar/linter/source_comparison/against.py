"""Compares an annotated text with its source: which numbers were lost, added or changed."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import count
from typing import NamedTuple

from attrs import frozen

from tst_grammar.diagnostics import Diagnostic, quoted
from tst_grammar.language.fast_codec import written
from tst_grammar.language.layout import layout_of
from tst_grammar.linter.linter import Linter
from tst_grammar.linter.source_comparison.pairing import paired
from tst_grammar.linter.source_comparison.subsequences import common
from tst_grammar.notation.parts import Parts
from tst_grammar.rules import find_rule
from tst_grammar.text.annotator import finder_for


class _NumberInLine(NamedTuple):
    """A number in a line: its value as TST, its text, and its place."""

    value: str
    raw: str
    start: int
    end: int


@frozen
class Line:
    """A line of a text: its numbers, the words around them, and its line number in the file."""

    text: str = ""
    numbers: Sequence[_NumberInLine] = ()
    words: str = ""
    place: int = 0

    @property
    def values(self) -> tuple[str, ...]:
        """The values of its numbers, in order."""
        return tuple([each.value for each in self.numbers])

    @property
    def keys(self) -> tuple[Hashable, ...]:
        """The keys by which lines are paired, the most specific first."""
        values = self.values
        return (self.words, values), self.words, values


class Comparison:
    """Compares the lines of an annotated text with those of its source, which is read in a locale."""

    def __init__(self, linter: Linter, locale: str, delimiters: tuple[str, str] | None) -> None:
        self._linter = linter
        self._finder = finder_for(list, locale, None, linter.separator, None)
        self._layout = layout_of(linter.scheme)
        self._delimiters = delimiters or ()

    def findings(
        self, annotated: Iterable[str], source: Iterable[str], places: Iterable[int] | None = None
    ) -> Iterator[Diagnostic]:
        """Yield the differences, with offsets from the start of the annotated lines."""
        offset = 0
        for line, changes in self.changes(annotated, source, places):
            yield from (found.moved(offset) for found in changes)
            offset += len(line)

    def changes(
        self, annotated: Iterable[str], source: Iterable[str], places: Iterable[int] | None = None
    ) -> Iterator[tuple[str, Iterable[Diagnostic]]]:
        """Yield each annotated line with its differences; a lost line comes as an empty line.

        `places` are the line numbers of the source lines, by default from 1.
        """
        ours = map(self.annotated, annotated)
        theirs = map(self.plain, source, places or count(1))
        for line, original in paired(ours, theirs, lambda line: line.keys, lambda line: len(line.text)):
            if line:
                yield line.text, self.between(line, original or Line())
            elif original:
                yield "", self.lost(original)

    def between(self, line: Line, original: Line) -> Iterator[Diagnostic]:
        """Yield the differences between an annotated line and its source line."""
        if line.values == original.values or line.values == self._as_annotated(original):
            return
        ours, theirs = line.numbers, original.numbers
        end = len(line.text.rstrip("\r\n"))
        i = j = 0
        for place, other in (*common(line.values, original.values), (len(ours), len(theirs))):
            shared = min(place - i, other - j)
            for now, was in zip(ours[i : i + shared], theirs[j : j + shared], strict=True):
                message = f"{quoted(now.raw)} is {quoted(was.raw)} in the source"
                yield find_rule("changed-number").finding(message, now.start, now.end)
            for was in theirs[j + shared : other]:
                at = ours[place].start if place < len(ours) else end
                message = f"{quoted(was.raw)} is in the source but missing here"
                yield find_rule("lost-number").finding(message, at, at)
            for now in ours[i + shared : place]:
                message = f"{quoted(now.raw)} is not in the source"
                yield find_rule("added-number").finding(message, now.start, now.end)
            i, j = place + 1, other + 1

    def lost(self, original: Line) -> Iterator[Diagnostic]:
        """Yield a finding for each number of a source line that the annotated text lacks."""
        for was in original.numbers:
            message = f"{quoted(was.raw)} is in line {original.place} of the source but missing here"
            yield find_rule("lost-number").finding(message, 0, 0)

    def plain(self, text: str, place: int) -> Line:
        """Read a line of the source."""
        numbers = [
            _NumberInLine(written(what, self._layout) or text[start:end], text[start:end], start, end)
            for start, end, what in self._finder.digit_tokens(text)
            if isinstance(what, Parts)
        ]
        return Line(text, numbers, self._words(text, numbers), place)

    def annotated(self, text: str) -> Line:
        """Read an annotated line. A damaged number gets the value that was meant."""
        numbers = [
            _NumberInLine(value, text[start:end], start, end)
            for start, end, value in self._linter.meant(text)
        ]
        return Line(text, numbers, self._words(text, numbers))

    def _as_annotated(self, original: Line) -> tuple[str, ...]:
        """Return the values that a source line has when annotated, as it may contain TST already."""
        if self._delimiters:
            return original.values
        pieces, copied = [], 0
        for value, _, start, end in original.numbers:
            pieces += [original.text[copied:start], value]
            copied = end
        return self.annotated("".join((*pieces, original.text[copied:]))).values

    def _words(self, text: str, numbers: Sequence[_NumberInLine]) -> str:
        """Return the text around the numbers of a line, without delimiters and the line end."""
        words, copied = [], 0
        for _, _, start, end in numbers:
            words.append(text[copied:start])
            copied = end
        words.append(text[copied:].rstrip())
        joined = "\0".join(words)
        for each in self._delimiters:
            joined = joined.replace(each, "")
        return joined
