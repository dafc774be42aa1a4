"""Writes messages for the user to standard error."""

import contextlib
import sys


def report(message: str) -> None:
    """Write a message to standard error, which may be closed."""
    with contextlib.suppress(OSError):
        if sys.stderr is not None:
            print(f"tst: {message}", file=sys.stderr)
