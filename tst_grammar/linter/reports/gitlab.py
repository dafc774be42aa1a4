"""Writes findings as a GitLab Code Quality report."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from tst_grammar.diagnostics import Severity
from tst_grammar.linter.reports.json_reports import array, encodable
from tst_grammar.linter.reports.located import Located
from tst_grammar.linter.reports.paths import relative_path

_SEVERITIES: Final = {Severity.ERROR: "major", Severity.WARNING: "minor"}


def gitlab(found: Iterable[Located]) -> Iterator[str]:
    r"""Yield the report, an array of issues.

    >>> list(gitlab([]))
    ['[', ']\n']
    """
    return array(_issues(found))


def _issues(found: Iterable[Located]) -> Iterator[dict[str, Any]]:
    seen: Counter[bytes] = Counter()
    for each in found:
        diagnostic = each.diagnostic
        yield {
            "description": f"{diagnostic.code}: {diagnostic.message}",
            "check_name": diagnostic.name,
            "fingerprint": _fingerprint(each, seen),
            "severity": _SEVERITIES[diagnostic.severity],
            "location": {
                "path": encodable(relative_path(each.path)),
                "lines": {"begin": each.start.line, "end": each.end.line},
            },
        }


def _fingerprint(found: Located, seen: Counter[bytes]) -> str:
    """Return an id that is unique to a finding and stays the same when lines move."""
    from hashlib import blake2b  # noqa: PLC0415 -- no other format needs it

    diagnostic = found.diagnostic
    parts = (relative_path(found.path), found.field, diagnostic.code, diagnostic.message)
    same = blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=16)
    seen[same.digest()] += 1
    same.update(b"\0%d" % seen[same.digest()])
    return same.hexdigest()
