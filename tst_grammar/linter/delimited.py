"""Finds mistakes in annotated text that has its numbers between delimiters."""

from collections.abc import Iterator

from attrs import evolve

from tst_grammar.diagnostics import Diagnostic, Fix, Span, quoted
from tst_grammar.errors import TstGrammarError
from tst_grammar.language.conversion import decode, is_valid
from tst_grammar.language.layout import has_tables, layout_of
from tst_grammar.language.scheme import Scheme
from tst_grammar.linter.linter import Linter
from tst_grammar.linter.other_schemes import has_marker
from tst_grammar.linter.suspect.suspect import Suspect, read_suspect
from tst_grammar.linter.suspect.suspect_mistakes import faults, weakened
from tst_grammar.rules import find_rule
from tst_grammar.text.delimiters import Delimiters


class DelimitedLinter(Linter):
    """Checks the text between delimiters, and finds numbers that are not between delimiters.

    >>> linter = DelimitedLinter(Scheme(), "en", Delimiters("<", ">"))
    >>> [(found.code, found.message) for found in linter.findings("<many> or <> 5")]
    [('TST304', "'many' between delimiters is not a number"), ('TST303', "'5' is not between delimiters")]
    """

    def __init__(  # noqa: PLR0913 -- the options of annotation
        self,
        scheme: Scheme,
        locale: str,
        delimiters: Delimiters,
        *,
        separator: str = "",
        opened: frozenset[str] = frozenset(),
        plain: bool = True,
    ) -> None:
        super().__init__(scheme, locale, separator=separator, opened=opened, plain=plain)
        self._delimiters = delimiters
        self._longest = 2 * layout_of(scheme).longest

    def last_break(self, text: str) -> int:
        """Return the last place where a text can be cut without cutting a number, or 0 if there is none."""
        besides = self._delimiters.opening + self._delimiters.closing
        return self.runner.last_break(text, besides) if has_tables(self.scheme) else 0

    def segments(self, text: str) -> Iterator[tuple[int, str]]:
        """Yield parts of a text that can be checked one by one, with their offsets."""
        is_one = "\n" in self._delimiters.opening + self._delimiters.closing
        return iter([(0, text)]) if is_one else super().segments(text)

    @property
    def reach(self) -> int:
        """The most characters of a number with its delimiters."""
        return len(self._delimiters.opening) + self._longest + len(self._delimiters.closing)

    def can_start_after(self, text: str) -> bool:
        """Tell whether no number between delimiters continues after a text of at least `reach` characters.

        >>> linter = DelimitedLinter(Scheme(), "en", Delimiters("<", ">"))
        >>> linter.can_start_after("<1k 234>"), linter.can_start_after("<1k")
        (True, False)
        """
        opening, closing = self._delimiters.opening, self._delimiters.closing
        if "\n" in opening + closing:
            return False
        last = text.rfind(opening, max(0, len(text) - self.reach))
        return last < 0 or (opening != closing and closing in text[last + len(opening) :])

    def damages(self, text: str) -> Iterator[tuple[Span, Diagnostic]]:
        """Yield each damaged number of a text with a mistake in it, in order."""
        closing = self._delimiters.closing
        copied = 0
        for place, inside, closed in self._enclosed(text):
            yield from map(_alone, self._outside(text, copied, place))
            if closed is None:
                message = f"{quoted(text[place:inside])} is not closed: no {quoted(closing)} follows it"
                yield _alone(find_rule("unclosed-delimiter").finding(message, place, inside))
                copied = inside + self._number_at(text[inside : inside + self._longest])
                continue
            if inside < closed:
                span = Span(inside, closed)
                yield from ((span, found.moved(inside)) for found in self._inside(text[inside:closed]))
            copied = closed + len(closing)
        yield from map(_alone, self._outside(text, copied, len(text)))

    def numbers(self, text: str) -> Iterator[Span]:
        """Yield the places of the canonical numbers between delimiters."""
        for _, inside, closed in self._enclosed(text):
            if closed is not None and is_valid(text[inside:closed], scheme=self.scheme):
                yield Span(inside, closed)

    def meant(self, line: str) -> Iterator[tuple[int, int, str]]:
        """Yield the place of each number, between delimiters or not, with the text that was meant."""
        copied = 0
        for place, inside, closed in self._enclosed(line):
            yield from _moved(super().meant(line[copied:place]), copied)
            copied = inside
            if closed is not None:
                raw = line[inside:closed]
                if is_valid(raw, scheme=self.scheme):
                    yield inside, closed, raw
                else:
                    yield from _moved(super().meant(raw), inside)
                copied = closed + len(self._delimiters.closing)
        yield from _moved(super().meant(line[copied:]), copied)

    def _enclosed(self, text: str) -> Iterator[tuple[int, int, int | None]]:
        """Yield the start and end of each opening delimiter, and where it is closed (None if it is not)."""
        opening, closing = self._delimiters.opening, self._delimiters.closing
        place = text.find(opening)
        while place >= 0:
            inside = place + len(opening)
            closed = text.find(closing, inside, inside + self._longest + len(closing))
            following = text.find(opening, inside, max(closed, inside))
            is_closed = closed >= 0 and (following < 0 or opening == closing)
            yield place, inside, closed if is_closed else None
            place = text.find(opening, closed + len(closing) if is_closed else inside)

    def _number_at(self, text: str) -> int:
        """Return the end of the number at the start of a text, or 0 if there is none."""
        first = next(super().numbers(text), None) if has_tables(self.scheme) else None
        return first.end if first and first.start == 0 else 0

    def _inside(self, raw: str) -> Iterator[Diagnostic]:
        if is_valid(raw, scheme=self.scheme):
            return
        if not any("0" <= character <= "9" for character in raw):
            message = f"{quoted(raw)} between delimiters is not a number"
            yield find_rule("delimited-text").finding(message, 0, len(raw))
            return
        suspect = read_suspect(raw, self.scheme)
        yield from (
            list(self.single.about_foreign(raw, is_certain=True))
            or list(self._plain_inside(raw))
            or list(faults(suspect))
            or self._about_rest(suspect)
        )

    def _about_rest(self, suspect: Suspect) -> Iterator[Diagnostic]:
        """Yield the spaces or other characters between delimiters that do not belong to the number."""
        raw, text = suspect.raw, suspect.text
        if "".join(raw.split()) == "".join(text.split()):
            is_outside = raw.strip() == text
            spaces = "spaces between the delimiters and" if is_outside else "too many spaces in"
            fix = Fix(0, len(raw), text, is_safe=is_valid(text, scheme=self.scheme))
            message = f"there are {spaces} {quoted(text)}"
            yield find_rule("irregular-space").finding(message, 0, len(raw), fix)
            return
        try:
            decode(raw, scheme=self.scheme)
        except TstGrammarError as error:
            span = error.span or Span(0, len(raw))
            rule = find_rule(error.fault)
            yield rule.finding(error.message, span.start, span.end, expected=error.expected)

    def _plain_inside(self, raw: str) -> Iterator[Diagnostic]:
        if self.single.is_plain(raw):
            yield from self.single.about_plain(raw)

    def _outside(self, text: str, start: int, end: int) -> Iterator[Diagnostic]:
        """Yield a finding for each number from `start` to `end`, where there are no delimiters."""
        opening, closing = self._delimiters.opening, self._delimiters.closing
        if start == end or not has_tables(self.scheme):
            return
        for first, last, kind in self.canonical_or_plain(text[start:end]):
            raw = text[start + first : start + last]
            if kind != "tst":
                for found in self.single.about_plain(raw):
                    fix = found.fix and evolve(found.fix, text=f"{opening}{found.fix.text}{closing}")
                    yield evolve(found, fix=fix).moved(start + first)
            elif text.startswith(closing, start + last):
                place = start + last
                message = f"there is no {quoted(opening)} before the number {quoted(raw)}"
                yield find_rule("unopened-delimiter").finding(message, place, place + len(closing))
            else:
                fix = Fix(start + first, start + last, f"{opening}{raw}{closing}", is_safe=True)
                message = f"{quoted(raw)} is not between delimiters"
                found = find_rule("undelimited-number").finding(message, start + first, start + last, fix)
                yield found if has_marker(raw, self.scheme) else weakened(found)


def _moved(numbers: Iterator[tuple[int, int, str]], by: int) -> Iterator[tuple[int, int, str]]:
    return ((start + by, end + by, text) for start, end, text in numbers)


def _alone(found: Diagnostic) -> tuple[Span, Diagnostic]:
    return Span(found.start, found.end), found
