"""Compiles a Lark grammar into the tables of a minimal automaton for longest matches in running text.

The alternatives of `start` are the kinds of tokens. If two match the same text, the earlier one wins.
A terminal may look at one character before it and at one after it.

A grammar is refused if it is recursive, except that a rule may start with itself to repeat; if a character
of a token could have two roles; or if a token could continue for any length without a place to end, because
the runner would then read the same text again from its second character on.
"""

from collections import deque
from collections.abc import Collection, Sequence

from attrs import evolve
from lark import Lark

from tst_grammar.automata.automaton import DEAD, Automaton, Values
from tst_grammar.automata.charsets import Ranges
from tst_grammar.automata.determinization import Draft, determinized
from tst_grammar.automata.expansion import Roles, expand
from tst_grammar.automata.grammar import Analysed


def compile_grammar(
    lark: Lark | Analysed,
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
    nfa = expand(lark, roles or {}, kinds_with_roles)
    automaton = _minimal(determinized(nfa, anchors), tuple(nfa.kinds), anchors)
    return evolve(automaton, resets=_resets(automaton), values=values)


def _minimal(draft: Draft, kinds: tuple[str, ...], anchors: Ranges) -> Automaton:
    """Merge equivalent states, then the classes of characters that no state tells apart."""
    block = _blocks(draft)
    members: dict[int, int] = {}
    todo = deque((DEAD, *draft.starts))
    while todo:  # breadth first, so that the numbers depend only on the language
        state = todo.popleft()
        if block[state] not in members:
            members[block[state]] = state
            todo.extend(draft.moves[state])
    number = {each: order for order, each in enumerate(members)}
    moves = [[number[block[after]] for after in draft.moves[state]] for state in members.values()]
    accepts = [draft.accepts[state] for state in members.values()]
    starts = [number[block[state]] for state in draft.starts]

    anchored = draft.classes.within(anchors)
    is_anchor = [name in anchored for name in range(len(starts))]
    *columns, _ = zip(*moves, *accepts, starts, is_anchor, strict=True)
    kept: dict[tuple[int, ...], int] = {}
    names = [kept.setdefault(column, len(kept)) for column in columns]
    representatives = [names.index(name) for name in range(len(kept))] + [len(columns)]

    def narrowed(row: Sequence[int]) -> tuple[int, ...]:
        return tuple(row[each] for each in representatives)

    labels = [draft.labels[state] for state in members.values()]
    role_names = ("", *sorted({role for label in labels for role in label} - {""}))
    return Automaton(
        kinds=kinds,
        classes=draft.classes.renamed(names),
        starts=narrowed(starts),
        moves=tuple(map(narrowed, moves)),
        accepts=tuple(map(narrowed, accepts)),
        roles={
            kind: tuple(map(role_names.index, of_kind))
            for kind, of_kind in enumerate(zip(*labels, strict=True), 1)
            if any(of_kind)
        },
        role_names=role_names,
        anchors=tuple(sorted({names[name] for name in anchored})),
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
