"""Draws each finding for a person: its source line, carets below it, and a suggestion."""

from collections import Counter
from collections.abc import Iterable, Iterator

from tst_grammar.diagnostics import Fix, columns, either, quoted, visible
from tst_grammar.linter.reports.colors import Painter, painter
from tst_grammar.linter.reports.concise import headline
from tst_grammar.linter.reports.located import Located
from tst_grammar.linter.reports.summary import counted, summary

_TAB = "    "
_CHOICES = 5
"""How many of the expected texts are listed."""


def full(found: Iterable[Located], *, color: bool = False, note: str = "") -> Iterator[str]:
    """Yield a drawing of each finding, and the summary.

    >>> from tst_grammar.diagnostics import Fix
    >>> from tst_grammar.linter.reports.located import located
    >>> from tst_grammar.rules import find_rule
    >>> fix = Fix(3, 6, "023k", is_safe=False)
    >>> diagnostic = find_rule("TST107").finding("'23k' has 2 digits", 3, 6, fix)
    >>> print("".join(full(located("notes.txt", [("1m 23k 456", [diagnostic])]))), end="")
    TST107 '23k' has 2 digits
     --> notes.txt:1:4
      |
    1 | 1m 23k 456
      |    ^^^
      |
    help: replace '23k' with '023k' (unsafe: the value may change)
    <BLANKLINE>
    Found 1 error. 1 fixable with --unsafe-fixes.
    """
    paint = painter(color=color)
    counts: Counter[str] = Counter()
    for each in counted(found, counts):
        yield "".join(f"{line.rstrip()}\n" for line in _drawing(each, paint))
    yield summary(counts, note)


def _drawing(found: Located, paint: Painter) -> Iterator[str]:
    number = str(found.start.line)
    margin = " " * len(number)
    before, marked, after = _cut(found)
    carets = "^" * max(columns(marked), 1)
    yield headline(found, paint)
    yield f"{margin}{paint('-->', 'frame')} {found.place}"
    yield f"{margin} {paint('|', 'frame')}"
    yield f"{paint(f'{number} |', 'frame')} {before}{marked}{after}"
    yield (
        f"{margin} {paint('|', 'frame')} {' ' * columns(before)}{paint(carets, found.diagnostic.severity)}"
    )
    yield f"{margin} {paint('|', 'frame')}"
    if suggestion(found):
        yield f"{paint('help:', 'help')} {suggestion(found)}"
    yield ""


def _cut(found: Located) -> tuple[str, str, str]:
    """Return the line before the finding, the finding, and the line after it, as they are drawn."""
    start = found.start.column - 1 - found.line_offset
    end = start + found.end.offset - found.start.offset
    return _drawn(found.line[:start]), _drawn(found.line[start:end]), _drawn(found.line[end:])


def _drawn(text: str) -> str:
    return visible(text.replace("\t", _TAB))


def suggestion(found: Located) -> str:
    """Return a suggestion for a finding: its fix, or else the expected texts.

    >>> from tst_grammar.linter.reports.located import located
    >>> from tst_grammar.rules import find_rule
    >>> diagnostic = find_rule("TST107").finding("'23k' has 2 digits", 3, 6, expected=("023k",))
    >>> suggestion(*located("notes.txt", [("1m 23k 456", [diagnostic])]))
    'expected 023k'
    """
    fix, expected = found.diagnostic.fix, found.diagnostic.expected
    if fix:
        doubt = "" if fix.is_safe else " (unsafe: the value may change)"
        if fix.is_in_code:
            doubt = f" (not applied in code and names: select {found.diagnostic.code} by its code)"
        return f"{_edit(fix, found.replaced)}{doubt}"
    more = [f"{len(expected) - _CHOICES} more"] if len(expected) > _CHOICES else []
    return f"expected {either([*map(visible, expected[:_CHOICES]), *more])}" if expected else ""


def _edit(fix: Fix, replaced: str) -> str:
    if not fix.text:
        return f"remove {quoted(replaced)}"
    if not replaced:
        return f"insert {quoted(fix.text)}"
    return f"replace {quoted(replaced)} with {quoted(fix.text)}"
