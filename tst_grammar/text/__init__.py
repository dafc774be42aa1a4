"""Finds the numbers in running text, writes them as TST, and restores them.

In comes a text; out comes the text with its numbers in TST, or the numbers with their places.
It does not know where the text comes from.
"""
