"""Collects what the playground loads: Pyodide, the wheels it needs, and a list of these files.

`npm ci` has to be run in this folder before.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TARGET = ROOT / "build" / "runtime"
PYODIDE = Path(__file__).parent / "node_modules" / "pyodide"
PYODIDE_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
DEPENDENCIES = ("attrs", "lark")


def main() -> None:
    """Write the files and their list, `runtime.json`."""
    shutil.rmtree(TARGET, ignore_errors=True)
    shutil.rmtree(ROOT / "build" / "lib", ignore_errors=True)  # the wheel must not get old modules from there
    TARGET.mkdir(parents=True)
    for name in PYODIDE_FILES:
        shutil.copyfile(PYODIDE / name, TARGET / name)
    constraints = ("--constraint", str(ROOT / "constraints.txt"))
    _pip("wheel", "--no-deps", str(ROOT), env={"TST_GRAMMAR_KERNEL": "0"})
    _pip("download", "--no-deps", "--only-binary=:all:", *constraints, *DEPENDENCIES)
    (TARGET / "runtime.json").write_text(json.dumps(_contents(), indent=2) + "\n", encoding="utf-8")


def _pip(command: str, *arguments: str, env: dict[str, str] | None = None) -> None:
    target = {"wheel": "--wheel-dir", "download": "--dest"}[command]
    subprocess.run(  # noqa: S603 -- the commands are above
        [sys.executable, "-m", "pip", command, "--quiet", target, str(TARGET), *arguments],
        check=True,
        env={**os.environ, **(env or {})},
    )


def _contents() -> dict[str, object]:
    """Return the sizes of the files, the wheels, and a version that changes with any of the files."""
    paths = sorted(TARGET.iterdir())
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.read_bytes())
    return {
        "version": digest.hexdigest()[:16],
        "sizes": {path.name: path.stat().st_size for path in paths},
        "wheels": [path.name for path in paths if path.suffix == ".whl"],
    }


if __name__ == "__main__":
    main()
