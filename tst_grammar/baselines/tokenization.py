"""What every way to write numbers as tokens can do, so that they can be compared."""

from decimal import Decimal
from typing import Protocol

from attrs import frozen

from tst_grammar.number import Number


@frozen
class Encoded:
    """What becomes of a number: its tokens and, where a model multiplies a token by it, its value there.

    >>> print(Encoded(("1k", "234")), Encoded(("[NUM]",), Decimal(5)), sep=", ")
    1k 234, [NUM] (×5)
    """

    tokens: tuple[str, ...]
    scale: Decimal | None = None

    def __str__(self) -> str:
        return " ".join((*self.tokens, *self.remark))

    @property
    def remark(self) -> tuple[str, ...]:
        """What a person is to see besides the tokens: the factor, if there is one.

        >>> Encoded(("[NUM]",), Decimal(5)).remark
        ('(×5)',)
        """
        return () if self.scale is None else (f"(×{self.scale:.9g})",)


class Tokenization(Protocol):
    """A way to write numbers as tokens: one of TST's schemes, or what TST is compared with."""

    @property
    def name(self) -> str:
        """What a person calls it."""

    def encode(self, number: str | Number) -> Encoded:
        """Return the tokens of a number."""

    def decode(self, encoded: Encoded) -> Decimal | None:
        """Return the exact value that tokens stand for; None if they stand for none."""
