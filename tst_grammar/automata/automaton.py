"""The tables of an automaton, which find the longest token from a position in a text."""

from typing import Protocol

from attrs import frozen

from tst_grammar.automata.charsets import Classes

Values = tuple[tuple[int, int, int], ...]
"""Runs of digits, each given by the code point and value of its first digit and its length."""

DEAD = 0
"""The state from which nothing matches."""


class Steps(Protocol):
    """What is needed to read a text with an automaton."""

    @property
    def kinds(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def classes(self) -> Classes: ...  # noqa: D102
    @property
    def starts(self) -> tuple[int, ...]: ...  # noqa: D102
    def step(self, state: int, ahead: int) -> tuple[int, int]: ...  # noqa: D102


def longest(automaton: Steps, text: str, start: int = 0) -> tuple[str, int] | None:
    """Return the kind and the end of the longest token that starts at `start`, or None."""
    classes, edge = automaton.classes, len(automaton.starts) - 1
    state = automaton.starts[classes.of(text[start - 1]) if start else edge]
    found = None
    for place in range(start, len(text) + 1):
        state, kind = automaton.step(state, classes.of(text[place]) if place < len(text) else edge)
        if kind:
            found = automaton.kinds[kind - 1], place
        if state == DEAD:
            break
    return found


@frozen
class Automaton:
    """Tables of states and classes of characters; the last class is the edge of the text.

    A token starts in `starts[class of the character before it]`.
    `accepts[state][class ahead]` is the kind of the token that may end there, or 0.
    `moves[state][class ahead]` is the next state.
    `roles` gives, for each kind with roles, the role of the last character in each state, as an index into
    `role_names`.
    `anchors` are classes such as digits: a runner returns only tokens that hold one of them.
    `resets` are the classes that no token can hold before its first anchor.
    `values` are the values of the digits.
    """

    kinds: tuple[str, ...]
    classes: Classes
    starts: tuple[int, ...]
    moves: tuple[tuple[int, ...], ...]
    accepts: tuple[tuple[int, ...], ...]
    roles: dict[int, tuple[int, ...]]
    role_names: tuple[str, ...]
    anchors: tuple[int, ...] = ()
    resets: tuple[int, ...] = ()
    values: Values = ()

    @property
    def edge(self) -> int:
        """The class of the edge of the text."""
        return len(self.starts) - 1

    @property
    def kinds_with_roles(self) -> tuple[int, ...]:
        """The numbers of the kinds whose tokens have roles."""
        return tuple(self.roles)

    def __len__(self) -> int:
        """Return the number of states."""
        return len(self.moves)

    def step(self, state: int, ahead: int) -> tuple[int, int]:
        """Return the next state, and the kind of the token that may end in a state before a class, or 0."""
        return self.moves[state][ahead], self.accepts[state][ahead]

    def roles_of(self, state: int) -> bytes:
        """Return the number of the last character's role in a state, for each kind with roles."""
        return bytes(row[state] for row in self.roles.values())

    def may_follow(self, before: int) -> frozenset[int] | None:
        """Return the classes that may come after one inside a token, or None if a token may end between."""
        states = {row[before] for row in self.moves} - {DEAD}
        if any(any(self.accepts[state]) for state in states):
            return None
        return frozenset(
            name for state in states for name, after in enumerate(self.moves[state]) if after != DEAD
        )

    def longest(self, text: str, start: int = 0) -> tuple[str, int] | None:
        r"""Return the kind and the end of the longest token that starts at `start`, or None.

        >>> from lark import Lark
        >>> from tst_grammar.automata.compiler.compilation import compile_grammar
        >>> words = compile_grammar(Lark('start: NUMBER | WORD\nNUMBER: /[0-9]+/\nWORD: /[a-z0-9]+/'))
        >>> words.longest("42!"), words.longest("42nd"), words.longest("!")
        (('NUMBER', 2), ('WORD', 4), None)
        """
        return longest(self, text, start)
