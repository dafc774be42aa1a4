"""Writes one line for each finding, and their number at the end."""

from collections import Counter
from collections.abc import Iterable, Iterator

from tst_grammar.diagnostics import visible
from tst_grammar.linter.reports.colors import Painter, painter
from tst_grammar.linter.reports.located import Located
from tst_grammar.linter.reports.summary import counted, summary


def concise(found: Iterable[Located], *, color: bool = False, note: str = "") -> Iterator[str]:
    r"""Yield `place: CODE message` for each finding, with `[*]` where the fix is safe.

    >>> from tst_grammar.linter.reports.located import located
    >>> from tst_grammar.rules import find_rule
    >>> diagnostic = find_rule("TST107").finding("'23k' has 2 digits", 3, 6)
    >>> list(concise(located("notes.txt", [("1m 23k 456", [diagnostic])])))
    ["notes.txt:1:4: TST107 '23k' has 2 digits\n", 'Found 1 error.\n']
    """
    paint = painter(color=color)
    counts: Counter[str] = Counter()
    for each in counted(found, counts):
        yield f"{paint(each.place, 'path')}: {headline(each, paint)}\n"
    yield summary(counts, note)


def headline(found: Located, paint: Painter) -> str:
    """Return the code of a finding, the mark of a safe fix, and the message."""
    diagnostic = found.diagnostic
    mark = f"{paint('[*]', 'help')} " if diagnostic.fix and diagnostic.fix.is_safe else ""
    return f"{paint(diagnostic.code, diagnostic.severity)} {mark}{visible(diagnostic.message)}"
