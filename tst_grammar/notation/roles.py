"""The roles that characters have in numbers, and the grammars compiled with them."""

from typing import TYPE_CHECKING

from tst_grammar.automata import grammar
from tst_grammar.automata.engine import runner_of
from tst_grammar.automata.runner import Behind, Runner
from tst_grammar.notation.parts import NUMBER_PARTS, Parts

if TYPE_CHECKING:
    from tst_grammar.automata.charsets import Ranges
    from tst_grammar.automata.lazy import LazyAutomaton

PREFIXES = ("", "MONEY_", "EURO_", "RATIO_")
"""The prefixes of the terminals for the marks of plain numbers, money, euros and percentages."""

_FRACTIONS = ("FRACTION", "GROUPED_FRACTION", "TIED_FRACTION", "SPACED_FRACTION", "POINTED_FRACTION")
_DIGITS = ["DIGIT"]
_ROLES = {
    **{
        name: {"integer": _DIGITS}
        for name in (
            "PLAIN",
            "INTEGER",
            "CODE",
            "POINTED_INTEGER",
            "POINTED_GROUPED",
            *(f"{each}GROUPED" for each in PREFIXES),
        )
    },
    **{name: {"fraction": _DIGITS} for name in _FRACTIONS},
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
"""For each terminal, its roles and their characters: single characters, or names of terminals."""

NUMBERS = ("pointed", "number", "percentage", "amount", "euro", "power")
"""The kinds of tokens that are numbers."""

_WITH_ROLES = (*NUMBERS, "code", "written")


def number_runner_of(
    text: str, *, native: bool, with_roles: bool = True, behind: Behind | None = None
) -> Runner[Parts]:
    """Return a runner for a grammar of written numbers; with roles, it returns their parts."""
    return runner_of(
        definition_of(text),
        lambda: number_automaton(text, with_roles=with_roles),
        NUMBER_PARTS,
        native=native,
        behind=behind,
    )


def ascii_runner_of(text: str, *, native: bool) -> Runner[Parts]:
    """Return a runner for a grammar whose digits are ASCII and whose tokens have no parts."""
    return runner_of(definition_of(text), lambda: ascii_automaton(text), NUMBER_PARTS, native=native)


def definition_of(text: str) -> str:
    """Return everything that a grammar's tables depend on: its text, the files it imports, and the roles."""
    own = ("annotated",) if "%import annotated " in text else ()
    files = map(grammar.text_of, (*own, "text", "number", "terminals"))
    return "\n".join((text, *files, repr((_ROLES, _WITH_ROLES))))


def number_automaton(text: str, *, with_roles: bool = True) -> "LazyAutomaton":
    """Return the automaton of a grammar of written numbers, with or without roles."""
    from tst_grammar.automata.compiler.linking import definitions_in  # noqa: PLC0415
    from tst_grammar.automata.compiler.network import Network  # noqa: PLC0415
    from tst_grammar.automata.lazy import LazyAutomaton  # noqa: PLC0415 -- stored tables do not need it

    roles = {
        terminal: {role: _characters(names) for role, names in parts.items()}
        for terminal, parts in _ROLES.items()
    }
    network = Network(definitions_in(text), roles, _WITH_ROLES if with_roles else (), _characters(_DIGITS))
    values = (*((ord(zero), 0, 10) for zero in grammar.characters("ZERO")), *_SUPERSCRIPTS)
    return LazyAutomaton(network, values)


def ascii_automaton(text: str) -> "LazyAutomaton":
    """Return the automaton of a grammar whose digits are ASCII."""
    from tst_grammar.automata.charsets import ranges_of  # noqa: PLC0415
    from tst_grammar.automata.compiler.linking import definitions_in  # noqa: PLC0415
    from tst_grammar.automata.compiler.network import Network  # noqa: PLC0415
    from tst_grammar.automata.lazy import LazyAutomaton  # noqa: PLC0415

    return LazyAutomaton(Network(definitions_in(text), anchors=ranges_of("0123456789")))


_SUPERSCRIPTS = tuple((ord(digit), value, 1) for value, digit in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹"))


def _characters(names: list[str]) -> "Ranges":
    from tst_grammar.automata.charsets import ranges_of  # noqa: PLC0415

    return ranges_of("".join(name if len(name) == 1 else grammar.characters(name) for name in names))
