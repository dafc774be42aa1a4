"""Writes the grammar of a scheme for other programs.

In comes a `Scheme` and the name of a format; out comes a grammar or an expression
that accepts its canonical numbers.
It does not know which program reads it.
"""
