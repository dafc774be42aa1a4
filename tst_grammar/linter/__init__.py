"""Finds mistakes in annotated text and fixes them.

In comes a text; out come diagnostics with places and fixes.
`damages` finds what may be wrong, `suspect` reads it, `source_comparison` compares a text with its source,
`project` chooses the files and settings, `reports` writes the findings.
It does not know the command line.
"""
