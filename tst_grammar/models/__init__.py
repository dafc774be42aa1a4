"""Connects TST to tokenizers and models: extended vocabularies, embeddings, decoding, and pictures of tokens.

In comes a tokenizer or its files and a scheme; out come tokens, weights and masks.
It does not know how a model is trained.
"""
