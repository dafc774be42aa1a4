"""Compiles a Lark grammar into the tables of a minimal automaton for longest matches in running text.

The alternatives of `start` are the kinds of tokens. If two match the same text, the earlier one wins.
A terminal may look at one character before it and at one after it.

A grammar is refused if it is recursive, except that a rule may start with itself to repeat; if a character
of a token could have two roles; or if a token could continue for any length without a place to end, because
the runner would then read the same text again from its second character on.
"""

from collections import deque
from collections.abc import Collection, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from attrs import evolve

from tst_grammar.automata.automaton import DEAD, Automaton, Values
from tst_grammar.automata.charsets import Ranges
from tst_grammar.automata.expressions import definitions_of
from tst_grammar.automata.lazy import LazyAutomaton
from tst_grammar.automata.network import Network, Roles
from tst_grammar.diagnostics import quoted
from tst_grammar.errors import GrammarError

if TYPE_CHECKING:
    from lark import Lark

    from tst_grammar.automata.grammar import Analysed


def compile_grammar(
    lark: "Lark | Analysed",
    roles: Roles | None = None,
    kinds_with_roles: Collection[str] = (),
    anchors: Ranges = (),
    values: Values = (),
) -> Automaton:
    r"""Return the tables of a grammar, or raise a GrammarError that says why it cannot be compiled.

    `roles` gives for each terminal the roles of its characters. They count in the kinds of tokens that
    `kinds_with_roles` names. `anchors` are characters such as digits: a runner returns only tokens that hold
    one of them. `values` are the values of digits.

    >>> from lark import Lark
    >>> compile_grammar(Lark('start: list\nlist: "(" list ")" | "x"'))
    Traceback (most recent call last):
    tst_grammar.errors.GrammarError: the rule list is recursive: list → list
    >>> compile_grammar(Lark('start: A | B\nA: /a/\nB: /a+b/'))
    Traceback (most recent call last):
    tst_grammar.errors.GrammarError: 'aaaaa' could be read many times: B may continue there, but cannot end
    """
    network = Network(definitions_of(lark), roles or {}, kinds_with_roles, anchors)
    return whole(LazyAutomaton(network, values))


def whole(lazy: LazyAutomaton) -> Automaton:
    """Make all states of an automaton, and merge those that are equivalent."""
    moves: Table = []
    accepts: Table = []
    while len(moves) < len(lazy):
        row, kinds = lazy.row(len(moves))
        moves.append(tuple(row))
        accepts.append(tuple(kinds))
    _check_no_rescan(moves, accepts, lazy)
    draft = Draft(moves, accepts, [lazy.roles_of(state) for state in range(len(lazy))])
    automaton = _minimal(draft, lazy)
    return evolve(automaton, resets=_resets(automaton), values=lazy.values)


Table = list[tuple[int, ...]]
"""A row for each state, with a number for each class of characters."""


class Draft(NamedTuple):
    """A deterministic automaton that is not minimal; `labels` are each state's roles by kind."""

    moves: Table
    accepts: Table
    labels: list[bytes]


def _check_no_rescan(moves: Table, accepts: Table, lazy: LazyAutomaton) -> None:
    """Refuse a cycle on which no token can end."""
    silent = [
        {after: ahead for ahead, after in enumerate(row) if after != DEAD and not accepts[state][ahead]}
        for state, row in enumerate(moves)
    ]
    try:
        TopologicalSorter(dict(enumerate(silent))).prepare()
    except CycleError as error:
        cycle = error.args[1][::-1]
        representatives = lazy.classes.representatives()
        again = "".join(representatives[silent[state][after]] for state, after in pairwise(cycle))
        text = lazy.example(cycle[0]) + again * 3
        raise GrammarError(
            f"{quoted(text)} could be read many times: "
            f"{' and '.join(lazy.kinds_in(cycle[0]))} may continue there, but cannot end",
            fault="rescan",
        ) from None


def _minimal(draft: Draft, lazy: LazyAutomaton) -> Automaton:
    """Merge equivalent states, then the classes of characters that no state tells apart."""
    block = _blocks(draft)
    members: dict[int, int] = {}
    todo = deque((DEAD, *lazy.starts))
    while todo:  # breadth first, so that the numbers depend only on the language
        state = todo.popleft()
        if block[state] not in members:
            members[block[state]] = state
            todo.extend(draft.moves[state])
    number = {each: order for order, each in enumerate(members)}
    moves = [[number[block[after]] for after in draft.moves[state]] for state in members.values()]
    accepts = [draft.accepts[state] for state in members.values()]
    starts = [number[block[state]] for state in lazy.starts]

    is_anchor = [name in lazy.anchors for name in range(len(starts))]
    *columns, _ = zip(*moves, *accepts, starts, is_anchor, strict=True)
    kept: dict[tuple[int, ...], int] = {}
    names = [kept.setdefault(column, len(kept)) for column in columns]
    representatives = [names.index(name) for name in range(len(kept))] + [len(columns)]

    def narrowed(row: Sequence[int]) -> tuple[int, ...]:
        return tuple(row[each] for each in representatives)

    labels = [draft.labels[state] for state in members.values()]
    used = sorted({lazy.role_names[role] for label in labels for role in label} - {""})
    role_names = ("", *used)
    renumbered = [role_names.index(name) if name in role_names else 0 for name in lazy.role_names]
    return Automaton(
        kinds=lazy.kinds,
        classes=lazy.classes.renamed(names),
        starts=narrowed(starts),
        moves=tuple(map(narrowed, moves)),
        accepts=tuple(map(narrowed, accepts)),
        roles={
            kind: tuple(renumbered[role] for role in of_kind)
            for kind, of_kind in zip(lazy.kinds_with_roles, zip(*labels, strict=True), strict=True)
            if any(of_kind)
        }
        if lazy.kinds_with_roles
        else {},
        role_names=role_names,
        anchors=tuple(sorted({names[name] for name in lazy.anchors})),
    )


def _blocks(draft: Draft) -> list[int]:
    """Return a number for each state, the same for states that accept and label all texts alike."""
    known: dict[object, int] = {}
    block = [known.setdefault(key, len(known)) for key in zip(draft.labels, draft.accepts, strict=True)]
    while True:
        count = len(known)
        known = {}
        block = [
            known.setdefault((own, *map(block.__getitem__, row)), len(known))
            for own, row in zip(block, draft.moves, strict=True)
        ]
        if len(known) == count:
            return block


def _resets(automaton: Automaton) -> tuple[int, ...]:
    """Return the classes that no token can hold before its first anchor."""
    free = set(automaton.starts)
    todo = list(free)
    while todo:
        for name, after in enumerate(automaton.moves[todo.pop()]):
            if name not in automaton.anchors and after != DEAD and after not in free:
                free.add(after)
                todo.append(after)
    others = sorted({*range(automaton.edge)} - {*automaton.anchors})
    return tuple(name for name in others if all(automaton.moves[state][name] == DEAD for state in free))
