"""Checks TST while it is being written, a character or a token at a time.

In come pieces of TST; out comes what is wrong so far, and what may come next.
It does not know tokenizers or models.
"""
