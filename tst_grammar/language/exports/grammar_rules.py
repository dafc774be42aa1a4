"""Writes the rules of a strict language in the notations of Lark and GBNF."""

from collections.abc import Callable, Iterator, Sequence
from itertools import repeat

from attrs import frozen

from tst_grammar.language.definition import Run
from tst_grammar.language.exports.expressions import (
    Choice,
    Expression,
    Maybe,
    Name,
    Pattern,
    Rules,
    Series,
    Text,
)
from tst_grammar.language.exports.regex import pattern_of


@frozen
class Notation:
    """A notation for rules: the sign after a rule's name, the spelling of names, and that of patterns."""

    defines: str
    name: Callable[[str], str]
    pattern: Callable[[Pattern], str]

    def lines(self, rules: Rules) -> Iterator[str]:
        """Yield a line for each rule."""
        for name, rule in rules.items():
            yield f"{self.name(name)}{self.defines} {self.written(rule)}"

    def written(self, expression: Expression) -> str:
        """Return an expression in this notation; a choice has no parentheses around it.

        >>> LARK.written(Choice((Series((Name("A"), Text("k"))), Maybe(Name("B")))))
        'A "k" | B?'
        """
        match expression:
            case Text(text):
                return f'"{text}"'
            case Pattern():
                return self.pattern(expression)
            case Name(name):
                return self.name(name)
            case Series(parts):
                return " ".join(map(self._enclosed, parts))
            case Choice(parts):
                return " | ".join(map(self.written, parts))
            case Maybe(Name(name)):
                return f"{self.name(name)}?"
            case Maybe(part):
                return f"({self.written(part)})?"

    def _enclosed(self, part: Expression) -> str:
        written = self.written(part)
        return f"({written})" if isinstance(part, Choice) else written


def _lark_pattern(expression: Pattern) -> str:
    return f"/{pattern_of(expression)}/"


def _gbnf_pattern(expression: Pattern) -> str:
    gap = f' "{expression.gap}" ' if expression.gap else " "
    choice = [gap.join(_gbnf_classes(runs, expression.gap)) for runs in expression.choice]
    return choice[0] if len(choice) == 1 else f"({' | '.join(choice)})"


def _gbnf_classes(runs: Sequence[Run], gap: str) -> Iterator[str]:
    for characters, count in runs:
        if gap or count == 1:
            yield from repeat(f"[{characters}]", count)
        else:
            yield f"[{characters}]{{{count}}}"


LARK = Notation(":", str, _lark_pattern)
LARK_RULES = Notation(":", str.lower, _lark_pattern)
"""Like `LARK`, but with rules in place of terminals."""
GBNF = Notation(" ::=", lambda name: name.lower().replace("_", "-"), _gbnf_pattern)
