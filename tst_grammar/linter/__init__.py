"""Finds mistakes in annotated text and fixes them.

In comes a text; out come diagnostics with places and fixes.
`comparison` compares with a source, `project` chooses the files and settings, `reports` writes the findings.
It does not know the command line.
"""
