"""Controls: the tokens of a scheme with one mark instead of every marker."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from attrs import field, frozen

from tst_grammar import Scheme, TstGrammarError, decode, tokenize
from tst_grammar.baselines import Encoded

MARK: Final = "·"
_DIGITS: Final = re.compile("[0-9]*")
_PLAIN: Final = ("", ".", "-")


@frozen
class Erased:
    """Writes as many tokens as a scheme, in the same places, but no marker says which magnitude it is.

    >>> control = Erased("control", Scheme())
    >>> control.encode("1234567.8").tokens
    ('1·', '234·', '567', '.', '800·')
    >>> control.decode(Encoded(("1·", "234·", "567", ".", "800·")))
    Decimal('1234567.8')
    """

    name: str
    scheme: Scheme = field()

    def encode(self, number: str) -> Encoded:
        """Return the tokens of a number."""
        return Encoded(tuple(map(_erased, tokenize(number, scheme=self.scheme))))

    def decode(self, encoded: Encoded) -> Decimal | None:
        """Return the value of the tokens, or None if they are not a canonical number."""
        try:
            return decode(list(self._marked(encoded.tokens)), scheme=self.scheme)
        except TstGrammarError:
            return None

    def _marked(self, tokens: tuple[str, ...]) -> Iterator[str]:
        """Yield the tokens with the markers that their places imply."""
        size = self.scheme.group_size
        point = tokens.index(".") if "." in tokens else len(tokens)
        above = sum(MARK in token for token in tokens[:point])
        orders = iter([*range(above, 0, -1), *range(-1, -1 - sum(MARK in t for t in tokens[point:]), -1)])
        for token in tokens:
            yield token.replace(MARK, self.scheme.marker_of(size * next(orders))) if MARK in token else token


def _erased(token: str) -> str:
    digits = _DIGITS.match(token)
    kept = digits[0] if digits else ""
    return token if token[len(kept) :] in _PLAIN else f"{kept}{MARK}"
