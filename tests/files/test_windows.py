"""An imitation of Windows: the modules and functions of POSIX are gone, and open files stay."""

import subprocess
import sys
from pathlib import Path

import pytest

POSIX = {
    "os": """
        chown fchmod fchown fork forkpty geteuid getgid getpgid getpgrp getuid initgroups killpg
        lchown mkfifo mknod nice openpty pread pwrite setsid setuid statvfs sysconf uname
        O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK
    """,
    "signal": """
        alarm pause pthread_kill pthread_sigmask setitimer sigwait
        SIG_BLOCK SIG_SETMASK SIGHUP SIGKILL SIGPIPE
    """,
}
"""Names that Windows does not have, and that the standard library does not need in these tests."""

WINDOWS = f"""
import importlib, os, shutil, signal, sys, tempfile
import multiprocessing.popen_spawn_posix, multiprocessing.resource_tracker
from tst_grammar.cli.main import main

def refuse(event, arguments):
    if event in ("os.rename", "os.remove"):
        moved = os.path.realpath(arguments[0])
        for number in os.listdir("/proc/self/fd"):
            link = "/proc/self/fd/" + number
            if os.path.islink(link) and os.readlink(link) == moved:
                raise PermissionError(13, "the file is open", moved)

if "--workers" not in sys.argv:
    for module, names in {POSIX!r}.items():
        for name in names.split():
            delattr(importlib.import_module(module), name)
for module in ("fcntl", "grp", "pwd", "resource", "termios"):
    sys.modules[module] = None
multiprocessing.resource_tracker.ensure_running = None
sys.platform = "win32"
sys.addaudithook(refuse)
sys.exit(main(sys.argv[1:]))
"""

TEXT = "It has 1,234,567 cells.\n"
ANNOTATED = "It has 1m 234k 567 cells.\n"

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs /proc/self/fd")


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-c", WINDOWS, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("options", [(), ("--workers", "2")])
def test_a_file_is_replaced_by_its_result(tmp_path: Path, options: tuple[str, ...]) -> None:
    (tmp_path / "a.txt").write_text(TEXT)
    (tmp_path / ".a.txt.tst-part").write_text("what a killed run left")
    assert run(tmp_path, "annotate", "--in-place", "a.txt", *options) == (0, "")
    assert (tmp_path / "a.txt").read_text() == ANNOTATED
    assert names(tmp_path) == ["a.txt"]


def test_an_error_leaves_the_old_file_alone(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("⟦1⟧")
    code, said = run(tmp_path, "annotate", "--in-place", "a.txt", "--delimiters", "⟦", "⟧")
    assert code == 2
    assert said.startswith("tst: '⟦1⟧' shows that")
    assert (tmp_path / "a.txt").read_text() == "⟦1⟧"
    assert names(tmp_path) == ["a.txt"]


def test_the_linter_corrects_files(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("01k 234\n")
    code, _ = run(tmp_path, "lint", "--fix", "a.txt")
    assert code == 0
    assert (tmp_path / "a.txt").read_text() == "1k 234\n"


@pytest.mark.deep  # it compiles tables for seconds
def test_tables_are_written_to_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TST_GRAMMAR_CACHE", str(tmp_path / "cache"))
    code, _ = run(tmp_path, "compile", "--set", "group_size=7")
    assert code == 0
    assert [path for path in (tmp_path / "cache").rglob("*") if path.suffix == ".dfa"]
