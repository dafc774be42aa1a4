"""Finds what is wrong with annotated text whose numbers stand between delimiters."""

from collections.abc import Iterator

from attrs import evolve

from tst_grammar.diagnostics import Diagnostic, Fix, Span, quoted
from tst_grammar.errors import TstGrammarError
from tst_grammar.language.conversion import decode, is_valid
from tst_grammar.language.layout import has_tables, layout_of
from tst_grammar.language.scheme import Scheme
from tst_grammar.linter.linter import Linter
from tst_grammar.linter.suspects import Suspect, read_suspect
from tst_grammar.rules import find_rule
from tst_grammar.text.delimiters import Delimiters


class DelimitedLinter(Linter):
    """Looks at what stands between delimiters, and for numbers that should.

    >>> linter = DelimitedLinter(Scheme(), "en", Delimiters("<", ">"))
    >>> [(found.code, found.message) for found in linter.findings("<many> or <> 5")]
    [('TST304', "'many' between delimiters is no number"), ('TST303', "'5' stands outside of delimiters")]
    """

    def __init__(self, scheme: Scheme, locale: str, delimiters: Delimiters) -> None:
        super().__init__(scheme, locale)
        self._delimiters = delimiters
        self._longest = 2 * layout_of(scheme).longest

    def last_break(self, text: str) -> int:
        """Return the last place where a text can be cut and looked at in parts; 0 stands for none."""
        besides = self._delimiters.opening + self._delimiters.closing
        return self.runner.last_break(text, besides) if has_tables(self.scheme) else 0

    def pieces(self, text: str) -> Iterator[tuple[int, str]]:
        """Yield parts of a text that can be looked at one by one, with their offsets."""
        is_one = "\n" in self._delimiters.opening + self._delimiters.closing
        return iter([(0, text)]) if is_one else super().pieces(text)

    def findings(self, text: str) -> Iterator[Diagnostic]:
        """Yield what is wrong with a text, in order."""
        closing = self._delimiters.closing
        copied = 0
        for place, inside, closed in self._enclosed(text):
            yield from self._outside(text, copied, place)
            if closed is None:
                message = f"{quoted(text[place:inside])} is not closed: no {quoted(closing)} follows it"
                yield find_rule("unclosed-delimiter").finding(message, place, inside)
                copied = inside + self._number_at(text[inside : inside + self._longest])
                continue
            if inside < closed:
                yield from (found.moved(inside) for found in self._inside(text[inside:closed]))
            copied = closed + len(closing)
        yield from self._outside(text, copied, len(text))

    def numbers(self, text: str) -> Iterator[Span]:
        """Yield the places of the canonical numbers between delimiters."""
        for _, inside, closed in self._enclosed(text):
            if closed is not None and is_valid(text[inside:closed], scheme=self.scheme):
                yield Span(inside, closed)

    def meant(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Yield the place of each number, between delimiters or not, and its canonical text."""
        copied = 0
        for place, inside, closed in self._enclosed(text):
            yield from _moved(super().meant(text[copied:place]), copied)
            copied = inside
            if closed is not None:
                raw = text[inside:closed]
                if is_valid(raw, scheme=self.scheme):
                    yield inside, closed, raw
                else:
                    yield from _moved(super().meant(raw), inside)
                copied = closed + len(self._delimiters.closing)
        yield from _moved(super().meant(text[copied:]), copied)

    def _enclosed(self, text: str) -> Iterator[tuple[int, int, int | None]]:
        """Yield each opening delimiter, its end, and where it is closed, if it is."""
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
        """Return where a number ends that a text starts with; 0 if it does not."""
        first = next(super().numbers(text), None) if has_tables(self.scheme) else None
        return first.end if first and first.start == 0 else 0

    def _inside(self, raw: str) -> Iterator[Diagnostic]:
        if is_valid(raw, scheme=self.scheme):
            return
        if not any("0" <= character <= "9" for character in raw):
            message = f"{quoted(raw)} between delimiters is no number"
            yield find_rule("delimited-text").finding(message, 0, len(raw))
            return
        suspect = read_suspect(raw, self.scheme)
        yield from (
            list(self.about_foreign(raw, is_certain=True))
            or list(self._plain_inside(raw))
            or list(self.faults(suspect))
            or self._besides(suspect)
        )

    def _besides(self, suspect: Suspect) -> Iterator[Diagnostic]:
        """Yield what stands between delimiters besides a number that is right: spaces, or something else."""
        raw, text = suspect.raw, suspect.text
        if "".join(raw.split()) == "".join(text.split()):
            where = "between the delimiters and" if raw.strip() == text else "that are too many in"
            fix = Fix(0, len(raw), text, is_safe=is_valid(text, scheme=self.scheme))
            message = f"spaces stand {where} {quoted(text)}"
            yield find_rule("irregular-space").finding(message, 0, len(raw), fix)
            return
        try:
            decode(raw, scheme=self.scheme)
        except TstGrammarError as error:
            span = error.span or Span(0, len(raw))
            rule = find_rule(error.fault)
            yield rule.finding(error.message, span.start, span.end, expected=error.expected)

    def _plain_inside(self, raw: str) -> Iterator[Diagnostic]:
        if self.is_plain(raw):
            yield from self.about_plain(raw)

    def _outside(self, text: str, start: int, end: int) -> Iterator[Diagnostic]:
        """Yield the numbers between two places, which have to stand between delimiters."""
        opening, closing = self._delimiters.opening, self._delimiters.closing
        if start == end or not has_tables(self.scheme):
            return
        for first, last, kind in self.spotted(text[start:end]):
            raw = text[start + first : start + last]
            if kind != "tst":
                for found in self.about_plain(raw):
                    fix = found.fix and evolve(found.fix, text=f"{opening}{found.fix.text}{closing}")
                    yield evolve(found, fix=fix).moved(start + first)
            elif text.startswith(closing, start + last):
                place = start + last
                message = f"no {quoted(opening)} stands before the number {quoted(raw)}"
                yield find_rule("unopened-delimiter").finding(message, place, place + len(closing))
            else:
                fix = Fix(start + first, start + last, f"{opening}{raw}{closing}", is_safe=True)
                message = f"{quoted(raw)} stands outside of delimiters"
                yield find_rule("undelimited-number").finding(message, start + first, start + last, fix)


def _moved(numbers: Iterator[tuple[int, int, str]], by: int) -> Iterator[tuple[int, int, str]]:
    return ((start + by, end + by, text) for start, end, text in numbers)
