"""Expands a Lark grammar without recursion into a nondeterministic automaton, from the end to the start."""

import importlib
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from tst_grammar.automata.charsets import Ranges, common, is_one_character, others, ranges_of_pattern
from tst_grammar.errors import GrammarError

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Symbol

    from tst_grammar.automata.grammar import Analysed

_opcodes: Any = importlib.import_module("re._constants")
_regex: Any = importlib.import_module("re._parser")

Roles = Mapping[str, Mapping[str, Ranges]]
"""For the name of a terminal, its roles and the characters that have them."""


@frozen
class Read:
    """Reads one character of a set, which has a role in a kind of token."""

    characters: Ranges
    kind: int
    role: str
    then: int


@frozen
class Look:
    """Continues if the character after or before is in a set, or, with `at_edge`, at the edge of the text."""

    ahead: bool
    characters: Ranges
    at_edge: bool
    then: int


@frozen
class Split:
    """Continues in several states at once."""

    ways: list[int]


@frozen
class Accept:
    """Ends a token of a kind; kinds count from 1."""

    kind: int


State = Read | Look | Split | Accept


@define
class Nfa:
    """States by number, the kinds of tokens in the order of their precedence, and the first state.

    A symbol with the same states after it is expanded only once, so grammars with nested rules stay small.
    """

    kinds: list[str]
    states: list[State]
    start: int

    def add(self, state: State) -> int:
        """Add a state and return its number."""
        self.states.append(state)
        return len(self.states) - 1


def expand(lark: "Lark | Analysed", roles: Roles, kinds_with_roles: Collection[str]) -> Nfa:
    r"""Return the automaton of a grammar: each alternative of `start` is a kind of token.

    >>> from lark import Lark
    >>> grammar = Lark('start: NUMBER | WORD\nNUMBER: /[0-9]+/\nWORD: /[a-z]+/')
    >>> nfa = expand(grammar, {}, ())
    >>> nfa.kinds, len(nfa.states)
    (['NUMBER', 'WORD'], 9)
    """
    rules: dict[str, list[Sequence[Symbol]]] = {}
    kinds: dict[str, int] = {}
    alternatives: list[tuple[int, Sequence[Symbol]]] = []
    for rule in lark.rules:
        rules.setdefault(rule.origin.name, []).append(rule.expansion)
        if rule.origin.name == "start":
            name = rule.alias or (rule.expansion[0].name if len(rule.expansion) == 1 else "")
            if not name:
                raise GrammarError(
                    "each alternative of start must be one rule or terminal", fault="unnamed-kind"
                )
            alternatives.append((kinds.setdefault(name, len(kinds) + 1), rule.expansion))
    terminals = {terminal.name: terminal.pattern.to_regexp() for terminal in lark.terminals}
    nfa = Nfa(list(kinds), [], 0)
    ways = []
    for kind, expansion in alternatives:
        end = nfa.add(Accept(kind))
        own_roles = roles if nfa.kinds[kind - 1] in kinds_with_roles else {}
        ways.append(_Expansion(nfa, rules, terminals, own_roles, kind).sequence(expansion, end))
    nfa.start = nfa.add(Split(ways))
    return nfa


@define
class _Expansion:
    """Makes the states of one kind. Each method takes the state after its part and returns its first."""

    nfa: Nfa
    rules: dict[str, list[Any]]
    terminals: dict[str, str]
    roles: Roles
    kind: int
    _made: dict[tuple[str, int], int] = field(factory=dict)
    _open: list[str] = field(factory=list)
    _parsed: dict[str, Any] = field(factory=dict)
    _terminal: str = ""

    def sequence(self, symbols: Sequence[Any], then: int) -> int:
        for symbol in reversed(symbols):
            key = symbol.name, then
            if key not in self._made:
                self._made[key] = (self._term if symbol.is_term else self._rule)(symbol.name, then)
            then = self._made[key]
        return then

    def _rule(self, name: str, then: int) -> int:
        """Expand a rule. A rule that starts with itself becomes a repetition."""
        if name in self._open:
            path = " → ".join((*self._open[self._open.index(name) :], name))
            raise GrammarError(f"the rule {name} is recursive: {path}", fault="recursive")
        self._open.append(name)
        repeated = [expansion[1:] for expansion in self.rules[name] if _starts_with(expansion, name)]
        end = self.nfa.add(Split([then])) if repeated else then
        if isinstance(state := self.nfa.states[end], Split) and repeated:
            state.ways.extend(self.sequence(expansion, end) for expansion in repeated)
        ways = [
            self.sequence(expansion, end)
            for expansion in self.rules[name]
            if not _starts_with(expansion, name)
        ]
        self._open.pop()
        return ways[0] if len(ways) == 1 else self.nfa.add(Split(ways))

    def _term(self, name: str, then: int) -> int:
        if name not in self._parsed:
            self._parsed[name] = _regex.parse(self.terminals[name])
        self._terminal = name
        return self._pattern(self._parsed[name], then, ignore_case=False)

    def _pattern(self, items: Any, then: int, *, ignore_case: bool) -> int:  # noqa: ANN401
        for opcode, argument in reversed(list(items)):
            then = self._item(opcode, argument, then, ignore_case=ignore_case)
        return then

    def _item(self, opcode: object, argument: Any, then: int, *, ignore_case: bool) -> int:  # noqa: ANN401
        if is_one_character(opcode):
            return self._read(ranges_of_pattern([(opcode, argument)], ignore_case=ignore_case), then)
        if opcode is _opcodes.BRANCH:
            ways = [self._pattern(way, then, ignore_case=ignore_case) for way in argument[1]]
            return self.nfa.add(Split(ways))
        if opcode is _opcodes.SUBPATTERN:
            _, added, removed, items = argument
            insensitive = _regex.SRE_FLAG_IGNORECASE
            if (added | removed) & ~insensitive:
                raise self._not_regular("a flag other than i")
            return self._pattern(items, then, ignore_case=bool(added) or (ignore_case and not removed))
        if opcode in (_opcodes.MAX_REPEAT, _opcodes.MIN_REPEAT):
            least, most, items = argument

            def once(after: int) -> int:
                return self._pattern(items, after, ignore_case=ignore_case)

            return self._repeated(once, least, most, then)
        if opcode in (_opcodes.ASSERT, _opcodes.ASSERT_NOT):
            return self._look(opcode, argument, then, ignore_case=ignore_case)
        raise self._not_regular(str(opcode))

    def _read(self, characters: Ranges, then: int) -> int:
        own_name = self._terminal.rpartition("__")[2]  # Lark prefixes imported names with their file
        ways = []
        for role, bearers in self.roles.get(own_name, {}).items():
            if bearing := common(characters, bearers):
                ways.append(self.nfa.add(Read(bearing, self.kind, role, then)))
                characters = common(characters, others(bearers))
        if characters:
            ways.append(self.nfa.add(Read(characters, self.kind, "", then)))
        return ways[0] if len(ways) == 1 else self.nfa.add(Split(ways))

    def _repeated(self, once: Callable[[int], int], least: int, most: Any, then: int) -> int:  # noqa: ANN401
        if most is _opcodes.MAXREPEAT:
            again = Split([then])
            then = self.nfa.add(again)
            again.ways.append(once(then))
        else:
            end = then
            for _ in range(most - least):
                then = self.nfa.add(Split([once(then), end]))
        for _ in range(least):
            then = once(then)
        return then

    def _look(self, opcode: object, argument: Any, then: int, *, ignore_case: bool) -> int:  # noqa: ANN401
        direction, items = argument
        if len(items) != 1 or not is_one_character(items[0][0]):
            raise self._not_regular("a lookaround of more than one character")
        characters = ranges_of_pattern(items, ignore_case=ignore_case)
        negative = opcode is _opcodes.ASSERT_NOT
        allowed = others(characters) if negative else characters
        return self.nfa.add(Look(direction > 0, allowed, negative, then))

    def _not_regular(self, what: str) -> GrammarError:
        return GrammarError(
            f"the terminal {self._terminal} has {what}, which tables cannot express", fault="not-regular"
        )


def _starts_with(expansion: Sequence["Symbol"], name: str) -> bool:
    return bool(expansion) and expansion[0].name == name
