"""Writes messages for the user to standard error."""

import contextlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tst_grammar.text.tasks.task import Tally


def report(message: str) -> None:
    """Write a message to standard error, which may be closed. Control characters are escaped."""
    from tst_grammar.diagnostics import visible  # noqa: PLC0415 -- most runs report nothing

    shown = "\n".join(map(visible, message.split("\n")))
    with contextlib.suppress(OSError):
        if sys.stderr is not None:
            print(f"tst: {shown}", file=sys.stderr)


def report_counts(tally: "Tally") -> None:
    """Write the counts of a command to standard error."""
    for line in tally.summary():
        report(line)


def counted(count: int, what: str) -> str:
    """Return a count with its noun.

    >>> counted(1, "file"), counted(2, "file")
    ('1 file', '2 files')
    """
    return f"{count} {what}{'s' * (count != 1)}"
