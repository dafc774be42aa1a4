"""Builds the tokens from a Lark tree of `tst_shape.lark`, as a scheme reads its words."""

from lark import Token as LarkToken
from lark import Transformer

from tst_grammar.language.scheme import Scheme
from tst_grammar.language.syntax import Leaf, tokens_of
from tst_grammar.language.tokens import Token
from tst_grammar.notation.transformer import span_of


class TstTransformer(Transformer[LarkToken, tuple[Token, ...]]):
    """Builds the tokens from a tree of `tst_shape.lark`, as the scheme reads its words."""

    def __init__(self, scheme: Scheme) -> None:
        super().__init__()
        self._scheme = scheme

    def start(self, leaves: list[LarkToken]) -> tuple[Token, ...]:
        """Return a token for each leaf except the spaces."""
        return tokens_of((Leaf(leaf.type, str(leaf), span_of(leaf)) for leaf in leaves), self._scheme)
