"""Each fact has one home: the letters of a scheme, and the text of a grammar."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import tst_grammar

PACKAGE = Path(tst_grammar.__file__).parent
MODULES = {path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}
SCHEME = "language/scheme.py"

SPELLINGS = ("[MAG_", r"\[MAG_", "kmbtq", "KMBTQ", "[pP]", "[T", r"\[T")
"""Parts of a marker or terminator, as a text or in a regular expression."""

TYPES = ("Token]", "TerminalDef]", "Transformer[")
"""Names of types in which a part of a terminator occurs."""

LETTERS = frozenset("kmbtqpe")
"""The names of groups."""

OTHER_LETTERS = {
    "answers/words.py": "abbreviations of thousand and million",
    "files/json_fields.py": "characters after a backslash in JSON",
    "linter/reports/colors.py": "the end of a colour for terminals",
    "linter/suspect/confusables.py": "letters that look alike",
    "linter/suspect/strict_reading.py": "short names of terminals",
    "notation/advice.py": "abbreviations of thousand and million",
    "notation/locales.py": "an exponent",
    "notation/numeric_values.py": "the kinds of numpy's scalars",
}
"""The modules in which such a letter means something else, and what."""

READERS = {
    "automata/grammar.py": "asks Lark",
    "automata/compiler/library.py": "has a checksum of the files",
    "notation/roles.py": "has a checksum of the files",
}
"""The modules that read the text of a grammar file, and why."""


def texts_of(path: Path) -> Iterator[str]:
    """Yield the text literals of a module, without its docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.value


@pytest.mark.parametrize("name", sorted(MODULES.keys() - {SCHEME}))
def test_only_the_scheme_spells_a_marker(name: str) -> None:
    texts = list(texts_of(MODULES[name]))
    spelled = [text for text in texts for spelling in SPELLINGS if spelling in text]
    assert [text for text in spelled if not any(name in text for name in TYPES)] == []
    assert bool(LETTERS & {*texts}) == (name in OTHER_LETTERS)


def test_the_scheme_is_where_they_are_found() -> None:
    texts = {*texts_of(MODULES[SCHEME])}
    assert LETTERS | {"[MAG_", "[T"} <= texts


def reads_a_grammar(node: ast.AST) -> bool:
    """Tell whether a part of a module takes the text of a grammar file, or the folder of these files."""
    if isinstance(node, ast.ImportFrom) and node.module == "tst_grammar.automata.grammar":
        return bool({"folder", "text_of"} & {each.name for each in node.names})
    return isinstance(node, ast.FunctionDef | ast.Attribute) and (
        getattr(node, "attr", None) == "text_of" or getattr(node, "name", None) == "text_of"
    )


def test_only_lark_reads_a_grammar() -> None:
    found = {
        name
        for name, path in MODULES.items()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if reads_a_grammar(node)
    }
    assert found == READERS.keys()
