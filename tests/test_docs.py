"""The documentation: every example is run, every generated page is fresh, every link leads somewhere."""

import doctest
import os
import re
import runpy
import shutil
import subprocess
import sys
from collections import Counter
from decimal import Decimal
from pathlib import Path
from types import ModuleType

import pytest

import tst_grammar as tst
from tst_grammar import answers, baselines, columns, decoding, hf, values
from tst_grammar.columns import datasets, duckdb, pandas, ray, spark

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(
        rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a temporary folder with the sample text in its place."""
    (tmp_path / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "sample.txt", tmp_path / "docs")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "page", [page for page in PAGES if blocks(page, "pycon")], ids=lambda page: page.stem
)
@pytest.mark.usefixtures("folder")
def test_python_examples(page: Path) -> None:
    examples = "\n".join(blocks(page, "pycon"))
    test = doctest.DocTestParser().get_doctest(examples, {}, page.stem, str(page), 0)
    failed, _ = doctest.DocTestRunner().run(test)
    assert failed == 0


@pytest.mark.parametrize(
    "page", [page for page in PAGES if blocks(page, "console")], ids=lambda page: page.stem
)
def test_shell_examples(page: Path, folder: Path) -> None:
    package = Path(tst.__file__).parent.parent
    for block in blocks(page, "console"):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = example.partition("\n")
            shell = f"tst() {{ '{sys.executable}' -P -m tst_grammar \"$@\"; }}; {command}"
            done = subprocess.run(
                ["bash", "-c", shell],
                capture_output=True,
                check=False,
                cwd=folder,
                env={**os.environ, "PYTHONPATH": str(package)},
            )
            assert (done.stdout + done.stderr).decode("utf-8") == output


@EVERY_PAGE
def test_links(page: Path) -> None:
    for link, anchor in re.findall(r"\]\(([^)#]*)(?:#([^)]+))?\)", page.read_text(encoding="utf-8")):
        if link.startswith("https://"):
            continue
        target = page.parent / link if link else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), f"{link}#{anchor}"


def anchors(page: Path) -> set[str]:
    """Return the anchors that a page's headings have on the web."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    seen: Counter[str] = Counter()
    found = set()
    for heading in re.findall(r"^#+ (.*)", text, re.MULTILINE):
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        found.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
        seen[slug] += 1
    return found


@EVERY_PAGE
def test_a_shortened_traceback_says_so(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"^Traceback .*\n(?!    \.\.\.\n).*", text, re.MULTILINE) == []


@EVERY_PAGE
def test_extras_are_installed_from_the_checkout(page: Path) -> None:
    assert not re.search(r"pip install [^`]*(tst-grammar|pyarrow)", page.read_text(encoding="utf-8"))


@EVERY_PAGE
def test_no_example_uses_a_fixed_folder(page: Path) -> None:
    assert not re.search(r"(?<![\w.])/tmp\b", page.read_text(encoding="utf-8"))


def test_the_readme_begins_with_two_commands_and_serves_the_site_with_a_third() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(blocks(ROOT / "README.md", "sh")) == 3
    assert readme.partition("\n## ")[0].count("```sh\n") == 2
    venv = "python3 -m venv .venv && .venv/bin/"
    assert blocks(ROOT / "README.md", "sh")[2] == f"{venv}pip install nox && .venv/bin/nox -s serve\n"
    assert [line for line in readme.splitlines() if len(line) > 150 and not line.startswith("|")] == []
    assert (ROOT / "docs" / "playground.png").stat().st_size < 150_000


def test_the_plan_for_a_terabyte_uses_the_measured_core_hours() -> None:
    speed = (ROOT / "docs" / "reference" / "speed.md").read_text(encoding="utf-8")
    rows = speed.partition("core-hours for a terabyte")[2].partition("\n## ")[0]
    hours = {
        shard: round(float(annotate))
        for shard, annotate in re.findall(r"^\| `(\S+)` \| [\d.]+ \| ([\d.]+) \|", rows, re.MULTILINE)
    }
    plan = (ROOT / "docs" / "explanation" / "terabyte.md").read_text(encoding="utf-8")
    assert f"| `.jsonl`, not compressed | {hours['.jsonl']} |" in plan
    both = f"{hours['.parquet']} to {hours['.jsonl.zst']}"
    assert f"| `.jsonl.zst`, Parquet with zstd | {both} |" in plan
    assert f"| `.jsonl.gz` | {hours['.jsonl.gz']} |" in plan


@pytest.mark.skipif(not (ROOT / "tst_grammar").is_dir(), reason="the sources are not here")
def test_the_architecture_page_names_files_and_packages_that_exist() -> None:
    page = (ROOT / "docs" / "explanation" / "architecture.md").read_text(encoding="utf-8")
    paths = re.findall(r"`((?:tst_grammar|grammars|scripts|docs|benchmarks|tests)/[\w./-]*)`", page)
    assert len(paths) > 30
    assert [path for path in paths if not (ROOT / path).exists()] == []
    layers = re.findall(r"^\| [0-9] \| (.*?) \|", page, re.MULTILINE)
    packages = {name for layer in layers for name in re.findall("`([a-z]+)`", layer)}
    folders = {path.parent.name for path in Path(tst.__file__).parent.glob("*/__init__.py")}
    assert packages == folders


@pytest.mark.parametrize(
    "module",
    [tst, answers, baselines, columns, datasets, duckdb, pandas, ray, spark, hf, decoding, values],
    ids=lambda module: module.__name__,
)
def test_the_api_page_has_every_public_name(module: ModuleType) -> None:
    page = (ROOT / "docs" / "reference" / "api.md").read_text(encoding="utf-8")
    section = page.partition(f"\n## `{module.__name__}`\n")[2].partition("\n## ")[0]
    headings = re.findall("^### `(.*)`$", section, re.MULTILINE)
    assert sorted(headings) == sorted(module.__all__)


@pytest.mark.skipif(
    sys.version_info[:2] != (3, 11), reason="argparse words its help differently in each version"
)
def test_generated_pages_are_fresh() -> None:
    pages = runpy.run_path(str(ROOT / "docs" / "generate.py"))["pages"]
    for name, text in pages().items():
        assert (ROOT / "docs" / name).read_text(encoding="utf-8") == text, (
            f"run docs/generate.py: {name} is stale"
        )


def test_the_table_of_readers_has_no_wrong_value_of_ours() -> None:
    page = (ROOT / "docs" / "reference" / "readers.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| `")]
    assert len(rows) > 30
    for text, locale, value, ours, *_ in rows:
        try:
            found = str(tst.parse_number(text.strip("`"), locale=locale).value)
        except tst.NotationError:
            found = "–"
        assert found == ours
        assert (ours == "–") == (value == "–")
        assert ours == "–" or Decimal(ours) == Decimal(value)
