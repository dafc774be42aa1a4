"""Runs the tables of an automaton with the native kernel."""

from collections.abc import Collection, Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from tst_grammar.automata._kernel import ROLES, Kernel
from tst_grammar.automata.runner import Assembly, Behind, Match, Other, Parts, Place, Runner
from tst_grammar.automata.tables import Tables, packed

if TYPE_CHECKING:
    from tst_grammar.automata.lazy import LazyAutomaton
    from tst_grammar.automata.python_runner import PythonRunner

_ANCHOR, _RESET = 1, 2


class NativeRunner(Runner[Parts]):
    """Does the work of a `PythonRunner` in C. Code that rewrites a whole text uses its `kernel` directly."""

    def __init__(
        self, tables: "Tables | LazyAutomaton", assembly: Assembly[Parts], behind: Behind | None = None
    ) -> None:
        self._tables = tables
        self._assembly = assembly
        self._parts = assembly.parts
        self._behind = behind
        self._kernel = self._made()

    def _made(self) -> Kernel:
        tables, behind = self._tables, self._behind
        kernel = _kernel_of(tables) if isinstance(tables, Tables) else lazy_kernel_of(tables)
        if behind and {behind.source, behind.result} <= {*tables.kinds}:
            source, result = (tables.kinds.index(kind) + 1 for kind in (behind.source, behind.result))
            words = (word.encode() for word in behind.words)
            kernel.set_words(source, result, b"".join(sorted(bytes([len(word)]) + word for word in words)))
        return kernel

    @property
    def kernel(self) -> Kernel:
        """The kernel. If it has asked for too many states, a new one starts again."""
        tables = self._tables
        if not isinstance(tables, Tables) and tables.is_full:
            self._tables = tables.anew()
            self._kernel = self._made()
        return self._kernel

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds of tokens."""
        return self._tables.kinds

    @cached_property
    def _in_python(self) -> "PythonRunner[Parts]":
        from tst_grammar.automata.python_runner import PythonRunner  # noqa: PLC0415 -- rarely needed

        tables = self._tables
        return PythonRunner(
            tables.automaton if isinstance(tables, Tables) else tables, self._assembly, self._behind
        )

    def find(self, text: str, other: Other[Parts] | None = None) -> Iterable[Match[Parts]]:
        """Return each token that holds an anchor, with its parts if its kind has roles."""
        if other is None:
            return self.kernel.find(text, self._parts)
        if other.runner.kernel is None:
            return self.in_python().find(text, other)
        mask = other.runner.mask(other.kinds)
        return self.kernel.find(text, self._parts, other.runner.kernel, mask, self.mask(other.keeps))

    def find_kinds(self, text: str, kinds: Collection[str], lettered: Collection[str] = ()) -> list[Place]:
        """Return each token that holds an anchor: of the given kinds, and of `lettered` with a letter."""
        return self.kernel.spot(text, self.mask(kinds), self.mask(lettered))

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


def lazy_kernel_of(automaton: "LazyAutomaton") -> Kernel:
    """Return a kernel that asks an automaton for each transition when a text first needs it.

    The kernel keeps the answers. A role of 255 says that the state is not part of any token of that kind.
    """
    return Kernel.lazy(
        automaton.kinds,
        packed(automaton.classes.starts),
        packed(automaton.classes.names),
        packed(automaton.starts),
        _flags(len(automaton.starts), automaton.anchors, automaton.resets),
        packed(number for run in automaton.values for number in run),
        bytes(automaton.kinds_with_roles),
        _role_numbers(automaton.role_names),
        automaton,
    )


def _role_numbers(names: tuple[str, ...]) -> bytes:
    """Return the kernel's numbers of roles."""
    return bytes(map(ROLES.index, names)).ljust(256, b"\0")


def _flags(width: int, anchors: Collection[int], resets: Collection[int]) -> bytes:
    """Return the flags of each class."""
    return bytes(_ANCHOR * (name in anchors) + _RESET * (name in resets) for name in range(width))


def _kernel_of(tables: Tables) -> Kernel:
    roles = _role_numbers(tables.role_names)
    return Kernel(
        tables.kinds,
        tables.class_starts,
        tables.class_names,
        tables.starts,
        tables.accepts,
        tables.patterns,
        tables.rows,
        {kind: row.translate(roles) for kind, row in tables.roles.items()},
        _flags(len(tables.starts) // 4, tables.anchors, tables.resets),
        packed(number for run in tables.values for number in run),
        tables.states,
    )
