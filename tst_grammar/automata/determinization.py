"""Turns a nondeterministic automaton into a deterministic one by the subset construction."""

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

from attrs import define, field, frozen

from tst_grammar.automata.automaton import DEAD
from tst_grammar.automata.charsets import Classes, Ranges
from tst_grammar.automata.expansion import Accept, Look, Nfa, Read, Split, State
from tst_grammar.diagnostics import quoted
from tst_grammar.errors import GrammarError

_ANY_BEFORE = -1
"""The key for closures that do not depend on the class before."""

Table = list[tuple[int, ...]]
"""A row for each state, with a number for each class of characters."""


@frozen
class Draft:
    """A deterministic automaton that is not minimal; `labels` are each state's roles by kind."""

    classes: Classes
    starts: list[int]
    moves: Table
    accepts: Table
    labels: list[tuple[str, ...]]


def determinized(nfa: Nfa, anchors: Ranges) -> Draft:
    """Return the deterministic automaton; refuse two roles for a character, and a token without an end."""
    return _Subsets(nfa, anchors).construct()


Items = frozenset[tuple[int, int]]
"""Numbers of states that read or accept, each with a bit mask of the classes that may come next."""


@define
class _Subsets:
    """The subset construction: each set of states becomes one state of the result."""

    nfa: Nfa
    anchors: Ranges
    classes: Classes = field(init=False)
    _edge: int = field(init=False)
    _masks: dict[Ranges, int] = field(factory=dict)
    _known: dict[tuple[Items, tuple[str, ...]], int] = field(factory=dict)
    _todo: list[Items] = field(factory=list)
    _labels: list[tuple[str, ...]] = field(factory=list)
    _examples: list[str] = field(factory=list)
    _representatives: list[str] = field(factory=list)
    _closures: dict[tuple[frozenset[int], int], Items] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        sets = {state.characters for state in self.nfa.states if isinstance(state, Read | Look)}
        self.classes = Classes.telling_apart([*sorted(sets), self.anchors])
        self._edge = len(self.classes)
        self._representatives = self.classes.representatives()
        self._masks = {each: sum(1 << name for name in self.classes.within(each)) for each in sets}

    def construct(self) -> Draft:
        edge = self._edge
        none = ("",) * len(self.nfa.kinds)
        self._state(frozenset(), none, "")
        start = frozenset([self.nfa.start])
        starts = [self._state(self._closure(start, before), none, "") for before in range(edge + 1)]
        moves: Table = []
        accepts: Table = []
        while len(moves) < len(self._todo):
            row, accepted = self._row(len(moves))
            moves.append(row)
            accepts.append(accepted)
        self._check_no_rescan(moves, accepts)
        return Draft(self.classes, starts, moves, accepts, self._labels)

    def _check_no_rescan(self, moves: Table, accepts: Table) -> None:
        """Refuse a cycle on which no token can end."""
        silent = [
            {after: ahead for ahead, after in enumerate(row) if after != DEAD and not accepts[state][ahead]}
            for state, row in enumerate(moves)
        ]
        try:
            TopologicalSorter(dict(enumerate(silent))).prepare()
        except CycleError as error:
            cycle = error.args[1][::-1]
            again = "".join(self._representatives[silent[state][after]] for state, after in pairwise(cycle))
            text = self._examples[cycle[0]] + again * 3
            names = sorted({self.nfa.kinds[self._kind(at) - 1] for at, _ in self._todo[cycle[0]]})
            raise GrammarError(
                f"{quoted(text)} could be read many times: "
                f"{' and '.join(names)} may continue there, but cannot end",
                fault="rescan",
            ) from None

    def _row(self, number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return for each class the next state, and the kind of the token that may end before it."""
        edge = self._edge
        items = self._todo[number]
        moves, accepts = [DEAD] * (edge + 1), [0] * (edge + 1)
        accepted = [
            (state.kind, mask) for at, mask in items if isinstance(state := self.nfa.states[at], Accept)
        ]
        for kind, mask in sorted(accepted, reverse=True):
            for ahead in _bits(mask):
                accepts[ahead] = kind
        readers = [(at, mask) for at, mask in items if isinstance(self.nfa.states[at], Read)]
        for atom in _atoms([mask for _, mask in readers]):
            read = frozenset(at for at, mask in readers if mask & atom)
            kernel = frozenset(self._read(at).then for at in read)
            for ahead in _bits(atom):
                text = self._examples[number] + self._representatives[ahead]
                moves[ahead] = self._state(self._closure(kernel, ahead), self._label(read, text), text)
        return tuple(moves), tuple(accepts)

    def _kind(self, at: int) -> int:
        state = self.nfa.states[at]
        return state.kind if isinstance(state, Read | Accept) else 0

    def _read(self, at: int) -> Read:
        state = self.nfa.states[at]
        assert isinstance(state, Read)  # noqa: S101 -- only readers are asked for
        return state

    def _state(self, items: Items, label: tuple[str, ...], example: str) -> int:
        key = items, label
        if key not in self._known:
            self._known[key] = len(self._todo)
            self._todo.append(items)
            self._labels.append(label)
            self._examples.append(example)
        return self._known[key]

    def _label(self, read: frozenset[int], text: str) -> tuple[str, ...]:
        """Return the role of the last character in each kind; refuse a character with two roles."""
        label = [""] * len(self.nfa.kinds)
        seen: dict[int, str] = {}
        for at in read:
            state = self._read(at)
            if seen.setdefault(state.kind, state.role) != state.role:
                names = " or ".join(sorted(role or "none" for role in (seen[state.kind], state.role)))
                raise GrammarError(
                    f"the last character of {quoted(text)} has two roles in "
                    f"{self.nfa.kinds[state.kind - 1]}: {names}",
                    fault="ambiguous-role",
                )
            label[state.kind - 1] = state.role
        return tuple(label)

    def _closure(self, kernel: frozenset[int], before: int) -> Items:
        """Return the states after the kernel that read or accept, with the classes that may come next."""
        for key in ((kernel, _ANY_BEFORE), (kernel, before)):
            if key in self._closures:
                return self._closures[key]
        reached = dict.fromkeys(kernel, (2 << self._edge) - 1)
        todo = list(kernel)
        while todo:
            at = todo.pop()
            mask, following = self._onward(self.nfa.states[at], reached[at], before)
            for after in following:
                known = reached.get(after, 0)
                if mask | known != known:
                    reached[after] = mask | known
                    todo.append(after)
        items = frozenset(
            (at, mask) for at, each in reached.items() if (mask := each & self._takes(self.nfa.states[at]))
        )
        looks_back = any(isinstance(state := self.nfa.states[at], Look) and not state.ahead for at in reached)
        self._closures[kernel, before if looks_back else _ANY_BEFORE] = items
        return items

    def _onward(self, state: State, mask: int, before: int) -> tuple[int, list[int]]:
        """Return the states that follow without reading a character, and the classes that may come next."""
        edge = self._edge
        match state:
            case Split(ways):
                return mask, ways
            case Look(ahead=True):
                return mask & (self._masks[state.characters] | state.at_edge << edge), [state.then]
            case Look():
                holds = state.at_edge if before == edge else self._masks[state.characters] >> before & 1
                return mask, [state.then] if holds else []
        return mask, []

    def _takes(self, state: State) -> int:
        """Return the classes that may come next in a state that reads or accepts."""
        match state:
            case Read():
                return self._masks[state.characters]
            case Accept():
                return (2 << self._edge) - 1
        return 0


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _atoms(masks: list[int]) -> list[int]:
    """Divide the union of the masks into the largest parts that each mask holds whole or not at all."""
    atoms: list[int] = []
    for mask in set(masks):
        rest = mask
        cut = []
        for atom in atoms:
            cut += [part for part in (atom & mask, atom & ~mask) if part]
            rest &= ~atom
        atoms = [*cut, rest] if rest else cut
    return atoms
