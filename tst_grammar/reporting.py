"""Tells the user of the command line something, on standard error."""

import contextlib
import sys


def report(message: str) -> None:
    """Write to standard error, where nothing may be listening."""
    with contextlib.suppress(OSError):
        if sys.stderr is not None:
            print(f"tst: {message}", file=sys.stderr)
