"""A small tokenizer and a small model, made here: the one learned from numbers, the other from nothing."""

from functools import cache
from random import Random
from typing import Any

import tst_grammar as tst

END = "<end>"
END_ID = 0


@cache
def trained() -> Any:
    """Train a small tokenizer of bytes, whose tokens cut groups and go over their ends."""
    import tokenizers  # noqa: PLC0415 -- it is an extra

    random = Random(0)
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokenizer.decoder = tokenizers.decoders.ByteLevel()
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=700,
        special_tokens=[END],
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    affixes = ("", "-", "$", "USD ")
    texts = (
        tst.encode(f"{random.choice(affixes)}{random.randrange(10**18)}.{random.randrange(10**15)}")
        for _ in range(400)
    )
    tokenizer.train_from_iterator(texts, trainer)
    return tokenizer


def single(text: str) -> list[int]:
    """Return a text as one token for each byte."""
    pieces = (piece for piece, _ in trained().pre_tokenizer.pre_tokenize_str(text))
    return [trained().token_to_id(byte) for byte in "".join(pieces)]


@cache
def fast_tokenizer() -> Any:
    """Return the small tokenizer as one of transformers."""
    import transformers  # noqa: PLC0415 -- it is an extra

    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=trained(), eos_token=END, pad_token=END, padding_side="left"
    )


@cache
def random_model() -> Any:
    """Make a model of random weights, which scores more tokens than the tokenizer has."""
    import torch  # noqa: PLC0415 -- it is an extra
    import transformers  # noqa: PLC0415

    torch.manual_seed(0)
    torch.set_num_threads(1)
    config = transformers.GPT2Config(
        vocab_size=len(fast_tokenizer()) + 17,
        n_positions=512,
        n_embd=16,
        n_layer=1,
        n_head=2,
        bos_token_id=END_ID,
        eos_token_id=END_ID,
        pad_token_id=END_ID,
    )
    return transformers.GPT2LMHeadModel(config).eval()
