"""Reads and writes TST: the schemes, their groups, tokens and grammars.

In comes a `Number` and a `Scheme`; out comes a `TstNumber` or its text, and the other way round.
It does not know running text, files or models.
"""
