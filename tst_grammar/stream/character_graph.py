"""The canonical texts of a scheme as a graph: each node leads by a character to the next node."""

from collections.abc import Iterable
from functools import lru_cache

from tst_grammar.automata.automaton import DEAD, Automaton
from tst_grammar.automata.engine import automaton_of
from tst_grammar.errors import OptionError
from tst_grammar.language.definition import after_digits, before_digits, currencies_of, lark_forms
from tst_grammar.language.exports.export import magnitude_rules
from tst_grammar.language.layout import MOST_DIGITS, has_tables
from tst_grammar.language.scheme import Scheme
from tst_grammar.notation.locales import is_currency_sign
from tst_grammar.notation.roles import ascii_automaton, definition_of

Node = dict[str, "Node"]
"""The next node for each character that may come next; `END` is a key where a number may end."""

END = ""

_NAMES = {"-": '"-"', "PREFIX": "CURRENCY", "SUFFIX": "MARK", "ANY": "any", "NONZERO": "nonzero"}

_CURRENCY, _RATIO = "$", "%"
"""Examples of an affix before and after a number: all affixes there lead to the same node."""


def grammar_of_paths(scheme: Scheme) -> str:
    """Return the grammar of a scheme's canonical texts, without currencies that are words.

    >>> print(grammar_of_paths(Scheme(integer_digits=1, fraction_digits=0)).splitlines()[-1])
    lead_0: /[1-9]/
    """
    lines = (
        "%import terminals (CURRENCY)",
        "start: number",
        f"number: {lark_forms(scheme, _NAMES)}",
        "MARK: CURRENCY | /[%\\u2030]/",
        magnitude_rules(scheme),
    )
    return "\n".join(lines)


@lru_cache(32)
def paths_of(scheme: Scheme) -> Node:
    """Return the node where every canonical text of a scheme starts.

    >>> start = paths_of(Scheme())
    >>> "7" in start, "." in start, END in walked(start, "100k"), END in walked(start, "100k 000")
    (True, False, False, True)
    """
    if not has_tables(scheme):
        raise OptionError(
            f"a scheme of more than {MOST_DIGITS} digits has numbers that are too long for a validator",
            fault="too-many-digits",
        )
    text = grammar_of_paths(scheme)
    automaton = automaton_of(definition_of(text), lambda: ascii_automaton(text))
    nodes = _nodes(automaton)
    start = nodes[automaton.starts[automaton.edge]]
    words = [currency for currency in currencies_of(scheme) if not is_currency_sign(currency)]
    if not words:
        return start
    after = _trie(map(after_digits, words), {END: {}})
    for node in nodes:
        if END in node and _RATIO in node:
            node.update(_union(node, after))
    for node in (start, start["-"]):
        before = _trie(map(before_digits, words), node[_CURRENCY])
        node.update(_union(node, before))
    return start


def walked(node: Node, text: str) -> Node:
    """Return the node after a text, which is empty if the text is not possible there."""
    try:
        for character in text:
            node = node[character]
    except KeyError:
        return {}
    return node


def _nodes(automaton: Automaton) -> list[Node]:
    """Return each state of an automaton as a node."""
    members: dict[int, list[str]] = {}
    live = {name for row in automaton.moves for name, after in enumerate(row) if after != DEAD}
    starts, names = automaton.classes.starts, automaton.classes.names
    for first, last, name in zip(starts, starts[1:], names, strict=False):
        if name in live:
            members.setdefault(name, []).extend(map(chr, range(first, last)))
    nodes: list[Node] = [{} for _ in automaton.moves]
    for node, row, accepted in zip(nodes, automaton.moves, automaton.accepts, strict=True):
        for name, after in enumerate(row):
            if after != DEAD:
                node.update(dict.fromkeys(members[name], nodes[after]))
        if accepted[automaton.edge]:
            node[END] = {}
    return nodes


def _trie(texts: Iterable[str], end: Node) -> Node:
    """Return a node from which each text leads to the node `end`."""
    root: Node = {}
    for text in texts:
        node = root
        for character in text[:-1]:
            node = node.setdefault(character, {})
        node[text[-1]] = _union(node.get(text[-1], {}), end)
    return root


def _union(node: Node, other: Node) -> Node:
    """Return a node with the continuations of both nodes."""
    both = {name: _union(node[name], other[name]) for name in node.keys() & other.keys()}
    return {**node, **other, **both}
