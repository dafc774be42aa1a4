"""Follows the numbers in a stream of tokens, and tells the first token after which one cannot be right."""

import re
from functools import lru_cache

from attrs import define

from tst_grammar.diagnostics import Diagnostic
from tst_grammar.language.scheme import Scheme
from tst_grammar.language.vocabulary import Vocabulary
from tst_grammar.stream.continuations import END, Node, paths_of
from tst_grammar.stream.expectation import Expectation, behind, is_word, marks_of
from tst_grammar.stream.verdict import Offence

_has_digit = re.compile("[0-9]").search


@lru_cache(32)
def _markers_of(scheme: Scheme) -> frozenset[str]:
    """Return the markers that are tokens of their own."""
    return frozenset(Vocabulary(scheme).suffixed) if scheme.marker == "separate" else frozenset()


@define
class NumberStream:
    """A place in a stream: in a number, between numbers, or behind a mistake.

    Marks go on from `node`, and words from `words`; `before` is where the last token went on from.
    `tokens` are those of the number that has begun.
    `is_loose` tells that text or a mistake came before it, so that its marks may be text;
    `is_passing` that tokens are passed over until a number or text starts; `held` is a mark that is a mistake
    unless text comes next.
    """

    scheme: Scheme
    start: Node
    marks: frozenset[str]
    node: Node
    words: Node
    before: Node
    tokens: tuple[str, ...] = ()
    has_digits: bool = False
    is_loose: bool = False
    is_passing: bool = False
    had_text: bool = False
    held: Offence | None = None

    @classmethod
    def of(cls, scheme: Scheme) -> "NumberStream":
        """Return the start of a stream."""
        start = paths_of(scheme)
        return cls(scheme, start, marks_of(scheme), start, start, start)

    def take(self, token: str, start: int, end: int, gap: str | None = None) -> Diagnostic | None:
        """Take the next token, behind a gap if it is known, and tell what is wrong."""
        if self.held is None and (gap is None or gap == self.gap_before(token)):
            after = behind(token, self.node, self.words, self.marks)
            if after:
                self._advance(token, after)
                return None
        if self.is_text(token):
            found = None if self.may_end else self._offence(None, start, end).diagnostic()
            self._clear()
            self.is_passing, self.had_text, self.held = False, True, None
            return found
        if token in self.marks:
            return self.take_mark(token, start, end, gap)
        found = self.refuse(token, start, end, gap)
        self._restart(token)
        return found

    def take_mark(self, mark: str, start: int, end: int, gap: str | None = None) -> Diagnostic | None:
        """Take a mark or a space that cannot go on here: it may be text."""
        found = None
        if not self.may_end:
            found = self.refuse(mark, start, end, gap)
        elif self.held is None and not (self.is_loose and not self.has_digits):
            self.held = self._offence(mark, start, end, gap)
            self.is_passing = True
        self._restart(mark)
        return found

    def refuse(self, token: str | None, start: int, end: int, gap: str | None = None) -> Diagnostic | None:
        """Tell what is wrong with a token that cannot go on here, or with text, and give up the number."""
        offence = self.held
        if offence is None and not (self.is_passing and not self.tokens):
            offence = self._offence(token, start, end, gap)
        self._clear()
        self.is_passing, self.held = True, None
        return offence.diagnostic() if offence else None

    def end(self, place: int) -> Diagnostic | None:
        """Tell what is missing if the stream ends here."""
        if self.is_complete or (self.is_passing and not self.tokens and self.held is None):
            return None
        return (self.held or self._offence(None, place, place)).diagnostic()

    def is_text(self, token: str) -> bool:
        """Tell whether a token is none of TST and looks like none."""
        return not (
            not token
            or _has_digit(token)
            or token in self.marks
            or token in _markers_of(self.scheme)
            or token.startswith("[MAG_")  # whole or cut short: no ordinary text has it
        )

    def gap_before(self, token: str) -> str:
        """Return what stands before a token that goes on here, in canonical text."""
        return "" if self.words is self.node or not is_word(token[:1]) else " "

    @property
    def next(self) -> Expectation:
        """What may come next: behind a mark that is held, nothing but text."""
        if self.held is not None:
            return Expectation(self.scheme, {}, {})
        return Expectation(self.scheme, self.node, self.words)

    @property
    def may_end(self) -> bool:
        """Whether text may come next: no number goes on, or the point behind it is a full stop."""
        return not self.has_digits or END in self.node or (self.tokens[-1] == "." and END in self.before)

    @property
    def is_complete(self) -> bool:
        """Whether the stream may end here."""
        if self.held is not None:
            return self.had_text
        if not self.tokens:
            return self.is_loose and not self.is_passing
        return END in self.node or ((self.had_text or self.is_loose) and self.may_end)

    def _offence(self, token: str | None, start: int, end: int, gap: str | None = None) -> Offence:
        is_misplaced = token is not None and gap not in (None, self.gap_before(token))
        return Offence(self.tokens, token, start, end, self.next, gap if is_misplaced else None)

    def _advance(self, token: str, after: Node) -> None:
        self.has_digits = self.has_digits or token not in self.marks
        is_glued = not self.has_digits and not token[-1].isalnum()
        self.before, self.node = self.node, after
        self.words = after if is_glued else after.get(" ", {})
        self.tokens = (*self.tokens, token)
        self.is_passing = False

    def _restart(self, token: str) -> None:
        """Start a number with a token if it can start one."""
        self._clear()
        after = behind(token, self.node, self.words, self.marks)
        if after:
            self._advance(token, after)

    def _clear(self) -> None:
        self.node = self.words = self.before = self.start
        self.tokens, self.has_digits, self.is_loose = (), False, True
