"""What a project sets: where it is found, what comes of it, and what a person reads when it is wrong."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from attrs import fields

import tst_grammar as tst
from tst_grammar.linter.project.settings import Settings
from tst_grammar.linter.project.settings_files import Configuration, settings_of

PAGE = Path(__file__).parents[3] / "docs" / "how-to" / "configure-the-linter.md"


def of(text: str) -> Settings:
    return settings_of(tomllib.loads(text))


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("", "scheme", tst.TST),
        ('scheme = "option-a"', "scheme", tst.OPTION_A),
        ('scheme = "gst-4"', "scheme", tst.gst(4)),
        ("scheme = {group_size = 4}", "scheme", tst.gst(4)),
        ("[scheme]\npreset = 'option-a'\ngroup-size = 4", "scheme", tst.Scheme(4, marker="separate")),
        (
            "[scheme]\ngroup-size = 4\nmagnitudes = ['万', '億']",
            "scheme",
            tst.Scheme(4, magnitudes=("万", "億")),
        ),
        ("[scheme]\nterminated = true\nfill = 'all'", "scheme", tst.Scheme(fill="all", terminated=True)),
        ("", "locale", "en"),
        ('locale = "de-CH"', "locale", "de-CH"),
        ("", "delimiters", None),
        ('delimiters = ["⟦", "⟧"]', "delimiters", ("⟦", "⟧")),
        ('field = ["text", "messages.content"]', "field", ("text", "messages.content")),
        ("", "select", ("TST",)),
        ('separator = ";"', "separator", ";"),
        ('select = ["TST1", "unannotated-number"]', "select", ("TST1", "unannotated-number")),
        ('ignore = ["NUM"]', "ignore", ("NUM",)),
        ('per-file-ignores = {"a/*" = ["TST2"]}', "per_file_ignores", (("a/*", ("TST2",)),)),
        ('include = ["*.text"]', "include", ("*.text",)),
        ('extend-include = ["*.text"]', "extend_include", ("*.text",)),
        ('exclude = ["old/"]', "exclude", ("old/",)),
        ('extend-exclude = ["old/"]', "extend_exclude", ("old/",)),
    ],
)
def test_values(text: str, name: str, value: object) -> None:
    assert getattr(of(text), name) == value


@pytest.mark.parametrize(
    ("text", "fault", "message"),
    [
        ("selct = []", "unknown-setting", "selct: there is no such setting: did you mean select?"),
        (
            "per_file_ignores = {}",
            "unknown-setting",
            "per_file_ignores: there is no such setting: did you mean per-file-ignores?",
        ),
        (
            "x = 1",
            "unknown-setting",
            (
                "x: there is no such setting: expected scheme, locale, separator, skip, delimiters, field, "
                "select, ignore, per-file-ignores, include, extend-include, exclude or extend-exclude"
            ),
        ),
        ("separator = 1", "setting", "separator: expected a character, not a number"),
        (
            "separator = 'x'",
            "separator",
            "separator: separator is 'x': it must be ',', ';', '|', '\\t' or ' '",
        ),
        ("select = 'TST'", "setting", "select: expected a list of strings, not a string"),
        ("ignore = [1.5]", "setting", "ignore: expected a list of strings, not a list with a number"),
        ("exclude = [['a']]", "setting", "exclude: expected a list of strings, not a list with a list"),
        ("include = true", "setting", "include: expected a list of strings, not a boolean"),
        ("field = 2024-01-15", "setting", "field: expected a list of strings, not a date or time"),
        ("field = ['a..b']", "field", "field: a field is a name such as text or messages.content"),
        ("select = ['TST1077']", "unknown-rule", "select: no rule 'TST1077': did you mean TST107?"),
        (
            "per-file-ignores = ['a']",
            "setting",
            "per-file-ignores: expected a table of patterns with lists of rules, not a list",
        ),
        (
            "per-file-ignores = {a = ['TST1077']}",
            "unknown-rule",
            "per-file-ignores: 'a': no rule 'TST1077': did you mean TST107?",
        ),
        ("locale = 5", "setting", "locale: expected the id of a locale, not a number"),
        ("locale = 'dee'", "unknown-locale", "locale: no locale 'dee': did you mean ee, de or kde?"),
        ("delimiters = ['<']", "delimiters", "delimiters: delimiters takes two texts that are not empty"),
        (
            "scheme = 5",
            "setting",
            "scheme: expected the name of a scheme or a table of its fields, not a number",
        ),
        (
            "scheme = 'tts'",
            "unknown-scheme",
            "scheme: no scheme 'tts': did you mean tst?",
        ),
        ("scheme = {preset = 5}", "setting", "scheme: preset: expected the name of a scheme, not a number"),
        (
            "scheme = {fil = 'all'}",
            "unknown-setting",
            "scheme: there is no such field of a scheme as 'fil': did you mean fill?",
        ),
        ("scheme = {group-size = 0}", "scheme-value", "scheme: group_size must be 1 to 1000000, not 0"),
        ("scheme = {group-size = '4'}", "setting", "scheme: group_size takes an int, not str"),
        (
            "scheme = {magnitudes = 'km'}",
            "setting",
            "scheme: magnitudes: expected a list of strings, not a string",
        ),
        (
            "scheme = {unit = 'digit', fill = 'none'}",
            "scheme-conflict",
            "scheme: fill='none' contradicts unit='digit': without zeros nothing says where a group ends",
        ),
    ],
)
def test_a_wrong_setting_is_named(text: str, fault: str, message: str) -> None:
    with pytest.raises(tst.OptionError) as caught:
        of(text)
    assert (str(caught.value), caught.value.fault) == (message, fault)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "docs" / "deep").mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[tool.tst-grammar]\nlocale = "de"\n')
    return tmp_path


def locale_of(path: Path) -> str:
    return Configuration().for_file(str(path)).locale


def test_the_nearest_folder_counts(project: Path) -> None:
    assert locale_of(project / "a.md") == locale_of(project / "docs" / "deep" / "a.md") == "de"
    assert locale_of(project / "none" / ".." / "docs" / "a.md") == "de"
    (project / "docs" / "tst.toml").write_text('locale = "fr"')
    assert locale_of(project / "docs" / "deep" / "a.md") == "fr"
    assert locale_of(project / "docs" / ".." / "a.md") == locale_of(project / "a.md") == "de"
    assert Configuration().for_file(str(project / "docs" / "deep" / "a.md")).folder == project / "docs"


def test_a_file_of_its_own_comes_before_a_shared_one(project: Path) -> None:
    (project / "tst.toml").write_text('select = ["NUM"]')
    assert Configuration().for_folder(project) == Settings(select=("NUM",), folder=project)


@pytest.mark.parametrize(
    "text", ["", "[tool.other]\nx = 1", "[project]\nname = 'tst-grammar'", "tool = 'tst-grammar'", "not TOML"]
)
def test_a_shared_file_without_a_table_is_passed_over(project: Path, text: str) -> None:
    (project / "docs" / "pyproject.toml").write_text(text)
    assert locale_of(project / "docs" / "a.md") == "de"


def test_a_folder_is_no_file_of_settings(project: Path) -> None:
    (project / "docs" / "tst.toml").mkdir()
    assert locale_of(project / "docs" / "a.md") == "de"


def test_without_any_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert Configuration().for_file("-") == Configuration().for_file("a.md") == Settings()


def test_each_file_is_read_once_and_changed_as_asked(project: Path) -> None:
    seen: list[Settings] = []

    def change(settings: Settings) -> Settings:
        seen.append(settings)
        return settings.choosing(["NUM"])

    configuration = Configuration(change)
    assert configuration.for_folder(project).select == ("NUM",)
    for path in ("a.md", "docs/a.md", "docs/deep/a.md"):
        assert configuration.for_file(str(project / path)) is configuration.for_folder(project)
    assert len(seen) == 1


@pytest.mark.parametrize(
    ("name", "content", "fault", "message"),
    [
        (
            "tst.toml",
            b"local = 'de'",
            "unknown-setting",
            "{}: local: there is no such setting: did you mean locale?",
        ),
        (
            "pyproject.toml",
            b"[tool.tst-grammar]\nlocale = 5",
            "setting",
            "{}: tool.tst-grammar.locale: expected the id of a locale, not a number",
        ),
        ("pyproject.toml", b"tool = {tst-grammar = 5}", "setting", "{}: tool.tst-grammar is not a table"),
        ("tst.toml", b"a = 1\nb = \n", "not-toml", "{} is not TOML: Invalid value (at line 2, column 5)"),
        ("tst.toml", b"\n# \xff", "not-toml", "{} is not TOML: line 2 has bytes that are not UTF-8"),
        ("tst.toml", b"a = " + b"[" * 100_000, "not-toml", "{} is not TOML: it is nested too deeply"),
    ],
)
def test_a_wrong_file_is_named(tmp_path: Path, name: str, content: bytes, fault: str, message: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(tst.OptionError) as caught:
        Configuration().for_folder(tmp_path)
    assert (str(caught.value), caught.value.fault) == (message.format(path), fault)


def test_a_number_with_too_many_digits_is_no_toml(tmp_path: Path) -> None:
    (tmp_path / "tst.toml").write_text(f"a = {'9' * 5000}")
    with pytest.raises(tst.OptionError, match="is not TOML: Exceeds the limit"):
        Configuration().for_folder(tmp_path)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "tst.toml").write_text("")
    (tmp_path / "tst.toml").chmod(0)
    if os.access(tmp_path / "tst.toml", os.R_OK):  # as root reads all
        assert Configuration().for_folder(tmp_path) == Settings(folder=tmp_path)
    else:
        with pytest.raises(tst.OptionError, match=r"cannot read .*: Permission denied"):
            Configuration().for_folder(tmp_path)


@pytest.mark.parametrize(
    ("path", "counts"),
    [
        ("a.md", True),
        ("tests/a.md", False),
        ("tests/deep/a.md", False),
        ("x/tests/a.md", True),
        ("x/b.md", False),
    ],
)
def test_rules_that_do_not_count_in_some_files(project: Path, path: str, *, counts: bool) -> None:
    table: dict[str, Any] = {"per-file-ignores": {"tests/*": ["TST1"], "b.md": ["short-group"]}}
    settings = settings_of({**table, "select": ["TST107"]}, folder=project)
    assert settings.selection_for(str(project / path)).selects("TST107") is counts


def test_rules_may_be_chosen_anew() -> None:
    settings = Settings(select=("TST",), ignore=("TST1",))
    assert not settings.selection_for("a.md").selects("TST107")
    assert settings.choosing(["TST"]).selection_for("a.md").selects("TST107")
    assert not settings.choosing(None, ["TST2"]).selection_for("a.md").selects("TST201")
    assert settings.choosing(None, ["TST2"]).selection_for("a.md").selects("TST301")


def test_toml_is_imported_only_when_needed(tmp_path: Path) -> None:
    code = (
        "import sys; from tst_grammar.linter.project.settings_files import Configuration;"
        "Configuration().for_file('a.md');"
        "sys.exit('tomllib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=tmp_path).returncode == 0


def test_the_page_about_settings_has_them_all() -> None:
    page = PAGE.read_text(encoding="utf-8")
    keys = {each.name.replace("_", "-") for each in fields(Settings)} - {"folder"}
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    assert keys <= {*re.findall("`([a-z-]+)`", "".join(rows))}
    for block in re.findall(r"^```toml\n(.*?)^```", page, re.DOTALL | re.MULTILINE):
        table = tomllib.loads(block)
        assert settings_of(table.get("tool", {}).get("tst-grammar", table)) != Settings()
