"""The values of a scheme's tokens, in the order of a tokenizer's ids, and losses that use them."""

from tst_grammar.models.number_token_loss import number_token_loss
from tst_grammar.models.token_values import aligned_values

__all__ = ["aligned_values", "number_token_loss"]
