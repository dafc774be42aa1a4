"""Writes findings as failed tests in JUnit's XML, one suite for each file."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from tst_grammar.diagnostics import visible
from tst_grammar.linter.reports.located import Located
from tst_grammar.linter.reports.paths import relative_path

_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<testsuites name="tst-grammar">\n'
_FINE = (
    '  <testsuite name="tst-grammar" tests="1" failures="0" errors="0">\n'
    '    <testcase name="no findings" classname="tst-grammar"/>\n'
    "  </testsuite>\n"
)


def junit(found: Iterable[Located]) -> Iterator[str]:
    """Yield a suite for each file. Without findings, the report has one passed test.

    >>> print("".join(junit([])), end="")
    <?xml version="1.0" encoding="utf-8"?>
    <testsuites name="tst-grammar">
      <testsuite name="tst-grammar" tests="1" failures="0" errors="0">
        <testcase name="no findings" classname="tst-grammar"/>
      </testsuite>
    </testsuites>
    """
    yield _HEAD
    is_fine = True
    for path, in_file in groupby(found, lambda each: each.path):
        cases = [_case(each) for each in in_file]  # a list, because their number comes first
        name = _escaped(relative_path(path))
        yield f'  <testsuite name="{name}" tests="{len(cases)}" failures="{len(cases)}" errors="0">\n'
        yield from cases
        yield "  </testsuite>\n"
        is_fine = False
    if is_fine:
        yield _FINE
    yield "</testsuites>\n"


def _case(found: Located) -> str:
    diagnostic = found.diagnostic
    name = _escaped(f"{diagnostic.code} {diagnostic.name}")
    message, place = _escaped(diagnostic.message), _escaped(found.place)
    return (
        f'    <testcase name="{name} at {found.start.line}:{found.start.column}" '
        f'classname="{_escaped(relative_path(found.path))}">\n'
        f'      <failure type="{diagnostic.severity}" message="{message}">{place}: {message}</failure>\n'
        "    </testcase>\n"
    )


def _escaped(text: str) -> str:
    """Return a text escaped for XML, including characters that XML cannot contain."""
    from html import escape  # noqa: PLC0415 -- no other format needs it

    return escape(visible(text)).encode("ascii", "xmlcharrefreplace").decode("ascii")
