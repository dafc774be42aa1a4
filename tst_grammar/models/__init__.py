"""Connects TST to tokenizers and models: extended vocabularies, embeddings, decoding, and pictures of tokens.

A tokenizer or its files and a scheme come in; tokens, weights and masks go out.
It does not know how a model is trained.
"""
