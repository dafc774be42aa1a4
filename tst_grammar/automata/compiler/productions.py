"""Expressions over sets of characters: what the rules and terminals of a grammar are made of."""

import importlib
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tst_grammar.automata.charsets import Ranges, is_one_character, others, ranges_of_pattern
from tst_grammar.errors import GrammarError

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Symbol

    from tst_grammar.automata.grammar import Analysed

_opcodes: Any = importlib.import_module("re._constants")
_regex: Any = importlib.import_module("re._parser")


class Characters(NamedTuple):
    """One character of a set."""

    ranges: Ranges


class Look(NamedTuple):
    """A place before or after a character of a set or, with `at_edge`, at the edge of the text."""

    is_ahead: bool
    ranges: Ranges
    at_edge: bool


class Name(NamedTuple):
    """A rule or terminal."""

    name: str


class Chain(NamedTuple):
    """Several expressions, one after the other."""

    parts: "tuple[Expression, ...]"


class Choice(NamedTuple):
    """One of several expressions."""

    ways: "tuple[Expression, ...]"


class Repeated(NamedTuple):
    """An expression repeated; `most` is None if there is no limit."""

    part: "Expression"
    least: int
    most: int | None


Expression = Characters | Look | Name | Chain | Choice | Repeated


class Definitions(NamedTuple):
    """A grammar: the kinds of tokens with what each may be, in the order of precedence, and what they use.

    A rule may refer to rules and terminals, and a terminal to terminals.
    """

    kinds: tuple[tuple[str, Expression], ...]
    rules: Mapping[str, Expression]
    terminals: Mapping[str, Expression]


def definitions_of(lark: "Lark | Analysed") -> Definitions:
    r"""Return the definitions in a grammar that Lark has read. Alternatives of `start` are kinds of tokens.

    >>> from lark import Lark
    >>> definitions = definitions_of(Lark('start: NUMBER | WORD\nNUMBER: /[0-9]+/\nWORD: /[a-z]/'))
    >>> definitions.kinds
    (('NUMBER', Chain(parts=(Name(name='NUMBER'),))), ('WORD', Chain(parts=(Name(name='WORD'),))))
    >>> definitions.terminals["NUMBER"]
    Repeated(part=Characters(ranges=((48, 57),)), least=1, most=None)
    """
    kinds: list[tuple[str, Expression]] = []
    for rule in lark.rules:
        if rule.origin.name == "start":
            name = rule.alias or (rule.expansion[0].name if len(rule.expansion) == 1 else "")
            if not name:
                raise GrammarError(
                    "each alternative of start must be one rule or terminal", fault="unnamed-kind"
                )
            kinds.append((name, _symbols(rule.expansion)))
    return Definitions(tuple(kinds), rules_of(lark), terminals_of(lark))


def rules_of(lark: "Lark | Analysed") -> dict[str, Expression]:
    """Return the rules of a grammar that Lark has read."""
    rules: dict[str, list[Sequence[Symbol]]] = {}
    for rule in lark.rules:
        rules.setdefault(rule.origin.name, []).append(rule.expansion)
    return {name: _rule(name, expansions) for name, expansions in rules.items()}


def terminals_of(lark: "Lark | Analysed") -> dict[str, Expression]:
    """Return the terminals of a grammar that Lark has read."""
    return {each.name: expression_of(each.pattern.to_regexp(), each.name) for each in lark.terminals}


def own_name(name: str) -> str:
    """Return the name that a rule or terminal has in its own file, without the file.

    >>> own_name("text.SIGN"), own_name("text__SIGN")
    ('SIGN', 'SIGN')
    """
    return name.rpartition(".")[2].rpartition("__")[2]


def _rule(name: str, expansions: "list[Sequence[Symbol]]") -> Expression:
    """Return the expression of a rule. A rule that starts with itself becomes a repetition."""
    first = [_symbols(each) for each in expansions if not _starts_with(each, name)]
    more = [_symbols(each[1:]) for each in expansions if _starts_with(each, name)]
    either = Choice(tuple(first))
    return Chain((either, Repeated(Choice(tuple(more)), 0, None))) if more else either


def _starts_with(expansion: "Sequence[Symbol]", name: str) -> bool:
    return bool(expansion) and expansion[0].name == name


def _symbols(symbols: "Sequence[Symbol]") -> Expression:
    return Chain(tuple(Name(symbol.name) for symbol in symbols))


def expression_of(pattern: str, terminal: str) -> Expression:
    """Return the expression of a regular expression, in a terminal that errors name.

    >>> expression_of("a(?<=b)", "A")
    Chain(parts=(Characters(ranges=((97, 97),)), Look(is_ahead=False, ranges=((98, 98),), at_edge=False)))
    """
    return _Pattern(terminal).sequence(_regex.parse(pattern))


class _Pattern(NamedTuple):
    """A regular expression in a terminal."""

    terminal: str

    def sequence(self, items: Iterable[tuple[Any, Any]]) -> Expression:
        parts = tuple(self.item(*item) for item in items)
        return parts[0] if len(parts) == 1 else Chain(parts)

    def item(self, opcode: object, argument: Any) -> Expression:  # noqa: ANN401 -- what `re` gives
        if is_one_character(opcode):
            return Characters(ranges_of_pattern([(opcode, argument)]))
        if opcode is _opcodes.BRANCH:
            return Choice(tuple(map(self.sequence, argument[1])))
        if opcode is _opcodes.SUBPATTERN:
            _, added, removed, items = argument
            if added | removed:
                raise self._not_regular("a flag")
            return self.sequence(items)
        if opcode in (_opcodes.MAX_REPEAT, _opcodes.MIN_REPEAT):
            least, most, items = argument
            return Repeated(self.sequence(items), least, None if most is _opcodes.MAXREPEAT else int(most))
        if opcode in (_opcodes.ASSERT, _opcodes.ASSERT_NOT):
            direction, items = argument
            if len(items) != 1 or not is_one_character(items[0][0]):
                raise self._not_regular("a lookaround of more than one character")
            ranges = ranges_of_pattern(items)
            is_negative = opcode is _opcodes.ASSERT_NOT
            return Look(direction > 0, others(ranges) if is_negative else ranges, is_negative)
        raise self._not_regular(str(opcode))

    def _not_regular(self, what: str) -> GrammarError:
        return GrammarError(
            f"the terminal {self.terminal} has {what}, which tables cannot express", fault="not-regular"
        )
