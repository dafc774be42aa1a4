"""Chunks of three digits from the point outwards, so that place values align: `1234.5` is `1 234 . 5`.

>>> RIGHT_TO_LEFT.encode("1234.5").tokens
('1', '234', '.', '5')
"""

from typing import Final

from tst_grammar.baselines.joined import Joined, in_threes, with_fraction


def thousands(integer: str) -> list[str]:
    """Return the digits of an integer in chunks of three from the right.

    >>> thousands("1234"), thousands("123")
    (['1', '234'], ['123'])
    """
    return in_threes(integer, first=len(integer) % 3 or 3)


RIGHT_TO_LEFT: Final = Joined(
    "right-to-left", lambda integer, fraction: with_fraction(thousands(integer), in_threes(fraction))
)
"""Cuts from the point on, in both directions."""
