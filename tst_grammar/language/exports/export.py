"""Exports the strict grammar of a scheme for other engines. It accepts only the canonical numbers."""

from collections.abc import Callable
from typing import Final, Literal

from tst_grammar.diagnostics import either, quoted
from tst_grammar.errors import SchemeError
from tst_grammar.language.exports.expressions import Name, names_in
from tst_grammar.language.exports.regex import patterns_of
from tst_grammar.language.exports.rules import GBNF, LARK, LARK_RULES
from tst_grammar.language.exports.strict import number_rules, unsigned_rules
from tst_grammar.language.scheme import TST, Scheme
from tst_grammar.language.schemes import AnyScheme, scheme_of

Target = Literal["lark", "llguidance", "gbnf", "regex"]

AFFIXES = ("PREFIX", "SUFFIX")

ANY_TOKENS = '%llguidance {"no_forcing": true}'
"""Without this, llguidance allows only one tokenization where only one text is possible."""


def export_grammar(scheme: AnyScheme = TST, target: Target = "lark") -> str:
    """Return a stand-alone grammar that accepts exactly the canonical text of the scheme's numbers.

    >>> import lark, re
    >>> parser = lark.Lark(export_grammar(TST, "lark"), parser="lalr")
    >>> parser.parse("1m 234k 567. 890p").children
    [Token('NUMBER', '1m 234k 567. 890p')]
    >>> re.fullmatch(export_grammar(TST, "regex"), "1m 234k 67")
    """
    chosen = scheme_of(scheme)
    if target not in _WRITERS:
        other = _FORMATS.get(target)
        hint = f"use {quoted(other)}" if other else f"expected {either(tuple(_WRITERS))}"
        raise SchemeError(
            f"no target {target!r}: {hint}",
            fault="unknown-target",
            expected=tuple(_WRITERS),
        )
    return _WRITERS[target](chosen)


def magnitude_rules(scheme: Scheme) -> str:
    """Return rules for the scheme's canonical numbers without sign and affixes, starting with `any`.

    >>> print(magnitude_rules(Scheme(integer_digits=2, fraction_digits=0)))
    any: (positive | zero)
    nonzero: positive
    zero: /0/
    positive: lead_0
    lead_0: /(?:[1-9][0-9]|[1-9])/
    """
    return "\n".join(LARK_RULES.lines(unsigned_rules(scheme)))


def _lark(scheme: Scheme) -> str:
    """Write the larger parts as named terminals and the groups as regular expressions, which load fast."""
    rules = number_rules(scheme)
    named = {name: rule for name, rule in rules.items() if name in ("NUMBER", "ANY", "NONZERO")}
    parts = {name for rule in named.values() for name in names_in(rule)} - named.keys()
    patterns = patterns_of(rules)
    lines = (f"{name}: /{patterns[name]}/" for name in rules if name in parts)
    return _text(f"// {_about(scheme)}", "start: NUMBER", *LARK.lines(named), *lines)


def _llguidance(scheme: Scheme) -> str:
    """Write terminals only: the engine combines them into one lexeme, while it would have to parse rules."""
    rules = number_rules(scheme)
    patterns = patterns_of({name: rules.pop(name) for name in AFFIXES if name in rules})
    lines = (f"{name}: /{pattern}/" for name, pattern in patterns.items())
    return _text(ANY_TOKENS, f"// {_about(scheme)}", "start: NUMBER", *LARK.lines(rules), *lines)


def _gbnf(scheme: Scheme) -> str:
    return _text(f"# {_about(scheme)}", *GBNF.lines({"ROOT": Name("NUMBER"), **number_rules(scheme)}))


def _regex(scheme: Scheme) -> str:
    return patterns_of(number_rules(scheme))["NUMBER"]


def _about(scheme: Scheme) -> str:
    return f"The canonical numbers of {scheme!r}, and nothing else."


def _text(*lines: str) -> str:
    return "\n".join(lines) + "\n"


_WRITERS: Final[dict[str, Callable[[Scheme], str]]] = {
    "lark": _lark,
    "llguidance": _llguidance,
    "gbnf": _gbnf,
    "regex": _regex,
}

_FORMATS: Final = {
    "xgrammar": "gbnf",
    "llama.cpp": "gbnf",
    "llama-cpp": "gbnf",
    "guidance": "llguidance",
    "vllm": "llguidance",
    "outlines": "regex",
    "re": "regex",
}
"""The target for an engine of another name."""
