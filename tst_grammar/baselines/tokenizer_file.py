"""Any tokenizer that Hugging Face's `tokenizers` reads from a file, as `tokenizer.json`."""

from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import field, frozen

from tst_grammar.baselines.joined import with_fraction
from tst_grammar.baselines.plain import encode_plain, read_plain
from tst_grammar.baselines.tokenization import Encoded
from tst_grammar.number import Number
from tst_grammar.tokenizer_files import load_tokenizer

if TYPE_CHECKING:
    from tokenizers import Tokenizer


@frozen
class TokenizerFile:
    """A tokenizer of texts, which gets each number alone and in plain digits."""

    name: str
    _tokenizer: "Tokenizer" = field(repr=False)

    def encode(self, number: str | Number) -> Encoded:
        """Return the tokens of a number."""
        plain = encode_plain(
            number, lambda *parts: with_fraction(*([part] if part else [] for part in parts))
        )
        return Encoded(tuple(self._tokenizer.encode("".join(plain.tokens), add_special_tokens=False).tokens))

    def decode(self, encoded: Encoded) -> Decimal | None:
        """Return the value of the number that the tokens are as a text."""
        tokens = list(encoded.tokens)
        decoder = self._tokenizer.decoder
        return read_plain((decoder.decode(tokens) if decoder else "".join(tokens)).strip())


def read_tokenizer(path: str) -> TokenizerFile:
    """Read a tokenizer from a file; its name is that of the file, or of the folder of a `tokenizer.json`."""
    tokenizer = load_tokenizer(path)
    file = Path(path)
    name = file.parent.name if file.name == "tokenizer.json" else file.stem
    return TokenizerFile(name or file.stem, tokenizer)
