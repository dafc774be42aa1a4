"""Writes the numbers of running text as TST, and reports those that stay plain or come back differently."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property, partial

from attrs import frozen

from tst_grammar.arrow_columns import RowPass
from tst_grammar.diagnostics import Span
from tst_grammar.errors import RangeError
from tst_grammar.language.layout import Digits, has_tables, layout_of
from tst_grammar.language.scheme import Scheme
from tst_grammar.notation.parts import Parts
from tst_grammar.text.alignment import AlignedNumber, Alignment, Remark, Spans, replaced, respelling
from tst_grammar.text.delimiters import Delimiters
from tst_grammar.text.evidence import Settled
from tst_grammar.text.finding import ALREADY_TST, DigitToken, Finder, LocaleFinder, without_affixes
from tst_grammar.text.lines import SEGMENT, RowsChange, changed_rows, lines_of, segments
from tst_grammar.text.one_pass import (
    OnePass,
    RowPasses,
    annotating_rows,
    apart_pass,
    beside_mathematics,
    enclosing_pass,
)
from tst_grammar.text.restoration import Restorer, is_plain
from tst_grammar.text.text_tokens import neighbours_of

_ROUNDS = 3
"""How often numbers that would be lost are left out; after that, all that would change are left out."""

_NEAR = 100
"""How many characters before a number are checked."""


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

Reasons = dict[tuple[int, int], str]
"""The reasons for remarks, by the spans in the source."""


class NumberAnnotator:
    """Annotates the numbers that a finder finds, so that the restorer reads exactly these.

    With `exact`, a number stays plain if it would come back spelled differently. With `cautious`, such a
    number is tangled: with delimiters it stays plain, and without them it only gets a remark.
    """

    def __init__(  # noqa: PLR0913 -- the options of annotation
        self,
        finder: Finder,
        scheme: Scheme,
        restorer: Restorer,
        delimiters: Delimiters | None = None,
        *,
        exact: bool = False,
        cautious: bool = False,
    ) -> None:
        self.finder = finder
        self._scheme = scheme
        self._restorer = restorer
        self._form = restorer.form
        self._delimiters = delimiters
        self._exact = exact
        self._cautious = cautious
        self._spans_lines = delimiters is not None and delimiters.span_lines
        self._layout = layout_of(scheme)

    @property
    def settled(self) -> Settled:
        """The facts that another annotator needs to continue with the same document."""
        return Settled(self.finder.evidence, self._cautious)

    def text(self, text: str) -> str:
        """Return a text with its numbers annotated."""
        if len(text) > SEGMENT:
            return "".join(map(self._segment, self._segments(text)))
        whole = self._at_once(text)
        return self._line_by_line(text) if whole is None else whole

    def _segment(self, text: str) -> str:
        whole = self._at_once(text)
        return self._line_by_line(text) if whole is None else whole

    def _line_by_line(self, text: str) -> str:
        if self._row_passes:
            changed = self._row_passes.texts(list(self._lines(text)), lambda _, line: self.line(line).text)
            return "".join(filter(None, changed))
        at_once = ((line, self._at_once(line)) for line in self._lines(text))
        return "".join(self.line(line).text if whole is None else whole for line, whole in at_once)

    @cached_property
    def _at_once(self) -> OnePass:
        """The function that annotates a text, or returns None if one pass is not enough."""
        pair = self._delimiters
        in_one_pass = beside_mathematics(self._pass) if self._pass else lambda _: None
        if pair is None:
            return in_one_pass
        return lambda text: in_one_pass(text) if pair.are_apart_from(text) else None

    @cached_property
    def _pass(self) -> OnePass | None:
        """The one pass that annotates most texts, if these options allow it."""
        finder, pair = self.finder, self._delimiters
        if not isinstance(finder, LocaleFinder) or finder.opened or self._cautious:
            return None
        if self._scheme.affixes == "none":
            return None
        if (pair or self._exact) and not is_plain(self._form):
            return None
        found = finder.tokens, finder.numbers
        if pair:
            return enclosing_pass(*found, self._scheme, (pair.opening, pair.closing), exact=self._exact)
        return apart_pass(*found, self._restorer.tokens, self._scheme, exact=self._exact)

    @cached_property
    def _row_passes(self) -> RowPasses | None:
        if self._delimiters or not self._pass or not isinstance(self.finder, LocaleFinder):
            return None
        found = self.finder.tokens, self.finder.numbers
        return annotating_rows(*found, self._restorer.tokens, self._scheme, exact=self._exact)

    @property
    def row_pass(self) -> RowPass | None:
        """The pass that annotates most rows of an Arrow column, if these options allow it."""
        return self._row_passes.buffers if self._row_passes else None

    @property
    def rows_at_once(self) -> RowsChange | None:
        """The function that annotates many rows together, if these options allow it."""
        if self._row_passes:
            return self._row_passes.texts
        return None if self._spans_lines else partial(changed_rows, self.text)

    def align(self, text: str) -> Alignment:
        """Return the alignment of a text: its annotated form, its numbers and remarks on the rest."""
        pieces: list[str] = []
        numbers: list[AlignedNumber] = []
        remarks: list[Remark] = []
        before = after = 0
        for segment in self._segments(text):
            for line in self._lines(segment):
                aligned = self.line(line)
                pieces.append(aligned.text)
                numbers += (each.moved(before, after) for each in aligned.numbers)
                remarks += (each.moved(before) for each in aligned.remarks)
                before += len(line)
                after += len(aligned.text)
        return Alignment("".join(pieces), tuple(numbers), tuple(remarks), self.finder.evidence, self._scheme)

    def annotated_before(self, text: str) -> Span | None:
        """Return the first span of a text that is a TST number between the delimiters, or None."""
        return next(self._enclosed_before(text), None)

    def _enclosed_before(self, text: str) -> Iterator[Span]:
        if self._delimiters:
            for outer, inner in self._delimiters.enclosed(text):
                if self._restorer.is_number(text[inner.start : inner.end]):
                    yield outer

    def _segments(self, text: str) -> Iterable[str]:
        return [text] if self._spans_lines else (segment for _, segment in segments(text))

    def _lines(self, text: str) -> Iterable[str]:
        return [text] if self._spans_lines else lines_of(text)

    def line(self, line: str) -> Alignment:
        """Return the alignment of one line. No number continues from the line before."""
        digit_tokens = list(self._digit_tokens(line))
        candidates, reasons = self._candidates(line, digit_tokens)
        if self._delimiters:
            text, written = self._enclosed(line, digit_tokens, candidates, reasons, self._delimiters)
        else:
            text, written = self._apart(line, digit_tokens, candidates, reasons)
            tangled = self._lost(line, digit_tokens, [each for each, _ in written])
            reasons.update({(each.start, each.end): "tangled" for each in tangled})
        for each, _ in written:
            if each.changes:
                reasons.setdefault((each.start, each.end), respelling(each.raw, each.restored, each.parts))
            if not self._delimiters and not has_tables(self._scheme):
                reasons[each.start, each.end] = "needs-delimiters"
        return Alignment(
            text,
            tuple(AlignedNumber(Span(c.start, c.end), span, c.parts) for c, span in written),
            tuple(Remark(start, end, line[start:end], why) for (start, end), why in sorted(reasons.items())),
            scheme=self._scheme,
        )

    def _digit_tokens(self, line: str) -> Iterator[DigitToken]:
        """Yield the tokens with digits, without the affixes of numbers if the scheme has none."""
        found = self.finder.digit_tokens(line)
        return found if self._scheme.affixes == "all" else (without_affixes(line, each) for each in found)

    def _candidates(self, line: str, digit_tokens: list[DigitToken]) -> tuple[list[_Candidate], Reasons]:
        """Return the numbers that can be written, and for each other token the reason why it cannot."""
        candidates = []
        reasons: Reasons = {}
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
            if what.sign == "-" and not digits.sign:
                reasons[start, end] = "negative-zero"
            elif self._exact and candidate.changes:
                reasons[start, end] = respelling(candidate.raw, candidate.restored, what)
            elif self._cautious and candidate.changes and self._delimiters:
                reasons[start, end] = "tangled"
            else:
                if self._cautious and candidate.changes:
                    reasons[start, end] = "tangled"
                candidates.append(candidate)
        return candidates, reasons

    def _apart(
        self, line: str, digit_tokens: list[DigitToken], candidates: list[_Candidate], reasons: Reasons
    ) -> tuple[str, Written]:
        """Write numbers without delimiters, except those that `restore` would join to their neighbours."""
        could_join = neighbours_of(self._scheme).could_join
        chosen = [
            each
            for each in candidates
            if each.tst == each.raw or not could_join(line[max(0, each.start - _NEAR) : each.start])
        ]
        kept = [Span(start, end) for start, end, what in digit_tokens if what == ALREADY_TST]
        while True:
            text, written = _replaced(line, chosen, [each.tst for each in chosen])
            joined = self._joined(text, written, kept)
            if not joined:
                break
            chosen = [each for each in chosen if each.start not in joined]
        left = {each.start for each in candidates} - {each.start for each, _ in written}
        reasons.update({(each.start, each.end): "neighbour" for each in candidates if each.start in left})
        return text, written

    def _joined(self, text: str, written: Written, kept: list[Span]) -> set[int]:
        """Return the starts of the numbers that `restore` would not read as they were written."""
        if not has_tables(self._scheme):
            return set()
        due = {span for _, span in written} | {*_moved(kept, written)}
        wrong = Spans(self._restorer.places(text) ^ due)
        return {each.start for each, span in written if each.tst != each.raw and wrong.touch(span)}

    def _enclosed(
        self,
        line: str,
        digit_tokens: list[DigitToken],
        candidates: list[_Candidate],
        reasons: Reasons,
        delimiters: Delimiters,
    ) -> tuple[str, Written]:
        """Write numbers between delimiters, except those that `restore` would not bring back."""
        stretches = Spans({outer for outer, _ in delimiters.enclosed(line)})
        before = {*self._enclosed_before(line)}  # what stayed plain then must come back as it is
        chosen = [
            each
            for each in candidates
            if not (stretches.touch(Span(each.start, each.end)) or (before and each.changes))
        ]
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
        left = {each.start for each in candidates} - {chosen[index].start for index, _ in written}
        reasons.update({(each.start, each.end): "tangled" for each in candidates if each.start in left})
        if before:
            inside = Spans(before)
            for start, end in [key for key in reasons if inside.touch(Span(*key))]:
                del reasons[start, end]
            reasons.update({(outer.start, outer.end): ALREADY_TST for outer in before})
        return text, [(chosen[index], span) for index, span in written]

    def _lost(self, line: str, digit_tokens: list[DigitToken], chosen: list[_Candidate]) -> list[_Candidate]:
        """Return the numbers that the restored line loses, or all that change if it loses another one."""
        changed = [each for each in chosen if each.changes]
        if not changed:
            return []
        restored, written = _replaced(line, chosen, [each.restored for each in chosen])
        found = _numbers(self._digit_tokens(restored))
        due = list(_moved_numbers(_numbers(digit_tokens), written))
        if len(found) == len(due) and all(map(_is_same_number, found, due)):
            return []
        known = {(start, end): what.value for start, end, what in found}
        lost = [
            each
            for each, span in written
            if each.changes and known.get((span.start, span.end)) != each.parts.value
        ]
        return lost or changed


NumberAt = tuple[int, int, Parts]
"""The start, end and parts of a number."""


def _numbers(digit_tokens: Iterable[DigitToken]) -> list[NumberAt]:
    return [(start, end, what) for start, end, what in digit_tokens if isinstance(what, Parts)]


def _moved_numbers(numbers: list[NumberAt], written: Written) -> Iterator[NumberAt]:
    """Yield the numbers of a line with their positions after some of them were replaced."""
    places = {each.start: span for each, span in written}
    by = 0
    for start, end, parts in numbers:
        span = places.get(start, Span(start + by, end + by))
        by = span.end - end
        yield span.start, span.end, parts


def _moved(spans: list[Span], written: Written) -> Iterator[Span]:
    """Yield spans of a line, none of which was replaced, with their positions after the replacements."""
    ends = [each.end for each, _ in written]
    shifts = [0, *(span.end - each.end for each, span in written)]
    return (span.moved(shifts[bisect_right(ends, span.start)]) for span in spans)


def _is_same_number(found: NumberAt, due: NumberAt) -> bool:
    """Tell whether a number has the expected value and is within the expected span."""
    start, end, parts = found
    first, last, expected = due
    return parts.value == expected.value and first <= start and end <= last


def _replaced(line: str, chosen: list[_Candidate], texts: list[str]) -> tuple[str, Written]:
    """Return a line with numbers replaced, and the numbers with the spans of their replacements."""
    text, spans = replaced(line, [(each.start, each.end) for each in chosen], texts)
    return text, list(zip(chosen, spans, strict=True))
