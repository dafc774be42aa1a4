"""Tables that are compiled ahead of time."""

import subprocess
import sys
from pathlib import Path

import pytest
from commands import Folder
from kernel_marks import needs_kernel

import tst_grammar as tst
from tst_grammar.automata import stored
from tst_grammar.linter.ready_tables import compile_tables

TINY = tst.Scheme(group_size=2, magnitudes=("h",), integer_digits=4, fraction_digits=0)
USE = """
import sys, tst_grammar as tst
tiny = tst.Scheme(group_size=2, magnitudes=("h",), integer_digits=4, fraction_digits=0)
text = tst.annotate("It has 1234 or 12 cells.", scheme=tiny)
assert text == "It has 12h 34 or 12 cells.", text
assert tst.restore(text, scheme=tiny) == "It has 1234 or 12 cells."
assert not tst.lint(text, scheme=tiny)
assert not list(tst.validate(["12h", "34"], scheme=tiny))
print("tst_grammar.automata.lazy" in sys.modules)
"""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TST_GRAMMAR_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def used() -> str:
    command = [sys.executable, "-P", "-c", USE]  # the installed package, not the checkout
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout


@needs_kernel
def test_with_tables_compiled_ahead_of_time_no_states_are_made(cache: Path) -> None:
    assert used() == "True\n"
    files = list(compile_tables(TINY))
    assert files
    assert sorted(files) == sorted(cache.glob("*.dfa"))
    before = {path: path.stat().st_mtime_ns for path in files}
    assert used() == "False\n"
    assert list(compile_tables(TINY)) == files
    assert {path: path.stat().st_mtime_ns for path in files} == before


def test_shipped_tables_are_not_compiled(cache: Path) -> None:
    assert list(compile_tables("gst-1", locale="en")) == []
    assert list(compile_tables("tst", locale="de")) == []
    assert not cache.exists()


@pytest.mark.usefixtures("cache")
def test_a_scheme_that_is_too_long_is_refused() -> None:
    with pytest.raises(tst.TstGrammarError, match="more than 96 digits"):
        list(compile_tables(tst.Scheme(integer_digits=100)))


def test_the_command_lists_the_files(folder: Folder, cache: Path) -> None:
    options = ["--set", "group_size=2", "--set", "magnitudes=h", "--set", "integer_digits=4"]
    options += ["--set", "fraction_digits=0"]
    done = folder.run("compile", *options)
    assert done.code == 0
    assert sorted(done.output.split()) == sorted(map(str, cache.glob("*.dfa")))
    assert folder.run("compile", "--scheme", "gst-1").output == ""


def test_a_cache_that_cannot_be_written_is_reported(
    folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("TST_GRAMMAR_CACHE", str(tmp_path / "file" / "below"))
    done = folder.run("compile", "--set", "integer_digits=4")
    assert done.code == 2
    assert "cannot write" in done.errors


@pytest.mark.usefixtures("cache")
def test_a_compilation_that_takes_long_is_announced(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(stored, "_SECONDS", 0.0)
    next(compile_tables(TINY))
    assert "compiling tables" in capsys.readouterr().err
