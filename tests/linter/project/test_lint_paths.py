"""Files and folders linted and fixed from Python."""

from pathlib import Path
from typing import Any

import pytest

import tst_grammar as tst


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "a.md").write_text("It has 1m 23k 456 cells.\n")
    (tmp_path / "b.txt").write_text("It has 1m 234K 567 cells.\n")
    (tmp_path / "c.py").write_text("1m 23k 456\n")
    return tmp_path


def places(found: Any) -> list[tuple[str, int, int, str]]:
    return [
        (Path(each.path).name, each.start.line, each.start.column, each.diagnostic.name) for each in found
    ]


def test_a_folder_is_linted_as_its_settings_say(project: Path) -> None:
    assert places(tst.lint_paths([project])) == [
        ("a.md", 1, 11, "short-group"),
        ("b.txt", 1, 11, "capital-marker"),
    ]
    (project / "tst.toml").write_text('ignore = ["short-group"]\n')
    assert places(tst.lint_paths([project])) == [("b.txt", 1, 11, "capital-marker")]


def test_settings_hold_for_all_files_and_no_file_of_settings_is_read(project: Path) -> None:
    (project / "tst.toml").write_text("this is not TOML")
    settings = tst.Settings(select=("TST107",), extend_include=("*.py",))
    assert [name for name, *_ in places(tst.lint_paths([project], settings))] == ["a.md", "c.py"]


def test_an_error_is_raised_or_handed_over(project: Path) -> None:
    paths = [project / "none.md", project / "a.md"]
    with pytest.raises(tst.OptionError, match=r"cannot read .*none.md"):
        list(tst.lint_paths(paths))
    errors: list[tst.TstGrammarError] = []
    assert len(list(tst.lint_paths(paths, on_error=errors.append))) == 1
    assert [error.fault for error in errors] == ["unreadable"]


def test_a_file_is_compared_with_its_source(project: Path) -> None:
    (project / "source.txt").write_text("It has 1234568 cells.\n")
    found = tst.lint_paths(
        [project / "b.txt"], tst.Settings(select=("TST4",)), against=project / "source.txt"
    )
    assert [each.diagnostic.code for each in found] == ["TST403"]
    with pytest.raises(tst.OptionError, match="compares one annotated file"):
        tst.lint_paths([project / "a.md", project / "b.txt"], against=project / "source.txt")


def test_only_safe_fixes_are_applied_unless_all_are_wanted(project: Path) -> None:
    assert places(tst.fix_paths([project])) == [("a.md", 1, 11, "short-group")]
    assert (project / "b.txt").read_text() == "It has 1m 234k 567 cells.\n"
    assert (project / "a.md").read_text() == "It has 1m 23k 456 cells.\n"
    assert places(tst.fix_paths([project], unsafe=True)) == []
    assert (project / "a.md").read_text() == "It has 1m 023k 456 cells.\n"


@pytest.mark.parametrize("path", ["", "a\0.md"])
def test_what_is_no_path_is_refused(path: str) -> None:
    for run in (tst.lint_paths, tst.fix_paths):
        with pytest.raises(tst.OptionError):
            list(run([path]))


def test_standard_input_cannot_be_fixed_in_place() -> None:
    with pytest.raises(tst.OptionError, match="standard input cannot be fixed in place"):
        tst.fix_paths(["-"])


@pytest.mark.parametrize("options", [{"paths": "a.md"}, {"paths": [], "settings": {"select": ("TST1",)}}])
def test_wrong_types_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="takes"):
        tst.lint_paths(**options)


@pytest.mark.parametrize("name", ["field", "select", "ignore", "include", "exclude"])
def test_one_text_is_not_taken_for_its_letters(name: str) -> None:
    with pytest.raises(TypeError, match=f"{name} takes a tuple of str, not 'TST107'"):
        tst.Settings(**{name: "TST107"})  # type: ignore[arg-type]
