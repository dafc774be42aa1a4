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
    with (
        os.fdopen(os.dup(sys.stdin.fileno()), "rb") as given,
        os.fdopen(os.dup(sys.stdout.fileno()), "wb") as written,
    ):
        make_server(version("tst-grammar")).start_io(given, written)
    return 0
