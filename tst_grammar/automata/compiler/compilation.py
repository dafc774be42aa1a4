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
from typing import TYPE_CHECKING

from attrs import evolve

from tst_grammar.automata.automaton import DEAD, Automaton, Values
from tst_grammar.automata.charsets import Ranges
from tst_grammar.automata.compiler.network import Network, Roles
from tst_grammar.automata.compiler.productions import definitions_of
from tst_grammar.automata.lazy import LazyAutomaton
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
    """Make all states of an automaton, check it, and merge the states that are equivalent."""
    automaton = explored(lazy)
    _check_no_rescan(automaton, lazy)
    minimal = _minimal(automaton)
    return evolve(minimal, resets=_resets(minimal))


def explored(lazy: LazyAutomaton) -> Automaton:
    """Make all states of an automaton."""
    moves: list[tuple[int, ...]] = []
    accepts: list[tuple[int, ...]] = []
    labels = []
    while len(moves) < len(lazy):
        row, kinds = lazy.row(len(moves))
        labels.append(lazy.label_of(len(moves)))
        moves.append(tuple(row))
        accepts.append(tuple(kinds))
    names = ("", *sorted({lazy.role_names[role] for label in labels for role in label} - {""}))
    numbers = [names.index(name) if name in names else 0 for name in lazy.role_names]
    by_kind = zip(lazy.kinds_with_roles, zip(*labels, strict=True), strict=False)
    return Automaton(
        kinds=lazy.kinds,
        classes=lazy.classes,
        starts=lazy.starts,
        moves=tuple(moves),
        accepts=tuple(accepts),
        roles={kind: tuple(map(numbers.__getitem__, roles)) for kind, roles in by_kind if any(roles)},
        role_names=names,
        anchors=lazy.anchors,
        resets=lazy.resets,
        values=lazy.values,
    )


def _check_no_rescan(automaton: Automaton, lazy: LazyAutomaton) -> None:
    """Refuse a cycle on which no token can end."""
    silent = [
        {after: ahead for ahead, after in enumerate(row) if after != DEAD and not kinds[ahead]}
        for row, kinds in zip(automaton.moves, automaton.accepts, strict=True)
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


def _minimal(automaton: Automaton) -> Automaton:
    """Merge equivalent states, then the classes of characters that no state tells apart."""
    block = _blocks(automaton)
    members: dict[int, int] = {}
    todo = deque((DEAD, *automaton.starts))
    while todo:  # breadth first, so that the numbers depend only on the language
        state = todo.popleft()
        if block[state] not in members:
            members[block[state]] = state
            todo.extend(automaton.moves[state])
    number = {each: order for order, each in enumerate(members)}
    moves = [[number[block[after]] for after in automaton.moves[state]] for state in members.values()]
    accepts = [automaton.accepts[state] for state in members.values()]
    starts = [number[block[state]] for state in automaton.starts]

    is_anchor = [name in automaton.anchors for name in range(len(starts))]
    *columns, _ = zip(*moves, *accepts, starts, is_anchor, strict=True)
    kept: dict[tuple[int, ...], int] = {}
    names = [kept.setdefault(column, len(kept)) for column in columns]
    representatives = [names.index(name) for name in range(len(kept))] + [len(columns)]

    def narrowed(row: Sequence[int]) -> tuple[int, ...]:
        return tuple(row[each] for each in representatives)

    return evolve(
        automaton,
        classes=automaton.classes.renamed(names),
        starts=narrowed(starts),
        moves=tuple(map(narrowed, moves)),
        accepts=tuple(map(narrowed, accepts)),
        roles={
            kind: tuple(roles[state] for state in members.values()) for kind, roles in automaton.roles.items()
        },
        anchors=tuple(sorted({names[name] for name in automaton.anchors})),
    )


def _blocks(automaton: Automaton) -> list[int]:
    """Return a number for each state, the same for states that accept and label all texts alike."""
    known: dict[object, int] = {}
    keys = zip(automaton.accepts, *automaton.roles.values(), strict=True)
    block = [known.setdefault(key, len(known)) for key in keys]
    while True:
        count = len(known)
        known = {}
        block = [
            known.setdefault((own, *map(block.__getitem__, row)), len(known))
            for own, row in zip(block, automaton.moves, strict=True)
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
