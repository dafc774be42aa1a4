"""Checks the spelling of a TST number in running text: its characters, spaces and point."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

from tst_grammar.diagnostics import Span, quoted
from tst_grammar.linter.suspect.suspect import Suspect


def confusable_digit(suspect: Suspect) -> Iterator[tuple[Span, str]]:
    """Yield each word with a digit that is not ASCII, or with a letter in place of a digit.

    >>> from tst_grammar.language.scheme import Scheme
    >>> from tst_grammar.linter.suspect.suspect import read_suspect
    >>> list(confusable_digit(read_suspect("１k 234", Scheme())))
    [(Span(start=0, end=2), "'１k' has digits other than 0 to 9")]
    """
    for piece in suspect.pieces:
        others = {one for one, two in zip(piece.raw, piece.text, strict=True) if one != two and two.isdigit()}
        if others:
            is_letter = any(map(str.isalpha, others))
            what = "a letter that looks like a digit" if is_letter else "digits other than 0 to 9"
            yield Span(piece.start, piece.end), f"{quoted(piece.raw)} has {what}"


def confusable_marker(suspect: Suspect) -> Iterator[tuple[Span, str]]:
    """Yield each word whose marker has a letter that is not ASCII."""
    for piece in suspect.pieces:
        pairs = zip(piece.raw, piece.text, strict=True)
        wrong = [one for one, two in pairs if one != two and two.isalpha() and not one.isascii()]
        if wrong:
            character = f"U+{ord(wrong[0]):04X}"
            message = f"{quoted(piece.raw)} has {character}, which only looks like a marker"
            yield Span(piece.start, piece.end), message


def confusable_sign(suspect: Suspect) -> Iterator[tuple[Span, str]]:
    """Yield a sign that is not a hyphen-minus."""
    sign = suspect.pieces[0]
    if sign.kind == "sign" and sign.raw != sign.text:
        character = f"U+{ord(sign.raw):04X}"
        message = f"{quoted(sign.raw)} ({character}) only looks like the sign of TST, which is '-'"
        yield Span(sign.start, sign.end), message


def capital_marker(suspect: Suspect) -> Iterator[tuple[Span, str]]:
    """Yield each word whose marker has the wrong case."""
    for piece in suspect.pieces:
        pairs = zip(piece.raw, piece.text, strict=True)
        if any(one != two and one == two.swapcase() for one, two in pairs):
            yield Span(piece.start, piece.end), f"{quoted(piece.raw)} has its marker in the wrong case"


def irregular_space(suspect: Suspect) -> Iterator[tuple[Span, str]]:
    """Yield each gap between groups, or after the point, that is not a single plain space."""
    for one, two in pairwise(suspect.pieces):
        space = suspect.raw[one.end : two.start]
        is_between = one.kind in ("word", "point") and two.kind in ("word", "terminator")
        if is_between and space not in ("", " "):
            yield Span(one.end, two.start), f"expected one plain space between groups, not {quoted(space)}"


def missing_space(suspect: Suspect) -> Iterator[tuple[Span, str]]:
    """Yield the whole number if any of its groups have no space between them."""
    for one, two in pairwise(suspect.pieces):
        if one.kind == "word" and two.kind in ("word", "terminator") and one.end == two.start:
            yield (
                Span(suspect.start, suspect.end),
                f"the groups of {quoted(suspect.raw)} have no space between them",
            )
            return


def detached_point(suspect: Suspect) -> Iterator[tuple[Span, str]]:
    """Yield each point that has a space before it, or none after it."""
    for one, two in pairwise(suspect.pieces):
        is_loose = two.kind == "point" and one.end < two.start
        is_stuck = one.kind == "point" and two.kind == "word" and one.end == two.start
        if is_loose or is_stuck:
            point = two if is_loose else one
            message = "there is a space before the point" if is_loose else "no space follows the point"
            yield Span(point.start, point.end), message


def decimal_comma(suspect: Suspect) -> Iterator[tuple[Span, str]]:
    """Yield each comma in place of the point."""
    for piece in suspect.pieces:
        if piece.kind == "point" and piece.raw == ",":
            yield Span(piece.start, piece.end), "the point of TST is '.', not ','"


CHECKS: Final[dict[str, Callable[[Suspect], Iterator[tuple[Span, str]]]]] = {
    "confusable-digit": confusable_digit,
    "confusable-marker": confusable_marker,
    "confusable-sign": confusable_sign,
    "capital-marker": capital_marker,
    "irregular-space": irregular_space,
    "missing-space": missing_space,
    "detached-point": detached_point,
    "decimal-comma": decimal_comma,
}
"""The check of each rule by the rule's name, in the order in which findings are reported."""
