"""Compiles grammars to automata and runs them over text, in C or in plain Python.

In comes a grammar and a text; out come the tokens, with the parts that the caller asks for.
It reads and writes digits as tables of roles and templates say, and knows neither TST nor locales.
"""
