"""Other programs that some tests use: git and patch."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
needs_patch = pytest.mark.skipif(not shutil.which("patch"), reason="the program patch is needed")


def git(folder: Path, *arguments: str, given: str = "") -> str:
    """Run git with no settings but those of the repository."""
    return subprocess.run(
        ["git", *arguments],
        cwd=folder,
        input=given.encode(),
        capture_output=True,
        check=False,
        env={
            **os.environ,
            "GIT_CONFIG_NOSYSTEM": "1",
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder / ".config"),
        },
    ).stdout.decode()
