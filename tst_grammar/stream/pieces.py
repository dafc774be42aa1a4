"""Cuts characters into tokens as they arrive, and reports the first character that makes a number invalid."""

import re

from attrs import define, evolve

from tst_grammar.diagnostics import Diagnostic
from tst_grammar.language.scheme import RESERVED, TERMINATOR
from tst_grammar.stream.character_graph import END, Node, walked
from tst_grammar.stream.next_tokens import PieceExpectation, is_word
from tst_grammar.stream.number_stream import NumberStream

_LONGEST = 1000
"""The most characters kept of a word that is not a token."""

_TERMINATOR = r"[0-9]\w*".join(map(re.escape, TERMINATOR))
_PART = re.compile(rf"{re.escape(RESERVED[0])}\w*\]?|{_TERMINATOR}|\w+|.", re.DOTALL)
_has_digit = re.compile("[0-9]").search


@define
class Cutter:
    """The current word, the gap before it, and the node after its characters.

    `wrong_at`: the position of the first character that cannot continue the word.
    `is_bracketed`: that character is a bracket, so another token may start after it.
    `is_refused`: the word was already reported.
    """

    stream: NumberStream
    word: str = ""
    gap: str = ""
    node: Node | None = None
    wrong_at: int | None = None
    is_bracketed: bool = False
    is_refused: bool = False

    def copy(self) -> "Cutter":
        """Return a copy with a copy of the stream."""
        return evolve(self, stream=evolve(self.stream))

    def read(self, character: str, place: int) -> Diagnostic | None:
        """Take the next character, and return a diagnostic if it is wrong."""
        is_part = character.isalnum() or character in "[]_"
        if is_part and self.node and character in self.node:  # the fast path for most characters
            self.node = self.node[character]
            self.word += character
            return None
        if is_part:
            return self._extend(character, place)
        if self._makes_currency(character):
            return self._extend(character, place) or self.finish(place, place + 1)
        found = self.finish(place, place + 1)
        if character.isspace():
            return found or self._space(character, place)
        other = self.stream.take(character, place, place + 1, self._known_gap())
        self.gap = ""
        return found or other

    def finish(self, start: int, end: int) -> Diagnostic | None:
        """End the current word, and return a diagnostic if it is wrong.

        Its span is `start` to `end` if the word as a whole is wrong, and not one of its characters.
        """
        if not self.word:
            return None
        if self.wrong_at is not None:
            start, end = self.wrong_at, self.wrong_at + 1
        parts = _PART.findall(self.word) if self.is_bracketed else [self.word]
        found = None
        for part in parts:
            found = self.stream.take(part, start, end, self._known_gap()) or found
            self.gap = ""
        self.word, self.node, self.wrong_at, self.is_bracketed, self.is_refused = "", None, None, False, False
        return found

    def expected(self) -> PieceExpectation:
        """Return the characters that may come next."""
        if self.word:
            return PieceExpectation(self.node or {})
        return PieceExpectation(walked(self.stream.next.node, self._known_gap() or ""))

    def _makes_currency(self, character: str) -> bool:
        """Tell whether a character completes a currency such as R$ with the current word."""
        return bool(self.word) and self.word + character in self.stream.marks

    def _space(self, character: str, place: int) -> Diagnostic | None:
        stream = self.stream
        if character != " ":
            self.gap = ""
            return stream.take(character, place, place + 1)
        is_due = not self.gap and stream.words and stream.words is not stream.node
        self.gap = "  " if self.gap else " "
        if not stream.tokens or is_due or (stream.has_digits and END in stream.node):
            return None
        return stream.take_mark(character, place, place + 1)

    def _extend(self, character: str, place: int) -> Diagnostic | None:
        """Add a character to the word, and refuse the word once it can become neither a token nor text."""
        stream = self.stream
        gap = self._known_gap()
        if not self.word:
            self.node = self._first(character, gap)
        self.node = self.node.get(character) if self.node else None
        if not self.node and self.wrong_at is None:
            self.wrong_at, self.is_bracketed = place, character in "[]"
        if self.node or len(self.word) < _LONGEST:
            self.word += character
        is_wrong = stream.held is not None or not (self.node or self.is_bracketed)
        if self.is_refused or not is_wrong:
            return None
        has_digit = character in "0123456789" or _has_digit(self.word) is not None
        if not has_digit and stream.may_end:
            return None
        self.is_refused = True
        return stream.refuse(self.word if has_digit else None, place, place + 1, gap)

    def _first(self, character: str, gap: str | None) -> Node:
        """Return the node from which a word with this first character continues."""
        stream = self.stream
        if gap is not None and gap != stream.gap_before(character):
            return {}
        return stream.words if is_word(character) else stream.node

    def _known_gap(self) -> str | None:
        """Return the gap before the word, or None outside a number, where it does not matter."""
        return self.gap if self.stream.tokens else None
