"""The tables of an automaton, which find the longest token from a position in a text."""

from attrs import frozen

from tst_grammar.automata.charsets import Classes

Values = tuple[tuple[int, int, int], ...]
"""Runs of digits, each given by the code point and value of its first digit and its length."""

DEAD = 0
"""The state from which nothing matches."""


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

    def longest(self, text: str, start: int = 0) -> tuple[str, int] | None:
        r"""Return the kind and the end of the longest token that starts at `start`, or None.

        >>> from lark import Lark
        >>> from tst_grammar.automata.compilation import compile_grammar
        >>> words = compile_grammar(Lark('start: NUMBER | WORD\nNUMBER: /[0-9]+/\nWORD: /[a-z0-9]+/'))
        >>> words.longest("42!"), words.longest("42nd"), words.longest("!")
        (('NUMBER', 2), ('WORD', 4), None)
        """
        state = self.starts[self.classes.of(text[start - 1]) if start else self.edge]
        found = None
        for place in range(start, len(text) + 1):
            ahead = self.classes.of(text[place]) if place < len(text) else self.edge
            if kind := self.accepts[state][ahead]:
                found = self.kinds[kind - 1], place
            state = self.moves[state][ahead]
            if state == DEAD:
                break
        return found
