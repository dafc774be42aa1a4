"""Writes the pages that are made from the code and the data: run it when a test says that one is stale."""

import importlib
import inspect
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from attrs import fields, has

import tst_grammar as tst

DOCS = Path(__file__).parent
CASES = DOCS.parent / "tests" / "data" / "invalid"


def pages() -> dict[str, str]:
    """Return the text of each generated page, by its path below docs."""
    return {
        "reference/api.md": "\n".join(_api()),
        "reference/command-line.md": "\n".join(_command_line()),
        "reference/faults.md": "\n".join(_faults()),
    }


def _api() -> Iterator[str]:
    yield "# API\n"
    yield "Everything public is in `tst_grammar`; `scheme` and `locale` are keyword arguments everywhere.\n"
    imports = (
        "import tst_grammar as tst",
        "from tst_grammar import *",
        "from decimal import Decimal",
        "from fractions import Fraction",
    )
    yield "\n".join(("```pycon", *(f">>> {line}" for line in imports), "\n```\n"))
    for name in tst.__all__:
        public = getattr(tst, name)
        if isinstance(public, tst.Scheme):
            yield f"## `{name}`\n\nA preset: `{public!r}`.\n"
            continue
        signature = str(inspect.signature(public)).replace("tst_grammar.", "")
        is_data = has(public) or (isinstance(public, type) and issubclass(public, (Exception, tst.Kind)))
        yield f"## `{name}`\n\n{'' if is_data else f'`{name}{signature}`'}\n".replace("\n\n\n", "\n")
        yield from _documentation(public)
        if has(public):
            for member in _members(public):
                yield f"### `{name}.{member}`\n"
                yield from _documentation(inspect.getattr_static(public, member))


def _members(cls: type) -> list[str]:
    stored = {field.name for field in fields(cls)}
    return [name for name in vars(cls) if not name.startswith("_") and name not in stored]


def _documentation(public: object) -> Iterator[str]:
    """Yield a docstring as Markdown: its examples as blocks of code."""
    inner = getattr(public, "__func__", getattr(public, "func", public))
    for paragraph in inspect.cleandoc(inspect.getdoc(inner) or "").split("\n\n"):
        yield f"```pycon\n{paragraph}\n\n```\n" if paragraph.startswith(">>>") else f"{paragraph}\n"


def _command_line() -> Iterator[str]:
    yield "# Command line\n"
    for command in ([], ["encode"], ["decode"], ["tokens"], ["vocab"], ["grammar"]):
        arguments = [*command, "--help"]
        done = subprocess.run(
            [sys.executable, "-m", "tst_grammar", *arguments],
            env={**os.environ, "COLUMNS": "100", "NO_COLOR": "1"},
            capture_output=True,
            check=True,
            text=True,
            encoding="utf-8",
        )
        yield f"## {' '.join(['tst', *command])}\n\n```text\n{done.stdout.strip()}\n```\n"


def _faults() -> Iterator[str]:
    yield "# Faults\n"
    yield "The name of each fault, as in `error.fault`, and what a person reads."
    yield "All cases are in `tests/data/invalid`.\n"
    for folder, title in (("number", "In a number as people write it"), ("tst", "In TST")):
        yield f"## {title}\n"
        for path in sorted((CASES / folder).glob("*.tsv")):
            yield f"### {path.stem}\n\n```text\n{_message(folder, path)}\n```\n"


def _message(folder: str, path: Path) -> str:
    """Return what the first case of a file says that any terminal shows."""
    cases_io = importlib.import_module("cases_io")
    lines = path.read_text(encoding="utf-8").splitlines()
    line = min(lines, key=lambda line: '\t"' in line)
    scheme, text, *_ = (
        json.loads(column) if column.startswith('"') else column for column in line.split("\t")
    )
    try:
        (tst.encode if folder == "number" else tst.decode)(text, scheme=cases_io.scheme_of(scheme))
    except tst.TstGrammarError as error:
        return str(error)
    raise AssertionError(line)


if __name__ == "__main__":
    sys.path.insert(0, str(DOCS.parent / "tests"))
    for name, text in pages().items():
        (DOCS / name).write_text(text, encoding="utf-8")
