"""Cuts a written number as ordinary tokenizers do, and lists what such a token can mean."""

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
    """Cut a text into tokens: up to three digits from the left, words, and single other characters.

    >>> chunks("$111111.11")
    ['$', '111', '111', '.', '11']
    """
    return _PIECE.findall(text)


def tokenizer_cutter(path: str) -> Cutter:
    """Return a function that cuts a text as the tokenizer in a `tokenizer.json` does."""
    tokenizer = load_tokenizer(path)
    if mark_of(tokenizer):
        raise OptionError(
            f"{path} already has TST tokens: give the tokenizer file from before it was extended",
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
    """List some values that the digits of a token can have in a number. For other tokens, return no text.

    >>> meanings("111"), meanings("000"), meanings(".")
    ('111, 111000, 0.111, …', 'zeros of any magnitude', '')
    """
    bare = token.strip(" \u0120\u2581")  # a space, and how two kinds of tokenizers write it
    if not bare.isdecimal():
        return ""
    digits = "".join(str(unicodedata.decimal(character)) for character in bare)
    if not digits.strip("0"):
        return "zeros of any magnitude"
    powers = (0, 3, -len(digits))
    return f"{', '.join(plain(Decimal(f'{digits}E{power}')) for power in powers)}, …"
