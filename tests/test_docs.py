"""The documentation: every example is run, every generated page is fresh, every link leads somewhere."""

import doctest
import re
import runpy
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest

import tst_grammar as tst

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(
        rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )


@pytest.mark.parametrize(
    "page", [page for page in PAGES if blocks(page, "pycon")], ids=lambda page: page.stem
)
def test_python_examples(page: Path) -> None:
    examples = "\n".join(blocks(page, "pycon"))
    test = doctest.DocTestParser().get_doctest(examples, {}, page.stem, str(page), 0)
    failed, _ = doctest.DocTestRunner().run(test)
    assert failed == 0


@pytest.mark.parametrize(
    "page", [page for page in PAGES if blocks(page, "console")], ids=lambda page: page.stem
)
def test_shell_examples(page: Path) -> None:
    for block in blocks(page, "console"):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = example.partition("\n")
            shell = f"tst() {{ '{sys.executable}' -m tst_grammar \"$@\"; }}; {command}"
            done = subprocess.run(["bash", "-c", shell], capture_output=True, check=False, cwd=ROOT)
            assert (done.stdout + done.stderr).decode("utf-8") == output


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        assert link.startswith("https://") or (page.parent / link).exists(), link


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
