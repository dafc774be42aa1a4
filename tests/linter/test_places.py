"""The linter in the places where people meet it: a commit hook, a pull request, a reader of SARIF."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

yaml = pytest.importorskip("yaml", reason="needs PyYAML to read the action")
pytest.importorskip("pre_commit", reason="needs pre-commit")
pytest.importorskip("sarif", reason="needs sarif-tools")

ROOT = Path(__file__).parents[2]
FAULTY = "It has 1m 23k 456 cells, 01k 234 of them new.\n"
HALF_FIXED = "It has 1m 23k 456 cells, 1k 234 of them new.\n"
CLEAN = "It has 1m 023k 456 cells.\n"


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small git repository with a faulty file and a clean one."""
    path = tmp_path_factory.mktemp("repository")
    (path / "faulty.txt").write_text(FAULTY)
    (path / "clean.txt").write_text(CLEAN)
    _run("git", "init", "--quiet", cwd=path)
    _run("git", "add", ".", cwd=path)
    return path


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A git repository with the files of this one, as it is now."""
    path = tmp_path_factory.mktemp("source")
    listed = _run("git", "ls-files", "--cached", "--others", "--exclude-standard", cwd=ROOT).stdout
    for name in listed.splitlines():
        if (ROOT / name).is_file():
            (path / name).parent.mkdir(parents=True, exist_ok=True)
            (path / name).write_bytes((ROOT / name).read_bytes())
    author = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    _run("git", "init", "--quiet", cwd=path)
    _run("git", "add", "--all", cwd=path)
    _run("git", *author, "commit", "--quiet", "--message", "all", cwd=path)
    return path


def test_the_hooks_report_and_fix(repository: Path, source: Path, tmp_path: Path) -> None:
    def tried(hook: str) -> subprocess.CompletedProcess[str]:
        return _run(
            *(sys.executable, "-m", "pre_commit", "try-repo", str(source), hook, "--all-files"),
            cwd=repository,
            PRE_COMMIT_HOME=str(tmp_path),
        )

    linted = tried("tst-lint")
    assert linted.returncode == 1
    assert "TST107" in linted.stdout
    assert "faulty.txt:1:11" in linted.stdout
    assert "clean.txt" not in linted.stdout
    assert (repository / "faulty.txt").read_text() == FAULTY

    fixed = tried("tst-fix")
    assert fixed.returncode == 1
    assert "files were modified by this hook" in fixed.stdout
    assert (repository / "faulty.txt").read_text() == HALF_FIXED

    (repository / "faulty.txt").write_text(CLEAN)
    assert tried("tst-lint").returncode == 0
    assert tried("tst-fix").returncode == 0


class Action:
    """Runs single steps of `action.yml` as a runner of GitHub does."""

    def __init__(self, temporary: Path) -> None:
        self._steps = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
        self._temporary = temporary

    def run(self, step: str, folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
        """Run a step in a folder."""
        known = {name: each["default"] for name, each in self._steps["inputs"].items()}
        assert inputs.keys() <= known.keys()
        values = {f"inputs.{name}": value for name, value in (known | inputs).items()}
        values["github.action_path"] = str(ROOT)
        [found] = [each for each in self._steps["runs"]["steps"] if each["name"] == step]
        script = self._temporary / "step.sh"
        script.write_text(found["run"], encoding="utf-8")
        environment = {name: _filled(text, values) for name, text in found["env"].items()}
        command = ("bash", "--noprofile", "--norc", "-eo", "pipefail", str(script))
        return _run(*command, cwd=folder, RUNNER_TEMP=str(self._temporary), **environment)


def test_the_action_marks_findings(tmp_path_factory: pytest.TempPathFactory) -> None:
    action = Action(tmp_path_factory.mktemp("runner"))
    folder = tmp_path_factory.mktemp("checkout")
    _run("git", "init", "--quiet", cwd=folder)  # so that no other repository's .gitignore counts
    (folder / "a file.txt").write_text(FAULTY)

    installed = action.run("Install tst-grammar", folder)
    assert installed.returncode == 0, installed.stderr

    found = action.run("Lint", folder)
    assert found.returncode == 1, found.stderr
    assert "::error" in found.stdout
    assert "line=1,col=11" in found.stdout.replace("endLine=1,", "")

    selected = action.run("Lint", folder, arguments="--ignore TST107,TST109", paths=". .")
    assert selected.returncode == 0, selected.stderr

    (folder / "a file.txt").write_text(CLEAN)
    assert action.run("Lint", folder, **{"output-format": "concise"}).returncode == 0


def test_no_step_of_the_action_runs_an_input_as_code() -> None:
    steps = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))["runs"]["steps"]
    assert not [step for step in steps if "${{" in step.get("run", "")]


def test_sarif_tools_read_our_sarif(tmp_path: Path) -> None:
    (tmp_path / "faulty.txt").write_text(FAULTY)
    done = _run(*_TST, "lint", "--output-format", "sarif", "faulty.txt", cwd=tmp_path)
    (tmp_path / "found.sarif").write_text(done.stdout)
    assert json.loads(done.stdout)["version"] == "2.1.0"

    def read(*arguments: str) -> subprocess.CompletedProcess[str]:
        return _run(sys.executable, "-m", "sarif", *arguments, cwd=tmp_path)

    summary = read("summary", "found.sarif").stdout
    assert "error: 2" in summary
    assert "TST107" in summary
    assert read("--check", "error", "summary", "found.sarif").returncode != 0
    read("csv", "--output", "found.csv", "found.sarif")
    assert "faulty.txt" in (tmp_path / "found.csv").read_text()


_TST = (sys.executable, "-P", "-m", "tst_grammar")


def _run(*command: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


def _filled(text: str, values: dict[str, Any]) -> str:
    """Return a text with the expressions of an action replaced by their values."""
    return re.sub(r"\$\{\{ *(.*?) *\}\}", lambda found: values[found[1]], text)
