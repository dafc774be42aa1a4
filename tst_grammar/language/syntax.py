"""TST text: `parse_tst` reads it, `to_tst` makes its tokens from a number, and `format_tst` writes it."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from attrs import evolve

from tst_grammar.automata import grammar
from tst_grammar.diagnostics import Span, quoted
from tst_grammar.errors import DecodeError, RangeError
from tst_grammar.language import codec
from tst_grammar.language.definition import reads_as_marker, space_between
from tst_grammar.language.scheme import TST, Scheme
from tst_grammar.language.schemes import AnyScheme, scheme_of
from tst_grammar.language.tokens import KINDS, Kind, Token, TstNumber
from tst_grammar.notation.locales import is_currency
from tst_grammar.notation.number import Number

if TYPE_CHECKING:
    from lark import Token as LarkToken
    from lark import Tree

_TERMINALS = {
    "MINUS": "a sign",
    "PLUS": "a sign",
    "CURRENCY": "a currency",
    "MIXED_CURRENCY": "a currency",
    "DIGITS": "a digit group",
    "SUFFIXED": "a digit group",
    "MARKED": "a digit group",
    "SPACE": "a space",
    "POINT": "a point",
    "TERMINATOR": "a terminator",
    "PERCENT": "a percent sign",
    "$END": "the end",
}

_OF_TOKENS = tuple(terminal for terminal in _TERMINALS if terminal != "$END")

_MOST_MARKS = 8
"""The most terminals besides words: sign, currency, point, terminator and affix with spaces, and one more."""


class Leaf(NamedTuple):
    """A terminal of `tst_shape.lark`: its name, its text and its span in the source."""

    terminal: str
    text: str
    span: Span


def parse_tst(text_or_tokens: str | Iterable[str], *, scheme: AnyScheme = TST) -> TstNumber:
    """Read one canonical TST number from a text or from tokens.

    >>> parse_tst("1m 234k 567. 890p").value
    Decimal('1234567.89')
    >>> parse_tst(["1m", "234k", "567"]).value
    Decimal('1234567')
    """
    chosen = scheme_of(scheme)
    if isinstance(text_or_tokens, str):
        source = text_or_tokens
        from tst_grammar.language.tst_transformer import TstTransformer  # noqa: PLC0415 -- it imports lark

        tokens: tuple[Token, ...] = grammar.transform(TstTransformer(chosen), _parse_text(source, chosen))
    else:
        texts = _checked_tokens(text_or_tokens, chosen)
        source = " ".join(texts)
        tokens = _tokens_of(texts, source, chosen)
    return TstNumber(tokens, codec.to_number(tokens, scheme=chosen, source=source), chosen)


def to_tst(number: Number, *, scheme: AnyScheme = TST) -> TstNumber:
    """Return a number as TST: its tokens and, as `TstNumber.number`, the number that they mean.

    >>> from tst_grammar import parse_number
    >>> number = to_tst(parse_number("1.50e3"))
    >>> [token.text for token in number.tokens], number.number.integer
    (['1k', '500'], '1500')
    >>> number == parse_tst("1k 500")
    True
    """
    if not isinstance(number, Number):
        raise TypeError(f"to_tst takes a Number, not {type(number).__name__}: parse_number reads a text")
    chosen = scheme_of(scheme)
    tokens = codec.to_tokens(number, scheme=chosen)
    return TstNumber(tokens, codec.to_number(tokens, scheme=chosen, source=""), chosen)


def format_tst(number: TstNumber | Iterable[Token]) -> str:
    """Write a TST number, or its tokens, as canonical text.

    >>> format_tst(parse_tst("1k 234 . 500p"))
    '1k 234. 500p'
    """
    if isinstance(number, str | bytes) or not isinstance(number, TstNumber | Iterable):
        raise TypeError(f"format_tst takes a TstNumber or tokens, not {type(number).__name__}")
    tokens = number.tokens if isinstance(number, TstNumber) else tuple(number)
    if not all(isinstance(token, Token) for token in tokens):
        raise TypeError(
            "format_tst takes a TstNumber or its tokens: use parse_tst to make one of a list of str"
        )
    if not tokens:
        raise DecodeError("there are no tokens to write: a TST number has at least one", fault="empty")
    text = [token.text for token in tokens[:1]]
    for left, right in pairwise(tokens):
        text.append(space_between(left, right) + right.text)
    return "".join(text)


def placed(tokens: Iterable[Token]) -> Iterator[tuple[Token, Span]]:
    """Yield tokens with their spans in the canonical text.

    >>> [span for _, span in placed([Token(Kind.GROUP, "1k"), Token(Kind.GROUP, "234")])]
    [Span(start=0, end=2), Span(start=3, end=6)]
    """
    end = 0
    previous = None
    for token in tokens:
        start = end + (len(space_between(previous, token)) if previous else 0)
        end = start + len(token.text)
        yield token, Span(start, end)
        previous = token


def _parse_text(text: str, scheme: Scheme) -> "Tree[LarkToken]":
    try:
        return grammar.parse("tst_shape", text, most=2 * _most_words(scheme) + _MOST_MARKS)
    except grammar.MismatchError as mismatch:
        raise _unexpected(text, mismatch) from None
    except grammar.TooLongError as error:
        raise _too_long(text, error.position, scheme) from None


def _tokens_of(texts: list[str], source: str, scheme: Scheme) -> tuple[Token, ...]:
    """Return a list of tokens as the scheme reads them, if they are in the order of a number."""
    leaves: list[Leaf] = []
    unknown = None
    try:
        leaves.extend(_leaves(texts, source))
    except DecodeError as error:
        unknown = error
    refused = grammar.refusal("tst_shape", tuple(leaf.terminal for leaf in leaves))
    if refused and refused[0] < len(leaves):
        raise _unexpected(source, grammar.MismatchError(leaves[refused[0]].span, refused[1]))
    if unknown:
        raise unknown
    if refused:
        raise _unexpected(source, grammar.MismatchError(Span(len(source), len(source)), refused[1]))
    return tokens_of(leaves, scheme)


def _checked_tokens(tokens: Iterable[str], scheme: Scheme) -> list[str]:
    """Return the tokens as a list; refuse more of them than a number of the scheme can have."""
    if isinstance(tokens, bytes) or not isinstance(tokens, Iterable):
        raise TypeError(f"expected a str or an iterable of str, not {type(tokens).__name__}")
    texts: list[str] = []
    most = _most_words(scheme) + _MOST_MARKS
    for text in tokens:
        if not isinstance(text, str):
            raise TypeError(f"a token is a str, not {type(text).__name__}")
        texts.append(text)
        if len(texts) > most:
            source = " ".join(texts)
            raise _too_long(source, len(source) - len(text), scheme)
    return texts


def _leaves(texts: list[str], source: str) -> Iterator[Leaf]:
    """Yield the terminals of a list of tokens, with the spaces of its text between them."""
    start = 0
    previous = None
    for text in texts:
        span = Span(start, start + len(text))
        terminal = None if " " in text else grammar.terminal_of("tst_shape", text, _OF_TOKENS)
        if terminal is None:
            raise DecodeError(
                f"{quoted(text)} is not a token of TST",
                fault="unknown-token",
                source=source,
                span=span,
            )
        token = Token(KINDS.get(terminal, Kind.GROUP), text)
        if previous is not None and space_between(previous, token):
            yield Leaf("SPACE", " ", span)  # an error at the space points at the token after it
        yield Leaf(terminal, text, span)
        previous = token
        start = span.end + 1


def tokens_of(leaves: Iterable[Leaf], scheme: Scheme) -> tuple[Token, ...]:
    """Return a token for each leaf except the spaces, as a scheme reads its words.

    >>> leaves = [("MARKED", "USD", Span(0, 3)), ("SPACE", " ", Span(3, 4)), ("DIGITS", "5", Span(4, 5))]
    >>> [token.kind.value for token in tokens_of([Leaf(*each) for each in leaves], Scheme())]
    ['currency', 'group']
    """
    tokens = [_token(leaf, scheme) for leaf in leaves if leaf.terminal != "SPACE"]
    first = 1 if tokens[0].kind is Kind.SIGN else 0
    if len(tokens) > first + 1 and tokens[first + 1].kind in (Kind.GROUP, Kind.MARKER):
        tokens[first] = _as_currency(tokens[first], scheme)
    if len(tokens) > first + 1 + (tokens[first].kind is Kind.CURRENCY):  # a word is left for the digits
        tokens[-1] = _as_currency(tokens[-1], scheme)
    return tuple(tokens)


def _as_currency(token: Token, scheme: Scheme) -> Token:
    """Return a first or last word as a currency if it is one and not a marker."""
    is_word = token.kind is Kind.MARKER and not reads_as_marker(token.text, scheme=scheme)
    return evolve(token, kind=Kind.CURRENCY) if is_word and is_currency(token.text) else token


def _token(leaf: Leaf, scheme: Scheme) -> Token:
    text = leaf.text.lstrip(" ")
    if leaf.terminal == "MARKED":
        alone = scheme.marker == "separate" or text[-1] not in "0123456789"
        kind = Kind.MARKER if alone else Kind.GROUP
    else:
        kind = KINDS[leaf.terminal]
    return Token(kind, text, Span(leaf.span.end - len(text), leaf.span.end))


def _most_words(scheme: Scheme) -> int:
    groups = len(scheme.integer_powers) + 1 + len(scheme.fraction_powers)
    digits = scheme.group_size if scheme.unit == "digit" else 1
    return groups * (digits + (scheme.marker == "separate"))


def _unexpected(source: str, mismatch: grammar.MismatchError) -> DecodeError:
    expected = mismatch.expected_in(_TERMINALS)
    span = mismatch.span
    if not source.strip():
        message, fault = "expected a TST number, found nothing", "empty"
    elif span.start == span.end:
        message, fault = "expected a digit group, found the end", "incomplete"
    else:
        message, fault = _misplaced(source[span.start : span.end], expected), "unexpected-token"
    return DecodeError(message, fault=fault, source=source, span=span, expected=expected)


def _misplaced(found: str, expected: tuple[str, ...]) -> str:
    """Return the message for a token, or for a character that starts none, where it is not allowed."""
    if found[0].isspace():
        return f"{quoted(found)} is not allowed here: exactly one space separates two tokens"
    if "a digit group" in expected:
        return f"expected a digit group, found {quoted(found)}"
    if "a space" in expected and (found[0].isdecimal() or found[0].isalpha() or found[0] == "["):
        return f"a space is missing before {quoted(found)}"
    return f"{quoted(found)} does not belong to the number: leave it out, or use restore for running text"


def _too_long(source: str, position: int, scheme: Scheme) -> RangeError:
    return RangeError(
        f"more groups than a number of {scheme.integer_digits} integer "
        f"and {scheme.fraction_digits} fraction digits has",
        fault="too-many-groups",
        source=source,
        span=Span(position, position + 1),
    )
