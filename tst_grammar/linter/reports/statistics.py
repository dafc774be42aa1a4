"""Counts findings by their rules."""

from collections import Counter
from collections.abc import Iterable, Iterator

from tst_grammar.linter.reports.json_reports import array
from tst_grammar.linter.reports.located import Located
from tst_grammar.rules import CODES


def statistics(found: Iterable[Located], *, as_json: bool = False) -> Iterator[str]:
    r"""Yield the number of findings for each code, the largest first; `[*]` marks codes with safe fixes.

    >>> from tst_grammar.linter.reports.located import located
    >>> from tst_grammar.rules import find_rule
    >>> diagnostic = find_rule("TST107").finding("'23k' has 2 digits", 3, 6)
    >>> list(statistics(located("notes.txt", [("1m 23k 456", [diagnostic])])))
    ['1\tTST107\t    short-group\n']
    """
    counts: Counter[str] = Counter()
    fixable: Counter[str] = Counter()
    for each in found:
        counts[each.diagnostic.code] += 1
        fixable[each.diagnostic.code] += bool(each.diagnostic.fix and each.diagnostic.fix.is_safe)
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    if as_json:
        return array(
            {"code": code, "name": CODES[code], "count": count, "fixable": fixable[code]}
            for code, count in rows
        )
    return (f"{count}\t{code}\t{'[*]' if fixable[code] else '   '} {CODES[code]}\n" for code, count in rows)
