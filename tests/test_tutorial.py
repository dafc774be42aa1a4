"""The tutorial into a model: its blocks, typed into one Python session, print what it shows."""

import io
import re
import tomllib
from code import InteractiveConsole
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "tutorial" / "into-a-model.md").read_text(encoding="utf-8")
BLOCKS = re.findall("^```(python|text|text digits-vary)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def test_the_install_line_names_extras_that_there_are() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (line,) = re.findall("^```sh\n(.*)\n```", PAGE, re.MULTILINE)
    (named,) = re.findall(r"\.venv/bin/pip install '\.\[(.*)\]'", line)
    assert set(named.split(",")) <= project["optional-dependencies"].keys()


def test_each_block_prints_what_stands_below_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("llguidance", "numpy", "tokenizers", "torch", "transformers"):
        pytest.importorskip(package, reason="the extra `models` is not installed")
    monkeypatch.chdir(tmp_path)
    session = InteractiveConsole()
    printed = ""
    for kind, block in BLOCKS:
        if kind == "python":
            assert printed == "", "a block prints something that the page does not show"
            printed = typed(session, block)
        elif kind == "text":
            assert printed == block
            printed = ""
        else:
            assert masked(printed) == masked(block)
            printed = ""


def typed(session: InteractiveConsole, block: str) -> str:
    """Type a block, and an empty line after it; return the output of the session."""
    with redirect_stdout(io.StringIO()) as output, redirect_stderr(io.StringIO()) as errors:
        for line in [*block.splitlines(), ""]:
            session.push(line)
    assert "Traceback" not in errors.getvalue(), errors.getvalue()
    return output.getvalue()


def masked(text: str) -> str:
    """Return a text with one sign for any number, plain or TST, which may be another on another machine."""
    return re.sub("[0-9]+([kmbtq] [0-9]+)*", "#", text)
