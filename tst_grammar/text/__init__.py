"""Finds numbers in running text, annotates them, and restores what they were.

In comes a text; out comes the text with its numbers in TST, or the numbers with their places.
It does not know where the text comes from: files and terminals belong to others.
"""
