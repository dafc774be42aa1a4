"""Exports the strict grammar of a scheme for other engines. It accepts only the canonical numbers."""

from collections.abc import Callable
from typing import Final, Literal

from attrs import evolve

from tst_grammar.diagnostics import either, quoted, represented
from tst_grammar.errors import SchemeError
from tst_grammar.language.exports.expressions import Name, names_in
from tst_grammar.language.exports.grammar_rules import GBNF, LARK, LARK_RULES
from tst_grammar.language.exports.regex import patterns_of
from tst_grammar.language.exports.strict import number_rules, unsigned_rules
from tst_grammar.language.scheme import TST, Scheme
from tst_grammar.language.schemes import AnyScheme, scheme_of
from tst_grammar.option_checks import checked_flag, checked_text

Target = Literal["lark", "llguidance", "gbnf", "regex"]

AFFIXES = ("PREFIX", "SUFFIX")

ANY_TOKENS = '%llguidance {"no_forcing": true}'
"""Without this, llguidance allows only one tokenization where only one text is possible."""


def export_grammar(  # noqa: PLR0913 -- each bound is one that a user may set
    scheme: AnyScheme = TST,
    target: Target = "lark",
    *,
    integer: bool = False,
    signed: bool = True,
    digits: int | None = None,
    affixes: Literal["none"] | None = None,
) -> str:
    """Return a stand-alone grammar that accepts exactly the canonical text of the scheme's numbers.

    Bounds make the language smaller. With `integer=True`, numbers have no fraction, and with `signed=False`
    no minus. `digits` limits the number of integer digits. With `affixes="none"`, numbers have neither a
    currency nor a percent sign.

    >>> import lark, re
    >>> parser = lark.Lark(export_grammar(TST, "lark"), parser="lalr")
    >>> parser.parse("1m 234k 567. 890p").children
    [Token('NUMBER', '1m 234k 567. 890p')]
    >>> re.fullmatch(export_grammar(TST, "regex"), "1m 234k 67")
    >>> within = export_grammar(TST, "regex", integer=True, signed=False, digits=4, affixes="none")
    >>> [text for text in ("9k 999", "-5", "5. 500p", "$5", "12k 345") if re.fullmatch(within, text)]
    ['9k 999']
    """
    chosen = bounded(scheme_of(scheme), integer=integer, digits=digits, affixes=affixes)
    checked_flag("signed", signed)
    if checked_text("target", target) not in _WRITERS:
        other = _FORMATS.get(target)
        hint = f"use {quoted(other)}" if other else f"expected {either(tuple(_WRITERS))}"
        raise SchemeError(
            f"no target {quoted(target)}: {hint}",
            fault="unknown-target",
            expected=tuple(_WRITERS),
        )
    return _WRITERS[target](chosen, signed)


def bounded(scheme: Scheme, *, integer: bool, digits: int | None, affixes: Literal["none"] | None) -> Scheme:
    """Return a scheme whose numbers are those of another within bounds, as for `export_grammar`.

    >>> bounded(TST, integer=True, digits=6, affixes="none")
    Scheme(affixes='none', integer_digits=6, fraction_digits=0)
    """
    checked_flag("integer", integer)
    if affixes is not None and checked_text("affixes", affixes) != "none":
        raise SchemeError(f"affixes is {quoted(affixes)}: as a bound it must be 'none'", fault="bounds")
    if digits is not None and (not isinstance(digits, int) or isinstance(digits, bool)):
        raise TypeError(f"digits takes an int, not {type(digits).__name__}")
    if digits is not None and not 1 <= digits <= scheme.integer_digits:
        raise SchemeError(
            f"digits is {represented(digits)}: "
            f"numbers of this scheme have 1 to {scheme.integer_digits} integer digits",
            fault="bounds",
        )
    return evolve(
        scheme,
        affixes=affixes or scheme.affixes,
        integer_digits=digits or scheme.integer_digits,
        fraction_digits=0 if integer else scheme.fraction_digits,
    )


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


def _lark(scheme: Scheme, signed: bool) -> str:  # noqa: FBT001
    """Write the larger parts as named terminals and the groups as regular expressions, which load fast."""
    rules = number_rules(scheme, signed=signed)
    named = {name: rule for name, rule in rules.items() if name in ("NUMBER", "ANY", "NONZERO")}
    parts = {name for rule in named.values() for name in names_in(rule)} - named.keys()
    patterns = patterns_of(rules)
    lines = (f"{name}: /{patterns[name]}/" for name in rules if name in parts)
    return _text(f"// {_about(scheme)}", "start: NUMBER", *LARK.lines(named), *lines)


def _llguidance(scheme: Scheme, signed: bool) -> str:  # noqa: FBT001
    """Write terminals only: the engine combines them into one lexeme, while it would have to parse rules."""
    rules = number_rules(scheme, signed=signed)
    patterns = patterns_of({name: rules.pop(name) for name in AFFIXES if name in rules})
    lines = (f"{name}: /{pattern}/" for name, pattern in patterns.items())
    return _text(ANY_TOKENS, f"// {_about(scheme)}", "start: NUMBER", *LARK.lines(rules), *lines)


def _gbnf(scheme: Scheme, signed: bool) -> str:  # noqa: FBT001
    rules = number_rules(scheme, signed=signed)
    return _text(f"# {_about(scheme)}", *GBNF.lines({"ROOT": Name("NUMBER"), **rules}))


def _regex(scheme: Scheme, signed: bool) -> str:  # noqa: FBT001
    return patterns_of(number_rules(scheme, signed=signed))["NUMBER"]


def _about(scheme: Scheme) -> str:
    return f"The canonical numbers of {scheme!r}, and nothing else."


def _text(*lines: str) -> str:
    return "\n".join(lines) + "\n"


_WRITERS: Final[dict[str, Callable[[Scheme, bool], str]]] = {
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
