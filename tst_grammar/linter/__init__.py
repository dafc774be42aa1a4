"""Finds mistakes in annotated text, and corrects them.

In comes a text; out come diagnostics with places and corrections.
`project` chooses the files and settings, `reports` writes what was found.
It does not know the command line.
"""
