"""Defines what a runner of an automaton's tables does with a text; its subclasses say how."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from tst_grammar.automata._kernel import Kernel
    from tst_grammar.automata.automaton import Automaton

Parts = TypeVar("Parts")
Parts_co = TypeVar("Parts_co", covariant=True)

Match = tuple[int, int, str, Parts | str | None]
"""The start, the end and the kind of a token, and its parts or its fault if its kind has roles."""

Place = tuple[int, int, str]
"""The start, the end and the kind of a token."""

Runs = tuple[tuple[str, int, int], ...]
"""The runs of characters with one role in a token: the role, the start and the end."""


class Recipe(Protocol[Parts_co]):
    """Takes the parts of a token from its text, once the roles of its characters are known."""

    def parts(self, raw: str, values: dict[int, str]) -> Parts_co | str:
        """Return the parts of a token whose digits have these values, or the name of its fault."""


class Assembly(NamedTuple, Generic[Parts]):
    """The class of a token's parts, and how to find the recipe for runs of roles."""

    parts: type[Parts]
    recipe: Callable[[Runs], Recipe[Parts]]


class Runner(ABC, Generic[Parts]):
    """Runs the tables of one automaton."""

    kernel: "Kernel | None" = None
    """The native kernel, if it runs these tables."""

    @property
    @abstractmethod
    def automaton(self) -> "Automaton":
        """The automaton."""

    @property
    @abstractmethod
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds of tokens."""

    @abstractmethod
    def find(self, text: str) -> Iterable[Match[Parts]]:
        """Return each token that holds an anchor, in order."""

    def find_kinds(self, text: str, kinds: Collection[str]) -> Iterable[Place]:
        """Return each token of the given kinds that holds an anchor, in order."""
        return ((start, end, kind) for start, end, kind, _ in self.find(text) if kind in kinds)

    @abstractmethod
    def whole(self, text: str) -> Match[Parts] | None:
        """Return the token that is the whole text, if there is one."""

    @abstractmethod
    def parts(self, text: str) -> Parts | None:
        """Return the parts of a text that is one token; None if it is not, or has a fault."""

    @abstractmethod
    def last_break(self, text: str, besides: str = "") -> int:
        """Return the last place where a text can be cut without changing how either side is read.

        The text is not cut beside a character of `besides`. 0 means that there is no such place nearby.
        """

    def mask(self, kinds: Collection[str]) -> bytes:
        """Return which kinds are meant, as the kernel takes them."""
        chosen = frozenset(kinds)
        if chosen not in self._masks:
            self._masks[chosen] = bytes((0, *(kind in chosen for kind in self.kinds)))
        return self._masks[chosen]

    @cached_property
    def _masks(self) -> dict[frozenset[str], bytes]:
        return {}
