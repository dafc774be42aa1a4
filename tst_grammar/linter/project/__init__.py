"""Chooses the files, settings and rules for linting, and which findings comments suppress.

In come paths; out come the findings in them.
It does not know how findings are shown.
"""
