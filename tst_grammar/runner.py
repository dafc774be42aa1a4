"""What runs the tables of an automaton, and what numbers become by them, in terms of the tokens found."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator

from tst_grammar.automaton import Automaton
from tst_grammar.errors import RangeError
from tst_grammar.layout import Digits, Layout
from tst_grammar.lines import segments
from tst_grammar.number import Number, Spans
from tst_grammar.parts import Parts

Sighted = tuple[int, int, str, Parts | str | None]
"""The start, the end and the kind of a token; and a number's parts, or its fault, if its kind has any."""

Spotted = tuple[int, int, str]
"""The start, the end and the kind of a token."""

TST = "tst"
"""The kind of the tokens of a scheme's grammar that are numbers."""


class Runner(ABC):
    """Runs the tables of one automaton; how is for its subclasses to say."""

    @property
    @abstractmethod
    def automaton(self) -> Automaton:
        """The automaton."""

    @abstractmethod
    def find(self, text: str) -> Iterable[Sighted]:
        """Return each token that holds an anchor, in order."""

    def spot(self, text: str, kinds: Collection[str]) -> Iterable[Spotted]:
        """Return each token of some kinds that holds an anchor, in order."""
        return ((start, end, kind) for start, end, kind, _ in self.find(text) if kind in kinds)

    @abstractmethod
    def whole(self, text: str) -> Sighted | None:
        """Return the token that a text is, if it is one."""

    @abstractmethod
    def last_break(self, text: str, besides: str = "") -> int:
        """Return the last place where a text can be cut: no token goes on or looks across it.

        Characters of `besides` are not cut from others, and 0 stands for no place nearby.
        """

    def parts(self, text: str) -> Parts | None:
        """Return the parts of a text that is one number; None if it is none, or has a fault."""
        token = self.whole(text)
        return token[3] if token and isinstance(token[3], Parts) else None

    def number(self, text: str, spans: Callable[[str], Spans]) -> Number | None:
        """Return the number that a text is, with what finds the spans of its parts when they are needed."""
        parts = self.parts(text)
        return Number(*parts, source=text, spans=spans) if parts else None

    def encode(self, text: str, layout: Layout) -> str | None:
        """Return the TST text of a text that is one number; None if it is none or cannot be written."""
        parts = self.parts(text)
        return written(parts, layout) if parts else None

    def annotate(self, text: str, layout: Layout, kinds: Collection[str]) -> str:
        """Return a text with its numbers of some kinds as TST, but for those that the scheme cannot hold."""
        pieces = []
        for _, segment in segments(text):
            copied = 0
            for start, end, kind, what in self.find(segment):
                if kind in kinds and isinstance(what, Parts) and (tst := written(what, layout)):
                    pieces += [segment[copied:start], tst]
                    copied = end
            pieces.append(segment[copied:])
        return "".join(pieces)

    def enclose(self, text: str, layout: Layout, kinds: Collection[str], pair: tuple[str, str]) -> str | None:  # noqa: ARG002
        """Return a text with its numbers between delimiters, if it is plain to see that they can be restored.

        The delimiters stand neither in the text nor in TST. None is for what has to be looked at by lines.
        """
        return None

    def numbers(self, text: str, layout: Layout) -> Iterator[tuple[int, int, Digits]]:
        """Yield the start, the end and the digits of each TST number in a text."""
        for start, end, kind, _ in self.find(text):
            if kind == TST:
                yield start, end, layout.read(text[start:end])

    def decode(self, text: str, layout: Layout) -> Digits | None:
        """Return the digits of a text that is one TST number."""
        token = self.whole(text)
        return layout.read(text) if token and token[2] == TST else None

    def restore(self, text: str, layout: Layout) -> str:
        """Return a text with its TST numbers as plain ones."""
        pieces = []
        for _, segment in segments(text):
            copied = 0
            for start, end, digits in self.numbers(segment, layout):
                pieces += [segment[copied:start], digits.plain]
                copied = end
            pieces.append(segment[copied:])
        return "".join(pieces)


def written(parts: Parts | Number, layout: Layout) -> str | None:
    """Return the TST text of a number; None if the scheme cannot hold it."""
    try:
        return layout.write(Digits.of(parts, layout.scheme))
    except RangeError:
        return None
