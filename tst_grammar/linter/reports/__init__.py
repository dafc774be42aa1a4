"""Writes findings in formats for people and for other programs."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module
from typing import Final

from tst_grammar.linter.reports.located import Located

FOR_PEOPLE: Final = ("full", "concise")
"""The formats that end with a summary."""
_FUNCTIONS: Final = {
    "full": "terminal.full",
    "concise": "concise.concise",
    "json": "json_reports.json_array",
    "json-lines": "json_reports.json_lines",
    "github": "github.github",
    "gitlab": "gitlab.gitlab",
    "junit": "junit.junit",
    "sarif": "sarif.sarif",
}
"""The module and function of each format. They are imported when used, so that `tst lint` starts quickly."""
FORMATS: Final = tuple(_FUNCTIONS)
"""The names of all formats."""


def written(
    found: Iterable[Located], name: str = "full", *, color: bool = False, note: str = ""
) -> Iterator[str]:
    r"""Yield findings in a format, as they come. Only the formats for people have colours and the note.

    >>> list(written([], "concise"))
    ['All TST numbers are fine.\n']
    """
    module, function = _FUNCTIONS[name].split(".")
    write: Callable[..., Iterator[str]] = getattr(import_module(f"{__name__}.{module}"), function)
    if name in FOR_PEOPLE:
        write = partial(write, color=color, note=note)
    return write(found)
