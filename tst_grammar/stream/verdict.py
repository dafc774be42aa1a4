"""Names what is wrong with a token in a stream, as the decoder does."""

from attrs import field, frozen

from tst_grammar.diagnostics import Diagnostic, quoted
from tst_grammar.errors import TstGrammarError
from tst_grammar.language.syntax import parse_tst
from tst_grammar.rules import find_rule
from tst_grammar.stream.expectation import Expectation, marks_of

_LONGEST = 300
"""So many characters of a token are looked at."""

_WHEREVER = ("negative-zero", "unknown-token")
"""Faults that the last token makes, wherever the decoder finds them."""


@frozen
class Offence:
    """A token after which a number cannot be right, or none where one ends too early; and where it is.

    `gap` is what stands before the token where canonical text has another gap.
    """

    tokens: tuple[str, ...]
    token: str | None
    start: int
    end: int
    expected: Expectation = field(repr=False)
    gap: str | None = None

    def diagnostic(self) -> Diagnostic:
        """Return what is wrong, in the decoder's words where it complains about the same."""
        if self.gap is not None:
            found = quoted((self.token or "")[:_LONGEST])
            return self._named(
                "unexpected-token", f"expected {'no' if self.gap else 'a'} space before {found}"
            )
        return self._own() if self._is_space else self._decoders()

    @property
    def _is_space(self) -> bool:
        return self.token is not None and self.token.isspace()

    def _decoders(self) -> Diagnostic:
        texts = self.tokens if self.token is None else (*self.tokens, self.token[:_LONGEST])
        try:
            parse_tst(texts, scheme=self.expected.scheme)
        except TstGrammarError as error:
            if error.fault != "unexpected-token" and self._is_cause_of(error):
                return self._named(error.fault, error.message, error.expected)
        return self._own()

    def _is_cause_of(self, error: TstGrammarError) -> bool:
        """Tell whether an error is about the token, or about what comes too early to an end."""
        if self.token is None:
            return not self.tokens or not marks_of(self.expected.scheme).issuperset(self.tokens)
        if error.span is None or error.fault in _WHEREVER:
            return True
        last = len(error.source) - len(self.token[:_LONGEST])
        return error.span.end > last and error.span.start < len(error.source)

    def _own(self) -> Diagnostic:
        """Return what was expected, and what was found."""
        if self.token is None:
            fault, found = "incomplete", "the end"
        else:
            fault, found = "unexpected-token", "a space" if self._is_space else quoted(self.token)
        return self._named(fault, f"expected {self.expected}, found {found}", self.expected.choices)

    def _named(self, fault: str, message: str, expected: tuple[str, ...] = ()) -> Diagnostic:
        return find_rule(fault).finding(message, self.start, self.end, expected=expected)
