"""Each digit is a token: `1234.5` is `1 2 3 4 . 5`, as in Llama 2 and PaLM.

>>> DIGIT_LEVEL.encode("1234.5").tokens
('1', '2', '3', '4', '.', '5')
"""

from typing import Final

from tst_grammar.baselines.joined import Joined, with_fraction

DIGIT_LEVEL: Final = Joined(
    "digit-level", lambda integer, fraction: with_fraction(list(integer), list(fraction))
)
"""Cuts everywhere."""
