"""Counts findings while they are written, and sums them up in the last line of a report."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from tst_grammar.diagnostics import Severity
from tst_grammar.linter.reports.located import Located

FINE: Final = "All TST numbers are fine."
"""The last line of a report without findings, before the note."""

PLAIN: Final = "Use --select ALL to check plain numbers too."
"""The note of a report without the rules about plain numbers."""


def counted(found: Iterable[Located], counts: Counter[str]) -> Iterator[Located]:
    """Yield findings, and count them by severity and by the safety of their fixes."""
    for each in found:
        counts[each.diagnostic.severity] += 1
        if each.diagnostic.fix and not each.diagnostic.fix.is_in_code:
            counts["safe" if each.diagnostic.fix.is_safe else "unsafe"] += 1
        yield each


def summary(counts: Counter[str], note: str = "") -> str:
    r"""Return the last line of a report, with a note at its end.

    >>> summary(Counter(error=3, warning=1, safe=2, unsafe=1))
    'Found 3 errors and 1 warning. 2 fixable with --fix (1 more with --unsafe-fixes).\n'
    """
    return f"{_sentences(counts)}{' ' if note else ''}{note}\n"


def _sentences(counts: Counter[str]) -> str:
    severities = " and ".join(
        f"{counts[severity]} {severity}{'s' * (counts[severity] > 1)}"
        for severity in Severity
        if counts[severity]
    )
    if not severities:
        return FINE
    more = f" ({counts['unsafe']} more with --unsafe-fixes)" if counts["unsafe"] else ""
    if counts["safe"]:
        return f"Found {severities}. {counts['safe']} fixable with --fix{more}."
    if counts["unsafe"]:
        return f"Found {severities}. {counts['unsafe']} fixable with --unsafe-fixes."
    return f"Found {severities}."
