"""An automaton whose states and transitions are made when a text first needs them."""

from collections.abc import Iterator
from functools import cached_property
from threading import RLock

from attrs import define, field

from tst_grammar.automata.automaton import DEAD, Values, longest
from tst_grammar.automata.charsets import Classes, bits
from tst_grammar.automata.compiler.fragments import EDGE
from tst_grammar.automata.compiler.network import Network, Step
from tst_grammar.diagnostics import quoted
from tst_grammar.errors import GrammarError

_MOST_STATES = 2_000
"""A bound on memory: a state of annotated text takes some 50 kB, and a text needs a few hundred of them."""

Items = frozenset[tuple[int, int]]
"""Positions and ends of tokens, as in `Step`, each with a mask of the classes that may come next."""


@define
class _State:
    """What may come after the texts that lead to a state.

    `via` is the state and the class through which it was first reached.
    """

    items: Items
    label: bytes
    via: tuple[int, int]
    moves: dict[int, int] = field(factory=dict)
    readers: tuple[tuple[int, int], ...] = ()
    ends: tuple[tuple[int, int], ...] = ()

    def __attrs_post_init__(self) -> None:
        self.readers = tuple((item, mask) for item, mask in self.items if item >= 0)
        self.ends = tuple(sorted((-item, mask) for item, mask in self.items if item < 0))


class LazyAutomaton:
    r"""Has the states of an `Automaton` before it is minimized, each made when it is first needed.

    The states are numbered from 0, which is `DEAD`, in the order in which they are made.

    >>> from lark import Lark
    >>> from tst_grammar.automata.compiler.productions import definitions_of
    >>> definitions = definitions_of(Lark('start: NUMBER | WORD\nNUMBER: /[0-9]+/\nWORD: /[a-z0-9]+/'))
    >>> automaton = LazyAutomaton(Network(definitions))
    >>> digit = automaton.classes.of("7")
    >>> after, _ = automaton.step(automaton.starts[automaton.edge], digit)
    >>> automaton.longest("42nd"), automaton.step(after, digit)[0] == after
    (('WORD', 4), True)
    """

    def __init__(self, network: Network, values: Values = ()) -> None:
        self._network = network
        self.kinds: tuple[str, ...] = network.kinds
        self.classes: Classes = network.classes
        self.values = values
        self.edge: int = len(self.classes)
        self.role_names: tuple[str, ...] = network.role_names
        self.kinds_with_roles = tuple(
            number for number, kind in enumerate(network.kinds, 1) if kind in network.kinds_with_roles
        )
        self.anchors: tuple[int, ...] = tuple(_classes(network.anchor_mask))
        self._no_label = bytes(len(self.kinds_with_roles))
        self._states: list[_State] = []
        self._known: dict[tuple[Items, bytes], int] = {}
        self._after: dict[tuple[frozenset[int], int], int] = {}
        self._lock = RLock()
        self._state(frozenset(), self._no_label, (DEAD, DEAD))
        self.starts: tuple[int, ...] = self._starts()

    def __len__(self) -> int:
        """Return how many states have been made."""
        return len(self._states)

    @property
    def is_full(self) -> bool:
        """Whether the bound on states is reached: the next text then needs a new automaton."""
        return len(self._states) > _MOST_STATES

    def anew(self) -> "LazyAutomaton":
        """Return this automaton without the states that were made."""
        return LazyAutomaton(self._network, self.values)

    @cached_property
    def resets(self) -> tuple[int, ...]:
        """The classes that no token can hold before its first anchor."""
        network = self._network
        steps = list(network.steps_from_start())
        free = network.anchor_mask
        known: set[int] = set()
        while steps:
            _, after, item = steps.pop()
            free |= after if item >= 0 else 0
            if item >= 0 and item not in known and after & ~network.anchor_mask:
                known.add(item)
                steps += network.steps_after(item)
        return tuple(_classes(network.everything & ~free & ~EDGE))

    def step(self, state: int, ahead: int) -> tuple[int, int]:
        """Return the next state, and the kind of the token that may end in a state before a class, or 0."""
        here = self._states[state]
        bit = self._bit(ahead)
        kind = next((kind for kind, mask in here.ends if mask & bit), 0)
        if ahead not in here.moves:
            read = frozenset([item for item, mask in here.readers if mask & bit])
            with self._lock:
                here.moves[ahead] = self._next(read, ahead, (state, ahead)) if read else DEAD
        return here.moves[ahead], kind

    def roles_of(self, state: int) -> bytes:
        """Return the number of the last character's role in a state, for each kind with roles.

        It is 255 if a state leads to no token of the kind.
        """
        here, kind_of = self._states[state], self._network.kind_of
        kinds = {kind_of(item) if item >= 0 else -item for item, _ in here.items}
        pairs = zip(self.kinds_with_roles, here.label, strict=True)
        return bytes(role if kind in kinds else 255 for kind, role in pairs)

    def label_of(self, state: int) -> bytes:
        """Return the number of the last character's role in a state, for each kind with roles."""
        return self._states[state].label

    def longest(self, text: str, start: int = 0) -> tuple[str, int] | None:
        """Return the kind and the end of the longest token that starts at `start`, or None."""
        return longest(self, text, start)

    def row(self, state: int) -> tuple[list[int], list[int]]:
        """Return for each class ahead the next state and the kind of the token that may end."""
        here = self._states[state]
        moves, kinds = [DEAD] * (self.edge + 1), [0] * (self.edge + 1)
        for kind, mask in reversed(here.ends):
            for ahead in self._aheads(mask):
                kinds[ahead] = kind
        for atom in _atoms([mask for _, mask in here.readers]):
            read = frozenset(item for item, mask in here.readers if mask & atom)
            for ahead in _classes(atom):
                moves[ahead] = self._next(read, ahead, (state, ahead))
        return moves, kinds

    def may_follow(self, before: int) -> frozenset[int] | None:
        """Return the classes that may come after one inside a token, or None if a token may end between."""
        network = self._network
        mask = 0
        for position in network.readers_of(self._bit(before)):
            for step in network.steps_after(position):
                if step.before & self._bit(before):
                    if step.item < 0:
                        return None
                    mask |= step.after
        return frozenset(_classes(mask))

    def example(self, state: int) -> str:
        """Return a text that leads to a state."""
        representatives = self.classes.representatives()
        text = ""
        while self._states[state].via[0] != DEAD:
            state, ahead = self._states[state].via
            text = representatives[ahead] + text
        return text

    def kinds_in(self, state: int) -> list[str]:
        """Return the kinds of the tokens that may continue in a state."""
        network = self._network
        numbers = {network.kind_of(item) if item >= 0 else -item for item, _ in self._states[state].items}
        return sorted(self.kinds[number - 1] for number in numbers)

    def _starts(self) -> tuple[int, ...]:
        """Return the first state after each class, with one state for classes that no look tells apart."""
        steps = self._network.steps_from_start()
        befores = tuple({step.before for step in steps})
        known: dict[tuple[int, ...], int] = {}
        starts = []
        for name in range(self.edge + 1):
            bit = self._bit(name)
            looks = tuple(mask & bit and 1 for mask in befores)
            if looks not in known:
                known[looks] = self._state(_items(steps, bit), self._no_label, (DEAD, DEAD))
            starts.append(known[looks])
        return tuple(starts)

    def _next(self, read: frozenset[int], ahead: int, via: tuple[int, int]) -> int:
        """Return the state after some positions have read a class."""
        if (found := self._after.get((read, -1))) is None and (
            found := self._after.get((read, ahead))
        ) is None:
            network = self._network
            steps = [step for position in read for step in network.steps_after(position)]
            is_blind = all(step.before == network.everything for step in steps)
            found = self._state(_items(steps, self._bit(ahead)), self._label(read, via), via)
            self._after[read, -1 if is_blind else ahead] = found
        return found

    def _state(self, items: Items, label: bytes, via: tuple[int, int]) -> int:
        key = items, label
        if key not in self._known:
            self._known[key] = len(self._states)
            self._states.append(_State(items, label, via))
        return self._known[key]

    def _label(self, read: frozenset[int], via: tuple[int, int]) -> bytes:
        """Return the role of the last character in each kind with roles; refuse a character with two."""
        if not self.kinds_with_roles:
            return b""
        network = self._network
        found: dict[int, int] = {}
        for position in read:
            kind, role = network.kind_of(position), network.role_of(position)
            if found.setdefault(kind, role) != role:
                names = sorted(self.role_names[each] or "none" for each in (found[kind], role))
                text = self.example(via[0]) + self.classes.representatives()[via[1]]
                raise GrammarError(
                    f"the last character of {quoted(text)} has two roles in {self.kinds[kind - 1]}: "
                    f"{' or '.join(names)}",
                    fault="ambiguous-role",
                )
        return bytes(found.get(kind, 0) for kind in self.kinds_with_roles)

    def _bit(self, name: int) -> int:
        return EDGE if name == self.edge else 2 << name

    def _aheads(self, mask: int) -> Iterator[int]:
        if mask & EDGE:
            yield self.edge
        yield from _classes(mask)


def _items(steps: "tuple[Step, ...] | list[Step]", bit: int) -> Items:
    found: dict[int, int] = {}
    for before, after, item in steps:
        if before & bit:
            found[item] = found.get(item, 0) | after
    return frozenset(found.items())


def _classes(mask: int) -> Iterator[int]:
    """Return the classes of a mask, without the edge."""
    return bits(mask >> 1)


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
