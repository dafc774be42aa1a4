"""Runs the tables of an automaton with the native kernel."""

from collections.abc import Callable, Collection
from functools import cached_property, lru_cache
from itertools import accumulate, chain
from typing import TYPE_CHECKING

from attrs import fields

from tst_grammar import _kernel
from tst_grammar.layout import Digits, Layout
from tst_grammar.number import Number, Spans
from tst_grammar.parts import Parts
from tst_grammar.runner import TST, Runner, Sighted
from tst_grammar.tables import Tables, packed

if TYPE_CHECKING:
    from tst_grammar.automaton import Automaton
    from tst_grammar.matcher import Matcher

_ANCHOR, _RESET = 1, 2


class NativeMatcher(Runner):
    """Does what a `Matcher` does, and whole conversions in one pass where the scheme allows it."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        roles = bytes(map(_kernel.ROLES.index, tables.role_names)).ljust(256, b"\0")
        self._kernel = _kernel.Kernel(
            tables.kinds,
            tables.class_starts,
            tables.class_names,
            tables.starts,
            tables.accepts,
            tables.patterns,
            tables.rows,
            {kind: row.translate(roles) for kind, row in tables.roles.items()},
            bytes(
                _ANCHOR * (name in tables.anchors) + _RESET * (name in tables.resets)
                for name in range(len(tables.starts) // 4)
            ),
            packed(number for run in tables.values for number in run),
            tables.states,
        )

    @property
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
def _writer(layout: Layout) -> _kernel.Writer | None:
    """Return the templates of a layout for the kernel, if it has any."""
    if not layout.has_templates:
        return None
    integers = [(), *(template.pieces for template in layout.integers)]
    fractions = [((0, layout.bare_point),), *(template.pieces for template in layout.fractions)]
    sides = [
        [(*pieces, (0, ""))[: len(pieces) + len(pieces) % 2] for pieces in side]
        for side in (integers, fractions)
    ]
    pieces = list(chain(*chain(*sides)))
    starts = accumulate((len(literal) for _, literal in pieces), initial=0)
    return _kernel.Writer(
        packed(map(len, sides[0])),
        packed(map(len, sides[1])),
        packed(
            chain(
                *(
                    (width, len(literal), start)
                    for (width, literal), start in zip(pieces, starts, strict=False)
                )
            )
        ),
        "".join(literal for _, literal in pieces),
        layout.scheme.group_size,
        layout.scheme.fill == "all",
        layout.scheme.terminated,
    )


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
