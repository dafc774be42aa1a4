"""The values of a scheme's tokens by their ids in a tokenizer, for losses and for analysis."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tst_grammar.errors import OptionError
from tst_grammar.language.vocabulary import Vocabulary
from tst_grammar.models.embeddings import mark_of, token_ids

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray


def aligned_values(vocabulary: Vocabulary, tokenizer: Any) -> "NDArray[float64]":  # noqa: ANN401
    """Return an array with the value of each token at its id, and NaN for a token without a value.

    The tokenizer is one of `tokenizers` or of `transformers`. If `hf.extend` added the scheme's tokens, only
    these have values. Otherwise each id is decoded on its own and the spaces around the text are removed:
    `Ġ234` of a byte-level tokenizer has the value 234.
    """
    numpy = _numpy()
    values = numpy.full(max(tokenizer.get_vocab().values(), default=-1) + 1, numpy.nan)
    for token, each in _tokens(vocabulary, tokenizer):
        value = vocabulary.value(token) if token in vocabulary else None
        if value is not None:
            values[each] = float(value)
    return values


def _tokens(vocabulary: Vocabulary, tokenizer: Any) -> Iterator[tuple[str, int]]:  # noqa: ANN401
    """Yield texts that may be tokens of the vocabulary, with their ids."""
    if mark_of(tokenizer):
        yield from token_ids(tokenizer, vocabulary).items()
        return
    for each in tokenizer.get_vocab().values():
        yield tokenizer.decode([each], skip_special_tokens=False).strip(" "), each


def _numpy() -> Any:  # noqa: ANN401
    try:
        import numpy  # noqa: ICN001, PLC0415 -- it is an extra
    except ImportError:
        raise OptionError(
            "arrays of values need the package numpy: pip install numpy", fault="missing-package"
        ) from None
    return numpy
