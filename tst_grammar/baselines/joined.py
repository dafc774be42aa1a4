"""Baselines that only cut the digits of a number: their tokens, joined, are the number again."""

from decimal import Decimal

from attrs import field, frozen

from tst_grammar.baselines.plain import Cut, encode_plain, read_plain
from tst_grammar.baselines.tokenization import Encoded
from tst_grammar.number import Number


@frozen
class Joined:
    """A baseline that is known by how it cuts the digits before and after the point.

    >>> whole = Joined("whole", lambda integer, fraction: [f"{integer}.{fraction}"])
    >>> whole.encode("1,234.50").tokens, whole.decode(Encoded(("1234.50",)))
    (('1234.50',), Decimal('1234.50'))
    """

    name: str
    _cut: Cut = field(repr=False)

    def encode(self, number: str | Number) -> Encoded:
        """Return the tokens of a number."""
        return encode_plain(number, self._cut)

    def decode(self, encoded: Encoded) -> Decimal | None:
        """Return the value of the number that the tokens are when they are joined."""
        return read_plain("".join(encoded.tokens))


def with_fraction(integer: list[str], fraction: list[str]) -> list[str]:
    """Return the tokens of both parts, with a point between them where there is a fraction.

    >>> with_fraction(["1"], ["50"]), with_fraction(["1"], [])
    (['1', '.', '50'], ['1'])
    """
    return [*integer, ".", *fraction] if fraction else integer


def in_threes(digits: str, first: int = 3) -> list[str]:
    """Return digits in chunks of three, of which the first may be shorter.

    >>> in_threes("1234567"), in_threes("1234567", first=1)
    (['123', '456', '7'], ['1', '234', '567'])
    """
    chunks = [digits[:first], *(digits[start : start + 3] for start in range(first, len(digits), 3))]
    return [chunk for chunk in chunks if chunk]
