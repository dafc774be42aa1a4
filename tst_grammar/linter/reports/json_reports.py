"""Writes findings as JSON: one array, with one finding per line, or JSON lines."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from attrs import asdict

from tst_grammar.linter.reports.located import Located
from tst_grammar.linter.reports.positions import Position


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
        yield f"{between}{dumped(item)}"
        between = ",\n  "
    yield "]\n" if between == "\n  " else "\n]\n"


def json_lines(found: Iterable[Located]) -> Iterator[str]:
    """Yield a line with a JSON object for each finding.

    >>> list(json_lines([]))
    []
    """
    return (f"{dumped(json_object(each))}\n" for each in found)


def dumped(item: object) -> str:
    r"""Return an item as JSON of printable ASCII, which is harmless in a terminal.

    >>> dumped("\x1b\x7f")
    '"\\u001b\\u007f"'
    """
    return json.dumps(item).replace("\x7f", "\\u007f")


def json_object(found: Located) -> dict[str, Any]:
    """Return a finding as a JSON object. Its places have a line, a column, and offsets in three units.

    >>> from tst_grammar.linter.reports.located import located
    >>> from tst_grammar.rules import find_rule
    >>> diagnostic = find_rule("TST107").finding("'23k' has 2 digits", 3, 6)
    >>> (found,) = located("notes.txt", [("1m 23k 456", [diagnostic])])
    >>> json_object(found)["location"]["start"]
    {'line': 1, 'column': 4, 'offset': 3, 'byte': 3, 'utf16': 3}
    """
    diagnostic = found.diagnostic
    return {
        "code": diagnostic.code,
        "name": diagnostic.name,
        "message": diagnostic.message,
        "severity": diagnostic.severity.value,
        "path": encodable(found.path),
        **({"field": encodable(found.field)} if found.field else {}),
        "location": _location(found.start, found.end),
        "expected": list(diagnostic.expected),
        "fix": _fix(found),
    }


def encodable(text: str) -> str:
    r"""Return a text with lone surrogates escaped, because many JSON readers refuse them.

    >>> print(encodable("a\udcff.txt"))
    a\udcff.txt
    """
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _fix(found: Located) -> dict[str, Any] | None:
    fix = found.diagnostic.fix
    if not (fix and found.fix_start and found.fix_end):
        return None
    return {
        "text": fix.text,
        "applicability": "display-only" if fix.is_in_code else "safe" if fix.is_safe else "unsafe",
        "location": _location(found.fix_start, found.fix_end),
    }


def _location(start: Position, end: Position) -> dict[str, dict[str, int]]:
    return {"start": asdict(start), "end": asdict(end)}
