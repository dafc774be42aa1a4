"""Reads, changes and replaces files without losing any of them.

In come paths and a change to make; out come files that are complete or untouched,
and a count of what was done.
It does not know what the change is.
"""
