"""The package as a whole: its public names, and what importing it costs."""

import doctest
import importlib
import json
import pkgutil
import re
import subprocess
import sys
import tomllib
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import assert_type

import pytest
from cases_io import cases
from kernel_marks import HAS_KERNEL

import tst_grammar
from tst_grammar.rules import faults

WITH_EXTRAS = (
    *("answers.lighteval", "columns.text_columns", "arrow_columns", "columns.datatrove", "columns.polars"),
    *("models.embeddings", "models.extended_tokenizer"),
    *("server.language_server", "server.replies"),
)
"""Modules whose examples need other packages; the tests of their packages run them."""
WITH_KERNEL = () if HAS_KERNEL else ("automata.native_runner",)
"""Modules whose examples need the kernel, if it was not built."""
PUBLIC: list[str] = tst_grammar.__all__  # type: ignore[attr-defined]
MODULES = [module.name for module in pkgutil.walk_packages(tst_grammar.__path__, "tst_grammar.")]


@pytest.mark.parametrize(
    "name",
    [n for n in MODULES if not n.endswith(("__main__", ".grammars", *WITH_EXTRAS, *WITH_KERNEL))],
)
def test_doctests(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_no_folder_has_too_many_modules_and_no_two_modules_one_name() -> None:
    package = Path(tst_grammar.__file__).parent
    modules = [path for path in package.rglob("*.py") if path.name != "__init__.py"]
    folders = {path.parent for path in modules}
    assert max(Counter(path.parent for path in modules).values()) <= 15
    names = Counter([*(path.stem for path in modules), *(folder.name for folder in folders)])
    assert {name for name, count in names.items() if count > 1} == {"jobs", "linter", "suspect"}
    assert all((package / name).is_dir() for name in ("cli/jobs", "files/jobs", "linter/suspect"))


def test_public_names_are_documented_with_an_example() -> None:
    for name in PUBLIC:
        public = getattr(tst_grammar, name)
        if callable(public):
            assert public.__doc__, name
        if callable(public) and not (isinstance(public, type) and issubclass(public, Exception)):
            assert ">>>" in public.__doc__, name


def printed(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    return done.stdout.strip()


def test_every_public_name_can_be_used_and_is_listed() -> None:
    for name in dir(tst_grammar):
        assert getattr(tst_grammar, name) is not None
    assert {*dir(tst_grammar)} - {*PUBLIC} == {
        *("__version__", "answers", "baselines", "columns", "decoding", "hf", "values")
    }


@pytest.mark.parametrize(
    "use",
    [
        "",
        "tst_grammar.lint(tst_grammar.annotate('1,234 and 5'))",
        "from tst_grammar import *; decode(encode('5'))",
        "import tst_grammar.cli.main, tst_grammar.models.rewriting",
        "tst_grammar.__version__, tst_grammar.values, tst_grammar.Validator()",
    ],
)
def test_dir_shows_the_public_names_before_and_after_use(use: str) -> None:
    assert printed(f"import tst_grammar\n{use}\nprint(*dir(tst_grammar))").split() == dir(tst_grammar)


def test_other_names_are_refused() -> None:
    with pytest.raises(AttributeError, match="module 'tst_grammar' has no attribute 'endcode'"):
        _ = tst_grammar.endcode  # type: ignore[attr-defined]


def test_a_deprecated_name_warns_where_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(tst_grammar._DEPRECATED, "to_text", ("decode", "9.9"))  # type: ignore[attr-defined]  # noqa: SLF001
    message = r"tst_grammar\.to_text will be removed in version 9\.9: use tst_grammar\.decode"
    for code in ("tst_grammar.to_text", "from tst_grammar import to_text"):
        for _ in range(2):
            with pytest.warns(DeprecationWarning, match=message) as warned:
                exec(compile(code, "program.py", "exec"), {"tst_grammar": tst_grammar})  # noqa: S102
            assert {each.filename for each in warned} == {"program.py"}
    with pytest.warns(DeprecationWarning, match=message):
        assert tst_grammar.to_text is tst_grammar.decode  # type: ignore[attr-defined]
    assert "to_text" not in dir(tst_grammar)


def version_of(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))


def test_deprecated_names_lead_to_public_ones_and_are_removed_in_time() -> None:
    deprecated: dict[str, tuple[str, str]] = tst_grammar._DEPRECATED  # type: ignore[attr-defined]  # noqa: SLF001
    version_now = version_of(tst_grammar.__version__)
    for name, (new, version) in deprecated.items():
        assert new in PUBLIC
        assert name not in PUBLIC
        assert version_now < version_of(version)


def test_the_version_is_written_alike_everywhere() -> None:
    root = Path(__file__).parent.parent
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = project["version"]
    assert printed("import tst_grammar; print(tst_grammar.__version__)") == version
    assert f"version: {version}" in (root / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    for name in ("package.json", "package-lock.json"):
        extension = json.loads((root / "editors" / "vscode" / name).read_text(encoding="utf-8"))
        assert extension["version"] == version


def test_the_changelog_begins_with_what_is_not_released_and_this_version() -> None:
    root = Path(__file__).parent.parent
    lines = (root / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    versions = [line for line in lines if line.startswith("## ")]
    (released,) = re.findall(r"^date-released: (.*)$", (root / "CITATION.cff").read_text(), re.MULTILINE)
    newest = versions[1] if versions[0] == "## Unreleased" else versions[0]
    assert newest == f"## {tst_grammar.__version__} ({released})"
    assert {line for line in lines if line.startswith("### ")} == {
        *("### Added", "### Changed", "### Fixed", "### Removed")
    }


def test_the_changelog_says_everything_once_and_in_order() -> None:
    changelog = (Path(__file__).parent.parent / "CHANGELOG.md").read_text(encoding="utf-8")
    order = ["Added", "Changed", "Fixed", "Removed"]
    for version in changelog.split("\n## ")[1:]:
        names = re.findall(r"^### (.*)\n\n(?:(?:- |  ).*\n)+", version, re.MULTILINE)
        assert len(names) == version.count("\n### ")
        assert names == [name for name in order if name in names]
    entries = re.findall(r"^- .*$", changelog, re.MULTILINE)
    assert [entry for entry, count in Counter(entries).items() if count > 1] == []


def test_importing_the_package_imports_nothing_else() -> None:
    code = "import sys, tst_grammar; print(sorted({'attr', 'ast', 'lark'} & {*sys.modules}))"
    assert printed(code) == "[]"


def test_type_checkers_see_the_types() -> None:
    assert_type(tst_grammar.decode("5"), Decimal)
    assert_type(tst_grammar.TST, tst_grammar.Scheme)
    assert_type(tst_grammar.__version__, str)
    assert_type(tst_grammar.baselines.BASELINES["xval"], tst_grammar.baselines.Tokenization)


def test_lark_is_imported_only_when_needed() -> None:
    code = (
        "import sys, tst_grammar as tst; tst.Scheme(group_size=4); tst.gst(1); tst.encode(5);"
        "sys.exit('lark' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_ships_its_types_and_grammars() -> None:
    package = Path(tst_grammar.__file__).parent
    assert (package / "py.typed").is_file()
    grammars = importlib.import_module("tst_grammar.automata.grammar").folder()
    assert {path.name for path in grammars.glob("*.lark")} == {
        *("annotated.lark", "currencies.lark", "number.lark", "terminals.lark"),
        *("text.lark", "tst.lark", "tst_shape.lark"),
    }


def test_the_readme_has_every_extra() -> None:
    root = Path(__file__).parent.parent
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    readme = (root / "README.md").read_text(encoding="utf-8")
    rows = readme.partition("| extra | for |")[2].partition("\n\n")[0]
    firsts = re.findall(r"^\| (`[^|]*)", rows, re.MULTILINE)
    assert {name for first in firsts for name in re.findall("[a-z]+", first)} == project[
        "optional-dependencies"
    ].keys()


def test_the_table_of_faults_has_all_that_the_code_names() -> None:
    package = Path(tst_grammar.__file__).parent
    source = "".join(
        path.read_text(encoding="utf-8") for path in package.rglob("*.py") if path.parent.name != "rules"
    )
    quoted = {*re.findall('"([a-z0-9-]+)"', source), "integer-range", "fraction-range"}
    known = {*faults.NOTATION, *faults.DECODING, *faults.RANGE, *faults.OPTIONS, *faults.GRAMMARS}
    assert known <= quoted
    given = re.findall(r'\bfault="([a-z0-9-]+)"', source) + re.findall(r'_fault\(\s*"([a-z-]+)"', source)
    assert set(given) <= known


def test_every_shape_is_explained() -> None:
    assert [*tst_grammar.shapes()] == [*faults.LEFT_ALONE][: len(tst_grammar.shapes())]


def test_every_fault_of_a_text_has_a_case() -> None:
    found = {fault for folder in ("number", "locale", "tst") for fault, _ in cases(f"invalid/{folder}")}
    by_value_or_list = {"endless-fraction", "no-token", "not-utf-8", "unknown-token"}
    assert {*faults.NOTATION, *faults.DECODING} - by_value_or_list <= found
