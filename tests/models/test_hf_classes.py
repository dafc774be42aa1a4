"""Extended tokenizers of transformers: each class has its own parts, and the laws are the same for all."""

import json
import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tokenizer_kinds import PROSE, byte_level, sentence_piece, unigram, word_piece

import tst_grammar as tst
from tst_grammar import hf

transformers = pytest.importorskip("transformers", reason="transformers is not installed")

SPECIAL = ("[CLS]", "[SEP]", "[PAD]", "[MASK]")
NUMBERS = ("0", "42", "-0.5", "0.001", "9.11", "1000000", "1234567.89", "999999999999999999.123456789012345")


def merged(kind: Callable[[], Any]) -> dict[str, Any]:
    model = json.loads(kind().to_str())["model"]
    return {"vocab": model["vocab"], "merges": [tuple(pair) for pair in model["merges"]]}


def pieces() -> dict[str, Any]:
    vocab = json.loads(word_piece().to_str())["model"]["vocab"]
    return {"vocab": {**vocab, **{token: len(vocab) + place for place, token in enumerate(SPECIAL)}}}


def scored() -> dict[str, Any]:
    return {"vocab": [(token, score) for token, score in json.loads(unigram().to_str())["model"]["vocab"]]}


CLASSES: dict[str, Callable[[], Any]] = {
    "gpt2": lambda: transformers.GPT2TokenizerFast(**merged(byte_level)),
    "roberta": lambda: transformers.RobertaTokenizerFast(**merged(byte_level)),
    "qwen2": lambda: transformers.Qwen2TokenizerFast(**merged(byte_level)),
    "llama": lambda: transformers.LlamaTokenizerFast(**merged(sentence_piece)),
    "gemma": lambda: transformers.GemmaTokenizerFast(**merged(sentence_piece)),
    "bert": lambda: transformers.BertTokenizerFast(**pieces()),
    "bert-cased": lambda: transformers.BertTokenizerFast(**pieces(), do_lower_case=False),
    "t5": lambda: transformers.T5TokenizerFast(**scored(), extra_ids=2),
    "xlm-roberta": lambda: transformers.XLMRobertaTokenizerFast(**scored()),
}
each_class = pytest.mark.parametrize("name", CLASSES)


@cache
def own(name: str) -> Any:
    return CLASSES[name]()


@cache
def extended(name: str) -> Any:
    return hf.extend(own(name))


def decoded(tokenizer: Any, text: str) -> str:
    return str(tokenizer.decode(tokenizer(text)["input_ids"], skip_special_tokens=True))


@each_class
@pytest.mark.parametrize("text", [*PROSE, "", " about", "tall\n\nitems  won"])
def test_text_without_numbers_is_as_before(name: str, text: str) -> None:
    assert extended(name)(text)["input_ids"] == own(name)(text)["input_ids"]
    assert decoded(extended(name), text) == decoded(own(name), text)


@each_class
@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_is_its_tokens_on_its_digits_and_comes_back(name: str, number: str) -> None:
    tokenizer = extended(name)
    names = {each: token for token, each in hf.token_ids(tokenizer, tst.Vocabulary()).items()}
    text = f"about {number} people"
    encoded = tokenizer(text, return_offsets_mapping=True)
    places = zip(encoded["input_ids"], encoded["offset_mapping"], strict=True)
    found = [(names[each], text[slice(*span)]) for each, span in places if each in names]
    assert [token for token, _ in found] == tst.tokenize(number)
    assert "".join(digits for _, digits in found) == number
    assert decoded(tokenizer, text) == text
    assert decoded(tokenizer, number).strip() == number
    assert tokenizer(f"about {tst.encode(number)} people")["input_ids"] == encoded["input_ids"]


@each_class
def test_saves_loads_and_pickles(name: str, tmp_path: Path) -> None:
    text = "about 1234567.89 people, 100km and -0.5"
    extended(name).save_pretrained(tmp_path)
    for copy in (
        transformers.AutoTokenizer.from_pretrained(tmp_path),
        pickle.loads(pickle.dumps(extended(name))),  # noqa: S301 -- it is our own
    ):
        assert copy(text)["input_ids"] == extended(name)(text)["input_ids"]
        assert decoded(copy, text) == decoded(extended(name), text)
