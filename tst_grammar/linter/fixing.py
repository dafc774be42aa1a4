"""Applies fixes to annotated text where they leave the numbers around them unchanged."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import accumulate, zip_longest

from tst_grammar.diagnostics import Diagnostic, Fix, Span
from tst_grammar.linter.linter import Linter
from tst_grammar.text.lines import lines_of

_ROUNDS = 8
"""How often a line is checked again, because one fix may make another one possible."""

_ONE_BY_ONE = 64
"""How many fixes of a line are tried one by one if they cannot all be applied together."""


_Covers = Callable[[str, Diagnostic], bool]


def apply_fixes(
    linter: Linter,
    text: str,
    is_wanted: Callable[[Diagnostic], bool],
    is_protected: Callable[[int, str, Diagnostic], bool] | None = None,
) -> str:
    """Return a text with the fixes of all wanted findings applied.

    `is_protected` tells for the start of a line in the text, the line as it is now, and a finding in it
    whether the fix is only shown.
    """
    if not any(map(is_wanted, linter.findings(text))):
        return text
    lines = list(lines_of(text))
    starts = accumulate(map(len, lines), initial=0)
    return "".join(
        _fixed_line(linter, line, is_wanted, partial(is_protected, start) if is_protected else None)
        for line, start in zip(lines, starts, strict=False)
    )


def _fixed_line(
    linter: Linter, line: str, is_wanted: Callable[[Diagnostic], bool], is_protected: _Covers | None
) -> str:
    for _ in range(_ROUNDS):
        fixes = list(
            _without_overlaps(
                found.fix
                for found in linter.findings(line)
                if found.fix and is_wanted(found) and not (is_protected and is_protected(line, found))
            )
        )
        if fixes and not _Change(line, fixes).keeps_numbers(linter):
            fixes = [fix for fix in fixes[:_ONE_BY_ONE] if _Change(line, [fix]).keeps_numbers(linter)]
        change = _Change(line, fixes)
        if not fixes or not change.keeps_numbers(linter):
            return line
        line = change.text
    return line


def _without_overlaps(fixes: Iterable[Fix]) -> Iterator[Fix]:
    """Yield the fixes in order, without those that overlap an earlier one."""
    end = -1
    for each in sorted(fixes, key=lambda fix: (fix.start, fix.end)):
        if each.start >= max(end, 0):
            yield each
            end = max(each.end, each.start + 1)


class _Change:
    """A line with fixes applied that do not overlap."""

    def __init__(self, line: str, fixes: list[Fix]) -> None:
        self._line = line
        self._starts, self._ends = [fix.start for fix in fixes], [fix.end for fix in fixes]
        lengths = [len(fix.text) for fix in fixes]
        self._shifts = [
            0,
            *accumulate(size - fix.end + fix.start for size, fix in zip(lengths, fixes, strict=True)),
        ]
        self._places = [
            Span(fix.start + shift, fix.start + shift + size)
            for fix, shift, size in zip(fixes, self._shifts, lengths, strict=False)
        ]
        between = [
            line[end:start] for end, start in zip([0, *self._ends], [*self._starts, len(line)], strict=True)
        ]
        self.text = "".join(
            part for pair in zip_longest(between, (fix.text for fix in fixes), fillvalue="") for part in pair
        )

    def keeps_numbers(self, linter: Linter) -> bool:
        """Tell whether each fix gives exactly one number, and all other numbers stay the same."""
        kept = [self._moved(span) for span in linter.numbers(self._line) if not self._touches(span)]
        starts = [place.start for place in self._places]
        others, inside = [], [0] * len(starts)
        for span in linter.numbers(self.text):
            index = bisect_right(starts, span.start) - 1
            if index >= 0 and span.end <= self._places[index].end:
                inside[index] += 1
            else:
                others.append(span)
        return others == kept and all(count == 1 for count in inside)

    def _touches(self, span: Span) -> bool:
        index = bisect_right(self._ends, span.start)
        return index < len(self._starts) and self._starts[index] < span.end

    def _moved(self, span: Span) -> Span:
        return span.moved(self._shifts[bisect_right(self._ends, span.start)])
