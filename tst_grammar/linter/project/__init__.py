"""Chooses what to lint: files, settings, rules, and the findings that comments suppress.

In come paths; out come the findings in them.
It does not know how findings are shown.
"""
