"""Chooses the engine that parses numbers: the native kernel or plain Python, which run tables, or Lark."""

import contextlib
import os
from typing import TYPE_CHECKING, Final, Literal

from tst_grammar.automata import stored
from tst_grammar.automata.runner import Assembly, Behind, Parts, Runner
from tst_grammar.automata.tables import DAMAGE, Tables
from tst_grammar.diagnostics import either, quoted
from tst_grammar.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tst_grammar.automata.automaton import Automaton
    from tst_grammar.automata.lazy import LazyAutomaton

Engine = Literal["native", "python", "lark"]

_ENGINES: Final[tuple[Engine, ...]] = ("native", "python", "lark")


def _chosen() -> Engine:
    """Return the engine that TST_GRAMMAR_ENGINE names; without it the kernel, or Python if there is none."""
    asked = os.environ.get("TST_GRAMMAR_ENGINE", "")
    engine = next((name for name in _ENGINES if name == (asked or "native")), None)
    if engine is None:
        raise OptionError(
            f"TST_GRAMMAR_ENGINE must be {either(_ENGINES)}, not {quoted(asked)}",
            fault="engine",
            expected=_ENGINES,
        )
    if engine != "native" or _has_kernel():
        return engine
    if asked:
        raise OptionError(
            "TST_GRAMMAR_ENGINE=native needs the native kernel, which was not built: "
            "install a C compiler and this package again, or use python",
            fault="engine",
        )
    return "python"


def _has_kernel() -> bool:
    try:
        from tst_grammar.automata import _kernel  # noqa: F401, PLC0415 -- this checks that it exists
    except ImportError:
        return False
    return True


NAME = _chosen()
"""The engine that parses single numbers. Running text is always read by tables."""

NATIVE = NAME == "native"
"""Whether the native kernel runs the tables."""


def runner_of(
    definition: str,
    made: "Callable[[], LazyAutomaton]",
    assembly: Assembly[Parts],
    *,
    native: bool,
    behind: Behind | None = None,
) -> Runner[Parts]:
    """Return a runner for a grammar: of stored tables, or of an automaton whose states are made when needed.

    `definition` is everything that the tables depend on, and is the key to the shipped and cached tables.
    """
    for tables in stored.find(definition):
        with contextlib.suppress(*DAMAGE):
            return _runner_of(tables, assembly, native=native, behind=behind)
    return _runner_of(made(), assembly, native=native, behind=behind)


def automaton_of(definition: str, made: "Callable[[], LazyAutomaton]") -> "Automaton":
    """Return the whole automaton of a grammar: of stored tables, or made now."""
    for tables in stored.find(definition):
        with contextlib.suppress(*DAMAGE):
            return tables.checked()
    from tst_grammar.automata.compiler.compilation import explored  # noqa: PLC0415 -- stored tables need no compiler

    return explored(made())


def _runner_of(
    tables: "Tables | LazyAutomaton", assembly: Assembly[Parts], *, native: bool, behind: Behind | None
) -> Runner[Parts]:
    if native:
        from tst_grammar.automata.native_runner import NativeRunner  # noqa: PLC0415 -- it needs the kernel

        with contextlib.suppress(OverflowError):  # the kernel cannot hold this many states
            return NativeRunner(tables, assembly, behind)
    from tst_grammar.automata.python_runner import PythonRunner  # noqa: PLC0415 -- the kernel does not need it

    return PythonRunner(tables.checked() if isinstance(tables, Tables) else tables, assembly, behind)
