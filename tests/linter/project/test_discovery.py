"""The files that paths name."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from programs import git, needs_git
from sampling import examples
from strategies import ignore_patterns

import tst_grammar as tst
from tst_grammar.files.json_fields import is_json_lines
from tst_grammar.linter.project.discovery import files_of
from tst_grammar.linter.project.settings_files import Configuration


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def make(folder: Path, files: str) -> None:
    for file in files.split():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def found(*paths: str) -> str:
    return " ".join(files_of(paths, Configuration()))


@pytest.mark.parametrize(
    ("files", "paths", "expected"),
    [
        ("b.md a.txt c/d.rst c/a.md", ".", "a.txt b.md c/a.md c/d.rst"),
        ("c/d.md c/a.md", "c", "c/a.md c/d.md"),
        ("c/d.md c/a.md", "./c/ ../{here}/c", "c/a.md c/d.md"),
        ("a.md a.py", ". a.py", "a.md a.py"),
        ("a.md b.md", "b.md . a.md - -", "b.md a.md -"),
        ("a.markdown a.jsonl a.ndjson a.tst a.json a", ".", "a.jsonl a.markdown a.ndjson a.tst"),
        ("a.md.gz a.txt.zst a.gz a.png.gz", ".", "a.md.gz a.txt.zst"),
        (".git/a.md .venv/a.md venv/a.md node_modules/x/a.md .hidden/a.md", ".", ".hidden/a.md"),
        (".git/a.md", ".git", ".git/a.md"),
        ("a.md b.md b.py c/d.md", "*.md", "a.md b.md"),
        ("a.md c/d.md c/e/f.md c/e/g.txt", "**/*.md", "a.md c/d.md c/e/f.md"),
        ("c/d.md c/e/f.md c/e/g.py c/h.py", "c/*", "c/d.md c/h.py c/e/f.md"),
        ("c/a.md c/b.md c/d.md", "c/[ab].md", "c/a.md c/b.md"),
        ("venv/a.md a.md", "**/*.md", "a.md"),
        ("[a].md a.md", "[a].md", "[a].md"),
    ],
)
def test_paths(folder: Path, files: str, paths: str, expected: str) -> None:
    make(folder, files)
    assert found(*paths.replace("{here}", folder.name).split()) == expected


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("", "a.md old/a.md old/b.md x/old/a.md"),
        ("exclude = ['old']", "a.md venv/a.md"),
        ("extend-exclude = ['/old/']", "a.md x/old/a.md"),
        ("extend-exclude = ['old/*', '!old/b.md']", "a.md old/b.md x/old/a.md"),
        ("include = ['*.log', 'old/*.md']", "a.log old/a.md old/b.md"),
        ("extend-include = ['*.log']", "a.log a.md old/a.md old/b.md x/old/a.md"),
    ],
)
def test_settings(folder: Path, settings: str, expected: str) -> None:
    make(folder, "a.md a.log old/a.md old/b.md x/old/a.md venv/a.md")
    (folder / "tst.toml").write_text(settings)
    assert found(".") == expected
    assert found("x") == " ".join(file for file in expected.split() if file.startswith("x/"))


def test_settings_of_an_inner_folder_take_the_place_of_outer_ones(folder: Path) -> None:
    make(folder, "a.md old/a.md x/old/a.md x/new/a.md")
    (folder / "tst.toml").write_text("extend-exclude = ['old']")
    (folder / "x" / "tst.toml").write_text("extend-exclude = ['/new']")
    assert found(".") == "a.md x/old/a.md"


def test_ignored_files(folder: Path) -> None:
    make(folder, "a.md b.md x/a.md x/b.md x/y/a.md x/y/c.md")
    (folder / ".gitignore").write_bytes(b"\xef\xbb\xbfa.md\r\nc.md")
    (folder / "x" / ".gitignore").write_text("!a.md\n/y/a.md\n")
    assert found(".") == "b.md x/a.md x/b.md"
    assert found("a.md", "x") == "a.md x/a.md x/b.md x/y/c.md"
    (folder / ".git").mkdir()
    assert found("x") == "x/a.md x/b.md"
    assert found("x/y") == ""


@needs_git
@examples(13)
@given(
    st.lists(ignore_patterns(), max_size=3),
    st.lists(ignore_patterns(), max_size=3),
    st.lists(ignore_patterns(), max_size=3),
)
def test_as_git_does(
    tmp_path_factory: pytest.TempPathFactory, top: list[str], middle: list[str], inner: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("repository")
    git(folder, "init", "-q")
    for place, lines in (("", top), ("a", middle), ("a/b", inner)):
        for name in ("a", "b", "a.b", "0"):
            (folder / place / name).mkdir(parents=True, exist_ok=True)
            for file in ("a.md", "b.md", "ab.md"):
                (folder / place / name / file).touch()
        (folder / place / ".gitignore").write_text("\n".join(lines))
    listed = git(folder, "ls-files", "--others", "--exclude-standard", "-z", "*.md").split("\0")
    assert {*files_of([str(folder)], Configuration())} == {str(folder / file) for file in listed if file}


def test_links(folder: Path) -> None:
    make(folder, "a.md x/b.md elsewhere/c.md")
    (folder / "x" / "up").symlink_to(folder)
    (folder / "x" / "loop.md").symlink_to("loop.md")
    (folder / "x" / "broken.md").symlink_to("none.md")
    (folder / "x" / "same.md").symlink_to("b.md")
    (folder / "x" / "c.md").symlink_to(folder / "elsewhere" / "c.md")
    assert found("x") == "x/b.md x/c.md"
    assert found("x/up") == "x/up/a.md x/up/elsewhere/c.md x/up/x/b.md"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("none.md", "cannot read none.md: No such file or directory"),
        ("none/*.md", "cannot read none/*.md: no file matches"),
        ("*.py", "cannot read *.py: no file matches"),
        ("loop", "cannot read loop: Too many levels of symbolic links"),
        ("a\0b", r"'a\x00b' is not the path of a file"),
    ],
)
def test_a_path_that_stands_for_nothing(folder: Path, path: str, message: str) -> None:
    make(folder, "a.md")
    (folder / "loop").symlink_to("loop")
    with pytest.raises(tst.OptionError) as caught:
        found(path)
    assert (str(caught.value), caught.value.fault) == (message, "unreadable")


def test_a_folder_that_cannot_be_read(folder: Path) -> None:
    make(folder, "x/a.md")
    (folder / "x").chmod(0)
    is_root = os.access(folder / "x", os.R_OK)
    try:
        if is_root:
            assert found(".") == "x/a.md"
        else:
            with pytest.raises(tst.OptionError, match="cannot read x: Permission denied"):
                found(".")
    finally:
        (folder / "x").chmod(0o700)


@pytest.mark.parametrize(
    ("path", "is_so"),
    [
        ("a.jsonl", True),
        ("a.NDJSON.zst", True),
        ("a.jsonl.gz", True),
        ("jsonl", False),
        ("a.jsonl.md", False),
    ],
)
def test_lines_of_json(path: str, *, is_so: bool) -> None:
    assert is_json_lines(path) is is_so
