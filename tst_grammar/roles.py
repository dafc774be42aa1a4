"""The roles that characters have in numbers, and the grammars compiled with them."""

from tst_grammar import grammar
from tst_grammar.automaton import Automaton, compile_grammar
from tst_grammar.charsets import Ranges, ranges_of

PREFIXES = ("", "MONEY_", "EURO_", "RATIO_")
"""Of the terminals for the marks of numbers with and without affixes."""

_DIGITS = ["DIGIT"]
_ROLES = {
    **{
        name: {"integer": _DIGITS}
        for name in ("PLAIN", "INTEGER", "CODE", *(f"{each}GROUPED" for each in PREFIXES))
    },
    "FRACTION": {"fraction": _DIGITS},
    **{name: {"exponent": _DIGITS} for name in ("EXPONENT", "SHORT_EXPONENT")},
    **{name: {"ten": _DIGITS} for name in ("TIMES_TEN", "TIMES_TEN_BRACE")},
    **{
        name: {"ten": _DIGITS, "superscript": ["SUPER_DIGIT"], "exponent minus": ["SUPER_MINUS"]}
        for name in ("TIMES_TEN_SUPER", "TIMES_TEN_SHORT")
    },
    **{name: {"integer": _DIGITS, "power": ["^", "*"]} for name in ("TEN_TO", "TEN_TO_BRACE")},
    "TEN_SUPER": {
        "integer": _DIGITS,
        "power superscript": ["SUPER_DIGIT"],
        "exponent minus": ["SUPER_MINUS"],
    },
    **{name: {"minus": ["MINUS"]} for name in ("SIGN", "NEGATIVE")},
    "OPEN": {"minus": ["("]},
    "POSITIVE": {"plus": ["PLUS"]},
    "EXPONENT_MINUS": {"exponent minus": ["MINUS"]},
    **{
        name: {"currency": ["CURRENCY"]}
        for name in ("MONEY", "MONEY_AFTER", "EURO", "EURO_AFTER", "MONEY_SIGN")
    },
    "HUNDREDTHS": {"percent": ["PERCENT"]},
    "THOUSANDTHS": {"per mille": ["PER_MILLE"]},
}
"""The roles of the characters of terminals: the characters themselves, or terminals that hold them."""

NUMBERS = ("number", "percentage", "amount", "euro", "power")
"""The kinds of tokens that are numbers."""

_WITH_ROLES = (*NUMBERS, "code", "written")


def with_imports(text: str) -> str:
    """Return all that makes a grammar's tables: itself, the files that it imports, and the roles."""
    own = ("annotated",) if "%import annotated " in text else ()
    files = map(grammar.text_of, (*own, "text", "number", "terminals"))
    return "\n".join((text, *files, repr((_ROLES, _WITH_ROLES))))


def compiled(text: str, *, with_roles: bool = True) -> Automaton:
    """Return the automaton of a grammar of numbers as people write them, which may have parts."""
    return compile_grammar(
        grammar.analysed(text),
        {
            terminal: {role: _characters(names) for role, names in parts.items()}
            for terminal, parts in _ROLES.items()
        },
        _WITH_ROLES if with_roles else (),
        anchors=_characters(_DIGITS),
        values=(*((ord(zero), 0, 10) for zero in grammar.characters("ZERO")), *_SUPERSCRIPTS),
    )


def compiled_scheme(text: str) -> Automaton:
    """Return the automaton of a grammar of annotated text, whose digits are ASCII."""
    return compile_grammar(grammar.analysed(text), anchors=ranges_of("0123456789"))


_SUPERSCRIPTS = tuple((ord(digit), value, 1) for value, digit in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹"))


def _characters(names: list[str]) -> Ranges:
    return ranges_of("".join(name if len(name) == 1 else grammar.characters(name) for name in names))
