"""Baselines that only cut the digits of a number into chunks. Joining their tokens gives the number back.

>>> for baseline in (DIGIT_LEVEL, LEFT_TO_RIGHT, RIGHT_TO_LEFT, COMMAS):
...     print(baseline.name, baseline.encode("1234.5"))
digit-level 1 2 3 4 . 5
left-to-right 123 4 . 5
right-to-left 1 234 . 5
commas 1 , 234 . 5
"""

from decimal import Decimal
from itertools import chain
from typing import Final

from attrs import field, frozen

from tst_grammar.baselines.plain import Cut, encode_plain, read_plain
from tst_grammar.baselines.tokenization import Encoded
from tst_grammar.notation.number import Number


@frozen
class DigitChunks:
    """A baseline with a name and a function that cuts the digits before and after the point.

    >>> whole = DigitChunks("whole", lambda integer, fraction: [f"{integer}.{fraction}"])
    >>> whole.encode("1,234.50").tokens, whole.decode(Encoded(("1234.50",)))
    (('1234.50',), Decimal('1234.50'))
    """

    name: str
    _cut: Cut = field(repr=False)

    def encode(self, number: str | Number) -> Encoded:
        """Return the tokens of a number."""
        return encode_plain(number, self._cut)

    def decode(self, encoded: Encoded) -> Decimal | None:
        """Join the tokens and return the value of that number, or None if they do not make a number."""
        return read_plain("".join(encoded.tokens))


def with_fraction(integer: list[str], fraction: list[str]) -> list[str]:
    """Return the tokens of both parts, with a point between them if there is a fraction.

    >>> with_fraction(["1"], ["50"]), with_fraction(["1"], [])
    (['1', '.', '50'], ['1'])
    """
    return [*integer, ".", *fraction] if fraction else integer


def in_threes(digits: str, first: int = 3) -> list[str]:
    """Cut digits into chunks of three. The first chunk may be shorter.

    >>> in_threes("1234567"), in_threes("1234567", first=1)
    (['123', '456', '7'], ['1', '234', '567'])
    """
    chunks = [digits[:first], *(digits[start : start + 3] for start in range(first, len(digits), 3))]
    return [chunk for chunk in chunks if chunk]


def thousands(integer: str) -> list[str]:
    """Cut the digits of an integer into chunks of three, from the right.

    >>> thousands("1234"), thousands("123")
    (['1', '234'], ['123'])
    """
    return in_threes(integer, first=len(integer) % 3 or 3)


def _with_commas(integer: str, fraction: str) -> list[str]:
    first, *others = thousands(integer)
    return with_fraction([first, *chain.from_iterable((",", group) for group in others)], in_threes(fraction))


DIGIT_LEVEL: Final = DigitChunks(
    "digit-level", lambda integer, fraction: with_fraction(list(integer), list(fraction))
)
"""Each digit is a token, as in Llama 2 and PaLM."""

LEFT_TO_RIGHT: Final = DigitChunks(
    "left-to-right", lambda integer, fraction: with_fraction(in_threes(integer), in_threes(fraction))
)
"""Chunks of three digits from the left, as in GPT-4 and Llama 3."""

RIGHT_TO_LEFT: Final = DigitChunks(
    "right-to-left", lambda integer, fraction: with_fraction(thousands(integer), in_threes(fraction))
)
"""Chunks of three digits counted from the decimal point, so that place values line up."""

COMMAS: Final = DigitChunks("commas", _with_commas)
"""Chunks of three digits with commas between them. The commas make any tokenizer cut at the thousands."""
