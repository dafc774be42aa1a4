"""Writes messages for the user to standard error."""

import contextlib
import sys


def report(message: str) -> None:
    """Write a message to standard error, which may be closed. Control characters are escaped."""
    from tst_grammar.diagnostics import visible  # noqa: PLC0415 -- most runs report nothing

    shown = "\n".join(map(visible, message.split("\n")))
    with contextlib.suppress(OSError):
        if sys.stderr is not None:
            print(f"tst: {shown}", file=sys.stderr)
