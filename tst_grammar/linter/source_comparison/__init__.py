"""Compares an annotated text with its source.

In come the lines of both; out come diagnostics about numbers that were lost, added or changed.
It does not know how a number is checked.
"""
