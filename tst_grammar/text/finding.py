"""Finds the numbers in running text, and the tokens that only look like numbers."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Protocol

from attrs import field, frozen

from tst_grammar.automata import grammar
from tst_grammar.diagnostics import either, nearest, quoted
from tst_grammar.errors import OptionError
from tst_grammar.language.scheme_grammar import CANONICAL
from tst_grammar.notation.number import Number
from tst_grammar.notation.parts import Parts
from tst_grammar.notation.roles import NUMBERS
from tst_grammar.text.lines import segments
from tst_grammar.text.mathematics import without_mathematics
from tst_grammar.text.text_grammar import shapes
from tst_grammar.text.text_tokens import TextTokens

if TYPE_CHECKING:
    from tst_grammar.text.evidence import Evidence

DigitToken = tuple[int, int, Parts | str]
"""The start and the end of a token with digits, and its parts or the reason why it is not a number."""

ALREADY_TST = "already-tst"
"""The reason for leaving a TST number alone."""

_SEPARATORS = (",", ";", "|", "\t", " ")


@frozen
class Found:
    """A number in a text: its position, its text there, and the number itself.

    >>> import tst_grammar as tst
    >>> found = next(tst.find_numbers("by 1,234 or so"))
    >>> found.raw, found.number.value
    ('1,234', Decimal('1234'))
    """

    start: int
    end: int
    raw: str
    _parts: Parts = field(repr=False)

    @property
    def number(self) -> Number:
        """The number, exact and as written."""
        return Number(*self._parts, source=self.raw)


class Finder(Protocol):
    """Finds the tokens with digits in a text; `evidence` decides between readings of ambiguous numbers."""

    tokens: TextTokens

    @property
    def evidence(self) -> tuple["Evidence", ...]:
        """The uses of marks that the numbers of the document show."""

    def digit_tokens(self, text: str) -> Iterator[DigitToken]:
        """Yield each token with digits, in order."""


class LocaleFinder:
    """Finds numbers as one locale writes them. It needs no evidence.

    The finder `inside` finds the numbers in tokens of the `opened` kinds, which are not left alone.
    """

    evidence = ()

    def __init__(
        self, tokens: TextTokens, opened: frozenset[str], inside: "LocaleFinder | None" = None
    ) -> None:
        self.tokens = tokens
        self.numbers = numbers_besides(opened)
        self.opened = opened - self.numbers if inside else frozenset()
        self._inside = inside or self

    def digit_tokens(self, text: str) -> Iterator[DigitToken]:
        """Yield each token with digits, in order, with its parts or the name of its shape or fault."""
        for start, end, kind, what in self.tokens.find(without_mathematics(text)):
            if kind in self.numbers:
                yield start, end, what or kind
            elif kind == CANONICAL:
                yield start, end, ALREADY_TST
            elif kind in self.opened:
                for first, last, found in self._inside.digit_tokens(text[start:end]):
                    yield start + first, start + last, found
            else:
                yield start, end, kind


def numbers_besides(opened: frozenset[str]) -> frozenset[str]:
    """Return the kinds of tokens that are numbers; codes are among them if they are opened.

    >>> "code" in numbers_besides(frozenset({"code", "date"}))
    True
    """
    return frozenset(NUMBERS) | (opened & {"code"})


def checked_skip(skip: Iterable[str] | None) -> frozenset[str]:
    """Return the shapes to leave alone; None means all of them.

    >>> sorted(checked_skip(["time", "date"]))
    ['date', 'time']
    """
    known = shapes()
    if skip is None:
        return frozenset(known)
    if isinstance(skip, str | bytes) or not isinstance(skip, Iterable):
        raise TypeError(f"skip takes names of shapes, not {type(skip).__name__}")
    chosen = list(skip)
    for name in chosen:
        if not isinstance(name, str):
            raise TypeError(f"skip takes names of shapes, not {type(name).__name__}")
        if name not in known:
            near = nearest(name, known)
            hint = f"did you mean {near[0]}?" if near else f"expected {either(known)}"
            raise OptionError(
                f"skip has no shape {quoted(name)}: {hint}", fault="unknown-shape", expected=near or known
            )
    return frozenset(chosen)


def checked_separator(separator: str) -> str:
    """Return the separator of an option, which may be empty.

    >>> checked_separator(",")
    ','
    """
    if not isinstance(separator, str):
        raise TypeError(f"separator takes a str, not {type(separator).__name__}")
    if separator and separator not in _SEPARATORS:
        raise OptionError(
            f"separator is {quoted(separator)}: it must be {either([quoted(each) for each in _SEPARATORS])}",
            fault="separator",
            expected=_SEPARATORS,
        )
    return separator


def checked_exact(exact: object) -> bool:
    """Tell whether an option `exact` asks for exact spelling.

    >>> checked_exact("locale"), checked_exact(False)
    (True, False)
    """
    if not isinstance(exact, bool | str):
        raise TypeError(f"exact takes True, False or 'locale', not {type(exact).__name__}")
    if not isinstance(exact, bool) and exact != "locale":
        raise OptionError(f"exact is {quoted(exact)}: it must be True, False or 'locale'", fault="exact")
    return bool(exact)


def without_affixes(text: str, token: DigitToken) -> DigitToken:
    """Return a token without its currency or percent sign. A sign before a currency cannot be separated.

    >>> without_affixes("$5", (0, 2, Parts("", "5", "", 0, "$", "")))
    (1, 2, Parts(sign='', integer='5', fraction='', exponent=0, prefix='', suffix=''))
    """
    start, end, what = token
    if isinstance(what, str) or not what.prefix + what.suffix:
        return token
    if what.prefix and what.sign:
        return start, end, "sign-before-currency"
    while start < end and not _is_of_digits(text[start]):
        start += 1
    while end > start and not _is_of_digits(text[end - 1]):
        end -= 1
    return start, end, what._replace(prefix="", suffix="")


def _is_of_digits(character: str) -> bool:
    """Tell whether a character is a digit or a mark of a number rather than of its affix."""
    return character.isdigit() or character in grammar.characters("MINUS") + ".,\u066b"


def found_by(finder: Finder, text: str) -> Iterator[Found]:
    """Yield the numbers that a finder finds in a text.

    >>> from tst_grammar.notation.locales import find_locale
    >>> from tst_grammar.text.text_tokens import text_tokens
    >>> tokens = text_tokens(find_locale("en"), "", None)
    >>> [found.raw for found in found_by(LocaleFinder(tokens, frozenset()), "5 or 6")]
    ['5', '6']
    """
    for offset, segment in segments(text):
        for start, end, what in finder.digit_tokens(segment):
            if isinstance(what, Parts):
                yield Found(offset + start, offset + end, segment[start:end], what)
