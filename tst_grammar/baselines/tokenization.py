"""The protocol that every way to write numbers as tokens follows."""

from decimal import Decimal
from typing import Protocol

from attrs import frozen

from tst_grammar.notation.number import Number


@frozen
class Encoded:
    """The tokens of a number. `scale` is the value, if a model multiplies a token by it.

    >>> print(Encoded(("1k", "234")), Encoded(("[NUM]",), Decimal(5)), sep=", ")
    1k 234, [NUM] (×5)
    """

    tokens: tuple[str, ...]
    scale: Decimal | None = None

    def __str__(self) -> str:
        return " ".join((*self.tokens, *self.remark))

    @property
    def remark(self) -> tuple[str, ...]:
        """The scale in a form for people, if there is one.

        >>> Encoded(("[NUM]",), Decimal(5)).remark
        ('(×5)',)
        """
        return () if self.scale is None else (f"(×{self.scale:.9g})",)


class Tokenization(Protocol):
    """A way to write numbers as tokens: a scheme of TST, or a baseline to compare it with."""

    @property
    def name(self) -> str:
        """The name to show to people."""

    def encode(self, number: str | Number) -> Encoded:
        """Return the tokens of a number."""

    def decode(self, encoded: Encoded) -> Decimal | None:
        """Return the exact value of the tokens, or None if they are not a number."""
