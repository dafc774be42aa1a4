"""Pictures of numbers with the packages that are extras: colours by Rich, tokens of a tokenizer file."""

import re
from pathlib import Path

import pytest

from tst_grammar import hf
from tst_grammar.cli.main import main
from tst_grammar.errors import OptionError
from tst_grammar.models.pictures.figure import figure_of
from tst_grammar.models.pictures.plain_tokens import tokenizer_cutter
from tst_grammar.models.pictures.terminal_boxes import ASCII, LINES, Frame, drawn, painted

pytest.importorskip("rich", reason="it is an extra: show")
tokenizers = pytest.importorskip("tokenizers", reason="it is an extra: hf")

BOXES = figure_of("-$1,234,567.5").tst.boxes


@pytest.mark.parametrize("frame", [LINES, ASCII])
@pytest.mark.parametrize("width", [10, 40, 200])
def test_colours_change_nothing_else(monkeypatch: pytest.MonkeyPatch, frame: Frame, width: int) -> None:
    for name, value in {"FORCE_COLOR": "1", "COLORTERM": "truecolor", "TERM": "xterm"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_COLOR", raising=False)
    text = painted(BOXES, width=width, frame=frame)
    colors = {*re.findall(r"\x1b\[38;2;([\d;]+)m", text)}
    assert len(colors) == 4  # millions, thousands and thousandths, and one for units and marks
    plain = re.sub(r"\x1b\[[\d;]*m", "", text)
    assert [line.rstrip() for line in plain.split("\n")] == drawn(BOXES, width=width, frame=frame).split("\n")


def test_no_colours_where_they_are_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    assert painted(BOXES) == drawn(BOXES)


@pytest.fixture
def tokenizer_file(tmp_path: Path) -> str:
    """Return the file of a tokenizer of bytes that knows some runs of 1, and starts each text with `<s>`."""
    pieces = [*sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet()), "11", "1111", "Ġ1111", "<s>"]
    vocabulary = {piece: number for number, piece in enumerate(pieces)}
    merges = [("1", "1"), ("11", "11"), ("Ġ", "1111")]
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE(vocabulary, merges))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.post_processor = tokenizers.processors.TemplateProcessing(
        single="<s> $A", special_tokens=[("<s>", vocabulary["<s>"])]
    )
    path = tmp_path / "tokenizer.json"
    tokenizer.save(str(path))
    return str(path)


@pytest.mark.parametrize(
    ("number", "tokens"),
    [
        ("111111.111", ["1111", "11", ".", "11", "1"]),
        ("1111", ["1111"]),
        ("€5", ["â", "Ĥ", "¬", "5"]),
        ("USD 1111", ["U", "S", "D", " 1111"]),
    ],
)
def test_tokens_of_a_tokenizer_are_shown_as_they_stand(
    tokenizer_file: str, number: str, tokens: list[str]
) -> None:
    assert tokenizer_cutter(tokenizer_file)(number) == tokens


def test_the_command_names_the_tokenizer(tokenizer_file: str, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    assert main(["show", "1111", "--tokenizer", tokenizer_file, "--svg", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    assert "by tokenizer.json" in text
    assert "1111 → 1111, 1111000, 0.1111, …" in text


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b'{"model": 5}'])
def test_a_file_that_is_no_tokenizer_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_bytes(content)
    with pytest.raises(OptionError, match="is not a tokenizer") as caught:
        tokenizer_cutter(str(path))
    assert caught.value.fault == "not-a-tokenizer"


def test_a_tokenizer_that_cannot_be_read_is_reported(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="cannot read") as caught:
        tokenizer_cutter(str(tmp_path / "none.json"))
    assert caught.value.fault == "unreadable"


def test_an_extended_tokenizer_shows_no_plain_tokens(tokenizer_file: str, tmp_path: Path) -> None:
    path = tmp_path / "extended.json"
    hf.extend(tokenizers.Tokenizer.from_file(tokenizer_file)).save(str(path))
    with pytest.raises(OptionError, match="already has TST tokens") as caught:
        tokenizer_cutter(str(path))
    assert caught.value.fault == "unsupported-tokenizer"
