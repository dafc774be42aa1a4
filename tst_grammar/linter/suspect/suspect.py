"""Reads suspects: text that looks like a TST number but may be damaged, and its pieces and groups."""

from collections.abc import Iterator
from functools import cached_property

from attrs import frozen

from tst_grammar.diagnostics import Span
from tst_grammar.language.conversion import is_valid
from tst_grammar.language.groups import has_suffixes, joined, split
from tst_grammar.language.scheme import Scheme
from tst_grammar.linter.suspect.suspect_pieces import Piece, pieces_of


@frozen
class Group:
    """The digits of a group of a suspect, and the power of its marker, or None if that is unknown."""

    digits: str
    power: int | None
    is_sound: bool
    """Whether its marker is as the scheme writes it."""
    start: int


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

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The groups, with their markers on either side of the digits, joined or not."""
        return tuple(_groups(self))

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
    pieces = list(pieces_of(raw, scheme))
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


def _groups(suspect: Suspect) -> Iterator[Group]:
    """Yield the groups, with their markers on either side of the digits, joined or not."""
    scheme = suspect.scheme
    digits, marker, pieces = "", "", list[Piece]()

    def group() -> Group:
        spelled = joined(digits, marker, scheme=scheme)
        is_joined = scheme.marker == "separate" or scheme.unit == "digit" or pieces[-1].text == spelled
        is_sound = is_joined and all(letters_of(each.raw) == letters_of(each.text) for each in pieces)
        return Group(digits, scheme.power_of(marker) if marker else 0, is_sound, pieces[0].start)

    for piece in suspect.pieces:
        if piece.kind == "comma":
            continue
        if piece.kind != "word":
            if digits:
                yield group()
            digits, marker, pieces = "", "", []
            continue
        more, mark = _parts(piece, scheme)
        ends_before = bool(digits) and bool(more) and (bool(marker) or scheme.unit == "group")
        if scheme.placement == "prefix":
            ends_before = bool(digits) and (bool(mark) or scheme.unit == "group")
        if ends_before:
            yield group()
            digits, marker, pieces = "", "", []
        digits += more
        marker = marker or mark
        pieces.append(piece)
        if scheme.placement == "suffix" and marker and digits:
            yield group()
            digits, marker, pieces = "", "", []
    if digits:
        yield group()


def _parts(piece: Piece, scheme: Scheme) -> tuple[str, str]:
    if not any(character in "0123456789" for character in piece.text):
        return "", piece.text
    if scheme.marker == "separate" and scheme.power_of(piece.text) is not None:
        return "", piece.text
    return split(piece.text, scheme=scheme)


def letters_of(text: str) -> str:
    """Return the letters of a text.

    >>> letters_of("1k")
    'k'
    """
    return "".join(filter(str.isalpha, text))
