"""The results: one JSON line for each run, written when the run is done."""

import json
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, Final

from experiments.settings import Run

Result = dict[str, Any]
ROOT: Final = Path(__file__).parent.parent
RESULTS: Final = ROOT / "experiments" / "results"
"""The committed results."""

_KEY: Final = ("task", "arm", "seed", "settings")


def read_results(paths: Iterable[Path]) -> Iterator[Result]:
    """Yield the results of files. A line that a stop cut off is left out."""
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
            if line.endswith("\n"):
                yield json.loads(line)


def committed() -> list[Path]:
    """Return the files of the committed results."""
    return sorted(RESULTS.glob("*.jsonl"))


def run_all(
    runs: Sequence[Run],
    path: Path,
    budget: float | None,
    train: Callable[[Run], Result],
    report: Callable[[str], None],
) -> list[Run]:
    """Train what is not in the file yet, in order, until the budget in seconds is used up.

    Returns the runs that were left out. After the budget, no run starts.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    done = _cut_after_last_line(path)
    deadline = None if budget is None else monotonic() + budget
    revision = _revision()
    for index, run in enumerate(runs):
        key = run.key()
        if _identity(key) in done:
            continue
        if deadline is not None and monotonic() >= deadline:
            return [each for each in runs[index:] if _identity(each.key()) not in done]
        result = {"part": run.part, **key, "revision": revision, **train(run)}
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result) + "\n")
        done.add(_identity(key))
        report(f"{index + 1}/{len(runs)} {run.part} {run.arm} seed {run.seed}: {_brief(result)}")
    return []


def _cut_after_last_line(path: Path) -> set[str]:
    """Remove a line that a stop cut off, and return which runs the file has."""
    if not path.exists():
        return set()
    text = path.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    if whole != text:
        path.write_bytes(whole)
    return {_identity(result) for result in read_results([path])}


def _identity(result: Result) -> str:
    return json.dumps([result[name] for name in _KEY], sort_keys=True)


def _brief(result: Result) -> str:
    groups = ", ".join(f"{name} {group['exact']:.1%}" for name, group in result["groups"].items())
    return f"{groups} ({result['cpu_seconds']} s)"


def _revision() -> str:
    """Return the git revision, marked if the code of the experiments or of the package was changed."""

    def git(*arguments: str) -> str:
        command = ("git", "-C", str(ROOT), *arguments)
        done = subprocess.run(command, capture_output=True, check=False, text=True)  # noqa: S603
        return done.stdout.strip()

    changed = git("status", "--porcelain", "--", "experiments/*.py", "tst_grammar")
    return (git("rev-parse", "--short=12", "HEAD") or "unknown") + ("-changed" if changed else "")
