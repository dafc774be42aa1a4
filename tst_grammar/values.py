"""The values of a scheme's tokens, in the order of a tokenizer's ids."""

from tst_grammar.models.token_values import aligned_values

__all__ = ["aligned_values"]
