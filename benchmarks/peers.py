"""The programs to compare, on texts and on single numbers: ours, and others that people use."""

import os
import re
import shutil
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from functools import partial
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

# tokenizers reads them when it is imported
os.environ["TOKENIZERS_PARALLELISM"] = "false"
os.environ["RAYON_NUM_THREADS"] = "1"

import tiktoken
from babel.numbers import NumberFormatError, parse_decimal
from price_parser import Price
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

import tst_grammar as tst

VOCABULARY = 8000
PERL = shutil.which("perl")
_FOUND_TYPOS = 2

# CPython translates ASCII to ASCII in one tight loop over the bytes, so no change to the numbers of a text
# can be much faster.
_DIGITS = str.maketrans("0123456789", "1234567890")

_NUMBER = re.compile(r"([0-9][0-9,]*)(\.[0-9]+)?")
_PERL_PROGRAM = r"""
s{([0-9][0-9,]*)(\.[0-9]+)?}{
    my ($whole, $fraction) = ($1, $2 // "");
    $whole =~ tr/,//d;
    $whole =~ s/^0+(?=.)//;
    1 while $whole =~ s/^([0-9]+)([0-9]{3})/$1 $2/;
    "$whole$fraction"
}ge
"""

# How tokenizers splits a text before it merges bytes
_PIECES = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""


def versions() -> dict[str, str]:
    """Return the versions of the other programs."""
    names = ("babel", "polars", "price-parser", "pyarrow", "tiktoken", "tokenizers", "typos")
    found = {name: version(name) for name in names}
    if PERL:
        done = subprocess.run([PERL, "-e", 'printf "%vd", $^V'], capture_output=True, check=True, text=True)
        found["perl"] = done.stdout
    return found


def exhaust_numbers(text: str) -> None:
    """Find all numbers of a text, and discard them."""
    deque(tst.find_numbers(text), maxlen=0)


def exhaust_pieces(text: str) -> None:
    """Validate the characters of a text one by one, and discard the findings."""
    deque(tst.validate(text, pieces=True), maxlen=0)


def translated(text: str) -> str:
    """Return the text with each digit changed to another."""
    return text.translate(_DIGITS)


def with_spaces(text: str) -> str:
    """Return the text with its digits in groups of three, by a few lines of Python."""
    return _NUMBER.sub(_spaced, text)


def _spaced(match: re.Match[str]) -> str:
    return f"{int(match[1].replace(',', '')):,}".replace(",", " ") + (match[2] or "")


class Tokenizers:
    """A byte-level BPE trained on these texts, in two libraries."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._tokenizer = Tokenizer(models.BPE())
        self._tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        alphabet = pre_tokenizers.ByteLevel.alphabet()
        trainer = trainers.BpeTrainer(vocab_size=VOCABULARY, show_progress=False, initial_alphabet=alphabet)
        self._tokenizer.train_from_iterator((line for text in texts for line in text.split("\n")), trainer)
        byte = _bytes_of_alphabet()
        # The trainer numbers the tokens in the order of the merges, which tiktoken calls ranks
        ranks = {
            bytes(map(byte.__getitem__, token)): rank for token, rank in self._tokenizer.get_vocab().items()
        }
        self._encoding = tiktoken.Encoding(
            "trained-here", pat_str=_PIECES, mergeable_ranks=ranks, special_tokens={}
        )

    def contestants(self, text: str) -> dict[str, Callable[[], object]]:
        """Return a call for each library: tokenizers is faster by lines, tiktoken with the whole text."""
        return {
            "tokenizers": partial(self._tokenizer.encode_batch, text.split("\n")),
            "tiktoken": partial(self._encoding.encode_ordinary, text),
        }


def _bytes_of_alphabet() -> dict[str, int]:
    """Return the byte of each character in a byte-level token."""
    shown = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    hidden = [byte for byte in range(256) if byte not in shown]
    return {chr(byte): byte for byte in shown} | {chr(256 + place): byte for place, byte in enumerate(hidden)}


class PerlFilter:
    """Runs Perl on a text in a temporary file, to do the same as `with_spaces`."""

    def __init__(self, text: str) -> None:
        self._folder = TemporaryDirectory()
        self._path = Path(self._folder.name, "text")
        self._path.write_bytes(text.encode())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def run(self, program: str = _PERL_PROGRAM, output: int = subprocess.DEVNULL) -> bytes:
        """Run Perl on the text and return its output, if `output` is a pipe."""
        command = [PERL or "perl", "-pe", program, str(self._path)]
        return subprocess.run(command, stdout=output, check=True).stdout or b""

    def start(self) -> None:
        """Start Perl and do nothing. This time is subtracted."""
        subprocess.run([PERL or "perl", "-e", "1"], check=True)

    def agrees(self, text: str) -> bool:
        """Return whether Perl and Python write the same text."""
        return self.run(output=subprocess.PIPE) == with_spaces(text).encode()


class Typos:
    """Runs typos, which looks for misspelled words, on a text in a temporary file."""

    def __init__(self, text: str) -> None:
        self._folder = TemporaryDirectory()
        self._command = [str(Path(sys.executable).with_name("typos")), "--isolated", "--format", "silent"]
        for name, content in (("text", text), ("nothing", "")):
            Path(self._folder.name, name).write_bytes(content.encode())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def run(self, name: str = "text") -> None:
        """Look for misspelled words in the text, and discard the findings."""
        done = subprocess.run([*self._command, str(Path(self._folder.name, name))], check=False)
        if done.returncode not in (0, _FOUND_TYPOS):
            raise SystemExit(f"typos ended with {done.returncode}")

    def start(self) -> None:
        """Do the same with an empty text. This time is subtracted."""
        self.run("nothing")


def on_text(text: str) -> dict[str, Callable[[], object]]:
    """Return the calls to measure on a text. `restore` and `lint` get the annotated text."""
    annotated = tst.annotate(text)
    return {
        "annotate": partial(tst.annotate, text),
        "restore": partial(tst.restore, annotated),
        "find_numbers": partial(exhaust_numbers, text),
        "lint": partial(tst.lint, annotated),
        "str.translate": partial(translated, text),
        "re.sub": partial(with_spaces, text),
    }


def _read_with_babel(text: str) -> Decimal:
    return parse_decimal(text, locale="en")


def _read_with_price_parser(text: str) -> Decimal | None:
    amount: Decimal | None = Price.fromstring(text).amount
    return amount


def _read_plainly(text: str) -> Decimal:
    return Decimal(text.replace(",", ""))


def _read_with_ours(text: str) -> Decimal:
    return tst.parse_number(text).value


READERS: Mapping[str, Callable[[str], Decimal | None]] = {
    "parse_number(x).value": _read_with_ours,
    "Babel": _read_with_babel,
    "price-parser": _read_with_price_parser,
    'Decimal(x.replace(",", ""))': _read_plainly,
}


def reads_rightly(read: Callable[[str], Decimal | None], text: str) -> bool:
    """Return whether a reader returns the same value as ours for a number."""
    try:
        return read(text) == tst.parse_number(text).value
    except (ArithmeticError, NumberFormatError):
        return False
