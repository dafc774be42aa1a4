"""The interface of the runners, which run an automaton's tables over a text."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

from attrs import frozen

if TYPE_CHECKING:
    from tst_grammar.automata._kernel import Kernel
    from tst_grammar.automata.python_runner import PythonRunner

Parts = TypeVar("Parts")
Parts_co = TypeVar("Parts_co", covariant=True)

Match = tuple[int, int, str, Parts | str | None]
"""The start, end and kind of a token, and its parts or its fault if its kind has roles."""

Place = tuple[int, int, str]
"""The start, end and kind of a token."""

_LETTER = re.compile(r"[A-_a-\x7f]|[^\x00-\x7f]")

Runs = tuple[tuple[str, int, int], ...]
"""The runs of characters with the same role in a token: role, start and end."""


class Recipe(Protocol[Parts_co]):
    """Takes the parts of a token from its text by the roles of its characters."""

    def parts(self, raw: str, values: dict[int, str]) -> Parts_co | str:
        """Return the parts of a token, or the name of its fault; `values` are the values of its digits."""


class Assembly(NamedTuple, Generic[Parts]):
    """The class of a token's parts, and the function that returns the recipe for its runs of roles."""

    parts: type[Parts]
    recipe: Callable[[Runs], Recipe[Parts]]


@frozen
class Behind:
    """Makes tokens of the kind `source` tokens of the kind `result` directly behind one of the words.

    Between the word and the token may be a full stop, and then a blank or a tilde.

    >>> behind = Behind("number", "reference", frozenset({"Figure", "fig"}))
    >>> [behind.is_at("Figure 1, fig. 2, 3", place) for place in (7, 15, 18)]
    [True, True, False]
    """

    source: str
    result: str
    words: frozenset[str]

    def is_at(self, text: str, place: int) -> bool:
        """Tell whether one of the words is directly before a place."""
        end = place - (text[max(place - 1, 0) : place] in _BLANKS)
        end -= text[max(end - 1, 0) : end] == "."
        start = end
        while start and end - start <= self._longest and _is_in_word(text[start - 1]):
            start -= 1
        return text[start:end] in self.words

    def starts_from(self, text: str, place: int) -> range:
        """Return the places where a token can start if the word before it ends at a place or earlier."""
        end = place + (text[place : place + 1] == ".")
        return range(place, end + (text[end : end + 1] in _BLANKS) + 1)

    @cached_property
    def _longest(self) -> int:
        """The length of the longest word."""
        return max(map(len, self.words))


_BLANKS = (" ", "~", "\xa0")


def _is_in_word(character: str) -> bool:
    return character.isalpha() if character.isascii() else True


class Other(NamedTuple, Generic[Parts]):
    """Another runner of the same text, whose tokens of the given kinds compete with those of the first.

    The longer token wins. Of two equally long tokens the first runner's wins if it is of a kind in `keeps`.
    """

    runner: "Runner[Parts]"
    kinds: frozenset[str]
    keeps: frozenset[str] = frozenset()


class Runner(ABC, Generic[Parts]):
    """Runs the tables of one automaton."""

    @property
    def kernel(self) -> "Kernel | None":
        """The native kernel, if it runs these tables."""
        return None

    @property
    @abstractmethod
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds of tokens."""

    @abstractmethod
    def find(self, text: str, other: Other[Parts] | None = None) -> Iterable[Match[Parts]]:
        """Return each token that holds an anchor, in order, with those of another runner that are longer."""

    def find_kinds(
        self, text: str, kinds: Collection[str], lettered: Collection[str] = ()
    ) -> Iterable[Place]:
        """Return each token that holds an anchor, in order: of the given kinds, and some of `lettered`.

        Those are the tokens with a letter, a bracket, `^`, `_`, `|`, `~`, a backslash or no ASCII.
        """
        return (
            (start, end, kind)
            for start, end, kind, _ in self.find(text)
            if kind in kinds or (kind in lettered and _LETTER.search(text, start, end))
        )

    @abstractmethod
    def whole(self, text: str) -> Match[Parts] | None:
        """Return the token that spans the whole text, or None."""

    @abstractmethod
    def parts(self, text: str) -> Parts | None:
        """Return the parts of a text that is one token, or None if it is not or has a fault."""

    @abstractmethod
    def last_break(self, text: str, besides: str = "", other: "Runner[Parts] | None" = None) -> int:
        """Return the last position where a text can be cut without changing how either side is read.

        The text is not cut next to a character of `besides`, nor inside a token of the other runner. 0 means
        that no such position is near the end.
        """

    @abstractmethod
    def in_python(self) -> "PythonRunner[Parts]":
        """Return a runner of the same tables in plain Python."""

    def mask(self, kinds: Collection[str]) -> bytes:
        """Return kinds as a mask for the kernel."""
        chosen = frozenset(kinds)
        if chosen not in self._masks:
            self._masks[chosen] = bytes((0, *(kind in chosen for kind in self.kinds)))
        return self._masks[chosen]

    @cached_property
    def _masks(self) -> dict[frozenset[str], bytes]:
        return {}
