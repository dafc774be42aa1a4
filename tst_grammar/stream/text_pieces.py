"""Reads pieces of running text, of which only TST and what looks like it reaches the number stream."""

from collections.abc import Iterator

from attrs import define, evolve, frozen

from tst_grammar.diagnostics import Diagnostic, Span, quoted
from tst_grammar.language.groups import split
from tst_grammar.language.scheme import Scheme
from tst_grammar.language.scheme_grammar import CANONICAL
from tst_grammar.notation.roles import NUMBERS
from tst_grammar.rules import find_rule
from tst_grammar.stream.next_tokens import PieceExpectation
from tst_grammar.stream.pieces import Cutter
from tst_grammar.text.delimiters import Delimiters
from tst_grammar.text.mathematics import without_mathematics
from tst_grammar.text.text_tokens import TextTokens

_TEXT = "\n"
"""What the number stream reads in place of a character of text that is not checked."""


@frozen
class TextRules:
    """What counts as text: the tokens of running text, the shapes that are left alone, and the delimiters."""

    scheme: Scheme
    tokens: TextTokens
    shapes: frozenset[str]
    delimiters: Delimiters | None = None

    def settled(self, text: str) -> int:
        """Return how many characters of a text can be read already, whatever comes next in its last line."""
        line = text.rfind("\n") + 1
        return line if self.delimiters or "$" in text[line:] else self.tokens.last_break(text)

    def parts(self, text: str) -> Iterator[tuple[Span, str]]:
        """Yield tokens with digits, as "tst", "plain" or "text". What may be a part of TST is left out."""
        masked = without_mathematics(text)
        if self.delimiters:
            yield from _around([inner for _, inner in self.delimiters.enclosed(text)], len(text))
            return
        for start, end, kind, _ in self.tokens.find(masked):
            raw, span = masked[start:end], Span(start, end)
            if kind == CANONICAL or (kind in NUMBERS and self._is_tst(raw)):
                yield span, "tst"
            elif kind in NUMBERS:
                yield span, "plain"
            elif (kind in self.shapes or kind == "malformed") and not self._is_group(raw):
                yield span, "text"

    def _is_tst(self, raw: str) -> bool:
        found = self.tokens.tst.whole(raw) if self.tokens.tst else None
        return found is not None and found[2] == CANONICAL

    def _is_group(self, raw: str) -> bool:
        _, marker = split(raw, scheme=self.scheme)
        return self.scheme.power_of(marker) is not None


@define
class TextCutter:
    """A position in running text. `kept` is the end of the text, which may still become another token."""

    rules: TextRules
    cutter: Cutter
    place: int = 0
    kept: str = ""

    def copy(self) -> "TextCutter":
        """Return an independent copy."""
        return evolve(self, cutter=self.cutter.copy())

    def read(self, piece: str) -> Iterator[Diagnostic]:
        """Take a piece of text, and yield the mistakes that are certain now."""
        text = self.kept + piece
        settled = self.rules.settled(text)
        self.kept = text[settled:]
        yield from self._read(text[:settled])

    def finish(self) -> Iterator[Diagnostic]:
        """End the text, and yield the mistakes in the rest of it."""
        text, self.kept = self.kept, ""
        yield from self._read(text)
        missing = self.cutter.finish(self.place, self.place) or self.cutter.stream.end(self.place)
        if missing:
            yield missing

    def expected(self) -> PieceExpectation:
        """Return the characters that may come next."""
        ahead = self.copy()
        list(ahead._pass(self.kept))  # noqa: SLF001 -- same class
        return ahead.cutter.expected()

    def _read(self, text: str) -> Iterator[Diagnostic]:
        """Read whole tokens, and hide those that are text."""
        read = 0
        stream = self.cutter.stream
        for span, what in self.rules.parts(text):
            yield from self._pass(text[read : span.start])
            yield from self._end_word()
            read = span.start
            if stream.tokens and not stream.may_end:
                is_checked = what != "text"
            else:
                is_checked = what == "tst"
                stream.take(_TEXT, self.place, self.place)  # no number continues in another token
                if what == "plain":
                    message = f"{quoted(text[span.start : span.end])} is not written as TST"
                    end = self.place + span.end - span.start
                    yield find_rule("unannotated-number").finding(message, self.place, end)
            if not is_checked:
                yield from self._pass(_TEXT * (span.end - span.start))
                read = span.end
            elif what == "tst":
                yield from self._pass(text[span.start : span.end])
                read = span.end
                yield from self._end_word()
        yield from self._pass(text[read:])

    def _end_word(self) -> Iterator[Diagnostic]:
        """End the current word. Without spaces between words, one may follow a number at once, as in 5の6."""
        found = self.cutter.finish(self.place, self.place)
        if found:
            yield found

    def _pass(self, text: str) -> Iterator[Diagnostic]:
        for character in text:
            found = self.cutter.read(character, self.place)
            self.place += 1
            if found:
                yield found


def _around(spans: list[Span], length: int) -> Iterator[tuple[Span, str]]:
    """Yield the parts of a text that are not in the spans as text, and the spans as TST."""
    start = 0
    for span in spans:
        yield Span(start, span.start), "text"
        if span.start < span.end:
            yield span, "tst"
        start = span.end
    yield Span(start, length), "text"
