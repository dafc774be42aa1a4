"""Writes findings as one JSON array, with one finding per line."""

import json
from collections.abc import Iterable, Iterator

from tst_grammar.linter.reports.json_reports import json_object
from tst_grammar.linter.reports.located import Located


def json_array(found: Iterable[Located]) -> Iterator[str]:
    r"""Yield an array of objects.

    >>> list(json_array([]))
    ['[', ']\n']
    """
    return array(map(json_object, found))


def array(items: Iterable[object]) -> Iterator[str]:
    r"""Yield any items as a JSON array, as they come.

    >>> print("".join(array([1, 2])), end="")
    [
      1,
      2
    ]
    """
    yield "["
    between = "\n  "
    for item in items:
        yield f"{between}{json.dumps(item)}"
        between = ",\n  "
    yield "]\n" if between == "\n  " else "\n]\n"
