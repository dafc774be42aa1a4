"""A language server: checks annotated text in an editor while it is written.

In come the documents of an editor and its changes to them; out go findings, fixes, and the values of numbers.
It does not know how to check a number.
"""
