"""Runs the command `tst`: in a new process, or in this one in a temporary folder."""

import io
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tst_grammar.cli.main import main


def run(*arguments: str, given: bytes = b"") -> tuple[int, str, str]:
    """Run the command in a new process, and return its exit code, output and errors."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tst_grammar", *arguments], input=given, capture_output=True, check=False
    )
    return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


class Done(NamedTuple):
    """The result of a run of the command; bytes that are not UTF-8 are lone surrogates here."""

    code: int
    output: str
    errors: str


class Folder:
    """A folder in which the command is run."""

    def __init__(self, path: Path, capture: pytest.CaptureFixture[bytes]) -> None:
        self.path = path
        self._capture = capture

    def write(self, name: str, content: str | bytes) -> Path:
        """Make a file, and the folders that it is in."""
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content)
        return file

    def read(self, name: str) -> str:
        """Return the content of a file, with its line ends unchanged."""
        return (self.path / name).read_bytes().decode("utf-8", "surrogateescape")

    def run(self, *arguments: str, given: str = "") -> Done:
        """Run the command with a text as its standard input."""
        with tempfile.TemporaryFile() as file, pytest.MonkeyPatch.context() as patch:
            file.write(given.encode("utf-8", "surrogateescape"))
            file.seek(0)
            patch.setattr(sys, "stdin", io.TextIOWrapper(os.fdopen(os.dup(file.fileno()), "rb")))
            code = _exit_code(lambda: main(arguments))
            sys.stdin.close()
        written = (side.decode("utf-8", "surrogateescape") for side in self._capture.readouterr())
        return Done(code, *written)

    def lint(self, *arguments: str, given: str = "") -> Done:
        """Run `tst lint`."""
        return self.run("lint", *arguments, given=given)


def _exit_code(run: Callable[[], int]) -> int:
    try:
        return run()
    except SystemExit as left:  # as argparse ends a run
        return left.code if isinstance(left.code, int) else 2


def hear_interrupts() -> None:
    """Undo what a shell does to programs in the background, which ignore SIGINT."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
