"""Finds the ids of TST tokens in an extended tokenizer, and computes first embeddings for them."""

import re
from itertools import chain
from typing import TYPE_CHECKING, Any

from tst_grammar.errors import OptionError
from tst_grammar.language.vocabulary import Vocabulary
from tst_grammar.models.rewriting import MARKS, number_tokens

if TYPE_CHECKING:
    import numpy as np


def token_ids(tokenizer: Any, vocabulary: Vocabulary) -> dict[str, int]:  # noqa: ANN401 -- of either library
    """Return the id of each token of a vocabulary in an extended tokenizer.

    >>> from tokenizers import Tokenizer, models
    >>> from tst_grammar import TST
    >>> from tst_grammar.models.extended_tokenizer import extend
    >>> tokenizer = extend(Tokenizer(models.WordLevel({"?": 0}, unk_token="?")))
    >>> token_ids(tokenizer, Vocabulary(TST))["1k"]
    1101
    """
    backend = getattr(tokenizer, "backend_tokenizer", tokenizer)
    mark = mark_of(tokenizer)
    ids = {token: backend.token_to_id(f"{token}{mark}") for token in number_tokens(vocabulary)}
    if mark is None or None in ids.values():
        raise OptionError(
            f"the tokenizer was not extended with {vocabulary.scheme!r}: use `hf.extend`",
            fault="unsupported-tokenizer",
        )
    return ids


def mark_of(tokenizer: Any) -> str | None:  # noqa: ANN401 -- of either library
    """Return the character that ends the TST tokens of a tokenizer, or None if it was not extended.

    >>> from tokenizers import Tokenizer, models
    >>> mark_of(Tokenizer(models.WordLevel({"?": 0}, unk_token="?")))
    """
    backend = getattr(tokenizer, "backend_tokenizer", tokenizer)
    return next((mark for mark in MARKS if backend.token_to_id(f"-{mark}") is not None), None)


def initial_embeddings(
    model_embeddings: "np.ndarray[Any, Any]",
    tokenizer: Any,  # noqa: ANN401 -- of either library
    vocabulary: Vocabulary,
) -> "np.ndarray[Any, Any]":
    """Return a model's embeddings with a row for every token of an extended tokenizer.

    A new row is the mean of the rows of the token's digits, or of its characters if it has no digits.

    >>> import numpy as np
    >>> from tokenizers import Tokenizer, models
    >>> from tst_grammar import TST
    >>> from tst_grammar.models.extended_tokenizer import extend
    >>> tokenizer = extend(Tokenizer(models.WordLevel({"?": 0, "1": 1, "3": 2}, unk_token="?")))
    >>> embeddings = initial_embeddings(np.array([[0.0], [10.0], [30.0]]), tokenizer, Vocabulary(TST))
    >>> embeddings[token_ids(tokenizer, Vocabulary(TST))["13k"]]
    array([20.])
    """
    import numpy as np  # noqa: PLC0415 -- only people with a model have it

    ids = token_ids(tokenizer, vocabulary)
    backend = getattr(tokenizer, "backend_tokenizer", tokenizer)
    count = min(*ids.values(), len(model_embeddings))
    rows = np.empty((max(len(model_embeddings), max(ids.values()) + 1), *model_embeddings.shape[1:]))
    rows[: len(model_embeddings)] = model_embeddings
    rows[len(model_embeddings) :] = rows[:count].mean(axis=0)
    own_ids = {
        character: [token.id for token in backend.model.tokenize(character) if token.id < count]
        for character in set(chain.from_iterable(ids))
    }
    for token, row in ids.items():
        characters = re.sub("[^0-9].*", "", token) or token
        used = [own for character in characters for own in own_ids[character]]
        rows[row] = rows[used].mean(axis=0) if used else rows[:count].mean(axis=0)
    started: np.ndarray = rows.astype(model_embeddings.dtype)
    return started
