"""Writes the pages that are made from the code and the data: run it when a test says that one is stale."""

import ast
import inspect
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from attrs import has
from lark import Lark

import tst_grammar as tst
from tst_grammar import faults
from tst_grammar.automaton import compile_grammar
from tst_grammar.rules import CODES, find_rule

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent / "tests"))

from cases_io import cases as cases_of  # noqa: E402 -- it stands among the tests
from cases_io import scheme_of  # noqa: E402

sys.path.insert(0, str(DOCS))

from draw import drawn  # noqa: E402

SMALL_GRAMMAR = """
start: NUMBER | CODE
NUMBER: /[1-9][0-9]*/ ("." /[0-9]+/)?
CODE: "0" /[0-9]+/
"""

COMMANDS = (
    "encode",
    "decode",
    "tokens",
    "show",
    "compare",
    "parse",
    "annotate",
    "restore",
    "find",
    "lint",
    "rule",
    "locales",
    "vocab",
    "grammar",
)


def pages() -> dict[str, str]:
    """Return the text of each generated page, by its path below docs."""
    return {
        "reference/api.md": "\n".join(_api()),
        "reference/command-line.md": "\n".join(_command_line()),
        "reference/faults.md": "\n".join(_faults()),
        "reference/rules.md": "\n".join(_rules()),
        "explanation/automaton.svg": drawn(compile_grammar(Lark(SMALL_GRAMMAR))),
    }


def _api() -> Iterator[str]:
    yield "# API\n"
    yield "What is public is in `tst_grammar`, and `tst_grammar.grammar` has the loaded grammars.\n"
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
        signature = re.sub(r"\b[a-z_]+\.(?=[A-Z])", "", signature)
        is_error = isinstance(public, type) and issubclass(public, Exception)
        yield f"## `{name}`\n"
        if public in (tst.Kind, tst.Severity):
            yield f"`{'`, `'.join(member.name for member in public)}`\n"
        elif not is_error:
            yield f"```text\n{name}{signature}\n```\n"
        yield from _documentation(public.__doc__)
        if has(public) or public is tst.Validator:
            for member, docstring in _docstrings(public).items():
                if not member.startswith("_"):
                    yield f"### `{name}.{member}`\n"
                    yield from _documentation(docstring)


def _documentation(text: str | None) -> Iterator[str]:
    """Yield a docstring as Markdown: its examples as blocks of code."""
    for paragraph in inspect.cleandoc(text or "").split("\n\n"):
        yield f"```pycon\n{paragraph}\n\n```\n" if paragraph.startswith(">>>") else f"{paragraph}\n"


def _docstrings(cls: type) -> dict[str, str | None]:
    """Return the docstring of each method, from the source: attrs keeps none of a cached property's."""
    (definition,) = ast.parse(inspect.getsource(cls)).body
    assert isinstance(definition, ast.ClassDef)  # noqa: S101 -- it is the source of a class
    return {
        node.name: ast.get_docstring(node) for node in definition.body if isinstance(node, ast.FunctionDef)
    }


def _command_line() -> Iterator[str]:
    yield "# Command line\n"
    for command in (
        [],
        *([name] for name in COMMANDS),
    ):
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
    yield "The name of each fault, as in `error.fault`, what it means, and what a person reads."
    yield "More cases are in `tests/data/invalid`.\n"
    for title, table, folders in (
        ("In a number as people write it", faults.NOTATION, ("number", "locale")),
        ("In TST", faults.TST, ("tst",)),
        ("Beyond the range", faults.RANGE, ("number", "tst")),
        ("In options and in numbers made by hand", faults.OPTIONS, ("locale",)),
        ("In grammars that are compiled", faults.GRAMMARS, ()),
        ("Left alone in running text", faults.LEFT_ALONE, ()),
    ):
        yield f"## {title}\n"
        for name, meaning in table.items():
            yield f"### {name}\n\n{meaning[0].upper()}{meaning[1:]}.\n"
            yield from _example(name, folders)


def _rules() -> Iterator[str]:
    rules = list(map(find_rule, CODES))
    yield "# Rules\n"
    yield "What `lint` and `tst lint` look for; `tst rule CODE` shows the same. A fix is always of the whole"
    yield "number, and if the number has another fault that can only be mended by guessing, the fix is unsafe"
    yield "too. Codes are never reused.\n"
    yield "| code | name | severity | fix | what it finds |\n|---|---|---|---|---|"
    for rule in rules:
        safety = rule.section("Fix safety").partition(":")[0].lower()
        yield f"| {rule.code} | [{rule.name}](#{rule.name}) | {rule.severity} | {safety} | {rule.summary} |"
    for rule in rules:
        body = rule.documentation.replace("\n## ", "\n### ").replace("```tst", "```text")
        yield f"\n## {rule.name}\n\n{rule.code}, {rule.severity}. {body.rstrip()}"
    yield ""


def _example(name: str, folders: tuple[str, ...]) -> Iterator[str]:
    """Yield the message of the first case in the data files that any terminal can show."""
    read: dict[str, Callable[[str, str], object]] = {
        "number": lambda scheme, text: tst.encode(text, scheme=scheme_of(scheme)),
        "tst": lambda scheme, text: tst.decode(text, scheme=scheme_of(scheme)),
        "locale": lambda locale, text: tst.parse_number(text, locale=locale),
    }
    for folder in folders:
        cases = [columns for fault, columns in cases_of(f"invalid/{folder}") if fault == name]
        if cases:
            context, text, *_ = min(cases, key=lambda columns: not columns[1].isprintable() or not columns[1])
            try:
                read[folder](context, text)
            except tst.TstGrammarError as error:
                yield f"```text\n{error}\n```\n".replace(" \n", "\n")
            return


if __name__ == "__main__":
    for name, text in pages().items():
        (DOCS / name).write_text(text, encoding="utf-8")
