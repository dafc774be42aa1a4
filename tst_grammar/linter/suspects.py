"""Reads suspects: text that looks like a TST number but may be damaged, and its pieces."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from attrs import frozen

from tst_grammar.automata import grammar
from tst_grammar.diagnostics import Span
from tst_grammar.language.conversion import is_valid
from tst_grammar.language.groups import has_powers, has_suffixes, split
from tst_grammar.language.scheme import Scheme
from tst_grammar.linter.confusables import DIGIT_LETTERS, lettered, lookalikes
from tst_grammar.linter.markers import markers_of

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


@frozen
class Suspect:
    """A text that looks like a number: its pieces without the spaces, and surplus groups after it.

    >>> suspect = read_suspect("−1М 234k  567", Scheme())
    >>> [(piece.kind, piece.text) for piece in suspect.pieces]
    [('sign', '-'), ('word', '1m'), ('word', '234k'), ('word', '567')]
    >>> suspect.text
    '-1m 234k 567'
    """

    scheme: Scheme
    raw: str
    pieces: tuple[Piece, ...]
    extra: tuple[Piece, ...] = ()

    @property
    def start(self) -> int:
        """Where it starts."""
        return self.pieces[0].start

    @property
    def end(self) -> int:
        """Where it ends, without the surplus groups."""
        return self.pieces[-1].end

    @property
    def text(self) -> str:
        """The text with the right characters and spaces."""
        return "".join(f"{space}{piece.text}" for space, piece in self._spaced())

    def span_of(self, span: Span) -> Span:
        """Return the place in `raw` of a span of `text`."""
        place, touched = 0, []
        for space, piece in self._spaced():
            start = place + len(space)
            place = start + len(piece.text)
            if start <= span.end and span.start <= place:
                touched.append((start, place, piece))
        inside = [each for each in touched if each[0] < span.end and span.start < each[1]]
        first, last = (inside or touched[-1:])[0], (inside or touched[-1:])[-1]
        if span.start == span.end:
            return Span(last[2].end, last[2].end)
        return Span(first[2].start, last[2].end)

    @property
    def words(self) -> tuple[Piece, ...]:
        """The groups, and markers that are not joined to digits."""
        return tuple(piece for piece in self.pieces if piece.kind == "word")

    @property
    def marked(self) -> tuple[Piece, ...]:
        """The words with a marker."""
        return tuple(piece for piece in self.words if not piece.text.isdigit())

    @property
    def is_alone(self) -> bool:
        """Whether there is only one group."""
        has_point = any(piece.kind == "point" for piece in self.pieces)
        return len(self.words) <= 1 + (self.scheme.marker == "separate") and not has_point

    @property
    def is_list(self) -> bool:
        """Whether all words have integer markers, but the first two not in sequence, as in `64k 128k`."""
        powers = [self._power_of(piece) for piece in self.words]
        is_marked = self.scheme.marker == "joined" and len(powers) == len(self.pieces) and min(powers) > 0
        return is_marked and powers[0] - powers[1] != self.scheme.group_size

    @property
    def is_terminated(self) -> bool:
        """Whether it has a terminator."""
        return any(piece.kind == "terminator" for piece in self.pieces)

    @property
    def has_plain_end(self) -> bool:
        """Whether no digits after the point have a marker, as in `1k 234.5`."""
        kinds = [piece.kind for piece in self.pieces]
        after = self.pieces[kinds.index("point") :] if "point" in kinds else ()
        return (
            self.scheme.marker == "joined"
            and len(after) > 1
            and not any(
                piece.text[-1].isalpha() or piece.text[0].isalpha() for piece in after if piece.kind == "word"
            )
        )

    @property
    def starts_oddly(self) -> bool:
        """Whether the first marker is not joined to its digits as it should be, as in `44 m 751k 217`."""
        first, *others = (piece.text for piece in self.words)
        is_apart = first.isdigit() and bool(others) and others[0].isalpha()
        return has_suffixes(self.scheme) and (is_apart or first[0].isalpha())

    @property
    def is_guessed(self) -> bool:
        """Whether a letter is read as a digit, or a comma as the point."""
        pairs = [pair for piece in self.pieces for pair in zip(piece.raw, piece.text, strict=False)]
        return (",", ".") in pairs or any(one.isalpha() and two.isdigit() for one, two in pairs)

    @property
    def has_bare_lead(self) -> bool:
        """Whether no word has an integer marker."""
        return all(self._power_of(piece) < 0 for piece in self.marked)

    @property
    def is_duration(self) -> bool:
        """Whether there is one marker and then a short group, as in `1m 30`."""
        last = self.pieces[-1]
        is_short = last.text.isdigit() and len(last.text) < self.scheme.group_size
        return len(self.pieces) == 2 and len(self.marked) == 1 and is_short

    @property
    def has_integer(self) -> bool:
        """Whether any word is not a fraction group."""
        return any(self._power_of(piece) >= 0 for piece in self.words)

    @property
    def has_fraction(self) -> bool:
        """Whether any word is a fraction group."""
        return any(self._power_of(piece) < 0 for piece in self.words)

    def _power_of(self, piece: Piece) -> int:
        """Return the power of ten of a word's marker, or 0 if it has none."""
        scheme = self.scheme
        marker = piece.text if scheme.power_of(piece.text) else split(piece.text, scheme=scheme)[1]
        return scheme.power_of(marker) or 0

    def _spaced(self) -> Iterator[tuple[str, Piece]]:
        before = ""
        for piece in self.pieces:
            is_glued = before in ("", "sign", "currency") or piece.kind in ("point", "ratio", "currency")
            yield "" if is_glued else " ", piece
            before = piece.kind


def read_suspect(raw: str, scheme: Scheme) -> Suspect:
    """Read a text that looks like a number; positions count from its start."""
    pieces = []
    for found in _pieces(scheme).finditer(raw.translate(_signs())):
        (start, end), kind, text = found.span(), found.lastgroup or "", found[0]
        kind = {"money": "currency", "comma": "point"}.get(kind, kind)
        if kind == "point":
            text = "."
        if kind == "word":
            text = _MIXED.sub(lambda mixed: mixed[0].translate(_DIGITS), text)
            text = _names(scheme).sub(lambda name: _folded(name[0], scheme), text)
        if kind not in ("gap", "end"):
            pieces.append(Piece(kind, raw[start:end], text, start, end))
    if _ends_with_unit(pieces, raw, scheme):
        del pieces[-1]
    count = _surplus(pieces, scheme)
    return Suspect(scheme, raw, tuple(pieces[: len(pieces) - count]), tuple(pieces[len(pieces) - count :]))


def _ends_with_unit(pieces: list[Piece], raw: str, scheme: Scheme) -> bool:
    """Tell whether the last word is a unit after a whole number, as in `1 k 234 m`, not a marker."""
    if len(pieces) < 2 or pieces[-1].kind != "word" or any(map(str.isdigit, pieces[-1].text)):
        return False
    return is_valid(Suspect(scheme, raw, tuple(pieces[:-1])).text, scheme=scheme)


def _surplus(pieces: list[Piece], scheme: Scheme) -> int:
    """Return how many of the last words without a marker are too many for the magnitude before them."""
    if scheme.unit == "digit" or any(piece.kind == "point" for piece in pieces):
        return 0
    words = [piece for piece in pieces if piece.kind == "word"]
    bare = 0
    while bare < len(words) and words[-1 - bare].text.isdigit():
        bare += 1
    if not bare or bare == len(words) or words[-1] is not pieces[-1]:
        return 0
    _, marker = split(words[-1 - bare].text, scheme=scheme)
    power = scheme.power_of(marker) or 0
    room = max(power, 0) // scheme.group_size if power >= 0 else 0
    if scheme.marker == "separate" and scheme.placement == "prefix":
        room += 1
    return max(bare - max(room, 1), 0)


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
        "terminator": r"[\[(][Tt][0-9]+[\])]",
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
