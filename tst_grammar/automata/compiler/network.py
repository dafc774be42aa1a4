"""Turns the definitions of a grammar into a nondeterministic automaton whose states are made when needed.

A state is a position: a place in a terminal where a character was read. Each use of a terminal in a rule has
its own positions, with the same ways between them as in every other use.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from attrs import define, field

from tst_grammar.automata.charsets import Classes, Ranges
from tst_grammar.automata.compiler.fragments import END, Fragment, FragmentMaker, Way, sets_in
from tst_grammar.automata.compiler.productions import (
    Chain,
    Choice,
    Definitions,
    Expression,
    Name,
    Repeated,
    own_name,
)
from tst_grammar.errors import GrammarError

Roles = Mapping[str, Mapping[str, Ranges]]
"""For the name of a terminal, its roles and the characters that have them."""


class Step(NamedTuple):
    """What may come after a position: an item with the classes ahead for which it may come.

    An item of 0 or more is a position that reads one of these classes. Another one is the end of a token of
    the kind -item.
    """

    before: int
    after: int
    item: int


@define
class _Use:
    """A terminal with what follows it."""

    terminal: str
    kind: int
    then: int
    first: int = -1


class _Fork(NamedTuple):
    """Continues in several nodes at once."""

    nodes: list[int]


class _Accept(NamedTuple):
    """Ends a token of a kind."""

    kind: int


@define
class Network:
    """The automaton of some definitions. `roles` count in the kinds of `kinds_with_roles`."""

    definitions: Definitions
    roles: Roles = field(factory=dict)
    kinds_with_roles: Collection[str] = ()
    anchors: Ranges = ()
    kinds: tuple[str, ...] = field(init=False)
    classes: Classes = field(init=False)
    anchor_mask: int = field(init=False)
    role_names: tuple[str, ...] = field(init=False)
    everything: int = field(init=False)
    start: int = field(init=False)
    _masks: dict[int, int] = field(factory=dict)
    _nodes: list[_Use | _Fork | _Accept] = field(factory=list)
    _made: dict[tuple[str, int], int] = field(factory=dict)
    _open: list[str] = field(factory=list)
    _fragments: dict[str, Fragment] = field(factory=dict)
    _owners: list[_Use] = field(factory=list)
    _uses: list[_Use] = field(factory=list)
    _steps: dict[int, tuple[Step, ...]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.kinds = tuple(dict.fromkeys(name for name, _ in self.definitions.kinds))
        self.start = self._node(_Fork([]))
        fork = self._nodes[self.start]
        assert isinstance(fork, _Fork)  # noqa: S101 -- it was just made
        for name, expression in self.definitions.kinds:
            kind = self.kinds.index(name) + 1
            fork.nodes.append(self._expanded(expression, self._node(_Accept(kind)), kind))
        used = {use.terminal for use in self._uses}
        sets = {
            id(each): each
            for name in used
            for each in sets_in(self._terminal(name), self.definitions.terminals)
        }
        if self.kinds_with_roles:
            bearers = (self._roles_of(name).values() for name in used)
            sets |= {id(each): each for some in bearers for each in some}
        sets[id(self.anchors)] = self.anchors
        self.classes, masks = Classes.telling_apart(list(sets.values()))
        self._masks = {key: mask << 1 for key, mask in zip(sets, masks, strict=True)}
        self.anchor_mask = self._masks[id(self.anchors)]
        self.everything = (2 << len(self.classes)) - 1
        self.role_names = ("", *sorted({role for each in self.roles.values() for role in each}))

    def kind_of(self, position: int) -> int:
        """Return the kind of the tokens that a position is in."""
        return self._owners[position].kind

    def role_of(self, position: int) -> int:
        """Return the role of the character that a position reads."""
        use = self._owners[position]
        if self.kinds[use.kind - 1] not in self.kinds_with_roles:
            return 0
        return self._fragment(use.terminal).roles[position - use.first]

    def steps_from_start(self) -> tuple[Step, ...]:
        """Return the steps with which a token may start."""
        return self._steps_at([Way(self.everything, self.everything, self.start)])

    def steps_after(self, position: int) -> tuple[Step, ...]:
        """Return the steps that may come after a position."""
        if position not in self._steps:
            use = self._owners[position]
            fragment = self._fragment(use.terminal)
            ways = fragment.ways[position - use.first]
            inside = {(way.before, way.target + use.first): way.after for way in ways if way.target >= 0}
            out = [way._replace(target=use.then) for way in ways if way.target == END]
            self._steps[position] = self._steps_at(out, inside)
        return self._steps[position]

    def readers_of(self, mask: int) -> Iterator[int]:
        """Yield every position that reads a class of a mask."""
        wanted: dict[str, list[int]] = {}
        for use in self._uses:
            if use.terminal not in wanted:
                takes = self._fragment(use.terminal).takes
                wanted[use.terminal] = [place for place, each in enumerate(takes) if each & mask]
            if wanted[use.terminal]:
                first = self._first(use)
                yield from (first + place for place in wanted[use.terminal])

    def _steps_at(self, ways: list[Way], steps: dict[tuple[int, int], int] | None = None) -> tuple[Step, ...]:
        """Follow ways to nodes until each has come to a position or an end."""
        found = steps or {}
        known = set(ways)
        while ways:
            before, after, at = ways.pop()
            node = self._nodes[at]
            onward: list[Way] = []
            if isinstance(node, _Accept):
                found[before, -node.kind] = found.get((before, -node.kind), 0) | after
            elif isinstance(node, _Fork):
                onward = [Way(before, after, each) for each in node.nodes]
            else:
                first = self._first(node)
                for way in self._fragment(node.terminal).entry:
                    both, ahead = before & way.before, after & way.after
                    if not (both and ahead):
                        continue
                    if way.target == END:
                        onward.append(Way(both, ahead, node.then))
                    else:
                        key = both, way.target + first
                        found[key] = found.get(key, 0) | ahead
            for way in onward:
                if way not in known:
                    known.add(way)
                    ways.append(way)
        return tuple(Step(before, after, item) for (before, item), after in found.items())

    def _first(self, use: _Use) -> int:
        """Return the first position of a use of a terminal, and number its positions if they are new."""
        if use.first < 0:
            use.first = len(self._owners)
            self._owners.extend([use] * len(self._fragment(use.terminal).takes))
        return use.first

    # From rules to nodes

    def _node(self, node: _Use | _Fork | _Accept) -> int:
        self._nodes.append(node)
        return len(self._nodes) - 1

    def _expanded(self, expression: Expression, then: int, kind: int) -> int:
        """Return the node of a part of a rule, before the node `then`. So rules share their ends."""
        match expression:
            case Name(name):
                if (name, then) not in self._made:
                    self._made[name, then] = self._named(name, then, kind)
                return self._made[name, then]
            case Chain(parts):
                for part in reversed(parts):
                    then = self._expanded(part, then, kind)
                return then
            case Choice(ways):
                nodes = [self._expanded(way, then, kind) for way in ways]
                return nodes[0] if len(nodes) == 1 else self._node(_Fork(nodes))
            case Repeated(part, least, most):
                if most is None:
                    again = [then]
                    then = self._node(_Fork(again))
                    again.append(self._expanded(part, then, kind))
                end = then
                for _ in range((most or least) - least):
                    then = self._node(_Fork([self._expanded(part, then, kind), end]))
                for _ in range(least):
                    then = self._expanded(part, then, kind)
                return then
        raise AssertionError(expression)  # rules have their characters in terminals

    def _named(self, name: str, then: int, kind: int) -> int:
        if name in self.definitions.terminals:
            use = _Use(name, kind, then)
            self._uses.append(use)
            return self._node(use)
        if name in self._open:
            path = " → ".join((*self._open[self._open.index(name) :], name))
            raise GrammarError(f"the rule {name} is recursive: {path}", fault="recursive")
        self._open.append(name)
        node = self._expanded(self.definitions.rules[name], then, kind)
        self._open.pop()
        return node

    # From terminals to fragments

    def _terminal(self, name: str) -> Expression:
        return self.definitions.terminals[name]

    def _roles_of(self, terminal: str) -> Mapping[str, Ranges]:
        return self.roles.get(own_name(terminal), {})

    def _fragment(self, terminal: str) -> Fragment:
        if terminal not in self._fragments:
            roles = self._roles_of(terminal) if self.kinds_with_roles else {}
            bearers = {self.role_names.index(role): self._masks[id(ranges)] for role, ranges in roles.items()}
            maker = FragmentMaker(self._masks, self.everything, self.definitions.terminals, bearers)
            self._fragments[terminal] = maker.made(self._terminal(terminal))
        return self._fragments[terminal]
