"""Runs the tables of an automaton with the native kernel."""

from collections.abc import Collection, Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from tst_grammar.automata._kernel import ROLES, Kernel
from tst_grammar.automata.runner import Assembly, Match, Other, Parts, Place, Runner
from tst_grammar.automata.tables import Tables, packed

if TYPE_CHECKING:
    from tst_grammar.automata.python_runner import PythonRunner

_ANCHOR, _RESET = 1, 2


class NativeRunner(Runner[Parts]):
    """Does the work of a `PythonRunner` in C. Code that rewrites a whole text uses its `kernel` directly."""

    kernel: Kernel

    def __init__(self, tables: Tables, assembly: Assembly[Parts]) -> None:
        self._tables = tables
        self._assembly = assembly
        self._parts = assembly.parts
        self.kernel = _kernel_of(tables)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds of tokens."""
        return self._tables.kinds

    @cached_property
    def _in_python(self) -> "PythonRunner[Parts]":
        from tst_grammar.automata.python_runner import PythonRunner  # noqa: PLC0415 -- rarely needed

        return PythonRunner(self._tables.automaton, self._assembly)

    def find(self, text: str, other: Other[Parts] | None = None) -> Iterable[Match[Parts]]:
        """Return each token that holds an anchor, with its parts if its kind has roles."""
        if other is None:
            return self.kernel.find(text, self._parts)
        if other.runner.kernel is None:
            return self.in_python().find(text, other)
        mask = other.runner.mask(other.kinds)
        return self.kernel.find(text, self._parts, other.runner.kernel, mask, self.mask(other.keeps))

    def find_kinds(self, text: str, kinds: Collection[str]) -> list[Place]:
        """Return each token of the given kinds that holds an anchor, in order."""
        return self.kernel.spot(text, self.mask(kinds))

    def whole(self, text: str) -> Match[Parts] | None:
        """Return the token that spans the whole text, or None."""
        return self.kernel.whole(text, self._parts)

    def parts(self, text: str) -> Parts | None:
        """Return the parts of a text that is one token, or None if it is not or has a fault."""
        return self.kernel.parts(text, self._parts)

    def last_break(self, text: str, besides: str = "", other: Runner[Parts] | None = None) -> int:
        """Return the last position where a text can be cut without changing how either side is read."""
        return self._in_python.last_break(text, besides, other)

    def in_python(self) -> "PythonRunner[Parts]":
        """Return a runner of the same tables in plain Python."""
        return self._in_python


def _kernel_of(tables: Tables) -> Kernel:
    roles = bytes(map(ROLES.index, tables.role_names)).ljust(256, b"\0")
    return Kernel(
        tables.kinds,
        tables.class_starts,
        tables.class_names,
        tables.starts,
        tables.accepts,
        tables.patterns,
        tables.rows,
        {kind: row.translate(roles) for kind, row in tables.roles.items()},
        bytes(
            _ANCHOR * (name in tables.anchors) + _RESET * (name in tables.resets)
            for name in range(len(tables.starts) // 4)
        ),
        packed(number for run in tables.values for number in run),
        tables.states,
    )
