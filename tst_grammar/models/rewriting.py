"""The mark that ends each TST token inside a tokenizer, and helpers for rewrites.

A rewrite is a regular expression and the literal text that replaces its matches. It looks around only with
`(?=…)`, `(?!…)`, `(?<=…)` and `(?<!…)` of a fixed width, which the regex engines of all tokenizers know.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final, NamedTuple

from attrs import frozen

from tst_grammar.language.definition import SIGNS, terminators_of
from tst_grammar.language.scheme import TERMINATOR, Scheme
from tst_grammar.language.vocabulary import Vocabulary

MARKS: Final = ("\U0010f54d", "\U000f54d0", "\ue54d", "𐇐")
"""Private characters and, for normalizers that drop these, a sign of the Phaistos Disc."""


class Rewrite(NamedTuple):
    """Replaces every match of a pattern by a literal text."""

    pattern: str
    content: str


def either(patterns: Iterable[str]) -> str:
    """Return a pattern that matches any of several patterns. The first that matches wins.

    >>> either(["k", "m"])
    '(?:k|m)'
    """
    return f"(?:{'|'.join(patterns)})"


def after(patterns: Iterable[str]) -> str:
    """Return a pattern for a place after a match of any of several patterns.

    They are tried at every place, so put something cheap before it.

    >>> after(["a", "bb"])
    '(?:(?<=a)|(?<=bb))'
    """
    return either(f"(?<={pattern})" for pattern in patterns)


def digits(count: int) -> str:
    """Return a pattern for `count` digits.

    >>> digits(3)
    '[0-9]{3}'
    """
    return f"[0-9]{{{count}}}"


@frozen
class Marked:
    """The tokens of a scheme inside a tokenizer. Each ends with a mark that no other text contains.

    The mark is at the end because a tokenizer gives inserted text the position of the digit before it.

    >>> marked = Marked(Scheme(marker="separate"), "|")
    >>> marked.tail(3), marked.joint(3)
    ('|k', '|k|')
    """

    scheme: Scheme
    mark: str

    @property
    def start(self) -> str:
        """The text before the digits of a number, or of its fraction, while it is rewritten."""
        return f"={self.mark}"

    @property
    def escape(self) -> str:
        """The text that replaces a mark in the input."""
        return f"!{self.mark}"

    @property
    def powers(self) -> tuple[int, ...]:
        """The powers of ten of the groups that have a marker."""
        return (*self.scheme.integer_powers, *self.scheme.fraction_powers)

    def tail(self, power: int) -> str:
        """Return the text between the digits of a group and its mark."""
        marker = self.scheme.marker_of(power)
        return self.mark + marker if self.scheme.marker == "separate" else marker

    def joint(self, power: int) -> str:
        """Return the text between the digits of a group and those of the next."""
        return self.tail(power) + self.mark

    def shapes(self) -> list[str]:
        r"""Return patterns of fixed width for the tokens of the scheme, without their mark.

        >>> Marked(Scheme(group_size=1, integer_digits=2, fraction_digits=1), "|").shapes()
        ['[0-9]{1}', '[0-9]{1}e1', '[0-9]{1}p', '-', '\\.']
        """
        size = self.scheme.group_size
        groups = [digits(width) for width in range(1, size + 1)]
        markers = [re.escape(self.scheme.marker_of(power)) for power in self.powers]
        if self.scheme.marker == "joined":
            markers = [group + marker for marker in markers for group in groups]
        ends = [
            re.escape(end)
            for power in self.scheme.fraction_powers[:1]
            for end in terminators_of(power, scheme=self.scheme)
        ]
        return [*groups, *markers, "-", r"\.", *ends]


def signs() -> Iterator[tuple[str, str]]:
    """Yield the signs that TST writes, and the magnitudes that may have each: zero has none.

    >>> list(signs())
    [('-', 'NONZERO')]
    """
    return ((sign, magnitude) for sign, magnitude in SIGNS.items() if sign)


def number_tokens(vocabulary: Vocabulary) -> Iterator[str]:
    """Yield the tokens of a vocabulary, except currencies and percent signs, which a tokenizer already has.

    >>> list(number_tokens(Vocabulary(Scheme(marker="separate"))))[-4:]
    ['pppp', 'ppppp', '-', '.']
    """
    marks = (mark for mark in vocabulary.punctuation if mark in {"-", "."} or mark.startswith(TERMINATOR[0]))
    return chain(vocabulary.units, vocabulary.suffixed, marks)
