"""Any tokenizer that Hugging Face's `tokenizers` reads from a file, as `tokenizer.json`."""

from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import field, frozen

from tst_grammar.baselines.joined import with_fraction
from tst_grammar.baselines.plain import encode_plain, read_plain
from tst_grammar.baselines.tokenization import Encoded
from tst_grammar.errors import OptionError
from tst_grammar.number import Number

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
    try:
        from tokenizers import Tokenizer  # noqa: PLC0415 -- it is an extra
    except ImportError:
        raise OptionError(
            "tokenizers of files need the package tokenizers: pip install 'tst-grammar[hf]'",
            fault="missing-package",
        ) from None
    file = Path(path)
    try:
        content = file.read_text(encoding="utf-8")
    except OSError as error:
        raise OptionError(f"cannot read {path}: {error.strerror}", fault="unreadable") from None
    except UnicodeDecodeError:
        raise _not_a_tokenizer(path, "it is not UTF-8") from None
    try:
        tokenizer = Tokenizer.from_str(content)
    except Exception as error:  # noqa: BLE001 -- `tokenizers` has no error of its own for this
        raise _not_a_tokenizer(path, str(error)) from None
    name = file.parent.name if file.name == "tokenizer.json" else file.stem
    return TokenizerFile(name or file.stem, tokenizer)


def _not_a_tokenizer(path: str, why: str) -> OptionError:
    return OptionError(f"{path} is no tokenizer: {why}", fault="not-a-tokenizer")
