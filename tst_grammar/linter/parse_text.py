"""Annotated text as nodes: `parse_text` yields its text, its TST numbers and its damaged numbers."""

from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal

from attrs import field, frozen

from tst_grammar.diagnostics import Diagnostic, Severity, Span
from tst_grammar.language.conversion import decode
from tst_grammar.language.scheme import TST, Scheme
from tst_grammar.language.schemes import AnyScheme, scheme_of
from tst_grammar.language.syntax import parse_tst
from tst_grammar.language.tokens import TstNumber
from tst_grammar.linter.lint import linter_for
from tst_grammar.linter.linter import Linter
from tst_grammar.linter.project.rule_selection import Selection
from tst_grammar.text.alignment import Spans
from tst_grammar.text.restoration import restorer_for


@frozen
class Node:
    """A part of annotated text: plain text, a TST number, or a damaged number with its first mistake.

    >>> import tst_grammar as tst
    >>> [(node.kind, node.raw) for node in tst.parse_text("It has 1k 234 cells.")]
    [('text', 'It has '), ('number', '1k 234'), ('text', ' cells.')]
    """

    span: Span
    raw: str
    is_number: bool = False
    diagnostic: Diagnostic | None = None
    scheme: Scheme = field(default=TST, repr=False)

    @property
    def kind(self) -> str:
        """`"text"`, `"number"` or `"damaged"`."""
        if self.diagnostic:
            return "damaged"
        return "number" if self.is_number else "text"

    @property
    def number(self) -> TstNumber | None:
        """The TST number, if the node is one.

        >>> import tst_grammar as tst
        >>> [token.text for token in next(tst.parse_text("1k 234")).number.tokens]
        ['1k', '234']
        """
        return parse_tst(self.raw, scheme=self.scheme) if self.is_number else None

    @property
    def value(self) -> Decimal | None:
        """The exact value of the TST number, if the node is one.

        >>> import tst_grammar as tst
        >>> [node.value for node in tst.parse_text("1k 234 or 5")]
        [Decimal('1234'), None, Decimal('5')]
        """
        return decode(self.raw, scheme=self.scheme) if self.is_number else None


def parse_text(
    text: str,
    *,
    scheme: AnyScheme = TST,
    locale: str = "en",
    separator: str = "",
    delimiters: tuple[str, str] | None = None,
) -> Iterator[Node]:
    """Yield the parts of an annotated text, in order. Joined, their texts are the text.

    The numbers are those that `restore` reads. A damaged number is one that `lint` reports as an error.

    >>> [(node.kind, node.raw) for node in parse_text("1m 23k 456 of $12k 345")]
    [('damaged', '1m 23k 456'), ('text', ' of '), ('number', '$12k 345')]
    >>> [node.value for node in parse_text("⟦1k 234⟧ or 5", delimiters=("⟦", "⟧"))]
    [None, Decimal('1234'), None]
    """
    if not isinstance(text, str):
        raise TypeError(f"parse_text takes a str, not {type(text).__name__}")
    chosen = scheme_of(scheme)
    linter = linter_for(
        scheme=chosen, locale=locale, separator=separator, delimiters=delimiters, selection=Selection.of()
    )
    restorer = restorer_for(scheme=chosen, locale=None, delimiters=delimiters, read_in=locale)

    def numbers(segment: str) -> Iterator[Span]:
        if delimiters:
            return linter.numbers(segment)
        return (Span(start, end) for start, end, _ in restorer.numbers(segment))

    return _nodes(text, linter, numbers, chosen)


def _nodes(
    text: str, linter: Linter, numbers: Callable[[str], Iterable[Span]], scheme: Scheme
) -> Iterator[Node]:
    end = 0
    for offset, segment in linter.segments(text):
        for span, mistake in _parts(segment, linter, numbers):
            part = span.moved(offset)
            if part.start > end:
                yield Node(Span(end, part.start), text[end : part.start], scheme=scheme)
            raw = text[part.start : part.end]
            found = mistake and mistake.moved(offset)
            yield Node(part, raw, is_number=found is None, diagnostic=found, scheme=scheme)
            end = part.end
    if end < len(text):
        yield Node(Span(end, len(text)), text[end:], scheme=scheme)


def _parts(
    segment: str, linter: Linter, numbers: Callable[[str], Iterable[Span]]
) -> Iterator[tuple[Span, Diagnostic | None]]:
    """Yield the TST numbers and the damaged numbers of a segment. None of them touch."""
    damaged = {
        span: found
        for span, found in reversed([*linter.damages(segment)])
        if found.severity is Severity.ERROR and span.start < span.end
    }
    touched = Spans({*damaged})
    whole = {span: None for span in numbers(segment) if not touched.touch(span)}
    end = 0
    for span, found in sorted({**damaged, **whole}.items(), key=lambda each: (each[0].start, -each[0].end)):
        if span.start >= end:
            yield span, found
            end = span.end
