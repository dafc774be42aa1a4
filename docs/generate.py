"""Writes the pages and pictures made from code and data. Run it when a test says that one is stale."""

import ast
import inspect
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from enum import Enum
from importlib import import_module
from itertools import groupby, pairwise
from pathlib import Path
from types import ModuleType

from attrs import frozen
from lark import Lark

import tst_grammar as tst
from tst_grammar import answers, baselines, columns, decoding, hf, values
from tst_grammar.automata.compiler.compilation import compile_grammar
from tst_grammar.cli.command_table import COMMANDS
from tst_grammar.models.pictures.figure import figure_of
from tst_grammar.models.pictures.svg import drawn as draw_figures
from tst_grammar.rules import CODES, faults, find_rule

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent / "tests"))

from cases_io import cases as cases_of  # noqa: E402 -- it is one of the test helpers
from cases_io import scheme_of  # noqa: E402

sys.path.insert(0, str(DOCS))

from draw import drawn  # noqa: E402
from draw_diagrams import drawn_comparison, drawn_flow  # noqa: E402

SMALL_GRAMMAR = """
start: NUMBER | CODE
NUMBER: /[1-9][0-9]*/ ("." /[0-9]+/)?
CODE: "0" /[0-9]+/
"""

FRAMES = ("datasets", "duckdb", "pandas", "ray", "spark")

MODULES = (
    *(answers, baselines, columns),
    *(import_module(f"tst_grammar.columns.{name}") for name in FRAMES),
    *(hf, decoding, values),
)

KINDS = ("Functions", "Classes", "Errors", "Presets", "Values")

IMPORTS = (
    "import tst_grammar as tst",
    "from tst_grammar import *",
    "from tst_grammar.answers import *",
    "from tst_grammar.baselines import *",
    "from collections import Counter",
    "from decimal import Decimal",
    "from fractions import Fraction",
)


def pages() -> dict[str, str]:
    """Return the text of each generated page, by its path below docs."""
    return {
        "reference/api.md": "\n".join(_api()),
        "reference/command-line.md": "\n".join(_command_line()),
        "reference/faults.md": "\n".join(_faults()),
        "reference/rules.md": "\n".join(_rules()),
        "explanation/automaton.svg": drawn(compile_grammar(Lark(SMALL_GRAMMAR))),
        "explanation/comparison.svg": drawn_comparison("111111.111"),
        "explanation/flow.svg": drawn_flow("-1,234.5"),
        "how-to/tokens.svg": draw_figures([figure_of("111111.111")]),
        "tokens.svg": draw_figures([figure_of("1234567.89")]),
    }


def _api() -> Iterator[str]:
    sections = {module.__name__: sorted(_public_names(module), key=_order) for module in (tst, *MODULES)}
    anchors = _anchors(sections)
    yield "# API\n"
    yield "This page has every public name: those of `tst_grammar`, and of `tst_grammar.answers`,"
    yield "`.baselines`, `.columns` and its modules, `.hf`, `.decoding` and `.values`. Anything else may"
    yield "change without notice. Some signatures name types that are not here, such as `Parts` or `Task`:"
    yield "only pass on values that you were given."
    yield "The examples assume these imports; in a traceback, dots mark the lines that are left out.\n"
    yield "\n".join(("```pycon", *(f">>> {line}" for line in IMPORTS), "\n```\n"))
    yield "## Contents\n"
    for module_name, names in sections.items():
        yield f"[`{module_name}`](#{module_name.replace('.', '')})\n"
        for kind, of_kind in groupby(names, key=lambda each: each.kind):
            yield f"{kind}:\n"
            for each in of_kind:
                yield f"- [`{each.name}`](#{anchors[module_name, each.name]}): {each.summary}"
            yield ""
    for module in (tst, *MODULES):
        yield f"## `{module.__name__}`\n"
        # The examples of the other modules need extras: the tests of these modules run them.
        language = "pycon" if module in (tst, answers, baselines) else "python"
        if module is not tst:
            yield from _documentation(module.__doc__, language)
        for each in sections[module.__name__]:
            yield from _entry(each, language)


@frozen
class _Name:
    """A public name: its kind, as in `KINDS`, its value, and the first line of its documentation."""

    name: str
    kind: str
    value: object
    summary: str


def _public_names(module: ModuleType) -> Iterator[_Name]:
    """Yield the public names of a module."""
    for name in module.__all__:
        value = getattr(module, name)
        if isinstance(value, tst.Scheme):
            yield _Name(name, "Presets", value, f"`{value!r}`")
        elif not callable(value):
            yield _Name(name, "Values", value, _remark(module, name))
        else:
            is_class = isinstance(value, type)
            is_error = is_class and issubclass(value, Exception)
            kind = "Errors" if is_error else "Classes" if is_class else "Functions"
            yield _Name(name, kind, value, inspect.cleandoc(value.__doc__ or "").partition("\n")[0])


def _order(each: _Name) -> int:
    return KINDS.index(each.kind)


def _remark(module: ModuleType, name: str) -> str:
    """Return the docstring below the assignment of a name."""
    for node, following in pairwise(ast.parse(inspect.getsource(module)).body):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            match following:
                case ast.Expr(value=ast.Constant(value=str(remark))):
                    return remark
    return f"`{getattr(module, name)!r}`"


def _anchors(sections: dict[str, list[_Name]]) -> dict[tuple[str, str], str]:
    """Return the anchor of each name. The second `fix` of a page is `fix-1`, and case does not count."""
    anchors: dict[tuple[str, str], str] = {}
    seen: Counter[str] = Counter()
    for module, names in sections.items():
        for each in names:
            slug = each.name.lower()
            anchors[module, each.name] = f"{slug}-{seen[slug]}" if seen[slug] else slug
            seen[slug] += 1
    return anchors


def _entry(each: _Name, language: str) -> Iterator[str]:
    """Yield the entry of a public name: its signature, its documentation and its methods."""
    yield f"### `{each.name}`\n"
    value = each.value
    if each.kind in ("Presets", "Values"):
        yield f"{each.summary}\n"
        return
    assert callable(value)  # noqa: S101 -- all other kinds are
    if isinstance(value, type) and issubclass(value, Enum):
        yield f"`{'`, `'.join(value.__members__)}`\n"
    elif each.kind != "Errors" and not getattr(value, "_is_protocol", False):
        yield f"```text\n{each.name}{_signature(value)}\n```\n"
    yield from _documentation(value.__doc__, language)
    if isinstance(value, type) and each.kind == "Classes":
        for member, docstring in _docstrings(value).items():
            if not member.startswith("_"):
                yield f"#### `{each.name}.{member}`\n"
                yield from _documentation(docstring, language)


def _signature(value: Callable[..., object]) -> str:
    """Return a signature with the short names of types."""
    signature = re.sub(r"(?<![*.\w])(?:[a-z_]+\.)+(?=[A-Za-z])|~", "", str(inspect.signature(value)))
    return re.sub("(?<=: |> )'([^']*)'", r"\1", signature)


def _documentation(text: str | None, language: str) -> Iterator[str]:
    """Yield a docstring as Markdown. Examples become code blocks, and dots show that a traceback is cut."""
    cut = re.sub(r"(Traceback .*:\n)(?! )", r"\1    ...\n", inspect.cleandoc(text or ""))
    for paragraph in cut.split("\n\n"):
        yield f"```{language}\n{paragraph}\n\n```\n" if paragraph.startswith(">>>") else f"{paragraph}\n"


def _docstrings(cls: type) -> dict[str, str | None]:
    """Return the docstring of each method, read from the source: attrs drops those of cached properties."""
    (definition,) = ast.parse(inspect.getsource(cls)).body
    assert isinstance(definition, ast.ClassDef)  # noqa: S101 -- it is the source of a class
    return {
        node.name: ast.get_docstring(node) for node in definition.body if isinstance(node, ast.FunctionDef)
    }


def _command_line() -> Iterator[str]:
    yield "# Command line\n"
    for command in ([], *([name] for name in COMMANDS)):
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
    yield "The name of each fault as in `error.fault`, what it means, and an example of the message."
    yield "More cases are in `tests/data/invalid`.\n"
    for title, table, folders in (
        ("In a number as people write it", faults.NOTATION, ("number", "locale")),
        ("In TST", faults.DECODING, ("tst",)),
        ("Beyond the range", faults.RANGE, ("number", "tst")),
        ("In options and in numbers made by hand", faults.OPTIONS, ("locale",)),
        ("In answers that a text gives", faults.ANSWERS, ()),
        ("In grammars that are compiled", faults.GRAMMARS, ()),
        ("Left alone in running text", faults.LEFT_ALONE, ()),
    ):
        yield f"## {title}\n"
        for name, sentence in table.items():
            yield f"### {name}\n\n{sentence}\n"
            yield from _example(name, folders)


def _rules() -> Iterator[str]:
    rules = list(map(find_rule, CODES))
    yield "# Rules\n"
    yield "What `lint` and `tst lint` look for. `tst rule CODE` shows the same text. A fix always replaces"
    yield "the whole number, so it is unsafe if any fault of the number can only be corrected by guessing."
    yield "A code never changes its meaning.\n"
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
