"""Reads and writes numbers as people write them.

In comes `"1 234,5"` and a locale; out comes a `Number`, and the other way round.
It does not know TST.
"""
