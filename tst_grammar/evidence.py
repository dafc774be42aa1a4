"""Settles how the marks of a document are used, where `locale="auto"` leaves numbers ambiguous."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Literal

from attrs import evolve, frozen

from tst_grammar.errors import RangeError
from tst_grammar.finding import Sighting, numbers_besides
from tst_grammar.locales import folded
from tst_grammar.number import Number
from tst_grammar.parts import Parts
from tst_grammar.reading import readings
from tst_grammar.runner import Runner

Pieces = Callable[[], Iterable[str]]
"""Gives the pieces of a document, from the start each time; no number goes on from one to the next."""

Use = Literal["decimal", "group"]
Uses = frozenset[tuple[str, Use]]
"""Marks with their uses."""

_MARKS = ".,'\u2019\u066b\u066c\u060c_\xa0\u2009\u202f"


@frozen
class Evidence:
    """A use of a mark that a number shows beyond doubt: the first such number, and how many there are.

    >>> import tst_grammar as tst
    >>> tst.align("It is 3,5 or 1.234", locale="auto").evidence
    (Evidence(mark=',', use='decimal', start=6, end=9, raw='3,5', count=1),)
    """

    mark: str
    use: Use
    start: int
    end: int
    raw: str
    count: int


@frozen
class Settled:
    """What a whole document shows of its numbers: all that is needed to go on with any part of it."""

    evidence: tuple[Evidence, ...] = ()
    is_cautious: bool = False


class Uncertain:
    """Finds numbers in a document of which no locale is known: together they settle each other."""

    def __init__(
        self, runner: Runner, opened: frozenset[str], inside: Runner, evidence: Iterable[Evidence] = ()
    ) -> None:
        self.runner = runner
        self._numbers = numbers_besides(opened)
        self._opened = opened - self._numbers
        self._inside = inside
        self._readings = lru_cache(4096)(_readings)
        self._evidence: dict[tuple[str, Use], Evidence] = {(each.mark, each.use): each for each in evidence}

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """What the numbers gathered so far show, in the order of its first appearance."""
        return tuple(self._evidence.values())

    def gather(self, text: str, offset: int = 0) -> None:
        """Take the evidence of a part of the document."""
        for start, end, kind in self._tokens(text):
            if kind not in self._numbers or text[start:end].isdecimal():
                continue
            found = self._readings(text[start:end])
            if len(found) != 1:
                continue
            for mark, use in sorted(found[0][1]):
                first = Evidence(mark, use, offset + start, offset + end, text[start:end], 0)
                known = self._evidence.get((mark, use), first)
                self._evidence[mark, use] = evolve(known, count=known.count + 1)

    def agrees_on(self, pieces: "Pieces", changed: Callable[[str], str]) -> bool:
        """Tell whether a document's values are the same after a change, which may change the evidence."""
        after = Uncertain(self.runner, self._opened | self._numbers, self._inside)
        for piece in pieces():
            after.gather(changed(piece))
        return all(self._values(piece) == after._values(changed(piece)) for piece in pieces())

    def _values(self, text: str) -> list[tuple[str, str, int]]:
        return [what.value for _, _, what in self.sightings(text) if isinstance(what, Parts)]

    def sightings(self, text: str) -> Iterator[Sighting]:
        """Yield each token with digits, in order: a number is one where the evidence leaves one reading."""
        uses = frozenset(self._evidence)
        for start, end, kind in self._tokens(text):
            raw = text[start:end]
            if kind not in self._numbers:
                yield start, end, kind
            elif raw.isdecimal() and raw.isascii():
                yield start, end, Parts("", raw, "", 0, "", "")
            else:
                yield start, end, self._settled(raw, uses)

    def _tokens(self, text: str) -> Iterator[tuple[int, int, str]]:
        for start, end, kind, _ in self.runner.find(text):
            if kind in self._opened:
                for first, last, inner, _ in self._inside.find(text[start:end]):
                    yield start + first, start + last, inner
            else:
                yield start, end, kind

    def _settled(self, raw: str, uses: Uses) -> Parts | str:
        found = self._readings(raw)
        if len(found) > 1:
            found = tuple(reading for reading in found if not _contradict(uses, reading[1]))
        if len(found) == 1:
            return found[0][0]
        return "ambiguous" if self._readings(raw) else "malformed"


def _readings(raw: str) -> tuple[tuple[Parts, Uses], ...]:
    """Return the parts of each number that a text can be, and how it uses its marks."""
    try:
        found = readings(raw)
    except RangeError:
        return ()
    return tuple((_parts(reading.number), _uses(raw, reading.number)) for reading in found)


def _parts(number: Number) -> Parts:
    return Parts(number.sign, number.integer, number.fraction, number.exponent, number.prefix, number.suffix)


def _uses(raw: str, number: Number) -> Uses:
    """Return the decimal mark and the group mark of a number, if it has them."""
    found: set[tuple[str, Use]] = set()
    parts: tuple[tuple[str, Use], ...] = (("point", "decimal"), ("integer", "group"))
    for part, use in parts:
        if span := number.spans.get(part):
            marks = [character for character in raw[span.start : span.end] if character in _MARKS]
            found |= {(folded(mark), use) for mark in marks[:1]}
    return frozenset(found)


def _contradict(evidence: Uses, uses: Uses) -> bool:
    """Tell whether a document that uses its marks so would not use them so here.

    >>> _contradict(frozenset({(".", "decimal")}), frozenset({(",", "decimal")}))
    True
    """
    return any((mark == other) != (use == its) for mark, use in evidence for other, its in uses)
