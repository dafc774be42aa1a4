"""Says when a command waits for standard input, and when text was given in place of a file name."""

import os
import sys
from collections.abc import Iterable

from tst_grammar.cli.user_messages import report
from tst_grammar.errors import OptionError


def announce_keyboard(what: str) -> None:
    """If standard input is a terminal, say that the command reads from it."""
    if sys.stdin.isatty():
        keys = "Ctrl-Z and Enter" if os.name == "nt" else "Ctrl-D"
        report(f"reading {what} from the keyboard: end with {keys}")


def require_files(paths: Iterable[str], command: str) -> None:
    """Refuse a text in place of a file name.

    >>> require_files(["It cost 5"], "annotate")
    Traceback (most recent call last):
    tst_grammar.errors.OptionError: no file 'It cost 5': for text, write echo 'It cost 5' | tst annotate
    """
    for path in paths:
        if path != "-" and _is_like_text(path) and not os.path.lexists(path):
            from shlex import quote  # noqa: PLC0415 -- only a mistake needs it

            raise OptionError(
                f"no file {path!r}: for text, write echo {quote(path)} | tst {command}", fault="unreadable"
            )


def _is_like_text(path: str) -> bool:
    """Tell whether an argument looks more like text than like a path: it has a space or no letter."""
    return " " in path or not any(map(str.isalpha, path))
