"""Chooses the runner of tables: the native kernel if it was built, plain Python if not."""

import contextlib
import os
from typing import TYPE_CHECKING

from tst_grammar.automata import tables
from tst_grammar.automata.runner import Assembly, Parts, Runner

if TYPE_CHECKING:
    from collections.abc import Callable

    from tst_grammar.automata.automaton import Automaton


def _is_available() -> bool:
    """Tell whether the kernel was built and is not switched off."""
    if os.environ.get("TST_GRAMMAR_PURE", "0") not in ("", "0"):
        return False
    try:
        from tst_grammar.automata import _kernel  # noqa: F401, PLC0415 -- this checks that it exists
    except ImportError:
        return False
    return True


NATIVE = _is_available()
"""Whether the native kernel runs the tables."""


def runner_of(
    definition: str, compiled: "Callable[[], Automaton]", assembly: Assembly[Parts], *, native: bool
) -> Runner[Parts]:
    """Return a runner for the tables of a grammar. The grammar is compiled only if no tables are stored.

    `definition` is everything that the tables depend on, and is the key to the shipped and cached tables.
    """
    found = tables.find(definition, compiled)
    if native:
        from tst_grammar.automata.native_runner import NativeRunner  # noqa: PLC0415 -- it needs the kernel

        with contextlib.suppress(OverflowError):  # the kernel cannot hold this many states
            return NativeRunner(found, assembly)
    from tst_grammar.automata.python_runner import PythonRunner  # noqa: PLC0415 -- the kernel does not need it

    return PythonRunner(found.automaton, assembly)
