"""Writes findings in formats for people and for other programs."""

from collections.abc import Iterable, Iterator
from typing import Final

from tst_grammar.linter.reports.concise import concise
from tst_grammar.linter.reports.github import github
from tst_grammar.linter.reports.gitlab import gitlab
from tst_grammar.linter.reports.json_reports import json_array, json_lines
from tst_grammar.linter.reports.junit import junit
from tst_grammar.linter.reports.located import Located
from tst_grammar.linter.reports.sarif import sarif
from tst_grammar.linter.reports.terminal import full

FOR_PEOPLE: Final = {"full": full, "concise": concise}
"""The formats that end with a summary."""
_FOR_PROGRAMS: Final = {
    "json": json_array,
    "json-lines": json_lines,
    "github": github,
    "gitlab": gitlab,
    "junit": junit,
    "sarif": sarif,
}
FORMATS: Final = (*FOR_PEOPLE, *_FOR_PROGRAMS)
"""The names of all formats."""


def written(
    found: Iterable[Located], name: str = "full", *, color: bool = False, note: str = ""
) -> Iterator[str]:
    r"""Yield findings in a format, as they come. Only the formats for people have colours and the note.

    >>> list(written([], "concise"))
    ['All TST numbers are fine.\n']
    """
    if name in FOR_PEOPLE:
        return FOR_PEOPLE[name](found, color=color, note=note)
    return _FOR_PROGRAMS[name](found)
