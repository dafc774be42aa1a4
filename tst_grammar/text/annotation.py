"""Writes the numbers of running text as TST, and reports those that cannot be restored."""

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
from tst_grammar.text.finding import DigitToken, Finder, LocaleFinder
from tst_grammar.text.lines import lines_of, segments
from tst_grammar.text.restoration import Form, Restorer, is_plain

_ROUNDS = 3
"""How often numbers that would be lost are left out; after that, all that would change are left out."""


@frozen
class _Candidate:
    """A number in the scheme's range: its text, position and parts, and its texts as TST and restored."""

    raw: str
    start: int
    end: int
    parts: Parts
    tst: str
    restored: str

    @property
    def changes(self) -> bool:
        """Whether the restored text differs from the original."""
        return self.restored != self.raw


Written = list[tuple[_Candidate, Span]]
"""Numbers with their spans in the result."""


class Annotator:
    """Annotates the numbers that a finder finds. `form` is the form in which they will be restored.

    With `cautious`, a number whose restored text would differ is tangled: with delimiters it stays plain, and
    without them it only gets a remark.
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
        """The facts that another annotator needs to continue with the same document."""
        return Settled(self.finder.evidence, self._cautious)

    def text(self, text: str) -> str:
        """Return a text with its numbers annotated."""
        if self._delimiters:
            return "".join(self._delimited(self._delimiters, text))
        if isinstance(self.finder, LocaleFinder) and not self.finder.opened:
            return one_pass.annotate(self.finder.runner, text, self._layout, self.finder.numbers)
        return "".join(self._replaced(text))

    def _delimited(self, delimiters: Delimiters, text: str) -> Iterator[str]:
        """Yield a text with its numbers between delimiters, line by line where one pass is not enough."""
        for segment in self._segments(text):
            whole = self._delimited_at_once(delimiters, segment)
            if whole is not None:
                yield whole
                continue
            for line in self._lines(segment):
                plain = self._delimited_at_once(delimiters, line)
                yield self.line(line).text if plain is None else plain

    def _delimited_at_once(self, delimiters: Delimiters, text: str) -> str | None:
        """Return a text with its numbers between delimiters, or None if one pass is not enough."""
        if not delimiters.are_apart_from(text):
            return None
        return self._annotated_at_once(delimiters.opening, delimiters.closing, text)

    def _keeps_all(self, text: str) -> bool:
        """Tell whether one pass shows that `restore` brings back all numbers of a text."""
        return self._annotated_at_once("", "", text) is not None

    def _annotated_at_once(self, opening: str, closing: str, text: str) -> str | None:
        """Return a text with its numbers enclosed, or None if `restore` might not bring back all of them."""
        finder = self.finder
        if not isinstance(finder, LocaleFinder) or finder.opened or not is_plain(self._form):
            return None
        return one_pass.enclose(finder.runner, text, self._layout, finder.numbers, (opening, closing))

    def _replaced(self, text: str) -> Iterator[str]:
        for _, segment in segments(text):
            copied = 0
            for start, end, what in self.finder.digit_tokens(segment):
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
        """Return the alignment of a text: its annotated form, its numbers and remarks on the rest."""
        pieces: list[str] = []
        numbers: list[AlignedNumber] = []
        remarks: list[Remark] = []
        before = after = 0
        for segment in self._segments(text):
            keeps_all = self._keeps_all(segment)
            for line in self._lines(segment):
                aligned = self.line(line, keeps_all=keeps_all)
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

    def line(self, line: str, *, keeps_all: bool = False) -> Alignment:
        """Return the alignment of one line. No number continues from the line before.

        `keeps_all` means that the caller knows that `restore` brings back all numbers of the line.
        """
        digit_tokens = list(self.finder.digit_tokens(line))
        candidates, reasons = self._candidates(line, digit_tokens)
        if self._delimiters:
            text, written = self._enclosed(line, digit_tokens, candidates, self._delimiters)
            kept = {candidate.start for candidate, _ in written}
            reasons.update({(c.start, c.end): "tangled" for c in candidates if c.start not in kept})
        else:
            text, written = _replaced(line, candidates, [each.tst for each in candidates])
            keeps_all = keeps_all or self._keeps_all(line)
            lost = [] if keeps_all else self._lost(line, digit_tokens, candidates)
            tangled = {(each.start, each.end): "tangled" for each in lost}
            reasons.update(self._misread(text, written) or tangled)
        return Alignment(
            text,
            tuple(AlignedNumber(Span(c.start, c.end), span, c.parts) for c, span in written),
            tuple(Remark(start, end, line[start:end], why) for (start, end), why in sorted(reasons.items())),
            scheme=self._scheme,
        )

    def _candidates(
        self, line: str, digit_tokens: list[DigitToken]
    ) -> tuple[list[_Candidate], dict[tuple[int, int], str]]:
        """Return the numbers that can be written, and for each other token the reason why it cannot."""
        candidates = []
        reasons = {}
        for start, end, what in digit_tokens:
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
        self, line: str, digit_tokens: list[DigitToken], candidates: list[_Candidate], delimiters: Delimiters
    ) -> tuple[str, Written]:
        """Write numbers between delimiters, except those that `restore` would not bring back."""
        chosen = candidates
        for _ in range(_ROUNDS):
            text, written = delimiters.enclose(line, [(each.start, each.end, each.tst) for each in chosen])
            kept = [chosen[index] for index, _ in written]
            lost = {each.start for each in self._lost(line, digit_tokens, kept)}
            if not lost:
                break
            chosen = [each for each in kept if each.start not in lost]
        else:
            chosen = [each for each in chosen if not each.changes]
            text, written = delimiters.enclose(line, [(each.start, each.end, each.tst) for each in chosen])
        return text, [(chosen[index], span) for index, span in written]

    def _lost(self, line: str, digit_tokens: list[DigitToken], chosen: list[_Candidate]) -> list[_Candidate]:
        """Return the numbers that the restored line loses, or all that change if it loses another one."""
        changed = [each for each in chosen if each.changes]
        if not changed:
            return []
        restored, written = _replaced(line, chosen, [each.restored for each in chosen])
        found = _numbers(self.finder.digit_tokens(restored))
        due = list(_moved(_numbers(digit_tokens), written))
        if len(found) == len(due) and all(map(_is_same_number, found, due)):
            return []
        known = {(start, end): what.value for start, end, what in found}
        lost = [
            each
            for each, span in written
            if each.changes and known.get((span.start, span.end)) != each.parts.value
        ]
        return lost or changed

    def _misread(self, text: str, written: Written) -> dict[tuple[int, int], str]:
        """Return the spans of the source that `restore` would read differently without delimiters."""
        if not has_tables(self._scheme):
            return {(each.start, each.end): "reads-otherwise" for each, _ in written if each.tst != each.raw}
        due = {(span.start, span.end): each for each, span in written}
        read = set()
        strange = []
        for start, end in Restorer(self._scheme, self._form).places(text):
            if (start, end) in due:
                read.add((start, end))
            elif self._form(self._layout.read(text[start:end])) != text[start:end]:
                strange.append((start, end))
        strange += [span for span, each in due.items() if span not in read and each.tst != each.restored]
        in_source = Mapping([(Span(each.start, each.end), span) for each, span in written] if strange else [])
        return {(in_source.start(first), in_source.end(last)): "reads-otherwise" for first, last in strange}


Place = tuple[int, int, Parts]
"""The start, end and parts of a number."""


def _numbers(digit_tokens: Iterable[DigitToken]) -> list[Place]:
    return [(start, end, what) for start, end, what in digit_tokens if isinstance(what, Parts)]


def _moved(numbers: list[Place], written: Written) -> Iterator[Place]:
    """Yield the numbers of a line with their positions after some of them were replaced."""
    places = {each.start: span for each, span in written}
    by = 0
    for start, end, parts in numbers:
        span = places.get(start, Span(start + by, end + by))
        by = span.end - end
        yield span.start, span.end, parts


def _is_same_number(found: Place, due: Place) -> bool:
    """Tell whether a number has the expected value and is within the expected span."""
    start, end, parts = found
    first, last, expected = due
    return parts.value == expected.value and first <= start and end <= last


def _replaced(line: str, chosen: list[_Candidate], texts: list[str]) -> tuple[str, Written]:
    """Return a line with numbers replaced, and the spans of the replacements."""
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
