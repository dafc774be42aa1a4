"""Compares with any tokenizer that Hugging Face's `tokenizers` can load from a file."""

from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import field, frozen

from tst_grammar.baselines.digit_chunks import with_fraction
from tst_grammar.baselines.plain import encode_plain, read_plain
from tst_grammar.baselines.tokenization import Encoded
from tst_grammar.models.loaded_tokenizer import load_tokenizer
from tst_grammar.notation.number import Number

if TYPE_CHECKING:
    from tokenizers import Tokenizer


@frozen
class ExternalTokenizer:
    """A general tokenizer. It gets each number alone and in plain digits."""

    name: str
    _tokenizer: "Tokenizer" = field(repr=False)

    def encode(self, number: str | Number) -> Encoded:
        """Return the tokens of a number."""
        plain = encode_plain(
            number, lambda *parts: with_fraction(*([part] if part else [] for part in parts))
        )
        return Encoded(tuple(self._tokenizer.encode("".join(plain.tokens), add_special_tokens=False).tokens))

    def decode(self, encoded: Encoded) -> Decimal | None:
        """Decode the tokens to text and return the value of that number, or None if it is not a number."""
        tokens = list(encoded.tokens)
        decoder = self._tokenizer.decoder
        return read_plain((decoder.decode(tokens) if decoder else "".join(tokens)).strip())


def read_tokenizer(path: str) -> ExternalTokenizer:
    """Load a tokenizer from a file, and name it after the file, or after the folder of a `tokenizer.json`."""
    tokenizer = load_tokenizer(path)
    file = Path(path)
    name = file.parent.name if file.name == "tokenizer.json" else file.stem
    return ExternalTokenizer(name or file.stem, tokenizer)
