"""The wheel, built without a compiler: what it holds, and under which licences."""

import os
import shutil
import subprocess
import sys
from email import message_from_string
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = ("LICENSE", "README.md", "grammars", "licenses", "pyproject.toml", "setup.py", "tst_grammar")
BUILT = ("*.so", "*.pyd", "__pycache__")


pytestmark = pytest.mark.skipif(not (ROOT / "tst_grammar").is_dir(), reason="the sources are not here")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Build the wheel from a copy of its sources, and return its texts by their names."""
    source = tmp_path_factory.mktemp("source")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns(*BUILT))
        else:
            shutil.copy(ROOT / name, source)
    command = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index")
    options = ("--no-build-isolation", "--wheel-dir", "made", ".")
    environment = {**os.environ, "CC": "false"}
    done = subprocess.run(
        [*command, *options], cwd=source, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    (path,) = (source / "made").iterdir()
    with ZipFile(path) as archive:
        return {name: archive.read(name).decode("utf-8", "replace") for name in archive.namelist()}


def test_it_has_every_module_and_what_the_modules_read(wheel: dict[str, str]) -> None:
    package = ROOT / "tst_grammar"
    kinds = (".dfa", ".json", ".md", ".py", ".pyi", ".typed")
    expected = {
        *(str(path.relative_to(ROOT)) for path in package.rglob("*") if path.suffix in kinds),
        *(f"tst_grammar/grammars/{path.name}" for path in (ROOT / "grammars").glob("*.lark")),
    }
    assert {name for name in wheel if ".dist-info/" not in name} == expected


def test_it_names_both_licences_and_holds_their_texts(wheel: dict[str, str]) -> None:
    (folder,) = {name.partition("/")[0] for name in wheel if ".dist-info/" in name}
    metadata = message_from_string(wheel[f"{folder}/METADATA"])
    assert metadata["License-Expression"] == "MIT AND Unicode-3.0"
    assert metadata.get_all("License-File") == ["LICENSE", "licenses/Unicode-3.0.txt"]
    for name in ("LICENSE", "licenses/Unicode-3.0.txt"):
        assert wheel[f"{folder}/licenses/{name}"] == (ROOT / name).read_text(encoding="utf-8")
    assert "UNICODE LICENSE V3" in wheel[f"{folder}/licenses/licenses/Unicode-3.0.txt"]
    assert "Unicode License V3" in wheel["tst_grammar/notation/locales.json"]
