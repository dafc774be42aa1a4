"""Runs the tables of an automaton with the native kernel."""

from collections.abc import Callable, Collection
from functools import cached_property, lru_cache
from itertools import accumulate, chain
from typing import TYPE_CHECKING

from attrs import fields

from tst_grammar import _kernel
from tst_grammar.kernels import Templates, kernel_of, writer_of
from tst_grammar.layout import Digits, Layout
from tst_grammar.number import Number, Spans
from tst_grammar.parts import Parts
from tst_grammar.runner import TST, Runner, Sighted, Spotted
from tst_grammar.tables import Tables, packed

if TYPE_CHECKING:
    from tst_grammar.automaton import Automaton
    from tst_grammar.matcher import Matcher


Pieces = tuple[tuple[int, str], ...]
"""So many digits and then a literal, repeatedly."""


class NativeMatcher(Runner):
    """Does what a `Matcher` does, and whole conversions in one pass where the scheme allows it."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._kernel = kernel_of(tables)

    @cached_property
    def automaton(self) -> "Automaton":
        """The automaton."""
        return self._tables.automaton

    @cached_property
    def _matcher(self) -> "Matcher":
        from tst_grammar.matcher import Matcher  # noqa: PLC0415 -- it is seldom needed

        return Matcher(self.automaton)

    def find(self, text: str) -> list[Sighted]:
        """Return each token that holds an anchor, with the parts of a number if its kind has roles."""
        return self._kernel.find(text, Parts)

    def spot(self, text: str, kinds: Collection[str]) -> list[Spotted]:
        """Return each token of some kinds that holds an anchor, in order."""
        return self._kernel.spot(text, self._mask(frozenset(kinds)))

    def whole(self, text: str) -> Sighted | None:
        """Return the token that a text is, if it is one."""
        return self._kernel.whole(text, Parts)

    def last_break(self, text: str, besides: str = "") -> int:
        """Return the last place where a text can be cut: no token goes on or looks across it."""
        return self._matcher.last_break(text, besides)

    def parts(self, text: str) -> Parts | None:
        """Return the parts of a text that is one number; None if it is none, or has a fault."""
        return self._kernel.parts(text, Parts)

    def number(self, text: str, spans: Callable[[str], Spans]) -> Number | None:
        """Return the number that a text is, with what finds the spans of its parts when they are needed."""
        return self._kernel.number(text, _NUMBER, spans)

    def encode(self, text: str, layout: Layout) -> str | None:
        """Return the TST text of a text that is one number; None if it is none or cannot be written."""
        writer = _writer(layout)
        return self._kernel.encode(text, writer) if writer else super().encode(text, layout)

    def annotate(self, text: str, layout: Layout, kinds: Collection[str]) -> str:
        """Return a text with its numbers of some kinds as TST, but for those that the scheme cannot hold."""
        writer = _writer(layout)
        if writer is None:
            return super().annotate(text, layout, kinds)
        return self._kernel.annotate(text, writer, self._mask(frozenset(kinds)))

    def enclose(self, text: str, layout: Layout, kinds: Collection[str], pair: tuple[str, str]) -> str | None:
        """Return a text with its numbers between delimiters, if they are found again when restored."""
        writer = _writer(layout, *pair)
        if writer is None:
            return None
        mask, plain = self._mask(frozenset(kinds)), _plain_writer(layout)
        restored = self._kernel.annotate(text, plain, mask)
        if restored is not text and not self._kernel.agree(text, restored, plain, mask):
            return None
        return self._kernel.annotate(text, writer, mask)

    def decode(self, text: str, layout: Layout) -> Digits | None:
        """Return the digits of a text that is one TST number."""
        reader = _reader(layout)
        if reader is None:
            return super().decode(text, layout)
        found = self._kernel.decode(text, reader, self._mask(_TST), Parts)
        return (
            Digits(found.sign, found.integer, found.fraction, found.prefix, found.suffix) if found else None
        )

    def restore(self, text: str, layout: Layout) -> str:
        """Return a text with its TST numbers as plain ones."""
        reader = _reader(layout)
        if reader is None:
            return super().restore(text, layout)
        return self._kernel.restore(text, reader, self._mask(_TST))

    @cached_property
    def _masks(self) -> dict[frozenset[str], bytes]:
        return {}

    def _mask(self, kinds: frozenset[str]) -> bytes:
        """Return which kinds are meant, the first being none."""
        if kinds not in self._masks:
            self._masks[kinds] = bytes((0, *(kind in kinds for kind in self._tables.kinds)))
        return self._masks[kinds]


_TST = frozenset({TST})

_NUMBER = _kernel.Record(Number, tuple(each.name for each in fields(Number)))


@lru_cache(32)
def _writer(layout: Layout, opening: str = "", closing: str = "") -> _kernel.Writer | None:
    """Return what writes numbers by the templates of a layout, if it has any, between delimiters."""
    if not layout.has_templates:
        return None
    return writer_of(templates_of(layout)._replace(opening=opening, closing=closing))


@lru_cache(32)
def _plain_writer(layout: Layout) -> _kernel.Writer:
    """Return what writes the numbers that a layout can hold as plain ones."""
    scheme = layout.scheme
    integers: list[Pieces] = [((count, ""),) for count in range(scheme.integer_digits + 1)]
    fractions: list[Pieces] = [((0, "."), (count, "")) for count in range(1, scheme.fraction_digits + 1)]
    return writer_of(_templates(integers, [(), *fractions], keeps=scheme.terminated))


def templates_of(layout: Layout) -> Templates:
    """Return the templates of a layout."""
    integers = [(), *(template.pieces for template in layout.integers)]
    fractions = [((0, layout.bare_point),), *(template.pieces for template in layout.fractions)]
    scheme = layout.scheme
    return _templates(
        integers, fractions, scheme.group_size, fills=scheme.fill == "all", keeps=scheme.terminated
    )


def _templates(
    integers: list[Pieces], fractions: list[Pieces], group_size: int = 1, *, fills: bool = False, keeps: bool
) -> Templates:
    """Return templates with an even number of pieces in each."""
    sides = [list(map(_even, side)) for side in (integers, fractions)]
    pieces = [*chain(*sides[0], *sides[1])]
    starts = accumulate((len(literal) for _, literal in pieces), initial=0)
    placed = zip(pieces, starts, strict=False)
    return Templates(
        list(map(len, sides[0])),
        list(map(len, sides[1])),
        [*chain(*((width, len(literal), start) for (width, literal), start in placed))],
        "".join(literal for _, literal in pieces),
        group_size,
        fills,
        keeps,
    )


def _even(pieces: Pieces) -> Pieces:
    return (*pieces, (0, "")) if len(pieces) % 2 else pieces


@lru_cache(32)
def _reader(layout: Layout) -> _kernel.Reader | None:
    """Return the places of the digits in a layout for the kernel, if they are known."""
    if not layout.has_templates:
        return None
    integers, fractions = layout.integer_specimens, layout.fraction_specimens
    both = [*integers, *fractions]
    return _kernel.Reader(
        packed(
            chain(
                *(
                    (each.template.length, each.digits, len(each.template.runs), len(each.tail))
                    for each in both
                )
            )
        ),
        packed(chain(*(run for each in both for run in each.template.runs))),
        "".join(each.tail for each in both),
        len(integers),
        layout.scheme.terminated,
    )
