"""The pages about frames and clusters: their programs and commands run, one after the other."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HOW_TO = Path(__file__).parent.parent.parent / "docs" / "how-to"
pytestmark = pytest.mark.filterwarnings("ignore")  # these packages warn about each other
for package in ("pandas", "polars", "duckdb", "datasets", "datatrove", "ray", "pyspark"):
    pytest.importorskip(package)


@pytest.mark.parametrize("page", ["annotate-a-corpus", "annotate-data-frames"])
@pytest.mark.usefixtures("spark", "ray_data")
def test_all_steps_of_a_page(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (HOW_TO / f"{page}.md").read_text(encoding="utf-8")
    steps = re.findall(r"^```(python|sh)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert len(steps) >= 7
    names: dict[str, Any] = {}
    for language, step in steps:
        if language == "python":
            exec(compile(step, page, "exec"), names)  # noqa: S102 -- the pages are ours
        else:
            run(step)


def run(commands: str) -> None:
    shell = f"set -e\ntst() {{ '{sys.executable}' -P -m tst_grammar \"$@\"; }}\n{commands}"
    environment = {**os.environ, "PYTHONPATH": str(HOW_TO.parent.parent)}
    done = subprocess.run(["bash", "-c", shell], capture_output=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr.decode()
