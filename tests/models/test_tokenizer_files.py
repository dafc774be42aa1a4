"""Tokenizers of files beside the baselines: their tokens, and the properties that are computed."""

from pathlib import Path
from typing import Any

import pytest
from commands import run
from hypothesis import given
from strategies import written

import tst_grammar as tst
from tst_grammar.baselines import Encoded, Magnitude, properties_of, read_tokenizer

tokenizers = pytest.importorskip("tokenizers", reason="the extra `hf` is not installed")

UNKNOWN = "?"


def byte_level() -> Any:
    """Train a tokenizer as GPT-2's on numbers."""
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = tokenizers.decoders.ByteLevel()
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=400,
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator((f"{number**3} 111" for number in range(2000)), trainer)
    return tokenizer


def words() -> Any:
    """Return a tokenizer that knows no digits but 1, and has no decoder."""
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel({"1": 0, UNKNOWN: 1}, unk_token=UNKNOWN))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Digits(individual_digits=True)
    return tokenizer


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("bpe") / "small.json"
    byte_level().save(str(file))
    return file


@given(text=written(scheme=tst.TST))
def test_bytes_give_back_every_number(path: Path, text: str) -> None:
    tokenizer = read_tokenizer(str(path))
    value = tst.parse_number(text).value
    assert tokenizer.decode(tokenizer.encode(text)) == value


def test_properties_are_those_of_arbitrary_chunks(path: Path) -> None:
    found = properties_of(read_tokenizer(str(path)))
    assert found.digits_survive
    assert found.zeros_survive
    assert found.magnitude == Magnitude.IMPLICIT
    assert not found.one_value


def test_digits_that_are_unknown_do_not_survive(tmp_path: Path) -> None:
    file = tmp_path / "tokenizer.json"
    words().save(str(file))
    tokenizer = read_tokenizer(str(file))
    assert tokenizer.name == tmp_path.name
    assert tokenizer.encode("121").tokens == ("1", "?", "1")
    assert tokenizer.decode(Encoded(("1", "?", "1"))) is None
    assert tokenizer.decode(Encoded(("1", "1"))) == 11
    assert not properties_of(tokenizer).digits_survive


def test_a_tokenizer_that_knows_no_digit_tells_no_magnitude(tmp_path: Path) -> None:
    file = tmp_path / "none.json"
    tokenizers.Tokenizer(tokenizers.models.WordLevel({UNKNOWN: 0}, unk_token=UNKNOWN)).save(str(file))
    found = properties_of(read_tokenizer(str(file)))
    assert (found.magnitude, found.places, found.one_value) == (Magnitude.IMPLICIT, None, False)


def test_the_command_compares_tokenizers_too(path: Path) -> None:
    code, output, errors = run("compare", "--tokenizer", str(path), "111111.111")
    assert (code, errors) == (0, "")
    assert "\n  small          " in output


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"{}", "not-a-tokenizer"),
        (b"", "not-a-tokenizer"),
        (b"\xff", "not-a-tokenizer"),
        (None, "unreadable"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, content: bytes | None, fault: str) -> None:
    file = tmp_path / "other.json"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(tst.OptionError) as caught:
        read_tokenizer(str(file))
    assert caught.value.fault == fault
    assert str(file) in str(caught.value)
