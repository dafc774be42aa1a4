"""Patterns of paths mean what they mean to git."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from programs import git, needs_git
from strategies import ignore_patterns, relative_paths

from tst_grammar.linter.project.path_patterns import Patterns


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("repository")
    git(folder, "init", "-q")
    return folder


@needs_git
@given(
    st.lists(ignore_patterns(), min_size=1, max_size=3), st.lists(relative_paths(), min_size=1, max_size=20)
)
def test_as_git_does(repository: Path, lines: list[str], paths: list[str]) -> None:
    (repository / ".gitignore").write_bytes("\n".join(lines).encode())
    ignored = git(repository, "check-ignore", "--no-index", "--stdin", "-z", given="\0".join(paths))
    patterns = Patterns.of(lines)
    assert {path for path in paths if patterns.cover(path)} == {*filter(None, ignored.split("\0"))}


@pytest.mark.parametrize(
    ("lines", "path", "is_covered"),
    [
        ("a", "a", True),
        ("a", "x/a/y", True),
        ("/a", "x/a", False),
        ("a/b", "x/a/b", False),
        ("a/", "a", False),
        ("a/", "x/a/y", True),
        ("*.log", "x/y.log", True),
        ("a/*", "a/b/c", True),
        ("a/*.md", "a/b/c.md", False),
        ("**/a/b", "a/b", True),
        ("**/a/b", "x/y/a/b", True),
        ("a/**/b", "a/b", True),
        ("a/**/b", "a/x/y/b", True),
        ("a/**", "a", False),
        ("a/**", "a/x/y", True),
        ("a/**/b/**/c", "a/b/x/b/c", True),
        ("?.md", "é.md", True),
        ("[!a].md", "b.md", True),
        ("[!a].md", "a.md", False),
        ("x[/]y", "x/y", False),
        ("x?y", "x/y", False),
        ("*", "x\ny", True),
        ("a\n!a", "a", False),
        ("a/\n!a/b", "a/b", True),
        ("a/*\n!a/b", "a/b", False),
        ("# a\n\n\\#a", "#a", True),
        ("\\!a", "!a", True),
        ("a  ", "a", True),
        ("a\\ ", "a ", True),
        ("a\r", "a", True),
        ("a[", "a[", False),
        ("a\\", "a\\", False),
        ("a[[:wrong:]]", "ab", False),
        ("/", "a", False),
        ("", "a", False),
    ],
)
def test_examples(lines: str, path: str, *, is_covered: bool) -> None:
    assert Patterns.of(lines.split("\n")).cover(path) is is_covered


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a" * 30, "a" * 5_000 + "b"),
        ("/" + "**/a/" * 30 + "b", "a/" * 1_000 + "c"),
        ("/" + "*a/" * 30 + "b", "aaaaaaaaaa/" * 300 + "c"),
        ("[" * 100_000, "a"),
        ("[" + "[:" * 50_000, "a"),
    ],
    ids=lambda text: text[:6],
)
def test_hostile_patterns_cost_little(pattern: str, path: str) -> None:
    assert Patterns.of([pattern]).verdict(path) is None
