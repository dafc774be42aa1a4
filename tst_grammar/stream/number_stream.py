"""Follows the numbers in a stream of tokens, and reports the first token that makes a number invalid."""

import re
from functools import lru_cache

from attrs import define, evolve

from tst_grammar.diagnostics import Diagnostic
from tst_grammar.language.digit_shapes import DigitShapes
from tst_grammar.language.scheme import RESERVED, Scheme
from tst_grammar.language.vocabulary import Vocabulary
from tst_grammar.stream.character_graph import END, Node, paths_of
from tst_grammar.stream.next_tokens import Expectation, is_word, marks_of, node_after
from tst_grammar.stream.verdict import Offence

_BETWEEN = "\x1f"
"""A character between tokens, in texts that are not shown."""

_has_digit = re.compile("[0-9]").search


@lru_cache(32)
def _markers_of(scheme: Scheme) -> frozenset[str]:
    """Return the markers that are separate tokens."""
    return frozenset(Vocabulary(scheme).suffixed) if scheme.marker == "separate" else frozenset()


@lru_cache(32)
def _refused_of(scheme: Scheme, in_text: bool) -> DigitShapes:  # noqa: FBT001 -- a key of the cache
    """Return what is known about tokens of which the last cannot continue a number."""

    def examine(raw: str) -> tuple[list[Diagnostic], list[str]]:
        *tokens, wrong = raw.split(_BETWEEN)
        stream = NumberStream.of(scheme, in_text=in_text)
        for token in tokens:
            stream.take(token, 0, 0)
        found = stream.refuse(wrong, 0, 0)
        return [found] if found else [], []

    return DigitShapes(examine, scheme)


@define
class NumberStream:
    """A position in a stream: in a number, between numbers, or after a mistake.

    `node` is where marks continue, `words` where words do, and `before` the node before the last token.
    `tokens` are the tokens of the current number.
    `is_loose`: text or a mistake came before the number, so its marks may be text.
    `is_passing`: tokens are skipped until a number or text starts.
    `held`: a mark that is a mistake unless text comes next.
    `in_text`: a mistake that ordinary text may also have is only a warning.
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
    in_text: bool = False

    @classmethod
    def of(cls, scheme: Scheme, *, in_text: bool = False) -> "NumberStream":
        """Return the start of a stream."""
        start = paths_of(scheme)
        return cls(scheme, start, marks_of(scheme), start, start, start, in_text=in_text)

    def take(self, token: str, start: int, end: int, gap: str | None = None) -> Diagnostic | None:
        """Take the next token, with the gap before it if known, and return a diagnostic if it is wrong."""
        if self.held is None and (gap is None or gap == self.gap_before(token)):
            after = node_after(token, self.node, self.words, self.marks)
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
        known = gap is None and self.held is None and (self.tokens or not self.is_passing)
        found = self._known(token, start, end) if known else self.refuse(token, start, end, gap)
        self._restart(token)
        return found

    def _known(self, token: str, start: int, end: int) -> Diagnostic | None:
        """Return the diagnostic for a token from what is known about tokens with other digits."""
        self.is_passing = True
        found = _refused_of(self.scheme, self.in_text).findings(_BETWEEN.join((*self.tokens, token)))
        return evolve(found[0], start=start, end=end) if found else None

    def take_mark(self, mark: str, start: int, end: int, gap: str | None = None) -> Diagnostic | None:
        """Take a mark or a space that cannot continue the number. It may be text."""
        found = None
        if not self.may_end:
            found = self.refuse(mark, start, end, gap)
        elif self.held is None and not (self.is_loose and not self.has_digits):
            self.held = self._offence(mark, start, end, gap)
            self.is_passing = True
        self._restart(mark)
        return found

    def refuse(self, token: str | None, start: int, end: int, gap: str | None = None) -> Diagnostic | None:
        """Drop the number, and return a diagnostic for the token that cannot continue it (None for text)."""
        offence = self.held
        if offence is None and not (self.is_passing and not self.tokens):
            offence = self._offence(token, start, end, gap)
        self._clear()
        self.is_passing, self.held = True, None
        return offence.diagnostic() if offence else None

    def end(self, place: int) -> Diagnostic | None:
        """Return a diagnostic if the stream cannot end here."""
        if self.is_complete:
            return None
        return (self.held or self._offence(None, place, place)).diagnostic()

    def is_text(self, token: str) -> bool:
        """Tell whether a token is ordinary text and does not look like TST."""
        return not (
            not token
            or _has_digit(token)
            or token in self.marks
            or token in _markers_of(self.scheme)
            or token.startswith(RESERVED[0])  # even cut short, it is never ordinary text
        )

    def gap_before(self, token: str) -> str:
        """Return the gap that canonical text has before a token here."""
        return "" if self.words is self.node or not is_word(token[:1]) else " "

    @property
    def next(self) -> Expectation:
        """The tokens that may come next; after a held mark, only text may."""
        if self.held is not None:
            return Expectation(self.scheme, {}, {})
        return Expectation(self.scheme, self.node, self.words)

    @property
    def may_end(self) -> bool:
        """Whether text may come next: there are no digits, or the number may end here or before its point."""
        return not self.has_digits or END in self.node or (self.tokens[-1] == "." and END in self.before)

    @property
    def is_complete(self) -> bool:
        """Whether the stream may end here."""
        if self.held is not None:
            return self.had_text
        if not self.tokens:
            return self.is_loose or self.is_passing
        return END in self.node or ((self.had_text or self.is_loose) and self.may_end)

    def _offence(self, token: str | None, start: int, end: int, gap: str | None = None) -> Offence:
        is_misplaced = token is not None and gap not in (None, self.gap_before(token))
        misplaced = gap if is_misplaced else None
        return Offence(self.tokens, token, start, end, self.next, misplaced, in_text=self.in_text)

    def _advance(self, token: str, after: Node) -> None:
        self.has_digits = self.has_digits or token not in self.marks
        is_glued = not self.has_digits and not token[-1].isalnum()
        self.before, self.node = self.node, after
        self.words = after if is_glued else after.get(" ", {})
        self.tokens = (*self.tokens, token)
        self.is_passing = False

    def _restart(self, token: str) -> None:
        """Start a new number with a token, if it can start one."""
        self._clear()
        after = node_after(token, self.node, self.words, self.marks)
        if after:
            self._advance(token, after)

    def _clear(self) -> None:
        self.node = self.words = self.before = self.start
        self.tokens, self.has_digits, self.is_loose = (), False, True
