"""Commas between the thousands, each a token: `1234.5` is `1 , 234 . 5`, which any tokenizer of chunks keeps.

>>> COMMAS.encode("1234.5").tokens
('1', ',', '234', '.', '5')
"""

from itertools import chain
from typing import Final

from tst_grammar.baselines.joined import Joined, in_threes, with_fraction
from tst_grammar.baselines.right_to_left import thousands


def _cut(integer: str, fraction: str) -> list[str]:
    first, *others = thousands(integer)
    return with_fraction([first, *chain.from_iterable((",", group) for group in others)], in_threes(fraction))


COMMAS: Final = Joined("commas", _cut)
"""Cuts as people write numbers."""
