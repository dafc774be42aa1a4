"""Single digits with the least significant one first, in the order in which people add them."""

import re
from decimal import Decimal
from typing import Final

from attrs import frozen

from tst_grammar.baselines.digit_chunks import with_fraction
from tst_grammar.baselines.plain import encode_plain, read_plain
from tst_grammar.baselines.tokenization import Encoded
from tst_grammar.notation.number import Number


@frozen
class ReversedDigits:
    """Writes one token for each digit, from the last to the first. A sign and a currency stay in front.

    >>> REVERSED.encode("-1,234.5").tokens
    ('-', '5', '.', '4', '3', '2', '1')
    >>> REVERSED.decode(Encoded(("-", "5", ".", "4", "3", "2", "1")))
    Decimal('-1234.5')
    """

    name: str = "reversed"

    def encode(self, number: str | Number) -> Encoded:
        """Return the tokens of a number."""
        return encode_plain(
            number, lambda integer, fraction: with_fraction(list(integer), list(fraction))[::-1]
        )

    def decode(self, encoded: Encoded) -> Decimal | None:
        """Turn the digits round and return the value of that number, or None if they are not a number."""
        return read_plain(re.sub(r"[0-9.]+", lambda digits: digits[0][::-1], "".join(encoded.tokens)))


REVERSED: Final = ReversedDigits()
"""One token for each digit, the least significant first."""
