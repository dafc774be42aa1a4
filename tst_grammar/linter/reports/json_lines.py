"""Writes findings as JSON lines."""

import json
from collections.abc import Iterable, Iterator

from tst_grammar.linter.reports.json_reports import json_object
from tst_grammar.linter.reports.located import Located


def json_lines(found: Iterable[Located]) -> Iterator[str]:
    """Yield a line with a JSON object for each finding.

    >>> list(json_lines([]))
    []
    """
    return (f"{json.dumps(json_object(each))}\n" for each in found)
