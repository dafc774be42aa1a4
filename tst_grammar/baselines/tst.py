"""TST itself, seen as one way of many to write numbers as tokens."""

from decimal import Decimal

from attrs import frozen

from tst_grammar.baselines.tokenization import Encoded
from tst_grammar.conversion import decode, tokenize
from tst_grammar.errors import TstGrammarError
from tst_grammar.number import Number
from tst_grammar.scheme import TST, Scheme


@frozen
class TstTokenization:
    """A scheme of TST with a name.

    >>> tst = TstTokenization("tst")
    >>> tst.encode("1234.5").tokens, tst.decode(Encoded(("1k", "234")))
    (('1k', '234', '.', '500p'), Decimal('1234'))
    """

    name: str
    scheme: Scheme = TST

    def encode(self, number: str | Number) -> Encoded:
        """Return the tokens of a number."""
        return Encoded(tuple(tokenize(number, scheme=self.scheme)))

    def decode(self, encoded: Encoded) -> Decimal | None:
        """Return the value of canonical tokens."""
        try:
            return decode(encoded.tokens, scheme=self.scheme)
        except TstGrammarError:
            return None
