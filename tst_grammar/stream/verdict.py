"""Turns a wrong token in a stream into a diagnostic, with the decoder's message where it has one."""

from itertools import pairwise

from attrs import evolve, field, frozen

from tst_grammar.diagnostics import Diagnostic, Severity, quoted
from tst_grammar.errors import TstGrammarError
from tst_grammar.language.groups import split
from tst_grammar.language.syntax import parse_tst
from tst_grammar.rules import find_rule
from tst_grammar.stream.character_graph import END
from tst_grammar.stream.next_tokens import Expectation, marks_of

_CAUSED_BY_LAST = ("negative-zero", "unknown-token")
"""Faults that the last token causes, even if the decoder reports another span."""


@frozen
class Offence:
    """A token that makes a number invalid, or None for an end that comes too early, and its span.

    `gap` is the gap before the token, if canonical text has a different one there. With `in_text`, the
    diagnostic is a warning unless the number is certainly TST.
    """

    tokens: tuple[str, ...]
    token: str | None
    start: int
    end: int
    expected: Expectation = field(repr=False)
    gap: str | None = None
    in_text: bool = False

    def diagnostic(self) -> Diagnostic:
        """Return the diagnostic, with the decoder's message if the decoder refuses the same token."""
        found = self._found()
        return evolve(found, severity=Severity.WARNING) if self.in_text and not self.is_tst else found

    @property
    def is_tst(self) -> bool:
        """Whether the tokens are the start of a number that ordinary text cannot have.

        Two of its groups agree in scheme and order, or it has a reserved marker.
        """
        scheme, size = self.expected.scheme, self.expected.scheme.group_size
        if END in self.expected.node:
            return False
        has_units = scheme.marker == "joined" and scheme.unit == "group"
        groups = []
        for text in (*self.tokens, self.token or ""):
            digits, marker = split(text, scheme=scheme)
            power = scheme.power_of(marker) if marker else 0
            if power or (power == 0 and digits and has_units):
                groups.append((power, len(digits)))
        if scheme.spelling == "reserved" and any(power for power, _ in groups):
            return True
        steps = [one - two == size for (one, _), (two, _) in pairwise(groups)]
        return any(map(all, pairwise(steps))) or any(
            step and width in (0, size) and ("." in self.tokens or one)
            for step, ((one, _), (_, width)) in zip(steps, pairwise(groups), strict=True)
        )

    def _found(self) -> Diagnostic:
        if self.gap is not None:
            found = quoted(self.token or "")
            return self._named(
                "unexpected-token", f"expected {'no' if self.gap else 'a'} space before {found}"
            )
        return self._unexpected() if self._is_space else self._from_decoder()

    @property
    def _is_space(self) -> bool:
        return self.token is not None and self.token.isspace()

    def _from_decoder(self) -> Diagnostic:
        texts = self.tokens if self.token is None else (*self.tokens, self.token)
        try:
            parse_tst(texts, scheme=self.expected.scheme)
        except TstGrammarError as error:
            if error.fault != "unexpected-token" and self._is_cause_of(error):
                return self._named(error.fault, error.message, error.expected)
        return self._unexpected()

    def _is_cause_of(self, error: TstGrammarError) -> bool:
        """Tell whether the decoder's error is about this token, or about the early end."""
        if self.token is None:
            return not self.tokens or not marks_of(self.expected.scheme).issuperset(self.tokens)
        if error.span is None or error.fault in _CAUSED_BY_LAST:
            return True
        last = len(error.source) - len(self.token)
        return error.span.end > last and error.span.start < len(error.source)

    def _unexpected(self) -> Diagnostic:
        """Return a diagnostic that says what was expected and what was found."""
        if self.token is None:
            fault, found = "incomplete", "the end"
        else:
            fault, found = "unexpected-token", "a space" if self._is_space else quoted(self.token)
        return self._named(fault, f"expected {self.expected}, found {found}", self.expected.choices)

    def _named(self, fault: str, message: str, expected: tuple[str, ...] = ()) -> Diagnostic:
        return find_rule(fault).finding(message, self.start, self.end, expected=expected)
