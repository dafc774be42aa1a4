"""Counts findings while they are written, and sums them up in the last line of a report."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from tst_grammar.diagnostics import Severity
from tst_grammar.linter.reports.located import Located

FINE: Final = "All numbers are fine.\n"
"""The last line of a report without findings."""


def counted(found: Iterable[Located], counts: Counter[str]) -> Iterator[Located]:
    """Yield findings, and count them by severity and by the safety of their fixes."""
    for each in found:
        counts[each.diagnostic.severity] += 1
        if each.diagnostic.fix:
            counts["safe" if each.diagnostic.fix.is_safe else "unsafe"] += 1
        yield each


def summary(counts: Counter[str]) -> str:
    r"""Return the last line of a report.

    >>> summary(Counter(error=3, warning=1, safe=2, unsafe=1))
    'Found 3 errors and 1 warning. 2 fixable with --fix (1 more with --unsafe-fixes).\n'
    """
    severities = " and ".join(
        f"{counts[severity]} {severity}{'s' * (counts[severity] > 1)}"
        for severity in Severity
        if counts[severity]
    )
    if not severities:
        return FINE
    more = f" ({counts['unsafe']} more with --unsafe-fixes)" if counts["unsafe"] else ""
    if counts["safe"]:
        return f"Found {severities}. {counts['safe']} fixable with --fix{more}.\n"
    if counts["unsafe"]:
        return f"Found {severities}. {counts['unsafe']} fixable with --unsafe-fixes.\n"
    return f"Found {severities}.\n"
