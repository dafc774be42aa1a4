"""Compiles grammars to automata and runs them over text, in C or in plain Python.

In comes a grammar and a text; out come the tokens, with the parts that the caller asks for.
It does not know what a number is.
"""
