"""Writes the numbers of running text as TST, such that they can be restored, or says where they cannot."""

from collections.abc import Iterable, Iterator

from attrs import frozen

from tst_grammar.diagnostics import Span
from tst_grammar.errors import RangeError
from tst_grammar.language.layout import Digits, has_tables, layout_of
from tst_grammar.language.scheme import Scheme
from tst_grammar.notation.parts import Parts
from tst_grammar.text import one_pass
from tst_grammar.text.alignment import AlignedNumber, Alignment, Mapping, Remark
from tst_grammar.text.delimiters import Delimiters
from tst_grammar.text.evidence import Settled
from tst_grammar.text.finding import Finder, LocaleFinder, Sighting
from tst_grammar.text.lines import lines_of, segments
from tst_grammar.text.restoration import Form, Restorer, is_plain

_ROUNDS = 3
"""How often numbers that disturb each other are sorted out before all that would change are left alone."""


@frozen
class _Candidate:
    """A number that the scheme can hold: its text and place, its parts, and its text as TST and restored."""

    raw: str
    start: int
    end: int
    parts: Parts
    tst: str
    restored: str

    @property
    def changes(self) -> bool:
        """Whether it is restored otherwise than it was written."""
        return self.restored != self.raw


Written = list[tuple[_Candidate, Span]]
"""Numbers with their places in a result."""


class Annotator:
    """Annotates the numbers that a finder finds. `form` is how they will be restored.

    With `cautious`, only numbers that are restored as they were are written, or, without delimiters, certain.
    """

    def __init__(
        self,
        finder: Finder,
        scheme: Scheme,
        form: Form,
        delimiters: Delimiters | None = None,
        *,
        cautious: bool = False,
    ) -> None:
        self.finder = finder
        self._scheme = scheme
        self._form = form
        self._delimiters = delimiters
        self._cautious = cautious
        self._spans_lines = delimiters is not None and "\n" in delimiters.opening + delimiters.closing
        self._layout = layout_of(scheme)

    @property
    def settled(self) -> Settled:
        """What another annotator needs to know of the document to go on with it."""
        return Settled(self.finder.evidence, self._cautious)

    def text(self, text: str) -> str:
        """Return a text with its numbers annotated."""
        if self._delimiters:
            return "".join(self._between(self._delimiters, text))
        if isinstance(self.finder, LocaleFinder) and not self.finder.opened:
            return one_pass.annotate(self.finder.runner, text, self._layout, self.finder.numbers)
        return "".join(self._replaced(text))

    def _between(self, delimiters: Delimiters, text: str) -> Iterator[str]:
        """Yield parts of a text with numbers between delimiters, looking closer where that is called for."""
        for segment in self._segments(text):
            whole = self._plainly_between(delimiters, segment)
            if whole is not None:
                yield whole
                continue
            for line in self._lines(segment):
                plain = self._plainly_between(delimiters, line)
                yield self.line(line).text if plain is None else plain

    def _plainly_between(self, delimiters: Delimiters, text: str) -> str | None:
        """Return a text with its numbers between delimiters; None if that is not so simple."""
        if not delimiters.are_apart_from(text):
            return None
        return self._soundly_between(delimiters.opening, delimiters.closing, text)

    def _is_sound(self, text: str) -> bool:
        return self._soundly_between("", "", text) is not None

    def _soundly_between(self, opening: str, closing: str, text: str) -> str | None:
        """Return a text with its numbers between two texts, if all are found again when it is restored."""
        finder = self.finder
        if not isinstance(finder, LocaleFinder) or finder.opened or not is_plain(self._form):
            return None
        return one_pass.enclose(finder.runner, text, self._layout, finder.numbers, (opening, closing))

    def _replaced(self, text: str) -> Iterator[str]:
        for _, segment in segments(text):
            copied = 0
            for start, end, what in self.finder.sightings(segment):
                if isinstance(what, Parts):
                    try:
                        tst = self._layout.write(Digits.of(what, self._scheme))
                    except RangeError:
                        continue
                    yield segment[copied:start]
                    yield tst
                    copied = end
            yield segment[copied:]

    def align(self, text: str) -> Alignment:
        """Return a text with its numbers annotated, and what became of each."""
        pieces: list[str] = []
        numbers: list[AlignedNumber] = []
        remarks: list[Remark] = []
        before = after = 0
        for segment in self._segments(text):
            is_sound = self._is_sound(segment)
            for line in self._lines(segment):
                aligned = self.line(line, is_sound=is_sound)
                pieces.append(aligned.text)
                numbers += (each.moved(before, after) for each in aligned.numbers)
                remarks += (each.moved(before) for each in aligned.remarks)
                before += len(line)
                after += len(aligned.text)
        return Alignment("".join(pieces), tuple(numbers), tuple(remarks), self.finder.evidence, self._scheme)

    def _segments(self, text: str) -> Iterable[str]:
        return [text] if self._spans_lines else (segment for _, segment in segments(text))

    def _lines(self, text: str) -> Iterable[str]:
        return [text] if self._spans_lines else lines_of(text)

    def line(self, line: str, *, is_sound: bool = False) -> Alignment:
        """Return the alignment of a line, in which no number goes on from the line before.

        In a sound one it is known that all numbers are found again when it is restored.
        """
        sightings = list(self.finder.sightings(line))
        candidates, reasons = self._judged(line, sightings)
        if self._delimiters:
            text, written = self._enclosed(line, sightings, candidates, self._delimiters)
            kept = {candidate.start for candidate, _ in written}
            reasons.update({(c.start, c.end): "tangled" for c in candidates if c.start not in kept})
        else:
            text, written = _replaced(line, candidates, [each.tst for each in candidates])
            is_sound = is_sound or self._is_sound(line)
            disturbed = [] if is_sound else self._disturbed(line, sightings, candidates)
            tangled = {(each.start, each.end): "tangled" for each in disturbed}
            reasons.update(self._misread(text, written) or tangled)
        return Alignment(
            text,
            tuple(AlignedNumber(Span(c.start, c.end), span, c.parts) for c, span in written),
            tuple(Remark(start, end, line[start:end], why) for (start, end), why in sorted(reasons.items())),
            scheme=self._scheme,
        )

    def _judged(
        self, line: str, sightings: list[Sighting]
    ) -> tuple[list[_Candidate], dict[tuple[int, int], str]]:
        """Return the numbers that can be written, and for all else that was seen the reason why not."""
        candidates = []
        reasons = {}
        for start, end, what in sightings:
            if isinstance(what, str):
                reasons[start, end] = what
                continue
            try:
                digits = Digits.of(what, self._scheme)
            except RangeError as error:
                reasons[start, end] = error.fault
                continue
            candidate = _Candidate(
                line[start:end], start, end, what, self._layout.write(digits), self._form(digits)
            )
            if self._cautious and candidate.changes:
                reasons[start, end] = "tangled"
                if self._delimiters:
                    continue
            candidates.append(candidate)
        return candidates, reasons

    def _enclosed(
        self, line: str, sightings: list[Sighting], candidates: list[_Candidate], delimiters: Delimiters
    ) -> tuple[str, Written]:
        """Write between delimiters the numbers that will all be found again in the restored line."""
        chosen = candidates
        for _ in range(_ROUNDS):
            text, written = delimiters.enclose(line, [(each.start, each.end, each.tst) for each in chosen])
            kept = [chosen[index] for index, _ in written]
            lost = {each.start for each in self._disturbed(line, sightings, kept)}
            if not lost:
                break
            chosen = [each for each in kept if each.start not in lost]
        else:
            chosen = [each for each in chosen if not each.changes]
            text, written = delimiters.enclose(line, [(each.start, each.end, each.tst) for each in chosen])
        return text, [(chosen[index], span) for index, span in written]

    def _disturbed(self, line: str, sightings: list[Sighting], chosen: list[_Candidate]) -> list[_Candidate]:
        """Return the numbers that are not found again, or near which others are not, in the restored line."""
        changed = [each for each in chosen if each.changes]
        if not changed:
            return []
        restored, written = _replaced(line, chosen, [each.restored for each in chosen])
        found = _numbers(self.finder.sightings(restored))
        due = list(_moved(_numbers(sightings), written))
        if len(found) == len(due) and all(map(_is_found_again, found, due)):
            return []
        known = {(start, end): what.value for start, end, what in found}
        lost = [
            each
            for each, span in written
            if each.changes and known.get((span.start, span.end)) != each.parts.value
        ]
        return lost or changed

    def _misread(self, text: str, written: Written) -> dict[tuple[int, int], str]:
        """Return the places of the source that would be restored otherwise, for want of delimiters."""
        if not has_tables(self._scheme):
            return {(each.start, each.end): "reads-otherwise" for each, _ in written if each.tst != each.raw}
        due = {(span.start, span.end): each for each, span in written}
        seen = set()
        strange = []
        for start, end in Restorer(self._scheme, self._form).places(text):
            if (start, end) in due:
                seen.add((start, end))
            elif self._form(self._layout.read(text[start:end])) != text[start:end]:
                strange.append((start, end))
        strange += [span for span, each in due.items() if span not in seen and each.tst != each.restored]
        in_source = Mapping([(Span(each.start, each.end), span) for each, span in written] if strange else [])
        return {(in_source.start(first), in_source.end(last)): "reads-otherwise" for first, last in strange}


Place = tuple[int, int, Parts]
"""The start and the end of a number, and its parts."""


def _numbers(sightings: Iterable[Sighting]) -> list[Place]:
    return [(start, end, what) for start, end, what in sightings if isinstance(what, Parts)]


def _moved(numbers: list[Place], written: Written) -> Iterator[Place]:
    """Yield the numbers of a line with their places after some of them were replaced."""
    places = {each.start: span for each, span in written}
    by = 0
    for start, end, parts in numbers:
        span = places.get(start, Span(start + by, end + by))
        by = span.end - end
        yield span.start, span.end, parts


def _is_found_again(found: Place, due: Place) -> bool:
    """Tell whether a number is the one that is due, with nothing taken from around it."""
    start, end, parts = found
    first, last, expected = due
    is_same = parts.value == expected.value and parts.currency == expected.currency
    return is_same and first <= start and end <= last


def _replaced(line: str, chosen: list[_Candidate], texts: list[str]) -> tuple[str, Written]:
    """Return a line with numbers replaced, and where the replacements stand."""
    pieces = []
    written = []
    copied = length = 0
    for each, text in zip(chosen, texts, strict=True):
        length += each.start - copied
        written.append((each, Span(length, length + len(text))))
        pieces += [line[copied : each.start], text]
        length += len(text)
        copied = each.end
    return "".join((*pieces, line[copied:])), written
