"""Cuts a written number as tokenizers do that know nothing of magnitudes, and says what a piece can mean."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from decimal import Decimal

from tst_grammar.errors import OptionError
from tst_grammar.models.embeddings import mark_of
from tst_grammar.models.loaded_tokenizer import load_tokenizer
from tst_grammar.models.pictures.boxes import plain

Cutter = Callable[[str], list[str]]
"""Cuts a text into tokens."""

_PIECE = re.compile(r"\d{1,3}|[^\W\d_]+|.", re.DOTALL)


def chunks(text: str) -> list[str]:
    """Return a text in pieces: up to three digits from the left, words, and all else one by one.

    >>> chunks("$111111.11")
    ['$', '111', '111', '.', '11']
    """
    return _PIECE.findall(text)


def tokenizer_cutter(path: str) -> Cutter:
    """Return what cuts a text as a tokenizer does, of which this is the file `tokenizer.json`."""
    tokenizer = load_tokenizer(path)
    if mark_of(tokenizer):
        raise OptionError(
            f"{path} has tokens of TST, so it shows no plain ones: name the file from before it was extended",
            fault="unsupported-tokenizer",
        )

    def cut(text: str) -> list[str]:
        encoding = tokenizer.encode(text, add_special_tokens=False)
        users = Counter(encoding.offsets)
        # Tokens that share a character, or have none, are shown as the tokenizer spells them.
        return [
            text[slice(*span)] if span[0] < span[1] and users[span] == 1 else token
            for token, span in zip(encoding.tokens, encoding.offsets, strict=True)
        ]

    return cut


def meanings(token: str) -> str:
    """Return some values that digits have in one number or another; nothing for what is no digits.

    >>> meanings("111"), meanings("000"), meanings(".")
    ('111, 111000, 0.111, …', 'zeros of any magnitude', '')
    """
    bare = token.strip(" \u0120\u2581")  # a space, as two kinds of tokenizers spell it
    if not bare.isdecimal():
        return ""
    digits = "".join(str(unicodedata.decimal(character)) for character in bare)
    if not digits.strip("0"):
        return "zeros of any magnitude"
    powers = (0, 3, -len(digits))
    return f"{', '.join(plain(Decimal(f'{digits}E{power}')) for power in powers)}, …"
