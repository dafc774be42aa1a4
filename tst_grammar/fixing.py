"""Mends annotated text: applies fixes where the numbers around them stay what they are."""

from collections.abc import Callable, Iterable, Iterator

from tst_grammar.diagnostics import Diagnostic, Fix
from tst_grammar.lines import lines_of
from tst_grammar.linter import Linter

_ROUNDS = 8
"""How often a line is looked at again, as one fix may bring another to light."""


def mended(linter: Linter, text: str, is_wanted: Callable[[Diagnostic], bool]) -> str:
    """Return a text with the fixes of wanted findings applied."""
    if not any(map(is_wanted, linter.findings(text))):
        return text
    return "".join(_line(linter, line, is_wanted) for line in lines_of(text))


def _line(linter: Linter, line: str, is_wanted: Callable[[Diagnostic], bool]) -> str:
    for _ in range(_ROUNDS):
        fixes = list(_apart(found.fix for found in linter.findings(line) if found.fix and is_wanted(found)))
        if not fixes:
            return line
        changed = _applied(line, fixes)
        if not _keeps(linter, line, fixes, changed):
            kept = [fix for fix in fixes if _keeps(linter, line, [fix], fix.applied(line))]
            changed = _applied(line, kept)
            if not kept or not _keeps(linter, line, kept, changed):
                return line
        line = changed
    return line


def _apart(fixes: Iterable[Fix]) -> Iterator[Fix]:
    """Yield fixes that do not overlap, in order."""
    end = -1
    for each in sorted(fixes, key=lambda fix: (fix.start, fix.end)):
        if each.start >= max(end, 0):
            yield each
            end = max(each.end, each.start + 1)


def _applied(line: str, fixes: list[Fix]) -> str:
    for each in reversed(fixes):
        line = each.applied(line)
    return line


def _keeps(linter: Linter, line: str, fixes: list[Fix], changed: str) -> bool:
    """Tell whether the numbers of a changed line are those that it had and those of the fixes."""
    found = [(span.start, line[span.start : span.end]) for span in linter.numbers(line)]
    ends = [(each.start, each.end) for each in fixes]
    kept = [(start, text) for start, text in found if not any(one <= start < two for one, two in ends)]
    new = [
        (each.start, each.text[span.start : span.end]) for each in fixes for span in linter.numbers(each.text)
    ]
    after = [changed[span.start : span.end] for span in linter.numbers(changed)]
    return [text for _, text in sorted(kept + new)] == after
