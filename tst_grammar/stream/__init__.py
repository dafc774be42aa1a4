"""Checks TST while it is being written, a character or a token at a time.

In come tokens or pieces of TST; out come diagnostics, and the tokens that may come next.
It does not know tokenizers or models.
"""
