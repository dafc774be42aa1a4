"""Turns a terminal into a fragment: positions, and the ways from each to those that may follow it.

A position is a place in a terminal where a character is read. Bit masks tell which classes of characters may
be before and after a position; their lowest bit is the edge of the text.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from attrs import define, field

from tst_grammar.automata.charsets import Ranges
from tst_grammar.automata.compiler.productions import (
    Chain,
    Characters,
    Choice,
    Expression,
    Look,
    Name,
    Repeated,
)

EDGE = 1
"""The mask of the edge of the text."""

END = -1
"""The target of what follows at the end of a terminal; the targets below it are repetitions."""


class Way(NamedTuple):
    """A step that reads nothing: its target, and the classes before and after the place that allow it."""

    before: int
    after: int
    target: int


class Fragment(NamedTuple):
    """A terminal: the ways into it, and for each position the ways after it and its character's role."""

    entry: tuple[Way, ...]
    ways: list[tuple[Way, ...]]
    roles: list[int]
    takes: list[int]


def sets_in(expression: Expression, terminals: Mapping[str, Expression]) -> Iterator[Ranges]:
    """Yield the sets of characters that an expression reads or looks at."""
    match expression:
        case Characters(ranges) | Look(_, ranges):
            yield ranges
        case Name(name):
            yield from sets_in(terminals[name], terminals)
        case Chain(parts) | Choice(parts):
            for part in parts:
                yield from sets_in(part, terminals)
        case Repeated(part):
            yield from sets_in(part, terminals)


_Ways = tuple[Way, ...]


@define
class FragmentMaker:
    """Makes a fragment from its end to its start: each method takes the ways after its part."""

    masks: dict[int, int]
    everything: int
    terminals: Mapping[str, Expression]
    bearers: dict[int, int]
    _ways: list[_Ways] = field(factory=list)
    _roles: list[int] = field(factory=list)
    _takes: list[int] = field(factory=list)
    _again: list[list[Way]] = field(factory=list)

    def made(self, expression: Expression) -> Fragment:
        """Return the fragment of a terminal's expression."""
        entry = self._before(expression, (Way(self.everything, self.everything, END),))
        ways = [self._settled(each) for each in self._ways]
        return Fragment(self._settled(entry), ways, self._roles, self._takes)

    def _before(self, expression: Expression, after: _Ways) -> _Ways:
        match expression:
            case Characters(ranges):
                return self._reading(self.masks[id(ranges)], after)
            case Look(is_ahead, ranges, at_edge):
                mask = self.masks[id(ranges)] | at_edge * EDGE
                if is_ahead:
                    return tuple(way._replace(after=way.after & mask) for way in after)
                return tuple(way._replace(before=way.before & mask) for way in after)
            case Name(name):
                return self._before(self.terminals[name], after)
            case Chain(parts):
                for part in reversed(parts):
                    after = self._before(part, after)
                return after
            case Choice(choices):
                return tuple(dict.fromkeys(way for each in choices for way in self._before(each, after)))
            case Repeated(part, least, most):
                return self._repeated(part, least, most, after)

    def _reading(self, mask: int, after: _Ways) -> _Ways:
        ways = []
        for role, bearing in (*self.bearers.items(), (0, mask)):
            if taken := mask & bearing:
                ways.append(Way(self.everything, taken, len(self._takes)))
                self._ways.append(after)
                self._roles.append(role)
                self._takes.append(taken)
                mask &= ~bearing
        return tuple(ways)

    def _repeated(self, part: Expression, least: int, most: int | None, after: _Ways) -> _Ways:
        if most is None:
            again = list(after)
            self._again.append(again)
            after = (Way(self.everything, self.everything, END - len(self._again)),)
            again += self._before(part, after)
        end = after
        for _ in range((most or least) - least):
            after = tuple(dict.fromkeys((*self._before(part, after), *end)))
        for _ in range(least):
            after = self._before(part, after)
        return after

    def _settled(self, ways: Iterable[Way]) -> _Ways:
        """Follow ways through repetitions."""
        found: dict[tuple[int, int], int] = {}
        todo = list(ways)
        known = set(todo)
        while todo:
            before, after, target = todo.pop()
            if not (before and after):
                continue
            if target >= END:
                found[before, target] = found.get((before, target), 0) | after
                continue
            for way in self._again[END - target - 1]:
                onward = Way(before & way.before, after & way.after, way.target)
                if onward not in known:
                    known.add(onward)
                    todo.append(onward)
        return tuple(Way(before, after, target) for (before, target), after in found.items())
