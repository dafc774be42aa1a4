"""Where an extended tokenizer finds numbers in running text, compared with `annotate`."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tokenizer_kinds import byte_level

import tst_grammar as tst
from tst_grammar import hf

pytest.importorskip("tokenizers", reason="the extra `hf` is not installed")

ROOT = Path(__file__).parents[2]
ROWS = re.findall(
    r"^\| `(\w+)` \| `(.+)` \| (.+) \|$",
    (ROOT / "docs" / "how-to" / "extend-a-tokenizer.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)
LINES = (ROOT / "tests" / "data" / "text" / "en.txt").read_text(encoding="utf-8").splitlines()


@cache
def extended() -> tuple[Any, frozenset[int]]:
    """Return a tokenizer and the ids of its TST tokens."""
    tokenizer = hf.extend(byte_level())
    return tokenizer, frozenset(hf.token_ids(tokenizer, tst.Vocabulary(tst.TST)).values())


def numbers_in(text: str) -> list[tuple[int, int]]:
    """Return the places that the tokenizer encodes as TST."""
    tokenizer, ids = extended()
    encoding = tokenizer.encode(text)
    spans: list[tuple[int, int]] = []
    for token, (start, end) in zip(encoding.ids, encoding.offsets, strict=True):
        if token in ids and spans and spans[-1][1] == start:
            spans[-1] = spans[-1][0], end
        elif token in ids:
            spans.append((start, end))
    return spans


def test_the_table_in_the_documentation_has_all_shapes_in_which_numbers_are_found() -> None:
    found = {
        kind
        for line in LINES
        for start, end, kind in shapes_in(line)
        if any(start <= first < end for first, _ in numbers_in(plain(line)))
    }
    listed = [kind for kind, *_ in ROWS]
    assert found <= {*listed}
    assert listed == sorted(listed)
    assert len(listed) >= 8


@pytest.mark.parametrize(("kind", "text", "numbers"), ROWS)
def test_a_row_of_the_table_is_true(kind: str, text: str, numbers: str) -> None:
    assert kind
    assert tst.annotate(text) == text
    assert [f"`{text[start:end]}`" for start, end in numbers_in(text)] == numbers.split(", ")


@pytest.mark.parametrize(
    "text", ["1,234", "1e5", ".5", "5-6", "5/6", "a 5-year plan", "2024-01-15", "9783161484100"]
)
def test_what_the_documentation_says_is_left_alone(text: str) -> None:
    assert numbers_in(text) == []


def plain(line: str) -> str:
    """Return a line of the cases without its marks."""
    return re.sub(r"⟦|⟧|⟨|\|\w+⟩", "", line)


def shapes_in(line: str) -> list[tuple[int, int, str]]:
    """Return the places of the shapes that a line of the cases marks, and their names."""
    shapes, length = [], 0
    for before, text, kind in re.findall(r"(.*?)(?:⟨(.*?)\|(\w+)⟩|$)", line):
        length += len(plain(before))
        if kind:
            shapes.append((length, length + len(text), kind))
            length += len(text)
    return shapes
