"""Adds the tokens of a scheme to Hugging Face tokenizers."""

from tst_grammar.models.embeddings import initial_embeddings, token_ids
from tst_grammar.models.extended_tokenizer import extend

__all__ = ["extend", "initial_embeddings", "token_ids"]
