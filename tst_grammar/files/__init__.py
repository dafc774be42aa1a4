"""Reads, changes and replaces files without losing any of them.

Paths and a change to make come in; files that are complete or untouched go out, with a count of the changes.
It does not know what the change is.
"""
