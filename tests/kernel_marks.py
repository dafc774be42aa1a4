"""Marks tests that need the native kernel."""

from importlib.util import find_spec

import pytest

HAS_KERNEL = find_spec("tst_grammar.automata._kernel") is not None

needs_kernel = pytest.mark.skipif(not HAS_KERNEL, reason="the kernel was not built: is there a compiler?")
