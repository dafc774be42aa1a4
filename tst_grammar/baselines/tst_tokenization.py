"""TST itself, behind the same protocol as the baselines."""

from decimal import Decimal

from attrs import field, frozen

from tst_grammar.baselines.tokenization import Encoded
from tst_grammar.errors import TstGrammarError
from tst_grammar.language.conversion import decode, tokenize
from tst_grammar.language.scheme import TST, Scheme
from tst_grammar.language.schemes import scheme_of
from tst_grammar.notation.number import Number


@frozen
class TstTokenization:
    """A scheme of TST with a name.

    >>> tst = TstTokenization("tst")
    >>> tst.encode("1234.5").tokens, tst.decode(Encoded(("1k", "234")))
    (('1k', '234', '.', '500p'), Decimal('1234'))
    """

    name: str
    scheme: Scheme = field(default=TST, converter=scheme_of)

    def encode(self, number: str | Number) -> Encoded:
        """Return the tokens of a number."""
        return Encoded(tuple(tokenize(number, scheme=self.scheme)))

    def decode(self, encoded: Encoded) -> Decimal | None:
        """Return the value of the tokens, or None if they are not a canonical number."""
        try:
            return decode(encoded.tokens, scheme=self.scheme)
        except TstGrammarError:
            return None
