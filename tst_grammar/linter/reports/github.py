"""Writes findings as GitHub workflow commands, which GitHub shows as annotations."""

from collections.abc import Iterable, Iterator
from unicodedata import category

from tst_grammar.diagnostics import visible
from tst_grammar.linter.reports.json_reports import encodable
from tst_grammar.linter.reports.located import Located
from tst_grammar.linter.reports.paths import relative_path

_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = _DATA | str.maketrans({":": "%3A", ",": "%2C"})


def github(found: Iterable[Located]) -> Iterator[str]:
    """Yield a workflow command for each finding.

    >>> from tst_grammar.linter.reports.located import located
    >>> from tst_grammar.rules import find_rule
    >>> diagnostic = find_rule("TST107").finding("'23k' has 2 digits", 3, 6)
    >>> print("".join(github(located("a,b.txt", [("1m 23k 456", [diagnostic])]))), end="")
    ::error file=a%2Cb.txt,line=1,endLine=1,col=4,endColumn=7,title=TST107 (short-group)::'23k' has 2 digits
    """
    return map(_command, found)


def _command(found: Located) -> str:
    diagnostic = found.diagnostic
    properties = {"file": relative_path(found.path), "line": found.start.line, "endLine": found.end.line}
    # Columns are allowed within one line only, and those of a field are not the file's.
    if found.start.line == found.end.line and not found.field:
        properties |= {"col": found.start.column, "endColumn": found.end.column}
    properties["title"] = f"{diagnostic.code} ({diagnostic.name})"
    written = ",".join(f"{name}={_harmless(str(value), _PROPERTY)}" for name, value in properties.items())
    place = f"{found.field}:{found.start.column}: " if found.field else ""
    message = _harmless(f"{place}{diagnostic.message}", _DATA)
    return encodable(f"::{diagnostic.severity} {written}::{message}\n")


def _harmless(text: str, escapes: dict[int, str]) -> str:
    """Return a text with control and invisible characters escaped, but with its spaces."""
    return "".join(each if category(each) == "Zs" else visible(each) for each in text.translate(escapes))
