"""The playground's byte-pair encoding."""

import json
import runpy
from collections import Counter
from itertools import pairwise
from pathlib import Path

from bpe import Bpe, merged
from hypothesis import given
from hypothesis import strategies as st

ROOT = Path(__file__).parents[2]
MERGES = [
    tuple(pair)
    for pair in json.loads((ROOT / "docs" / "playground" / "bpe.json").read_text(encoding="utf-8"))
]


@given(st.text())
def test_the_tokens_are_the_text(text: str) -> None:
    assert "".join(Bpe(MERGES).encode(text).tokens) == text


@given(st.text(st.sampled_from("0123456789"), min_size=1))
def test_no_pair_of_tokens_could_still_be_merged(digits: str) -> None:
    assert not set(pairwise(Bpe(MERGES).encode(digits).tokens)) & set(MERGES)


def test_training_merges_the_most_frequent_pair_first() -> None:
    train = runpy.run_path(str(ROOT / "scripts" / "site" / "train_bpe.py"))["train"]
    assert train(Counter({"abab": 2, "ba": 3}), 2) == [("b", "a"), ("a", "ba")]
    assert train(Counter({"ab": 1}), 5) == [("a", "b")]


def test_each_merge_makes_a_token_of_tokens_that_exist() -> None:
    known = {character for pair in MERGES for part in pair for character in part}
    for left, right in MERGES:
        assert {left, right} <= known
        known.add(left + right)


def test_merging_goes_from_left_to_right() -> None:
    assert merged(["1", "1", "1"], ("1", "1")) == ["11", "1"]
