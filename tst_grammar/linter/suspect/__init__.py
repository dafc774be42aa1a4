"""Reads one suspect: a text that looks like a TST number and may be damaged.

In comes its text; out come its pieces and groups, the mistakes in it, and the number that was meant.
What is beside it in the line is not known here.
"""
