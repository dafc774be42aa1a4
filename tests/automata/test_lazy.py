"""Automata whose states are made when needed: they read what whole automata read, and what Lark defines."""

import hashlib
import importlib
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, reject
from hypothesis import strategies as st
from sampling import DEEP, every
from small_automata import (
    compiled_or_passed_over,
    grammar_text,
    matched,
    running_text,
    shipped_automaton,
    small_grammars,
)
from strategies import schemes

import tst_grammar as tst
from tst_grammar.automata import grammar, lazy, stored
from tst_grammar.automata.charsets import UNICODE, Ranges, ranges_of
from tst_grammar.automata.compiler import library, linking
from tst_grammar.automata.compiler.compilation import explored, whole
from tst_grammar.automata.compiler.network import Network
from tst_grammar.automata.compiler.productions import Characters, definitions_of
from tst_grammar.automata.lazy import LazyAutomaton
from tst_grammar.automata.python_runner import PythonRunner
from tst_grammar.language.scheme_grammar import grammar_of_scheme
from tst_grammar.language.schemes import SCHEMES
from tst_grammar.linter.annotated_grammar import grammar_of_annotated
from tst_grammar.notation.locales import locale_ids
from tst_grammar.notation.number_grammar import grammar_of_number
from tst_grammar.notation.parts import Parts
from tst_grammar.notation.roles import ascii_automaton, definition_of, number_automaton
from tst_grammar.stream.character_graph import grammar_of_paths
from tst_grammar.text.text_grammar import grammar_of, shapes

DIGITS = ranges_of("0123456789")
OWN = tst.Scheme(group_size=4, magnitudes=("万", "億"))


# Lazy and whole automata


@given(small_grammars, st.lists(st.text("abcd\n", max_size=7), min_size=1, max_size=8))
def test_a_lazy_automaton_finds_the_tokens_of_the_whole_one(
    small: list[list[tuple[str, str]]], texts: list[str]
) -> None:
    anchors = ranges_of("ab")
    automaton = compiled_or_passed_over(small, anchors)
    some = LazyAutomaton(Network(definitions_of(grammar.analysed(grammar_text(small))), anchors=anchors))
    runner: PythonRunner[Parts] = PythonRunner(some)
    for text in texts:
        assert matched(runner, text) == matched(PythonRunner(automaton), text)
        for start in range(len(text) + 1):
            assert some.longest(text, start) == automaton.longest(text, start)
        place = runner.last_break(text)
        rest = [(place + start, place + end, kind) for start, end, kind in matched(runner, text[place:])]
        assert matched(runner, text) == matched(runner, text[:place]) + rest


def lazy_text(locale: str | None) -> LazyAutomaton:
    text = grammar_of(tst.find_locale(locale) if locale else None, shapes())
    return number_automaton(text, with_roles=locale is not None)


LAZY = {locale: lazy_text(locale) for locale in ("en", "fr", None)}


@pytest.mark.parametrize("locale", LAZY)
@given(running_text)
def test_lazy_automata_read_running_text_as_shipped_ones_do(locale: str | None, text: str) -> None:
    assert matched(PythonRunner(LAZY[locale]), text) == matched(PythonRunner(shipped_automaton(locale)), text)


def test_only_states_that_a_text_needs_are_made() -> None:
    some = lazy_text("en")
    assert len(some) < 20
    list(PythonRunner[Parts](some).tokens("On 2024-01-15, 1,234 of 5,000 came."))
    assert 20 < len(some) < 100


def test_too_many_states_are_forgotten_between_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lazy, "_MOST_STATES", 30)
    runner: PythonRunner[Parts] = PythonRunner(lazy_text("en"))
    for _ in range(3):
        for text in ("On 2024-01-15, 1,234 of 5,000 came.", "1.2.3-rc 192.168.0.1 5e7", "x86 -5% $4.50"):
            assert matched(runner, text) == matched(PythonRunner(shipped_automaton("en")), text)
            assert len(runner.automaton) < 120


def test_threads_may_make_the_same_states() -> None:
    texts = ["On 2024-01-15, 1,234 of 5,000 came.", "1.2.3-rc 192.168.0.1 5e7", "x86 -5% $4.50"] * 8
    expected = [matched(PythonRunner(shipped_automaton("en")), text) for text in texts]
    runner: PythonRunner[Parts] = PythonRunner(lazy_text("en"))
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda text: matched(runner, text), texts)) == expected


# Definitions with and without Lark


def same_language(text: str, automaton: Callable[[str], LazyAutomaton], monkeypatch: Any) -> bool:
    linked = whole(automaton(text))
    monkeypatch.setattr(library, "shipped", lambda: None)
    monkeypatch.setattr(linking, "shipped", lambda: None)
    return linked == whole(automaton(text))


GRAMMARS: dict[str, tuple[str, Callable[[str], LazyAutomaton]]] = {
    **{name: (grammar_of_scheme(scheme), ascii_automaton) for name, scheme in SCHEMES.items()},
    **{f"{name} paths": (grammar_of_paths(scheme), ascii_automaton) for name, scheme in SCHEMES.items()},
    "own": (grammar_of_scheme(OWN), ascii_automaton),
    "number": (grammar_of_number(tst.find_locale("hi").terminals), number_automaton),
}


@pytest.mark.parametrize("name", every(3, GRAMMARS))
def test_linked_definitions_are_those_that_lark_reads(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert same_language(*GRAMMARS[name], monkeypatch)


def test_a_line_that_lark_would_refuse_is_refused() -> None:
    stored = library.shipped()
    assert stored
    for text in ("start", "%ignore x", "start: a\na: (b", 'start: a\na: "b', "start: a\na: {b}"):
        with pytest.raises(tst.GrammarError):
            linking.linked(text, stored)


# No grammar is read again and again, and no character has two roles: the compiler checks both


@pytest.mark.parametrize("locale", every(600, locale_ids()))
def test_running_text_of_every_locale_is_read_once(locale: str) -> None:
    assert whole(lazy_text(locale)).kinds


@given(schemes())
def test_the_numbers_of_every_scheme_are_read_once(scheme: tst.Scheme) -> None:
    try:
        small = evolve(scheme, integer_digits=7, fraction_digits=4)
    except tst.SchemeError:
        reject()  # it has too few magnitudes for seven digits
    assert whole(ascii_automaton(grammar_of_scheme(small))).kinds


@DEEP
@pytest.mark.parametrize("name", SCHEMES)
def test_annotated_text_of_every_scheme_is_read_once(name: str) -> None:
    text = grammar_of_annotated(SCHEMES[name], tst.find_locale("hi"))
    assert whole(number_automaton(text, with_roles=False)).kinds


KERNEL_STATES = 50_000
"""About how many states the rows of the kernel's lazy tables can hold, for the classes of annotated text."""


@DEEP
@pytest.mark.parametrize(
    "options",
    [
        {"group_size": 1, "magnitudes": ()},
        {"group_size": 4, "magnitudes": ("万", "億")},
        {"group_size": 96, "fill": "all"},
        {"terminated": True, "point": "always"},
        {"marker": "separate", "spelling": "reserved", "fill": "none"},
        {"unit": "digit", "placement": "prefix"},
        {"group_size": 6, "unit": "digit", "marker": "separate"},
    ],
)
def test_the_kernel_can_hold_all_states_of_the_longest_schemes(options: dict[str, Any]) -> None:
    scheme = tst.Scheme(**options, integer_digits=48, fraction_digits=48)
    automaton = number_automaton(grammar_of_annotated(scheme, tst.find_locale("hi"), ";"), with_roles=False)
    assert len(explored(automaton).moves) < KERNEL_STATES


# Unicode


def category(letter: str) -> Ranges:
    (expression,) = definitions_of(grammar.analysed(rf"start: A{chr(10)}A: /\{letter}/")).terminals.values()
    assert isinstance(expression, Characters)
    return expression.ranges


@pytest.mark.parametrize("letter", "wds")
def test_what_python_knows_of_unicode_agrees(letter: str) -> None:
    mine = {code for first, last in category(letter) for code in range(first, last + 1)}
    theirs = {code for code in range(sys.maxunicode + 1) if re.match(rf"\{letter}", chr(code))}
    assert theirs <= mine
    assert all(not chr(code).isprintable() for code in mine - theirs)  # not assigned yet


def test_the_version_of_unicode_is_named() -> None:
    text = (library.path().parent.parent / "unicode.json").read_text(encoding="utf-8")
    assert f'"version": "{UNICODE}"' in text


def test_the_parts_of_re_that_are_not_public_are_there() -> None:
    constants, parser = importlib.import_module("re._constants"), importlib.import_module("re._parser")
    names = (
        *("LITERAL", "NOT_LITERAL", "IN", "ANY", "NEGATE", "RANGE", "CATEGORY", "BRANCH", "SUBPATTERN"),
        *("MAX_REPEAT", "MIN_REPEAT", "MAXREPEAT", "ASSERT", "ASSERT_NOT"),
    )
    assert all(hasattr(constants, name) for name in names)
    assert list(parser.parse("a")) == [(constants.LITERAL, 97)]


ENDS = [code for letter in "wds" for pair in category(letter)[::4] for code in pair]
BORDERS = sorted({code + step for code in ENDS for step in (-1, 0, 1)})
"""The characters where letters, digits or spaces begin or end, in the version of Unicode that is used."""

TEXT = " ".join(
    f"{chr(code)}12345{chr(code)} 0.5" for code in BORDERS if 0 <= code < 0xD800 or code >= 0xE000
)
DIGEST = "ecaab46256ec2c76"
"""The result, the same with every Python and every kind of tables."""


def test_every_python_and_all_tables_give_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TST_GRAMMAR_CACHE", str(tmp_path))
    assert tst.annotate("\U0001df2512345") == "\U0001df2512345"  # a letter since Unicode 15
    shipped, own = tst.annotate(TEXT), tst.annotate(TEXT, separator=";")
    text = grammar_of(tst.find_locale("en"), shapes(), ";")
    stored.keep(definition_of(text), lambda: whole(number_automaton(text)))
    code = (
        "import sys, tst_grammar as tst; text = sys.stdin.buffer.read().decode()\n"
        "sys.stdout.buffer.write(tst.annotate(text, separator=';').encode())"
    )
    run = subprocess.run([sys.executable, "-c", code], input=TEXT.encode(), capture_output=True, check=True)
    assert shipped == own == run.stdout.decode()
    assert hashlib.sha256(shipped.encode()).hexdigest()[:16] == DIGEST
