"""Writes findings as a SARIF 2.1.0 log, the exchange format for results of static analysis."""

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tst_grammar.linter.reports.json_reports import array
from tst_grammar.linter.reports.located import Located
from tst_grammar.linter.reports.paths import relative_path
from tst_grammar.linter.reports.positions import Position
from tst_grammar.linter.reports.terminal import suggestion
from tst_grammar.rules import find_rule

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def sarif(found: Iterable[Located]) -> Iterator[str]:
    """Yield a log of one run. The rules follow the results, because only rules with findings are listed.

    >>> log = json.loads("".join(sarif([])))
    >>> log["version"], log["runs"][0]["results"], log["runs"][0]["tool"]["driver"]["name"]
    ('2.1.0', [], 'tst-grammar')
    """
    rules: dict[str, int] = {}
    yield f'{{"$schema": "{_SCHEMA}", "version": "2.1.0", "runs": [{{\n'
    yield '"columnKind": "unicodeCodePoints", "defaultEncoding": "utf-8", "results": '
    yield from array(_result(each, rules) for each in found)
    yield f', "tool": {json.dumps(_tool(rules))}}}]}}\n'


def _result(found: Located, rules: dict[str, int]) -> dict[str, Any]:
    diagnostic = found.diagnostic
    return {
        "ruleId": diagnostic.code,
        "ruleIndex": rules.setdefault(diagnostic.code, len(rules)),
        "level": diagnostic.severity.value,
        "message": _message(diagnostic.message),
        "locations": [_location(found)],
        **_fixes(found),
    }


def _location(found: Located) -> dict[str, Any]:
    if found.field:
        region = {"startLine": found.start.line}
        logical = {"fullyQualifiedName": found.field, "kind": "property"}
        return {**_physical(found, region), "logicalLocations": [logical]}
    return _physical(found, _region(found, found.start, found.end))


def _physical(found: Located, region: dict[str, int]) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(found.path)}, "region": region}}


def _fixes(found: Located) -> dict[str, Any]:
    """Return the fix as a change of the file. A field has no fix, because its string may be escaped."""
    fix = found.diagnostic.fix
    if found.field or not (fix and found.fix_start and found.fix_end):
        return {}
    replacement = {
        "deletedRegion": _region(found, found.fix_start, found.fix_end),
        "insertedContent": {"text": fix.text},
    }
    change = {"artifactLocation": {"uri": _uri(found.path)}, "replacements": [replacement]}
    return {"fixes": [{"description": _message(suggestion(found)), "artifactChanges": [change]}]}


def _region(found: Located, start: Position, end: Position) -> dict[str, int]:
    return {
        "startLine": start.line,
        "startColumn": _column(found, start),
        "endLine": end.line,
        "endColumn": _column(found, end),
    }


def _column(found: Located, position: Position) -> int:
    """Return a column as SARIF counts it: without a byte order mark."""
    return max(position.column - (found.has_mark and position.line == 1), 1)


def _message(text: str) -> dict[str, str]:
    """Return a message with doubled braces, because SARIF reads single ones as placeholders."""
    return {"text": text.replace("{", "{{").replace("}", "}}")}


def _uri(path: str) -> str:
    from urllib.parse import quote  # noqa: PLC0415 -- no other format needs it

    named = Path(relative_path(path))
    return named.as_uri() if named.is_absolute() else quote(os.fsencode(named.as_posix()))


def _tool(codes: Iterable[str]) -> dict[str, Any]:
    from importlib.metadata import version  # noqa: PLC0415 -- it is slow, and no other format needs it

    rules = [_descriptor(code) for code in codes]
    return {"driver": {"name": "tst-grammar", "version": version("tst-grammar"), "rules": rules}}


def _descriptor(code: str) -> dict[str, Any]:
    rule = find_rule(code)
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.section("What it does")},
        "help": {"text": rule.documentation, "markdown": rule.documentation},
        "defaultConfiguration": {"level": rule.severity.value},
    }
