"""The llguidance grammars of numbers in the tokens of an extended tokenizer, alone or in free text.

Here a group is one token, named by its id. Affixes and the text around numbers are ordinary tokens.
"""

import re
from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

from tst_grammar.language.definition import SIGNS, lark_forms
from tst_grammar.language.exports.export import AFFIXES, ANY_TOKENS
from tst_grammar.language.exports.expressions import Choice, Expression, Maybe, Name, Pattern, Series, Text
from tst_grammar.language.exports.regex import pattern_of, patterns_of
from tst_grammar.language.exports.strict import number_rules, unsigned_rules
from tst_grammar.language.scheme import Scheme
from tst_grammar.models.free_text import TextOptions, prose_lines

_SPACED_SHAPES = ("card", "isbn", "phone", "reference")
"""Shapes with spaces beside their digits."""

_DEFAULTS = TextOptions()

# The engine takes the longest text before a token, so the text between two numbers is one terminal.
_TEXT = """
start: PROSE | BEFORE plain | BEFORE_PRICE price{or_debt[0]}
plain: ({signed}) (AFTER | next | marked)
marked: AFTER_MARK | MARK_PLAIN plain | MARK_PRICE price{or_debt[1]}
price: any (AFTER | next)
next: BETWEEN plain | BETWEEN_PRICE price{or_debt[2]}
BEFORE_PRICE: BEFORE CURRENCY
BETWEEN_PRICE: BETWEEN CURRENCY
MARK_PLAIN: MARK BETWEEN
MARK_PRICE: MARK BETWEEN CURRENCY
AFTER_MARK: MARK AFTER
""".strip()

# In a scheme without affixes, a currency is text, and a sign before it cannot belong to the number.
_OR_DEBT = (" | BEFORE_DEBT debt", " | MARK_DEBT debt", " | BETWEEN_DEBT debt")
_DEBT = """
debt: {magnitude} (AFTER | next)
BEFORE_DEBT: BEFORE "-" CURRENCY
BETWEEN_DEBT: BETWEEN "-" CURRENCY
MARK_DEBT: MARK BETWEEN "-" CURRENCY
""".strip()


def token_number_grammar(scheme: Scheme, ids: Mapping[str, int], *, signed: bool = True) -> str:
    r"""Return a grammar of one number of the scheme, from the ids of its tokens.

    >>> ids = {token: place for place, token in enumerate([*"0123456789", "-", "."])}
    >>> grammar = token_number_grammar(Scheme(integer_digits=1, fraction_digits=0), ids)
    >>> print(*grammar.splitlines()[-5:], sep="\n")
    any: (positive | zero)
    nonzero: positive
    zero: <[0]>
    positive: lead_0
    lead_0: <[1-9]>
    """
    rules = number_rules(scheme)
    affixes = patterns_of({name: rules[name] for name in AFFIXES if name in rules})
    terminals = [f"{name}: /{pattern}/" for name, pattern in affixes.items()]
    number = f"start: {_signed(scheme) if signed else 'any'}"
    if affixes and not signed:
        number = "start: any SUFFIX? | PREFIX any"
    elif affixes:  # the sign before a currency is an ordinary token, as the currency is
        number = f"start: ({_signed(scheme)}) SUFFIX? | PREFIX any | DEBT {SIGNS['-'].lower()}"
        terminals.append('DEBT: "-" PREFIX')
    return "\n".join((ANY_TOKENS, number, *terminals, *_Tokens(ids).lines(scheme))) + "\n"


def token_text_grammar(
    scheme: Scheme, ids: Mapping[str, int], mark: str, options: TextOptions = _DEFAULTS
) -> str:
    """Return a grammar of free text in which all digits belong to shapes, or to numbers in TST tokens.

    Ordinary tokens cannot write the mark, because it would turn other text into TST tokens, nor shapes with
    spaces, in which the tokenizer would find numbers.

    >>> ids = {token: place for place, token in enumerate([*"0123456789", "-", "."])}
    >>> grammar = token_text_grammar(Scheme(integer_digits=1, fraction_digits=0), ids, "|")
    >>> grammar.splitlines()[-1]
    'lead_0: <[1-9]>'
    """
    shapes = [shape for shape in options.shapes if shape not in _SPACED_SHAPES]
    has_debt = scheme.affixes == "all"
    text = [_TEXT.format(signed=_signed(scheme), or_debt=_OR_DEBT if has_debt else [""] * len(_OR_DEBT))]
    text += [_DEBT.format(magnitude=SIGNS["-"].lower())] if has_debt else []
    return (
        "\n".join(
            (
                ANY_TOKENS,
                *text,
                *prose_lines(scheme, shapes, mark, plain=options.plain),
                *_Tokens(ids).lines(scheme),
            )
        )
        + "\n"
    )


def _signed(scheme: Scheme) -> str:
    """Return the forms of a number without affixes."""
    return lark_forms(evolve(scheme, affixes="none"), {"-": "minus", "ANY": "any", "NONZERO": "nonzero"})


@frozen
class _Tokens:
    """Writes the rules of a strict language with the ids of tokens in place of their texts."""

    ids: Mapping[str, int]

    def lines(self, scheme: Scheme) -> Iterator[str]:
        yield f"minus: {self._token('-')}"
        for name, rule in unsigned_rules(scheme).items():
            yield f"{name.lower()}: {self._written(rule)}"

    def _written(self, expression: Expression) -> str:
        match expression:
            case Name(name):
                return name.lower()
            case Text(text):
                return " ".join(self._token(re.escape(word)) for word in text.split())
            case Series((Pattern() as digits, Text(marker))) if not marker.startswith(" "):
                return self._token(pattern_of(digits) + re.escape(marker))
            case Pattern():
                return self._token(pattern_of(expression))
            case Series(parts):
                return " ".join(filter(None, map(self._enclosed, parts)))
            case Choice(parts):
                return " | ".join(map(self._written, parts))
            case Maybe(part):
                return f"({self._written(part)})?"

    def _enclosed(self, part: Expression) -> str:
        return f"({self._written(part)})" if isinstance(part, Choice) else self._written(part)

    def _token(self, pattern: str) -> str:
        """Return the choice of all tokens that a pattern matches, as ranges of ids."""
        matches = re.compile(pattern).fullmatch
        return (
            f"<[{','.join(_ranges(sorted(number for token, number in self.ids.items() if matches(token))))}]>"
        )


def _ranges(numbers: list[int]) -> Iterator[str]:
    """Yield numbers in ascending order as ranges.

    >>> list(_ranges([1, 2, 3, 7]))
    ['1-3', '7']
    """
    first = 0
    for place, number in enumerate(numbers, 1):
        if place == len(numbers) or numbers[place] != number + 1:
            yield f"{numbers[first]}-{number}" if first < place - 1 else str(number)
            first = place
