"""Makes a deterministic automaton of one that is not: sets of states become states."""

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

from attrs import define, field, frozen

from tst_grammar.automata.automaton import DEAD
from tst_grammar.automata.charsets import Classes, Ranges
from tst_grammar.automata.expansion import Accept, Look, Nfa, Read, Split, State
from tst_grammar.diagnostics import quoted
from tst_grammar.errors import GrammarError

_ANYTHING = -1
"""Stands for the class behind where no state looks at it."""

Table = list[tuple[int, ...]]
"""A row for each state, with a number for each class of characters."""


@frozen
class Draft:
    """A deterministic automaton that is larger than it need be; `labels` are each state's roles by kind."""

    classes: Classes
    starts: list[int]
    moves: Table
    accepts: Table
    labels: list[tuple[str, ...]]


def determinized(nfa: Nfa, anchors: Ranges) -> Draft:
    """Return the deterministic automaton, if each character has one role and no token goes on in vain."""
    return _Subsets(nfa, anchors).construct()


Items = frozenset[tuple[int, int]]
"""Numbers of states that read or accept, each with the classes ahead of which it may, as bits."""


@define
class _Subsets:
    """The construction of sets of states: each set becomes one state of the result."""

    nfa: Nfa
    anchors: Ranges
    classes: Classes = field(init=False)
    _edge: int = field(init=False)
    _masks: dict[Ranges, int] = field(factory=dict)
    _known: dict[tuple[Items, tuple[str, ...]], int] = field(factory=dict)
    _todo: list[Items] = field(factory=list)
    _labels: list[tuple[str, ...]] = field(factory=list)
    _examples: list[str] = field(factory=list)
    _specimens: list[str] = field(factory=list)
    _closures: dict[tuple[frozenset[int], int], Items] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        sets = {state.characters for state in self.nfa.states if isinstance(state, Read | Look)}
        self.classes = Classes.telling_apart([*sorted(sets), self.anchors])
        self._edge = len(self.classes)
        self._specimens = self.classes.specimens()
        self._masks = {each: sum(1 << name for name in self.classes.within(each)) for each in sets}

    def construct(self) -> Draft:
        edge = self._edge
        none = ("",) * len(self.nfa.kinds)
        self._state(frozenset(), none, "")
        start = frozenset([self.nfa.start])
        starts = [self._state(self._closure(start, behind), none, "") for behind in range(edge + 1)]
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
            again = "".join(self._specimens[silent[state][after]] for state, after in pairwise(cycle))
            text = self._examples[cycle[0]] + again * 3
            names = sorted({self.nfa.kinds[self._kind(at) - 1] for at, _ in self._todo[cycle[0]]})
            raise GrammarError(
                f"{quoted(text)} could be read many times: "
                f"{' and '.join(names)} may go on there, and nothing can end",
                fault="rescan",
            ) from None

    def _row(self, number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return where each class leads from a set of states, and the kind accepted ahead of it."""
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
                text = self._examples[number] + self._specimens[ahead]
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
        """Return the role of the last character in each kind, and refuse two."""
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

    def _closure(self, kernel: frozenset[int], behind: int) -> Items:
        """Return the states that read or accept after the kernel, and ahead of which classes they may."""
        for key in ((kernel, _ANYTHING), (kernel, behind)):
            if key in self._closures:
                return self._closures[key]
        reached = dict.fromkeys(kernel, (2 << self._edge) - 1)
        todo = list(kernel)
        while todo:
            at = todo.pop()
            mask, following = self._onward(self.nfa.states[at], reached[at], behind)
            for after in following:
                before = reached.get(after, 0)
                if mask | before != before:
                    reached[after] = mask | before
                    todo.append(after)
        items = frozenset(
            (at, mask) for at, each in reached.items() if (mask := each & self._takes(self.nfa.states[at]))
        )
        looks_behind = any(
            isinstance(state := self.nfa.states[at], Look) and not state.ahead for at in reached
        )
        self._closures[kernel, behind if looks_behind else _ANYTHING] = items
        return items

    def _onward(self, state: State, mask: int, behind: int) -> tuple[int, list[int]]:
        """Return where a state leads that takes no character, and ahead of which classes."""
        edge = self._edge
        match state:
            case Split(ways):
                return mask, ways
            case Look(ahead=True):
                return mask & (self._masks[state.characters] | state.at_edge << edge), [state.then]
            case Look():
                seen = state.at_edge if behind == edge else self._masks[state.characters] >> behind & 1
                return mask, [state.then] if seen else []
        return mask, []

    def _takes(self, state: State) -> int:
        """Return the classes that a state reads, or ahead of which it accepts."""
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
    """Return the parts of the masks' union that no mask cuts through."""
    atoms: list[int] = []
    for mask in set(masks):
        rest = mask
        cut = []
        for atom in atoms:
            cut += [part for part in (atom & mask, atom & ~mask) if part]
            rest &= ~atom
        atoms = [*cut, rest] if rest else cut
    return atoms
