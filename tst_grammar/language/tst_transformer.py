"""Builds the tokens from a Lark tree of `tst_shape.lark`, as a scheme reads its words."""

from attrs import evolve
from lark import Token as Leaf
from lark import Transformer

from tst_grammar.diagnostics import Span
from tst_grammar.language.definition import reads_as_marker
from tst_grammar.language.scheme import Scheme
from tst_grammar.language.tokens import KINDS, Kind, Token
from tst_grammar.notation.locales import is_currency
from tst_grammar.notation.transformer import span_of


class TstTransformer(Transformer[Leaf, tuple[Token, ...]]):
    """Builds the tokens from a tree of `tst_shape.lark`, as the scheme reads its words."""

    def __init__(self, scheme: Scheme) -> None:
        super().__init__()
        self._scheme = scheme

    def start(self, leaves: list[Leaf]) -> tuple[Token, ...]:
        """Return a token for each leaf except the spaces."""
        tokens = [self._token(leaf) for leaf in leaves if leaf.type != "SPACE"]
        first = 1 if tokens[0].kind is Kind.SIGN else 0
        if len(tokens) > first + 1 and tokens[first + 1].kind in (Kind.GROUP, Kind.MARKER):
            tokens[first] = self._as_currency(tokens[first])
        if len(tokens) > first + 1 + (tokens[first].kind is Kind.CURRENCY):  # a word is left for the digits
            tokens[-1] = self._as_currency(tokens[-1])
        return tuple(tokens)

    def _as_currency(self, token: Token) -> Token:
        """Return a first or last word as a currency if it is one and not a marker."""
        is_word = token.kind is Kind.MARKER and not reads_as_marker(token.text, scheme=self._scheme)
        return evolve(token, kind=Kind.CURRENCY) if is_word and is_currency(token.text) else token

    def _token(self, leaf: Leaf) -> Token:
        span = span_of(leaf)
        text = leaf.lstrip(" ")
        if leaf.type == "MARKED":
            alone = self._scheme.marker == "separate" or text[-1] not in "0123456789"
            kind = Kind.MARKER if alone else Kind.GROUP
        else:
            kind = KINDS[leaf.type]
        return Token(kind, text, Span(span.end - len(text), span.end))
