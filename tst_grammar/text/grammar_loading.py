"""Loads the grammars for people and other tools: `load_grammar`."""

from typing import TYPE_CHECKING, Final, Literal

from tst_grammar.automata import grammar
from tst_grammar.diagnostics import either, quoted
from tst_grammar.errors import OptionError
from tst_grammar.language.exports.export import export_grammar
from tst_grammar.language.schemes import AnyScheme
from tst_grammar.notation.locales import find_locale
from tst_grammar.option_checks import checked_text
from tst_grammar.text.text_grammar import grammar_of, shapes

if TYPE_CHECKING:
    from lark import Lark

GrammarName = Literal["number", "text", "tst", "tst_shape", "annotated"]

_OPTIONS: Final[dict[str, str]] = {
    "number": "locale",
    "text": "locale",
    "tst": "scheme",
    "tst_shape": "",
    "annotated": "",
}
"""The grammars, and the option that each takes."""


def load_grammar(name: GrammarName, *, locale: str | None = None, scheme: AnyScheme | None = None) -> "Lark":
    """Return the Lark object of a grammar, for a tree or for another tool.

    `number` is how people write a number, and `text` one token of running text, both with the marks of the
    locale, by default of `en`. `tst` is the canonical numbers of the scheme, by default of TST. `tst_shape`
    is the tolerant shape of TST numbers, by which errors are explained, and `annotated` what looks like a TST
    number in running text, right or damaged.

    >>> [str(leaf) for leaf in load_grammar("number", locale="de").parse("1.234,5").children]
    ['1.234', ',', '5']
    >>> [str(leaf) for leaf in load_grammar("tst").parse("-1k 234. 500p").children[0].children]
    ['-', '1k', ' 234', '.', ' 500p']
    >>> load_grammar("tst", scheme="option-a").parse("1 k 234").children
    [Token('NUMBER', '1 k 234')]
    """
    if checked_text("name", name) not in _OPTIONS:
        raise OptionError(
            f"no grammar {quoted(name)}: expected {either(tuple(_OPTIONS))}",
            fault="unknown-grammar",
            expected=tuple(_OPTIONS),
        )
    for option, value in (("locale", locale), ("scheme", scheme)):
        if value is not None and _OPTIONS[name] != option:
            raise OptionError(f"the grammar {name} does not depend on a {option}", fault="unknown-grammar")
    if name == "number":
        return grammar.load(name, find_locale(locale).terminals if locale else ())
    if name == "text":
        return grammar.ambiguous(grammar_of(find_locale(locale or "en"), shapes()))
    if name == "annotated":
        return grammar.ambiguous("%import annotated (suspect)\nstart: suspect")
    return grammar.load(name) if scheme is None else grammar.parser_of(export_grammar(scheme, "lark"))
