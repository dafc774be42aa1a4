"""The tokens that may come next in a TST number, as words, as a test and as a list."""

import re
from collections.abc import Container, Iterable, Iterator
from functools import lru_cache

from attrs import field, frozen

from tst_grammar.diagnostics import either, quoted
from tst_grammar.language.definition import terminator
from tst_grammar.language.groups import joined
from tst_grammar.language.scheme import Scheme
from tst_grammar.language.vocabulary import Vocabulary
from tst_grammar.notation.locales import RATIO_SIGNS
from tst_grammar.stream.character_graph import END, Node, walked

_BRACKETS = str.maketrans("", "", "[]_")
_DIGITS = "0123456789"
_FEW = 3
"""The most markers that are listed; of more, only the first and the last are named."""


@lru_cache(32)
def marks_of(scheme: Scheme) -> frozenset[str]:
    """Return the tokens that are text outside numbers: the sign, the point, percent and currencies.

    >>> {"-", ".", "%", "$", "USD", "567"} - marks_of(Scheme())
    {'567'}
    """
    return frozenset(token for token in Vocabulary(scheme).punctuation if not re.search("[0-9]", token))


def is_word(character: str) -> bool:
    """Tell whether a character starts a word of TST rather than a mark.

    >>> is_word("5"), is_word("["), is_word("%")
    (True, True, False)
    """
    return character.isalnum() or character == "["


def node_after(token: str, node: Node, words: Node, marks: frozenset[str]) -> Node:
    """Return the node after a token, which is empty if it is not a whole token that may come next.

    Marks continue from `node`. Words continue from `words`, the node after the space before them.
    """
    after = walked(words if is_word(token[:1]) else node, token)
    if not after or token in marks:
        return after
    is_one = token.isalnum() or token.translate(_BRACKETS).isalnum()
    return after if is_one and _ends_word(after) else {}


def _ends_word(node: Node) -> bool:
    return END in node or " " in node or "." in node


@frozen
class Expectation:
    """The tokens that may come next: `str` describes them, `in` tests a token, and iteration lists them.

    >>> from tst_grammar.stream.validator import Validator
    >>> expected = Validator().expected()
    >>> print(expected)
    a sign, a currency, 1 to 3 digits with k to q or 1 to 3 digits
    >>> "100k" in expected, "000k" in expected
    (True, False)
    """

    scheme: Scheme
    node: Node = field(repr=False)
    words: Node = field(repr=False)

    def __contains__(self, token: object) -> bool:
        return isinstance(token, str) and bool(
            node_after(token, self.node, self.words, marks_of(self.scheme))
        )

    def mask(self, tokens: Iterable[str]) -> bytes:
        r"""Return a byte for each of some tokens: 1 if it may come next, and 0 if not.

        The tokens are for example those of a model, in the order of their ids.

        >>> from tst_grammar.stream.validator import Validator
        >>> Validator().expected().mask(["100k", "000k", "word"])
        b'\x01\x00\x00'
        """
        return _mask(self, tokens, {*self.node, *self.words})

    def __iter__(self) -> Iterator[str]:
        return (token for token in Vocabulary(self.scheme) if token in self)

    def __str__(self) -> str:
        return either(self.choices)

    @property
    def choices(self) -> tuple[str, ...]:
        """Descriptions of the tokens that may come next."""
        terminators = map(terminator, range(1, self.scheme.group_size + 1))
        found = [
            ("a sign", "-" in self),
            ("a currency", "$" in self or "USD" in self),
            *((words, True) for words in self._groups()),
            ("a point", "." in self),
            ("a terminator", any(each in self for each in terminators)),
            ("a percent sign", any(sign in self for sign in RATIO_SIGNS)),
            ("the end", END in self.node),
        ]
        return tuple(words for words, may_come in found if may_come) or ("text",)

    def _groups(self) -> Iterator[str]:
        """Yield descriptions of the groups that may come next, one for groups of the same widths."""
        markers: dict[tuple[int, ...], list[str]] = {}
        for power in (*self.scheme.integer_powers, 0, *self.scheme.fraction_powers):
            marker = self.scheme.marker_of(power)
            markers.setdefault(self._widths(marker), []).append(marker)
        alone = markers.pop((0,), [])
        for widths, names in markers.items():
            if widths:
                yield from _worded(widths, names)
        if alone:
            yield f"{'the marker' if len(alone) <= _FEW else 'a marker from'} {_listed(alone)}"

    def _widths(self, marker: str) -> tuple[int, ...]:
        """Return how many digits a token with this marker may have: 0 for a separate marker."""
        if marker and self.scheme.marker == "separate":
            return (0,) if marker in self else ()
        most = 1 if self.scheme.unit == "digit" else self.scheme.group_size
        return tuple(width for width in range(1, most + 1) if self._may_come(width, marker))

    def _may_come(self, width: int, marker: str) -> bool:
        digits = "0" * width
        before, after = joined(digits, marker, scheme=self.scheme).split(digits, 1)
        nodes = [walked(self.words, before)]
        for _ in digits:
            nodes = _different(node[digit] for node in nodes for digit in _DIGITS if digit in node)
        ends = (walked(node, after) for node in nodes)
        return any(map(_ends_word, ends))


@frozen
class PieceExpectation:
    """The characters that may come next where tokens are cut anywhere; `in` tests a piece of text.

    >>> from tst_grammar.stream.validator import Validator
    >>> validator = Validator(pieces=True)
    >>> validator.feed("1m 2")
    >>> expected = validator.expected()
    >>> str(expected), "34k" in expected, "k" in expected
    ('a digit', True, False)
    """

    node: Node = field(repr=False)

    def __contains__(self, piece: object) -> bool:
        return isinstance(piece, str) and piece != "" and bool(walked(self.node, piece))

    def mask(self, pieces: Iterable[str]) -> bytes:
        r"""Return a byte for each of some pieces: 1 if it may come next, and 0 if not.

        >>> from tst_grammar.stream.validator import Validator
        >>> Validator(pieces=True).expected().mask(["1m 2", "1m 23k", ""])
        b'\x01\x00\x00'
        """
        return _mask(self, pieces, {*self.node})

    def __iter__(self) -> Iterator[str]:
        return filter(None, sorted(self.node))

    def __str__(self) -> str:
        characters = list(self)
        digits = [character for character in characters if character in _DIGITS]
        others = [character for character in characters if character not in digits]
        found = [
            ("a digit", len(digits) > 1),
            *((quoted(character), True) for character in digits if len(digits) == 1),
            ("a space", " " in others),
            *((quoted(character), True) for character in others if character != " " and len(others) <= _FEW),
            ("a mark or a letter", len(others) > _FEW),
            ("the end", END in self.node),
        ]
        return either([words for words, may_come in found if may_come] or ["text"])


def _mask(expected: Container[str], tokens: Iterable[str], firsts: set[str]) -> bytes:
    """Return a byte for each token. Most tokens of a model are refused by their first character."""
    listed = list(tokens)
    for kind in {*map(type, listed)}:
        if not issubclass(kind, str):
            raise TypeError(f"mask takes an iterable of str, not of {kind.__name__}")
    return bytes([token[:1] in firsts and token in expected for token in listed])


def _different(nodes: Iterable[Node]) -> list[Node]:
    return list({id(node): node for node in nodes}.values())


def _worded(widths: tuple[int, ...], markers: list[str]) -> Iterator[str]:
    """Yield descriptions of groups of these widths: with a marker, and without."""
    width = f"{widths[0]} to {widths[-1]} digits" if len(widths) > 1 else f"a {widths[0]}-digit group"
    width = "a digit" if widths == (1,) else width
    names = [marker for marker in markers if marker]
    if names:
        yield f"{width} with {_listed(names)}"
    if "" in markers:
        yield width


def _listed(markers: list[str]) -> str:
    return either(markers) if len(markers) <= _FEW else f"{markers[0]} to {markers[-1]}"
