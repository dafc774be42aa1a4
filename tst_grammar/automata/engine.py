"""Chooses what runs tables: the native kernel where it was built, or else plain Python."""

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
        from tst_grammar.automata import _kernel  # noqa: F401, PLC0415 -- this asks whether it is there
    except ImportError:
        return False
    return True


NATIVE = _is_available()
"""Whether tables are run by the native kernel."""


def runner_of(
    definition: str, compiled: "Callable[[], Automaton]", assembly: Assembly[Parts], *, native: bool
) -> Runner[Parts]:
    """Return a runner of the tables of a grammar, which are compiled now if they never were.

    `definition` is everything that the tables depend on, and names them among those shipped and kept.
    """
    found = tables.find(definition, compiled)
    if native:
        from tst_grammar.automata.native_runner import NativeRunner  # noqa: PLC0415 -- it needs the kernel

        with contextlib.suppress(OverflowError):  # the kernel cannot hold this many states
            return NativeRunner(found, assembly)
    from tst_grammar.automata.python_runner import PythonRunner  # noqa: PLC0415 -- the kernel does without it

    return PythonRunner(found.automaton, assembly)
