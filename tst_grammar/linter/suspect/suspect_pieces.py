"""Cuts text that looks like a TST number into pieces, each with the text that it should have."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from attrs import frozen

from tst_grammar.automata import grammar
from tst_grammar.language.groups import has_powers
from tst_grammar.language.scheme import Scheme
from tst_grammar.linter.markers import around_count, markers_of
from tst_grammar.linter.suspect.confusables import DIGIT_LETTERS, lettered, lookalikes

_GAPS = "\t\xa0\u2009\u202f"
_DIGITS = {ord(letter): digit for letter, digit in DIGIT_LETTERS.items()}
_LETTER = f"[{''.join(DIGIT_LETTERS)}]"
_MIXED = re.compile(f"[0-9]+{_LETTER}[0-9]*(?![a-z]{{2}})|{_LETTER}[0-9]{{2}}")


@frozen
class Piece:
    """A piece of a suspect: its kind, its text as written, its corrected text, and its place."""

    kind: str
    raw: str
    text: str
    start: int
    end: int


def pieces_of(raw: str, scheme: Scheme) -> Iterator[Piece]:
    """Yield the pieces of a text that looks like a number, without the spaces.

    >>> [(piece.kind, piece.text) for piece in pieces_of("−1М 234k", Scheme())]
    [('sign', '-'), ('word', '1m'), ('word', '234k')]
    """
    for found in _pieces(scheme).finditer(raw.translate(_signs())):
        (start, end), kind, text = found.span(), found.lastgroup or "", found[0]
        if kind == "money":
            kind = "currency"
        if kind == "comma" and _is_before_fraction(raw, end, scheme):
            kind, text = "point", "."
        if kind == "word":
            text = _MIXED.sub(lambda mixed: mixed[0].translate(_DIGITS), text)
            text = _names(scheme).sub(lambda name: _folded(name[0], scheme), text)
        if kind not in ("gap", "end"):
            yield Piece(kind, raw[start:end], text, start, end)


def _is_before_fraction(raw: str, place: int, scheme: Scheme) -> bool:
    """Tell whether the next word is a fraction group, so that a comma before it is read as the point."""
    found = _pieces(scheme).search(raw, place)
    while found and found.lastgroup == "gap":
        found = _pieces(scheme).search(raw, found.end())
    return (
        found is not None and _folded(found[0].strip("0123456789 "), scheme) in markers_of(scheme).fractions
    )


@cache
def _signs() -> dict[int, str]:
    """Return a translation of lookalike digits, signs and spaces to those of TST."""
    signs = grammar.ascii_digits() | {ord(minus): "-" for minus in grammar.characters("MINUS")}
    signs |= {ord(plus): "+" for plus in grammar.characters("PLUS")}
    return signs | {ord(gap): " " for gap in _GAPS}


def _folded(name: str, scheme: Scheme) -> str:
    """Return the marker that a name looks like, or the name itself."""
    folded = name.translate(_letters(scheme))
    markers = markers_of(scheme)
    spelled = f"{markers.opening}{folded}{markers.closing}"
    is_power = folded == markers.power and has_powers(scheme)
    return folded if scheme.power_of(spelled) is not None or is_power else name


@lru_cache(32)
def _names(scheme: Scheme) -> re.Pattern[str]:
    """Return a pattern for the name in a marker."""
    opening = re.escape(markers_of(scheme).opening)
    return re.compile(rf"(?<={opening})[^\W\d_]+" if opening else r"(?:\b|(?<=[0-9]))[^\W\d_]+")


@lru_cache(32)
def _letters(scheme: Scheme) -> dict[int, str]:
    """Return a translation of lookalike letters to the letters of markers."""
    markers = markers_of(scheme)
    letters = {*"".join(scheme.magnitudes), *markers.power, *markers.fraction}
    return {ord(other): letter for letter in letters for other in lookalikes(letter) if other not in letters}


@lru_cache(32)
def _pieces(scheme: Scheme) -> re.Pattern[str]:
    markers = markers_of(scheme)
    opening, closing = re.escape(markers.opening), re.escape(markers.closing)
    marker = rf"{opening}\w+{closing}" if opening else r"[^\W\d_]+"
    word = rf"(?:{marker}|[0-9])+"
    if scheme.placement == "suffix" and scheme.magnitudes:
        # groups without spaces between them are split after their markers
        mixed = f"{_MIXED.pattern}|" if scheme.unit == "group" else ""
        word = rf"(?:{mixed}[0-9]+)(?:{lettered(markers.power)}[0-9]+|{marker})?|{marker}[0-9]*"
    patterns = {
        "gap": " +",
        "terminator": "[0-9]+".join(around_count()),
        "money": rf"[A-Z][A-Za-z]{{0,3}}[{grammar.characters('CURRENCY')}]",
        "word": word,
        "end": ",$" if scheme.point == "always" else r"(?:,|(?<=[0-9])\.)$",
        "point": r"\.",
        "comma": ",",
        "ratio": "[%‰]",
        "sign": r"[-+]",
        "currency": ".",
    }
    return re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in patterns.items()))
