"""Loads Hugging Face tokenizers from files."""

from pathlib import Path
from typing import TYPE_CHECKING

from tst_grammar.errors import OptionError

if TYPE_CHECKING:
    from tokenizers import Tokenizer


def load_tokenizer(path: str) -> "Tokenizer":
    """Load a tokenizer from a file such as `tokenizer.json`."""
    try:
        from tokenizers import Tokenizer  # noqa: PLC0415 -- it is an extra
    except ImportError:
        raise OptionError(
            "a tokenizer file needs the package tokenizers: pip install tokenizers",
            fault="missing-package",
        ) from None
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise OptionError(f"cannot read {path}: {error.strerror}", fault="unreadable") from None
    try:
        return Tokenizer.from_buffer(content)
    except Exception as error:  # noqa: BLE001 -- the package raises nothing narrower
        raise OptionError(f"{path} is not a tokenizer: {error}", fault="not-a-tokenizer") from None
