"""Small tokenizers of the kinds that there are, made here, from a text of words and numbers."""

from functools import cache
from random import Random
from typing import Any

import pytest

tokenizers = pytest.importorskip("tokenizers", reason="the extra `hf` is not installed")

PROSE = (
    "about the 100km and 3m tall people who paid 500p for 12,345.67 items in 2024-01-15",
    "won a 100k prize at 10:30, version 1.2.3, 5kg of x86_64 and 007",
    "naïve 数字 в тексте 5km — “quoted”",
)


def corpus() -> list[str]:
    random = Random(0)
    return [*PROSE, *(f"about {random.randrange(10 ** (1 + index % 9))} people" for index in range(200))]


@cache
def byte_level() -> Any:
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = tokenizers.decoders.ByteLevel()
    alphabet = tokenizers.pre_tokenizers.ByteLevel.alphabet()
    tokenizer.train_from_iterator(
        corpus(),
        tokenizers.trainers.BpeTrainer(
            vocab_size=600, initial_alphabet=alphabet, special_tokens=["<end>"], show_progress=False
        ),
    )
    return tokenizer


@cache
def word_piece() -> Any:
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = tokenizers.normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = tokenizers.decoders.WordPiece(cleanup=False)
    trainer = tokenizers.trainers.WordPieceTrainer(
        vocab_size=300, special_tokens=["[UNK]"], show_progress=False
    )
    tokenizer.train_from_iterator(corpus(), trainer)
    return tokenizer


@cache
def unigram() -> Any:
    tokenizer = tokenizers.Tokenizer(tokenizers.models.Unigram())
    tokenizer.normalizer = tokenizers.normalizers.NFKC()
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace(prepend_scheme="first")
    tokenizer.decoder = tokenizers.decoders.Metaspace(prepend_scheme="first")
    trainer = tokenizers.trainers.UnigramTrainer(
        vocab_size=300, special_tokens=["<unk>"], unk_token="<unk>", show_progress=False
    )
    tokenizer.train_from_iterator(corpus(), trainer)
    return tokenizer


@cache
def sentence_piece() -> Any:
    """Spaces are replaced by the normalizer, as in older models; nothing is unknown."""
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE(byte_fallback=True, unk_token="<unk>"))
    kinds = tokenizers.normalizers
    tokenizer.normalizer = kinds.Sequence([kinds.Prepend("▁"), kinds.Replace(" ", "▁")])
    kinds = tokenizers.decoders
    tokenizer.decoder = kinds.Sequence(
        [kinds.Replace("▁", " "), kinds.ByteFallback(), kinds.Fuse(), kinds.Strip(" ", 1, 0)]
    )
    fallback = [f"<0x{byte:02X}>" for byte in range(256)]
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=700, special_tokens=["<unk>", *fallback], show_progress=False
    )
    tokenizer.train_from_iterator(corpus(), trainer)
    return tokenizer


KINDS = {
    "byte-level": byte_level,
    "word-piece": word_piece,
    "unigram": unigram,
    "sentence-piece": sentence_piece,
}
