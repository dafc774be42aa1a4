"""Commands that read standard input say so on a terminal, and only there."""

import os
import pty
import subprocess
import sys

import pytest

NUMBERS = "tst: reading numbers, one on each line, from the keyboard: end with Ctrl-D\n"
TEXT = "tst: reading text from the keyboard: end with Ctrl-D\n"


def typed(*arguments: str, keys: bytes) -> tuple[int, str]:
    """Run the command on a terminal, and return its exit code and what it wrote to standard error."""
    keyboard, terminal = pty.openpty()
    try:
        os.write(keyboard, keys)
        done = subprocess.run(
            [sys.executable, "-P", "-m", "tst_grammar", *arguments],
            stdin=terminal,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(keyboard)
        os.close(terminal)
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("encode", NUMBERS),
        ("decode", NUMBERS),
        ("compare", NUMBERS),
        ("annotate", TEXT),
        ("restore", TEXT),
        ("find", TEXT),
        ("lint", TEXT),
    ],
)
def test_a_command_that_waits_says_so(command: str, message: str) -> None:
    assert typed(command, keys=b"5\n\x04") == (0, message)


def test_a_command_with_arguments_says_nothing() -> None:
    assert typed("encode", "5", keys=b"\x04") == (0, "")
