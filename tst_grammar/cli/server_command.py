"""The command `server`."""

import os
import sys
from argparse import Namespace
from importlib.metadata import version

from tst_grammar.errors import OptionError


def run_server(_: Namespace) -> int:
    """Answer an editor on standard input and output until it ends the session."""
    try:
        from tst_grammar.server.language_server import make_server  # noqa: PLC0415 -- pygls is an extra
    except ModuleNotFoundError as error:
        raise OptionError(
            f"the language server needs the package pygls: pip install pygls ({error})",
            fault="missing-package",
        ) from None
    given, written = (
        os.fdopen(os.dup(stream.fileno()), mode) for stream, mode in ((sys.stdin, "rb"), (sys.stdout, "wb"))
    )
    make_server(version("tst-grammar")).start_io(given, written)  # it closes both
    return 0
