"""Finds mistakes in the numbers of annotated text."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import TypeVar

from attrs import evolve

from tst_grammar.automata.runner import Place, Runner
from tst_grammar.diagnostics import Diagnostic, Severity, Span
from tst_grammar.language.layout import layout_of
from tst_grammar.language.scheme import Scheme
from tst_grammar.language.scheme_grammar import CANONICAL
from tst_grammar.linter.annotated_grammar import suspect_runner
from tst_grammar.linter.damages.misspellings import misspellings, odd_pairs, unfinished
from tst_grammar.linter.damages.runs import damaged_runs
from tst_grammar.linter.damages.strange_lines import (
    is_beside_digits,
    is_group_beside_digits,
    is_lone_word,
    lone_words,
    loose_brackets,
    strange_lines,
    strange_words,
    zeros_with_sign,
)
from tst_grammar.linter.markers import markers_of
from tst_grammar.linter.neighbours import Neighbours, fix_beside, may_have_groups
from tst_grammar.linter.number_findings import SUSPECT, NumberFindings
from tst_grammar.linter.other_schemes import (
    foreign_numbers,
    has_marker,
)
from tst_grammar.linter.project.rule_selection import PLAIN
from tst_grammar.linter.suspect.suspect import read_suspect
from tst_grammar.linter.suspect.suspect_mistakes import (
    faults,
    unsafe,
)
from tst_grammar.notation.locales import find_locale
from tst_grammar.notation.parts import Parts
from tst_grammar.notation.roles import NUMBERS
from tst_grammar.text.alignment import Spans
from tst_grammar.text.finding import numbers_besides
from tst_grammar.text.lines import segments
from tst_grammar.text.mathematics import without_mathematics
from tst_grammar.text.text_grammar import BARE, text_runner

_CHECKED = frozenset((*NUMBERS, SUSPECT))
_WORDS = frozenset(("unit", "identifier"))
"""The kinds of words that may be a group of a misspelled number, or of another scheme."""

_ORDINARY = frozenset(("abbreviated-number", "negative-zero"))
"""The rules about what ordinary text has too, so that they need a TST number in the same line."""

_LONGEST_KNOWN, _MOST_KNOWN = 500, 1000
"""How long lines are, and how many of them, of which the mistakes are remembered."""

_Claim = tuple[int, int, list[Diagnostic]]
"""A part of a line with its findings. The tokens in it are not checked one by one."""

_has_digit = re.compile("[0-9]").search

_Place = TypeVar("_Place", Place, _Claim)


class Linter:
    """Checks annotated text of one scheme.

    Plain numbers are read in a locale, and reported if `plain`, also inside the shapes that are `opened`.
    """

    def __init__(
        self,
        scheme: Scheme,
        locale: str,
        *,
        separator: str = "",
        opened: frozenset[str] = frozenset(),
        plain: bool = True,
    ) -> None:
        self.scheme = scheme
        self.separator = separator
        self.single = NumberFindings(scheme, find_locale(locale), separator=separator, plain=plain)
        self._locale = find_locale(locale)
        self._layout = layout_of(scheme)
        self._reports_plain = plain
        self._opened = opened if plain else frozenset()
        self._known: dict[tuple[str, bool], list[tuple[Span, Diagnostic]]] = {}

    @cached_property
    def runner(self) -> Runner[Parts]:
        """The automaton that finds TST numbers, suspects and plain numbers."""
        return suspect_runner(self.scheme, self._locale, self.separator)

    def last_break(self, text: str) -> int:
        """Return the last place where a text can be cut without cutting a number, or 0 if there is none."""
        return self.runner.last_break(text)

    def segments(self, text: str) -> Iterator[tuple[int, str]]:
        """Yield parts of a text that can be checked one by one, with their offsets."""
        return segments(text)

    def findings(self, text: str) -> Iterator[Diagnostic]:
        """Yield the mistakes in a text, in order."""
        return (found for _, found in self.damages(text))

    def damages(self, text: str) -> Iterator[tuple[Span, Diagnostic]]:
        """Yield each damaged number of a text with a mistake in it, in order."""
        text = without_mathematics(text)
        plain: list[Place] = []
        done = 0
        for line in strange_lines(text, self._strange(text, plain), self.scheme):
            first = bisect_left(plain, line.start, lo=done, key=itemgetter(0))
            yield from self._among_words(text, plain[done:first])
            done = bisect_left(plain, line.end, lo=first, key=itemgetter(0))
            is_cut = line.end == len(text)
            for span, found in self._in_known_line(text[line.start : line.end], is_cut=is_cut):
                yield span.moved(line.start), found.moved(line.start)
        yield from self._among_words(text, plain[done:])

    def _among_words(self, text: str, plain: Iterable[Place]) -> Iterator[tuple[Span, Diagnostic]]:
        """Yield the findings about plain numbers in lines in which nothing else is checked."""
        for start, end, _ in plain if self._reports_plain else ():
            has_words = may_have_groups(text, start, end)
            for found in self.single.about_plain(text[start:end], start):
                yield Span(start, end), self._beside_words(text, found) if has_words else found

    def _beside_words(self, text: str, found: Diagnostic) -> Diagnostic:
        """Return a finding about a plain number, whose fix the words beside it may make unsafe."""
        first, last = text.rfind("\n", 0, found.start) + 1, text.find("\n", found.end)
        line, start, end = text[first : None if last < 0 else last], found.start - first, found.end - first
        beside = Neighbours.of(line, start, end, self.scheme)
        return evolve(found, fix=found.fix and fix_beside(beside, found, found.fix, line[start:end]))

    def _strange(self, text: str, plain: list[Place]) -> Iterator[int]:
        """Yield the starts of the tokens whose lines have to be checked, and list the other plain numbers."""
        certain = self._opened | (_CHECKED if self._reports_plain else {SUSPECT})
        tokens = self.runner.find_kinds(text, certain | _WORDS, _CHECKED | {CANONICAL})
        words, numbers, alone = [], [], []
        for place in tokens:
            start, end, kind = place
            if kind == SUSPECT and is_lone_word(text[start:end], self.scheme):
                alone.append(place)
            elif kind in NUMBERS and not is_group_beside_digits(text, start, end):
                plain.append(place)
            elif kind in certain or kind in NUMBERS:
                yield start
            elif kind in _WORDS:
                words.append(place)
            elif kind == CANONICAL:
                numbers.append(place)
                if is_beside_digits(text, start, end):
                    yield start
        yield from strange_words(text, words, self.scheme)
        yield from lone_words(text, alone, numbers)
        if markers_of(self.scheme).opening:
            yield from loose_brackets(text, numbers)
        yield from zeros_with_sign(text, self.single.zero)
        yield from (span.start for span in self._cut_off(text))

    def _in_known_line(self, line: str, *, is_cut: bool) -> Sequence[tuple[Span, Diagnostic]]:
        """Return the mistakes in a line. Those of short lines are remembered, since damaged text repeats."""
        if len(line) > _LONGEST_KNOWN:
            return self._in_line(line, is_cut=is_cut)
        key = (line, is_cut)
        found = self._known.get(key)
        if found is None:
            found = self._in_line(line, is_cut=is_cut)
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[key] = found
        return found

    def _in_line(self, line: str, *, is_cut: bool) -> list[tuple[Span, Diagnostic]]:
        """Return the mistakes in a line: numbers of other schemes, misspelled numbers, and then the rest."""
        tokens = self._tokens(line)
        sound = self._sound(line, tokens)
        foreign = list(self._foreign(line, tokens))
        misspelled = misspellings(line, self.scheme, self.separator)
        claims = [*foreign, *self._misspelled(line, misspelled, tokens, foreign, Severity.ERROR)]
        spans = (Span(start, end) for start, end, _ in claims)
        is_one = not claims and _is_only_suspect(line, tokens, self.scheme)
        runs = [] if is_one else list(damaged_runs(line, self.scheme, sound))
        claims = sorted(
            (*claims, *self._in_runs(line, runs, tokens, sound, spans, is_inside=False)), key=itemgetter(0)
        )
        odd = [*odd_pairs(line, self.scheme), *(self._cut_off(line) if is_cut else ())]
        claims += self._misspelled(line, odd, tokens, claims, Severity.WARNING)
        claims.sort(key=itemgetter(0))
        found = [(Span(start, end), each) for start, end, findings in claims for each in findings]
        checked = [
            (Span(start, end), list(self.single.about(line[start:end], kind)))
            for start, end, kind in tokens
            if kind != CANONICAL and not _touched(claims, start, end)
        ]
        is_annotated = bool(sound) or any(
            each.severity is Severity.ERROR or each.name == "number-run"
            for each in chain(*(findings for _, findings in checked))
        )
        for span, about in checked:
            usual = [] if is_annotated else self._usual(about, line, span)
            unusual = [each for each in about if each not in usual]
            found += ((span, each) for each in self._in_context(line, span, unusual))
        if is_one and (claims or not found):
            runs = list(damaged_runs(line, self.scheme, sound))
        spans = (span for span, _ in found)
        for start, end, findings in self._in_runs(line, runs, tokens, sound, spans, is_inside=True):
            found += ((Span(start, end), each) for each in findings)
        return sorted(found, key=lambda each: (each[1].start, each[1].end))

    def _tokens(self, line: str) -> list[Place]:
        """Return the numbers and suspects of a line, and the numbers inside shapes that are opened."""
        if not self._opened:
            return list(self.runner.find_kinds(line, _CHECKED | {CANONICAL}))
        found: list[Place] = []
        for start, end, kind in self.runner.find_kinds(line, _CHECKED | {CANONICAL} | self._opened):
            inside = self._inside_shape(line, start, end) if kind in self._opened else [(start, end, kind)]
            found += inside
        return found

    def _inside_shape(self, line: str, start: int, end: int) -> Iterator[Place]:
        bare = text_runner(self._locale, BARE, self.separator)
        for first, last, kind in bare.find_kinds(line[start:end], numbers_besides(self._opened)):
            yield start + first, start + last, kind

    def _foreign(self, line: str, tokens: Sequence[Place]) -> Iterator[_Claim]:
        """Yield the numbers of other schemes that are not inside an own number, the longest of each place."""
        end = 0
        for number in foreign_numbers(line, self.scheme):
            own = (
                (first, last)
                for first, last, kind in _touched(tokens, number.start, number.end)
                if kind == SUSPECT or (kind == CANONICAL and has_marker(line[first:last], self.scheme))
            )
            if number.start >= end and not any(number.is_inside(first, last) for first, last in own):
                span = Span(number.start, number.end)
                about = self.single.about_number(number, is_certain=False)
                yield span.start, span.end, list(self._in_context(line, span, about))
                end = number.end

    def _misspelled(
        self,
        line: str,
        spans: Iterable[Span],
        tokens: Sequence[Place],
        claimed: Sequence[_Claim],
        severity: Severity,
    ) -> Iterator[_Claim]:
        """Yield the misspelled numbers that are not part of a suspect, and not claimed."""
        for span in spans:
            is_part = any(
                (kind == SUSPECT and not (span.start <= start and end <= span.end))
                or (kind == CANONICAL and (start < span.start or (start == span.start and span.end <= end)))
                for start, end, kind in _touched(tokens, span.start, span.end)
            )
            if not is_part and not _touched(claimed, span.start, span.end):
                suspect = read_suspect(line[span.start : span.end], self.scheme)
                is_signed = any(  # `annotate` writes --1k 234 for --1234, an option of a command
                    span.end <= end and not line[span.start : start].strip("-")
                    for start, end, _ in self._sound(line, tokens)
                )
                certainty = Severity.WARNING if is_signed else severity
                about = [evolve(each, fix=unsafe(each.fix), severity=certainty) for each in faults(suspect)]
                if about:
                    yield span.start, span.end, list(self._in_context(line, span, about))

    def _cut_off(self, line: str) -> Iterator[Span]:
        found = unfinished(self.scheme).search(line, max(len(line) - self._layout.longest, 0))
        if found:
            yield Span(*found.span())

    def _in_runs(  # noqa: PLR0913 -- what is known about the line
        self,
        line: str,
        runs: Sequence[Span],
        tokens: Sequence[Place],
        sound: Sequence[Place],
        claimed: Iterable[Span],
        *,
        is_inside: bool,
    ) -> Iterator[_Claim]:
        """Yield the runs of groups that are damaged numbers and not claimed, inside a suspect or not."""
        if not runs:
            return
        known = None
        for span in runs:
            is_part = any(
                kind == SUSPECT and start <= span.start and span.end <= end
                for start, end, kind in _touched(tokens, span.start, span.end)
            )
            if is_part != is_inside:
                continue
            known = known or Spans({*claimed})
            if not known.touch(span):
                is_certain = not is_inside and not _touched(sound, span.start, span.end)
                about = self.single.about_run(line[span.start : span.end], is_certain=is_certain)
                yield span.start, span.end, list(self._in_context(line, span, about))

    def _sound(self, line: str, tokens: Sequence[Place]) -> list[Place]:
        """Return the canonical numbers of two groups or more."""
        return [
            (start, end, kind)
            for start, end, kind in tokens
            if kind == CANONICAL and has_marker(line[start:end], self.scheme)
        ]

    def _in_context(self, line: str, span: Span, findings: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """Yield findings at their place. The text beside it may make their fixes unsafe or impossible."""
        beside = Neighbours.of(line, span.start, span.end, self.scheme)
        for found in findings:
            if found.name == "abbreviated-number" and beside.has_groups:
                continue  # as in 1h 20m 30s
            fix = found.fix and fix_beside(beside, found, found.fix, line[span.start : span.end])
            yield (found if fix is found.fix else evolve(found, fix=fix)).moved(span.start)

    def numbers(self, text: str) -> Iterator[Span]:
        """Yield the places of the canonical numbers of a text."""
        masked = without_mathematics(text)
        return (Span(start, end) for start, end, _ in self.runner.find_kinds(masked, {CANONICAL}))

    def meant(self, line: str) -> Iterator[tuple[int, int, str]]:
        """Yield the place of each number of a line with the canonical text that was meant, or its own."""
        line = without_mathematics(line)
        tokens = list(self.runner.find_kinds(line, _CHECKED | {CANONICAL}))
        claims = list(self._foreign(line, tokens))
        found = [(start, end, _fixed(findings) or line[start:end]) for start, end, findings in claims]
        for start, end, kind in tokens:
            if not _touched(claims, start, end):
                found += self.single.meant(start, line[start:end], kind)
        return iter(sorted(found))

    def canonical_or_plain(self, text: str) -> Iterable[Place]:
        """Return the canonical and plain numbers of a text, in order."""
        return (place for place in self._tokens(without_mathematics(text)) if place[2] != SUSPECT)

    def _usual(self, findings: list[Diagnostic], line: str, span: Span) -> list[Diagnostic]:
        """Return the findings about what ordinary text has too: sizes, tables and hex dumps."""
        if all(found.code.startswith(PLAIN) for found in findings):
            return []
        is_weak = all(found.severity is Severity.WARNING for found in findings)
        is_capital = any(found.name == "capital-marker" for found in findings)
        is_table = is_weak and (is_capital or is_beside_digits(line, span.start, span.end))
        return [
            found
            for found in findings
            if found.name in _ORDINARY or (is_table and not found.code.startswith(PLAIN))
        ]


def _is_only_suspect(line: str, tokens: Sequence[Place], scheme: Scheme) -> bool:
    """Tell whether all groups of a line are in one suspect: a damaged run can only be a part of it."""
    if (
        len(tokens) != 1
        or tokens[0][2] != SUSPECT
        or scheme.marker != "joined"
        or scheme.spelling != "letter"
    ):
        return False
    start, end, _ = tokens[0]
    is_glued = line[max(start - 1, 0) : start].isalnum() or line[end : end + 1].isalnum()
    return not (is_glued or _has_digit(line, 0, start) or _has_digit(line, end))


def _fixed(findings: Iterable[Diagnostic]) -> str | None:
    return next((found.fix.text for found in findings if found.fix), None)


def _touched(places: Sequence[_Place], start: int, end: int) -> Sequence[_Place]:
    """Return those of some places, in order and apart from each other, that share characters with a span."""
    first = bisect_right(places, start, key=itemgetter(1))
    return places[first : bisect_left(places, end, lo=first, key=itemgetter(0))]
