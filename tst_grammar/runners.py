"""Chooses what runs tables: the native kernel where it was built, or else plain Python."""

import contextlib
from collections.abc import Callable

from tst_grammar import tables
from tst_grammar.automaton import Automaton
from tst_grammar.kernels import is_available
from tst_grammar.roles import with_imports
from tst_grammar.runner import Runner

NATIVE = is_available()
"""Whether tables are run by the native kernel."""


def runner_of(grammar: str, compiled: Callable[[], Automaton], *, native: bool) -> Runner:
    """Return what runs the tables of a grammar, which are compiled now if they never were."""
    found = tables.find(with_imports(grammar), compiled)
    if native:
        from tst_grammar.native import NativeMatcher  # noqa: PLC0415 -- it needs the kernel

        with contextlib.suppress(OverflowError):  # too many states for it
            return NativeMatcher(found)
    from tst_grammar.matcher import Matcher  # noqa: PLC0415 -- the kernel does without it

    return Matcher(found.automaton)
