"""Reads a suspect as strictly as `decode` does, but from its pieces, so that a mistake needs no parser."""

import re
from collections.abc import Iterator

from tst_grammar.diagnostics import Span
from tst_grammar.errors import DecodeError, TstGrammarError
from tst_grammar.language.codec import to_number
from tst_grammar.language.conversion import decode
from tst_grammar.language.scheme import POWER, RESERVED, TERMINATOR, Scheme
from tst_grammar.language.tokens import Kind, Token
from tst_grammar.linter.suspect.suspect import Suspect
from tst_grammar.linter.suspect.suspect_pieces import Piece

_LETTERS = {"sign": "s", "currency": "c", "word": "w", "point": "p", "terminator": "t", "ratio": "r"}
_SHAPE = re.compile("s?c?w+(pw*)?r?|s?c?w+pw+t[rc]?")
"""The kinds of the pieces of a number, one letter each, as `tst_shape.lark` has them."""

_KINDS = {
    "sign": Kind.SIGN,
    "currency": Kind.CURRENCY,
    "point": Kind.POINT,
    "terminator": Kind.TERMINATOR,
    "ratio": Kind.PERCENT,
}
_RESERVED = "[a-z]+".join(map(re.escape, RESERVED))
_POWER = f"{POWER}[0-9]+"
_RESERVED_POWER = _POWER.join(map(re.escape, RESERVED))
_GROUP = re.compile(rf"[0-9]+(?:{_POWER}|{_RESERVED_POWER}|{_RESERVED}|[a-z]*)|(?:{_RESERVED}|[a-z]+)[0-9]+")
_TERMINATOR = re.compile("[0-9]+".join(map(re.escape, TERMINATOR)))
_MARKER = re.compile(rf"{_RESERVED}|[a-z]+")


def mistake_in(suspect: Suspect) -> TstGrammarError | None:
    """Return the first mistake in a suspect, at its place in `suspect.raw`, or None if it is canonical.

    >>> from tst_grammar.linter.suspect.suspect import read_suspect
    >>> error = mistake_in(read_suspect("1m  23k 456", Scheme()))
    >>> error.message, error.span
    ("'23k' has 2 digits: a group after the first has 3 digits", Span(start=4, end=7))
    """
    scheme = suspect.scheme
    tokens = list(_tokens(suspect.pieces, scheme))
    if len(tokens) < len(suspect.pieces):
        comma = next((piece for piece in suspect.pieces if piece.kind == "comma"), None)
        return _surplus(comma, suspect) if comma else _parsed(suspect)
    try:
        to_number(tokens, scheme=scheme, source=suspect.raw[: suspect.end])
    except TstGrammarError as error:
        return error
    return None


def _tokens(pieces: tuple[Piece, ...], scheme: Scheme) -> Iterator[Token]:
    """Yield the tokens of pieces that have the shape of a number, and none of others."""
    if not _SHAPE.fullmatch("".join(_LETTERS.get(piece.kind, "?") for piece in pieces)):
        return
    is_apart = scheme.marker == "separate"
    words = [piece for piece in pieces if piece.kind == "word"]
    for piece in pieces:
        kind = _KINDS.get(piece.kind)
        if kind is None:
            text = piece.text
            if _GROUP.fullmatch(text):
                is_marked = is_apart and not text[0].isdigit()
                kind = Kind.MARKER if is_marked else Kind.GROUP
            elif _MARKER.fullmatch(text) and scheme.power_of(text) is not None:
                kind = Kind.MARKER
            else:
                return
            if kind is Kind.MARKER and piece in (words[0], words[-1]) and scheme.power_of(text) is None:
                return  # it may be a currency
        elif kind is Kind.TERMINATOR and not _TERMINATOR.fullmatch(piece.text):
            return
        yield Token(kind, piece.text, Span(piece.start, piece.end))


def _surplus(comma: Piece, suspect: Suspect) -> DecodeError:
    return DecodeError(
        "',' does not belong to the number: leave it out, or use restore for running text",
        fault="unexpected-token",
        source=suspect.raw,
        span=Span(comma.start, comma.end),
    )


def _parsed(suspect: Suspect) -> TstGrammarError | None:
    """Return the first mistake that the parser finds."""
    text = suspect.text
    try:
        decode(text, scheme=suspect.scheme)
    except TstGrammarError as error:
        error.span = suspect.span_of(error.span or Span(0, len(text)))
        return error
    return None
