"""Chunks of three digits from the left: `1234.5` is `123 4 . 5`, as in GPT-4 and Llama 3.

>>> LEFT_TO_RIGHT.encode("1234.5").tokens
('123', '4', '.', '5')
"""

from typing import Final

from tst_grammar.baselines.joined import Joined, in_threes, with_fraction

LEFT_TO_RIGHT: Final = Joined(
    "left-to-right", lambda integer, fraction: with_fraction(in_threes(integer), in_threes(fraction))
)
"""Cuts from the first digit on, and again from the point on."""
