"""A document that is checked again only where it changes."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import accumulate

from attrs import define, field

from tst_grammar.diagnostics import Diagnostic, Span
from tst_grammar.linter.delimited import DelimitedLinter
from tst_grammar.linter.fixing import apply_fixes
from tst_grammar.linter.linter import Linter
from tst_grammar.linter.project.suppressions import Suppressions
from tst_grammar.linter.protection import Protection
from tst_grammar.server.lined_text import LinedText, Place

Found = tuple[int, Diagnostic]
"""The number of a line from 0, and a finding in this line."""


@define
class LintedDocument:
    r"""The lines of a document, with the findings of each.

    >>> from tst_grammar.linter.lint import linter_for
    >>> from tst_grammar.linter.project.rule_selection import Selection
    >>> linter = linter_for(
    ...     scheme="tst", locale="en", separator="", delimiters=None, selection=Selection.of()
    ... )
    >>> document = LintedDocument.of("1k 234\n1k 23\n", linter, lambda found: True)
    >>> [(line, found.name) for line, found in document.findings()]
    [(1, 'short-group')]
    >>> document.replace(Place(1, 5), Place(1, 5), "4")
    >>> list(document.findings())
    []
    """

    text: LinedText
    linter: Linter
    selects: Callable[[Diagnostic], bool]
    protection: Protection = field(factory=lambda: Protection(frozenset()))
    """Which fixes are applied only one by one, because they are in code."""
    _by_line: list[list[Diagnostic]] = field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        self._check(0, 0, len(self.text.lines))

    @classmethod
    def of(
        cls,
        text: str,
        linter: Linter,
        selects: Callable[[Diagnostic], bool],
        protection: Protection | None = None,
    ) -> "LintedDocument":
        """Return a document with its findings. `selects` tells which findings are reported."""
        return cls(LinedText.of(text), linter, selects, protection or Protection(frozenset()))

    def replace(self, start: Place, end: Place, text: str) -> None:
        """Replace a part of the document, and check only the lines that change."""
        self._check(*self.text.replace(start, end, text))

    def findings(self) -> Iterator[Found]:
        """Yield the findings that no comment suppresses, in order."""
        suppressions = self._suppressions()
        for line, found in enumerate(self._by_line):
            for each in found:
                if not suppressions.is_suppressed(each.code, line + 1):
                    yield line, each

    def numbers(self, line: int) -> Iterator[Span]:
        """Yield the places of the TST numbers in a line."""
        return iter(self.linter.numbers(self.text.lines[line]))

    def fixed(self, line: int, is_wanted: Callable[[Diagnostic], bool]) -> str:
        """Return a line with the wanted fixes that leave its other numbers as they are."""
        return apply_fixes(self.linter, self.text.lines[line], is_wanted)

    def fixed_outside_code(self, lines: Iterable[int], is_wanted: Callable[[Found], bool]) -> Iterator[str]:
        """Yield some lines with the wanted fixes that are not in code."""
        protected = self.protection.of("".join(self.text.lines))
        starts = list(accumulate(map(len, self.text.lines), initial=0))

        def is_protected(start: int, _: int, line: str, found: Diagnostic) -> bool:
            return protected.covers(start, line, found)

        for number in lines:
            yield apply_fixes(
                self.linter,
                self.text.lines[number],
                partial(_is_wanted_in, is_wanted, number),
                partial(is_protected, starts[number]),
            )

    def _check(self, first: int, before: int, after: int) -> None:
        """Check some lines in place of those that were there before, and the lines that they change."""
        lines = self.text.lines
        last = first + after
        while not self._can_start(first):
            first, before, after = first - 1, before + 1, after + 1
        unchanged = 0
        while last < len(lines) and not (unchanged >= self._reach and self._can_start(last)):
            unchanged += len(lines[last])
            last, before, after = last + 1, before + 1, after + 1
        self._by_line[first : first + before] = self._checked(lines[first:last])

    @property
    def _reach(self) -> int:
        """How many characters after a changed line have to be checked again, at least."""
        return self.linter.reach if isinstance(self.linter, DelimitedLinter) else 1

    def _can_start(self, line: int) -> bool:
        """Tell whether the findings from a line on are the same without the lines before it."""
        if line == 0 or line == len(self.text.lines):
            return True
        if not self.text.lines[line - 1].endswith("\n"):
            return False  # for the linter, only a line feed ends a line
        return not isinstance(self.linter, DelimitedLinter) or self.linter.can_start_after(
            self._before(line, self._reach)
        )

    def _before(self, line: int, characters: int) -> str:
        """Return lines before a line that have so many characters, or all of them."""
        first, found = line, 0
        while first and found < characters:
            first -= 1
            found += len(self.text.lines[first])
        return "".join(self.text.lines[first:line])

    def _checked(self, lines: list[str]) -> list[list[Diagnostic]]:
        """Return the findings of each line."""
        text = "".join(lines)
        starts = list(accumulate(map(len, lines[:-1]), initial=0))
        by_line: list[list[Diagnostic]] = [[] for _ in lines]
        for offset, segment in self.linter.segments(text):
            for found in filter(self.selects, self.linter.findings(segment)):
                line = bisect_right(starts, offset + found.start) - 1
                by_line[line].append(found.moved(offset - starts[line]))
        return [sorted(each, key=lambda found: (found.start, found.end)) for each in by_line]

    def _suppressions(self) -> Suppressions:
        lines = (line.rstrip("\r\n") for line in self.text.lines)
        return Suppressions().after("\n".join(lines), 1)


def _is_wanted_in(is_wanted: Callable[[Found], bool], line: int, found: Diagnostic) -> bool:
    return is_wanted((line, found))
