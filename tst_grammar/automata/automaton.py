"""The tables of an automaton: what finds the longest token from a place in a text."""

from attrs import frozen

from tst_grammar.automata.charsets import Classes

Values = tuple[tuple[int, int, int], ...]
"""Runs of digits: the code point and the value of the first, and how many there are."""

DEAD = 0
"""The state that no token leaves: nothing matches from there."""


@frozen
class Automaton:
    """Tables of states and classes of characters; the last class is the edge of the text.

    A token starts in `starts[class of the character before it]`. In a state, with a class ahead,
    `accepts` holds the kind of the token that may end there, or 0, and `moves` the state after that class.
    `roles` holds, for each kind that has any, the place in `role_names` of the role that the
    last character has in a state.
    `anchors` are the classes of the characters one of which every token of interest holds, and `resets` those
    that no token can hold before its first anchor. `values` are runs of digits: the code point and the
    value of the first, and how many there are.
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
        r"""Return the kind and the end of the longest token that starts at a place; None if none does.

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
