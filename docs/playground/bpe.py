"""A byte-pair encoding of ordinary text, to compare TST with. `scripts/site/train_bpe.py` trained it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

WORD = re.compile(r"\d+|[^\W\d_]+|\s+|[^\w\s]+|_+")
"""What a token is a part of: digits, letters, blanks or marks."""


class Encoding:
    """The tokens of a text."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens


class Bpe:
    """Cuts a text as the trained merges say. It has those methods of a `tokenizers.Tokenizer` that we call.

    >>> Bpe([("1", "2"), ("12", "3")]).encode("1234.5").tokens
    ['123', '4', '.', '5']
    """

    decoder = None

    def __init__(self, merges: Iterable[Sequence[str]]) -> None:
        self._rank = {(left, right): rank for rank, (left, right) in enumerate(merges)}

    def encode(self, text: str, *, add_special_tokens: bool = False) -> Encoding:
        """Return the tokens of a text."""
        del add_special_tokens  # it has none
        return Encoding([token for word in WORD.findall(text) for token in self._tokens(word)])

    def _tokens(self, word: str) -> Iterator[str]:
        parts = list(word)
        while len(parts) > 1:
            best = min(pairwise(parts), key=lambda pair: self._rank.get(pair, len(self._rank)))
            if best not in self._rank:
                break
            parts = merged(parts, best)
        yield from parts


def merged(parts: Sequence[str], pair: tuple[str, str]) -> list[str]:
    """Return the parts of a word with each occurrence of a pair joined.

    >>> merged(["1", "1", "1", "2"], ("1", "1"))
    ['11', '1', '2']
    """
    found: list[str] = []
    at = 0
    while at < len(parts):
        width = 2 if tuple(parts[at : at + 2]) == pair else 1
        found.append("".join(parts[at : at + width]))
        at += width
    return found
