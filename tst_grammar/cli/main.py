"""The entry point of the command `tst`. It returns the exit code."""

import contextlib
import io
import os
import signal
import sys
import threading
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module

from tst_grammar.cli.parsing import parse
from tst_grammar.cli.user_messages import report

_CLOSED_PIPE = 141
"""The exit code of a command whose output nobody reads any more: 128 + SIGPIPE, as other filters have it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    >>> main(["encode", "1234567.89", "-0.5"])
    1m 234k 567. 890p
    -0. 500p
    0
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if sys.stdin is None or sys.stdout is None:
        report("standard input or output is closed")
        return 2
    given = sys.argv[1:] if arguments is None else arguments
    options = parse(given)
    try:
        code = _run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        _close_output()
        return _CLOSED_PIPE
    except OSError as error:
        _close_output()
        report(f"cannot write: {error.strerror}")
        return 2
    except KeyboardInterrupt:
        return 130
    return code


def _run(options: Namespace) -> int:
    from tst_grammar.errors import TstGrammarError  # noqa: PLC0415 -- help does not need it
    from tst_grammar.language.schemes import find_scheme  # noqa: PLC0415

    try:
        if "scheme" in options:
            options.scheme = find_scheme(options.scheme, options.set)
        with _terminable():
            return _function(options.function)(options)
    except TstGrammarError as error:
        report(str(error))
        return 2


@contextlib.contextmanager
def _terminable() -> Iterator[None]:
    """Make SIGTERM clean up as Ctrl-C does, unless something else handles it."""
    is_ours = (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    )
    if is_ours:
        signal.signal(signal.SIGTERM, _end)
    try:
        yield
    finally:
        if is_ours:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _end(number: int, _: object) -> None:
    raise SystemExit(128 + number)


def _close_output() -> None:
    """Discard the output that Python would still flush at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _function(name: str) -> Callable[[Namespace], int]:
    """Import the module of a command and return its function."""
    module, function = name.split(".")
    run: Callable[[Namespace], int] = getattr(import_module(f"tst_grammar.cli.{module}"), function)
    return run
