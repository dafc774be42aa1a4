"""A byte-pair encoding trained on numbers like those of the tasks, as a general tokenizer would cut them."""

from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tokenizers import Regex, Tokenizer, models, pre_tokenizers, trainers

from experiments.numbers import decimal_text
from tst_grammar.baselines import Tokenization, read_tokenizer

_NUMBERS, _VOCABULARY = 20_000, 600


@cache
def byte_pairs() -> Tokenization:
    """Train the encoding, always the same, and return it behind the protocol of the baselines."""
    random = Random("byte pairs")  # noqa: S311 -- not for secrets
    numbers = [decimal_text(random, (1, 5), (0, 4)) for _ in range(_NUMBERS)]
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex("[0-9]+|[^0-9]"), "isolated")
    alphabet = list("0123456789.-")
    trainer = trainers.BpeTrainer(
        vocab_size=_VOCABULARY, initial_alphabet=alphabet, special_tokens=[], show_progress=False
    )
    tokenizer.train_from_iterator(numbers, trainer)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "bpe.json"
        tokenizer.save(str(path))
        return read_tokenizer(str(path))
