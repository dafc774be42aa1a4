"""Grammars to compile and texts to read, for the tests of automata."""

import re
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

import tst_grammar as tst
from tst_grammar.automata import grammar, stored, tables
from tst_grammar.automata.automaton import Automaton
from tst_grammar.automata.charsets import Ranges, ranges_of
from tst_grammar.automata.compiler.compilation import compile_grammar
from tst_grammar.automata.lazy import LazyAutomaton
from tst_grammar.automata.runner import Runner
from tst_grammar.notation.parts import Parts
from tst_grammar.text.text_grammar import shapes, text_runner

NASTY = (
    "0123456789٣४𝟙.,'’٫٬،_ \xa0\u202f\u2009\t\n\r\x00-+−–/:@#()[]{}<>%‰٪°$€£₹eEkmbtqpxXstndrhTZU~\\^*×·²⁻¹½"
    "\u200e\u061c\u0301üжあ漢กि\ud800"
)
NUMERIC = "0123456789.,'’٫٬ \xa0\u202f-−+$€₹%‰٪eE^{}*×x·²⁻⁰\\timescdo\u200e\u061c٠١٩०१९أسхв"
PIECES = (
    *("1,234,567.89", "1 234,5", "1.234,50", "1'234", "1,23,456", "12,34,567", "1e9", "1 × 10^{9}", "10⁻⁹"),
    *(
        "-5",
        "−$5",
        "$-5",
        "€ 5",
        "5%",
        "5 %",
        ".5",
        "1.",
        "007",
        "1_000",
        "0x1F",
        "0b12",
        "1.2.3-rc.1",
        "5kg",
    ),
    *("2024-01-15", "2024-01-15T10:30:00Z", "15/01/2024", "9:30pm", "192.168.0.1", "2001:db8::1", "1,2,3"),
    *("+1 (555) 123-4567", "978-3-16-148410-0", "4111 1111 1111 1111", "123-45-6789", "00:1b:44:11:3a:b7"),
    *(
        "https://a.b/1?c",
        "a.b@c1.d",
        "/usr/lib/x86",
        "C:\\2\\x",
        "x86_64",
        "COVID-19",
        "21st",
        "deadbeef" * 4,
    ),
    *("1m 234k 567. 890p", "-1k 000", "$2k 024", "1. 500p%", "1k", "12 k", "1 2 3 . 4 5 p", "[T1]", "5k5"),
    *("1" * 70, "1,234" * 30, ",234" * 40, "a" * 130, "a-" * 70, "1." * 70, "1-" * 40, "-" * 65, "()" * 40),
)

anything = st.text(st.characters(exclude_categories=()))
dense = st.text(st.sampled_from("0123456789") | st.sampled_from(NASTY))
running_text = st.lists(st.sampled_from(PIECES) | st.text(NASTY, max_size=4)).map("".join) | dense | anything


def made(*lines: str, **options: Any) -> Automaton:
    """Compile the grammar of some lines."""
    return compile_grammar(grammar.analysed("\n".join(lines)), **options)


@cache
def shipped_runner(locale: str | None) -> Runner[Parts]:
    return text_runner(tst.find_locale(locale) if locale else None, shapes(), "")


@cache
def shipped_automaton(locale: str | None) -> Automaton:
    automaton = shipped_runner(locale).in_python().automaton
    assert isinstance(automaton, Automaton)
    return automaton


SHIPPED = sorted(stored.shipped().glob("*.dfa"))


@cache
def shipped_table(path: Path) -> Automaton:
    return tables.unpack(path.read_bytes()).automaton


class Reference:
    """Finds the longest token by trying every end, for kinds given as regular expressions."""

    def __init__(self, expressions: dict[str, str]) -> None:
        self._ways = "|".join(f"(?P<{kind}>{expression})" for kind, expression in expressions.items())

    @cached_property
    def _at_the_end(self) -> re.Pattern[str]:
        return re.compile(self._ways)

    @cached_property
    def _before_another(self) -> re.Pattern[str]:
        return re.compile(f"(?:{self._ways})(?s:.)")

    def whole(self, text: str, start: int = 0) -> str | None:
        match = self._at_the_end.fullmatch(text, start)
        return match and match.lastgroup

    def longest(self, text: str, start: int = 0) -> tuple[str, int] | None:
        if kind := self.whole(text, start):
            return kind, len(text)
        for end in range(len(text) - 1, start - 1, -1):
            if match := self._before_another.fullmatch(text, start, end + 1):
                return str(match.lastgroup), end
        return None


def naive_tokens(
    automaton: Automaton | LazyAutomaton, text: str, anchors: frozenset[str]
) -> list[tuple[int, int, str]]:
    """Try every place in turn, and keep the tokens with an anchor in them."""
    tokens = []
    place = 0
    while place < len(text):
        kind, end = automaton.longest(text, place) or ("", place)
        if not anchors.isdisjoint(text[place:end]):
            tokens.append((place, end, kind))
        place = max(end, place + 1)
    return tokens


def matched(some: Runner[Parts], text: str) -> list[tuple[int, int, str]]:
    return [(start, end, kind) for start, end, kind, _ in some.find(text)]


AUTOMATA = {
    "words": made(
        "start: NUMBER | WORD",
        "NUMBER: /[0-9]+/",
        "WORD: /[a-z0-9]+/",
        anchors=ranges_of("0123456789"),
    ),
    "looks around": made(
        "start: A | B",
        r"A: /(?<![a-z])[0-9]{1,3}(?![0-9])/",
        r"B: /[0-9]{5}[a-c]+/",
        anchors=ranges_of("0123456789"),
    ),
    "ends inside a leap": made(
        "start: A | B", "A: /[0-9]{1,12}/", "B: /[0-9]{13,20}x/", anchors=ranges_of("0123456789")
    ),
    "anchors beyond Latin": made("start: A", "A: /[-+]?[٠-٩𝟎-𝟙]+z?/", anchors=ranges_of("٠١٢٣٤٥٦٧٨٩𝟎𝟏𝟐")),
    "scattered anchors": made("start: A | B", "A: /[acx]+/", "B: /b[acx]{2}/", anchors=ranges_of("acx")),
    "one anchor": made("start: A", "A: /(a|b)?-(a|b)*/", anchors=ranges_of("-")),
    "no anchor": made("start: A", "A: /[0-9]+/"),
    "roles": made(
        "start: a | b",
        "a: SIGN? DIGITS (POINT FRACTION)?",
        "b: SIGN? DIGITS LETTERS",
        "SIGN: /[-+]/",
        "DIGITS: /[0-9٠-٩]+/",
        "POINT: /[.]/",
        "FRACTION: /[0-9٠-٩]+/",
        "LETTERS: /[a-z]+/",
        roles={
            "SIGN": {"minus": ranges_of("-"), "plus": ranges_of("+")},
            "DIGITS": {"integer": ranges_of("0123456789٠١٢٣٤٥٦٧٨٩")},
            "FRACTION": {"fraction": ranges_of("0123456789٠١٢٣٤٥٦٧٨٩")},
        },
        kinds_with_roles=("a",),
        anchors=ranges_of("0123456789٠١٢٣٤٥٦٧٨٩"),
        values=((ord("0"), 0, 10), (ord("٠"), 0, 10)),
    ),
}


# Small grammars of any form

pattern_atoms = st.sampled_from(("a", "b", "c", "[ab]", "[^a]", "[bc]", "."))
pattern_looks = st.sampled_from(
    (
        "(?=a)",
        "(?!b)",
        "(?<=a)",
        "(?<!b)",
        "(?=[ab])",
        "(?![bc])",
        "(?<=[^c])",
        "(?<![ac])",
        "(?!.)",
        "(?<!.)",
    )
)
patterns = st.recursive(
    pattern_atoms | pattern_looks,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map("".join),
        st.lists(inner, min_size=2, max_size=3).map(lambda ways: f"(?:{'|'.join(ways)})"),
        st.tuples(inner, st.sampled_from(("?", "*", "+", "{2}", "{1,2}", "{0,2}", "{2,}", "*?"))).map(
            lambda repeated: f"(?:{repeated[0]}){repeated[1]}"
        ),
    ),
    max_leaves=6,
)
# Lark allows no empty terminal, so one character is in each
terminals = st.tuples(patterns | st.just(""), pattern_atoms, patterns | st.just("")).map("".join)
RULE_REPETITIONS = {"": "", "?": "?", "*": "*", "+": "+", "~2": "{2}", "~1..2": "{1,2}"}
kinds_of_terminals = st.lists(
    st.tuples(terminals, st.sampled_from(tuple(RULE_REPETITIONS))), min_size=1, max_size=3
)
small_grammars = st.lists(kinds_of_terminals, min_size=1, max_size=3)


def grammar_text(small: list[list[tuple[str, str]]]) -> str:
    lines = [f"start: {' | '.join(f'k{kind}' for kind in range(len(small)))}"]
    for kind, parts in enumerate(small):
        names = [f"T{kind}{part}{repetition}" for part, (_, repetition) in enumerate(parts)]
        lines.append(f"k{kind}: {' '.join(names)}")
        lines += [f"T{kind}{part}: /{pattern}/" for part, (pattern, _) in enumerate(parts)]
    return "\n".join(lines)


def compiled_or_passed_over(small: list[list[tuple[str, str]]], anchors: Ranges = ()) -> Automaton:
    try:
        return compile_grammar(grammar.analysed(grammar_text(small)), anchors=anchors)
    except tst.GrammarError as error:
        assert error.fault == "rescan"
        assume(False)  # noqa: FBT003 -- hypothesis's own way to pass over an example
        raise
