"""Hypothesis without deadlines: a slow machine is no fault."""

from hypothesis import settings

settings.register_profile("tst-grammar", deadline=None, print_blob=True)
settings.load_profile("tst-grammar")
