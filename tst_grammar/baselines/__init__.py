"""Other ways to write numbers as tokens, to compare TST with. They all follow one small protocol.

>>> for baseline in BASELINES.values():
...     print(baseline.name, baseline.encode("1234.5"))
digit-level 1 2 3 4 . 5
left-to-right 123 4 . 5
right-to-left 1 234 . 5
commas 1 , 234 . 5
reversed 5 . 4 3 2 1
numerologic <sn> 4 . 1 <mn> 1 2 3 4 . 5 <en>
xval [NUM] (×1234.5)
"""

from typing import Final

from tst_grammar.baselines.digit_chunks import COMMAS, DIGIT_LEVEL, LEFT_TO_RIGHT, RIGHT_TO_LEFT
from tst_grammar.baselines.external_tokenizer import read_tokenizer
from tst_grammar.baselines.numerologic import NUMEROLOGIC
from tst_grammar.baselines.properties import Length, Magnitude, Properties, properties_of
from tst_grammar.baselines.reversed_digits import REVERSED
from tst_grammar.baselines.tokenization import Encoded, Tokenization
from tst_grammar.baselines.tst_tokenization import TstTokenization
from tst_grammar.baselines.xval import XVAL

__all__ = [
    "BASELINES",
    "Encoded",
    "Length",
    "Magnitude",
    "Properties",
    "Tokenization",
    "TstTokenization",
    "properties_of",
    "read_tokenizer",
]

BASELINES: Final[dict[str, Tokenization]] = {
    each.name: each
    for each in (DIGIT_LEVEL, LEFT_TO_RIGHT, RIGHT_TO_LEFT, COMMAS, REVERSED, NUMEROLOGIC, XVAL)
}
"""The baselines by their names."""
