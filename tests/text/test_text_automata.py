"""The tables of running text: no other reader differs from them."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from cases_io import DATA
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark
from lark.exceptions import UnexpectedInput
from sampling import every, examples
from small_automata import (
    NASTY,
    NUMERIC,
    PIECES,
    SHIPPED,
    Reference,
    anything,
    matched,
    naive_tokens,
    running_text,
    shipped_automaton,
    shipped_runner,
    shipped_table,
)

import tst_grammar as tst
from tst_grammar.automata import grammar
from tst_grammar.automata.automaton import DEAD
from tst_grammar.automata.grammar import folder
from tst_grammar.automata.runner import Runner
from tst_grammar.language.scheme_grammar import scheme_runner
from tst_grammar.notation.parts import Parts
from tst_grammar.notation.reading import read
from tst_grammar.notation.references import references
from tst_grammar.notation.roles import NUMBERS
from tst_grammar.text.text_grammar import (
    grammar_of,
    kinds,
    shapes,
    text_runner,
)

LOCALES = ("en", "de", "fr", "hi", "ar", "de-AT")
OF_TEXT = [path for path in SHIPPED if not path.stem.startswith("number-")]
ASCII_DIGITS = frozenset("0123456789")


@cache
def earley(locale: str) -> Lark:
    return Lark(
        grammar_of(tst.find_locale(locale), ()),
        parser="earley",
        lexer="dynamic_complete",
        start=list(NUMBERS),
        import_paths=[str(folder())],
    )


def is_in_lark(locale: str, kind: str, text: str) -> bool:
    try:
        earley(locale).parse(text, start=kind)
    except UnexpectedInput:
        return False
    return True


@cache
def reference(locale: str, skip: tuple[str, ...]) -> Reference:
    """Make a regular expression of each kind, from Lark's rules and terminals."""
    lark = grammar.ambiguous(grammar_of(tst.find_locale(locale), skip))
    rules: dict[str, list[list[Any]]] = {}
    for rule in lark.rules:
        rules.setdefault(rule.origin.name, []).append(list(rule.expansion))
    expressions = {terminal.name: terminal.pattern.to_regexp() for terminal in lark.terminals}

    def expression(symbol: Any) -> str:
        if symbol.is_term:
            return f"(?:{expressions[symbol.name]})"
        ways, again = [], []
        for expansion in rules[symbol.name]:
            if expansion[:1] == [symbol]:
                again.append("".join(map(expression, expansion[1:])))
            else:
                ways.append("".join(map(expression, expansion)))
        return f"(?:{'|'.join(ways)})" + (f"(?:{'|'.join(again)})*" if again else "")

    return Reference({kind.name: expression(kind) for (kind,) in rules["start"]})


@st.composite
def walks(draw: st.DrawFn, locale: str) -> str:
    """What the tables read, character by character, whether a token ends there or not."""
    automaton = shipped_automaton(locale)
    state, text = automaton.starts[automaton.edge], ""
    for _ in range(draw(st.integers(1, 14))):
        row = automaton.moves[state]
        going_on = [each for each in NUMERIC if row[automaton.classes.of(each)] != DEAD]
        if not going_on:
            break
        character = draw(st.sampled_from(going_on))
        state, text = row[automaton.classes.of(character)], text + character
    return text


@st.composite
def mutated(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> str:
    text = draw(texts)
    for _ in range(draw(st.integers(1, 2))):
        place = draw(st.integers(0, len(text)))
        inserted = draw(st.text(NUMERIC, max_size=2) | st.text(NASTY, max_size=1))
        text = text[:place] + inserted + text[place + draw(st.integers(0, 2)) :]
    return text


@cache
def number_like(locale: str) -> st.SearchStrategy[str]:
    lark = grammar.ambiguous(grammar_of(tst.find_locale(locale), ()))
    of_the_grammar = st.one_of([from_lark(lark, start=kind) for kind in NUMBERS])
    zero = ord(tst.find_locale(locale).zero)
    native = str.maketrans({str(value): chr(zero + value) for value in range(10)})
    in_ascii = of_the_grammar.map(lambda text: text.translate(grammar.ascii_digits()))
    right = st.one_of(
        of_the_grammar, in_ascii, in_ascii.map(lambda text: text.translate(native)), walks(locale)
    )
    return st.one_of(right, mutated(right), st.text(NUMERIC), anything)


def whole(locale: str, text: str) -> str | None:
    """Return the kind of the token that a whole text is."""
    kind, end = shipped_automaton(locale).longest(text) or ("", -1)
    return kind if end == len(text) else None


def check_that_a_number_in_text_is_one_alone(locale: str, text: str) -> None:
    found = [(each.start, each.end, each.raw, each.number) for each in tst.find_numbers(text, locale=locale)]
    try:
        number = read(text, tst.find_locale(locale))  # parse_number, without its search for a better locale
    except tst.TstGrammarError:  # digits of two scripts, or an exponent beyond all
        assert found == []
    else:
        assert found == [(0, len(text), text, number)]
        assert found[0][3].value == number.value


@pytest.mark.parametrize("locale", every(6, LOCALES))
@given(st.data())
@examples(20)
def test_a_number_in_text_is_one_alone_and_the_same(locale: str, data: st.DataObject) -> None:
    text = data.draw(number_like(locale))
    assume(whole(locale, text) in NUMBERS)
    check_that_a_number_in_text_is_one_alone(locale, text)


@pytest.mark.parametrize(
    ("locale", "text"),
    [
        *(
            ("en", "$5e-3"),
            ("en", "$-5e-3"),
            ("en", "$5e3"),
            ("en", ".5e-3"),
            ("en", "-10^-3"),
            ("en", "-10⁻³"),
        ),
        *(("en", "$.5e-3"), ("en", "$-.5e-3"), ("en", "$.5 × 10^{-3}"), ("de", "€0,5e-3"), ("ar", "€٫5E-3")),
        *(
            ("en", "1e1000000000000000"),
            ("en", "1e1000000000000001"),
            ("en", "1٣"),
            ("en", "٣.1"),
            ("en", "٣e1"),
        ),
    ],
)
def test_some_numbers_in_text_are_the_same_alone(locale: str, text: str) -> None:
    assert whole(locale, text) in NUMBERS
    check_that_a_number_in_text_is_one_alone(locale, text)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    "text", ["٫5", "٬5", "-٫5", "$٫5", "٫5%", "1٫5", "1٬234", ".5", ",5", "'5", "\u202f5"]
)
def test_a_mark_that_a_locale_does_not_know_is_in_no_number(locale: str, text: str) -> None:
    if whole(locale, text) in NUMBERS:
        check_that_a_number_in_text_is_one_alone(locale, text)


@pytest.mark.parametrize("locale", every(6, LOCALES))
@given(st.data())
@examples(8)
def test_lark_and_regular_expressions_read_the_same_numbers(locale: str, data: st.DataObject) -> None:
    text = data.draw(number_like(locale))[:24]
    in_lark = [kind for kind in NUMBERS if is_in_lark(locale, kind, text)]
    expected = reference(locale, ()).whole(text)
    assert (expected if expected in NUMBERS else None) == next(iter(in_lark), None)
    kind = whole(locale, text)
    if kind not in kinds()[: kinds().index("pointed")]:  # shapes that come before numbers
        assert [kind] == in_lark[:1] if in_lark else kind not in NUMBERS


@pytest.mark.parametrize(
    ("locale", "kind", "yes", "no"),
    [
        (
            "en",
            "number",
            ["0", "1,234.5", "-.5", "1e-9", "1 × 10^{9}", "٣"],
            ["1,23", "1.", "+1", "00", "--1"],
        ),
        ("en", "percentage", ["5%", "-5\xa0%", "1e3‰"], ["5 %", "%5", "1e12345%"]),
        ("en", "amount", ["$5", "-$5", "$-5", "5₹"], ["€5", "$ 5", "--$5", "5$x"]),
        ("en", "euro", ["€5", "5€", "5\xa0€"], ["$5", "5 €"]),
        ("en", "power", ["10^9", "10⁻⁹", "-10^{3}"], ["11^9", "10^", "1e9"]),
        ("de", "number", ["1.234,5"], ["1,234.5", "1.234.5"]),
        ("fr", "number", ["1\u202f234,5", "1 234 567"], ["1.234", "1,"]),
        ("hi", "number", ["12,34,567.8", "१२"], ["1,234,567", "123,45"]),
        ("ar", "number", ["١٬٢٣٤٫٥"], ["1 234"]),
        ("de-AT", "number", ["1\xa0234,5"], ["1.234,5"]),
        ("de-AT", "euro", ["€1.234,5", "€1\xa0234,5"], ["€1 234,5"]),
    ],
)
def test_some_members_of_each_kind(locale: str, kind: str, yes: list[str], no: list[str]) -> None:
    for text in yes + no:
        assert (whole(locale, text) == kind) == (text in yes), text
        assert is_in_lark(locale, kind, text) == (text in yes), text


short_texts = st.one_of(
    st.text(st.sampled_from("0123456789.,- ") | st.sampled_from(NASTY), max_size=12),
    st.sampled_from([piece for piece in PIECES if len(piece) <= 24]),
    mutated(st.sampled_from([piece for piece in PIECES if len(piece) <= 24])),
)


@pytest.mark.deep  # making the expressions takes longer than the quick suite has
@pytest.mark.parametrize("locale", ["en", "de-AT"])
@given(st.data())
def test_regular_expressions_find_the_same_tokens(locale: str, data: st.DataObject) -> None:
    text = data.draw(short_texts | number_like(locale).map(lambda text: text[:24]))
    start = data.draw(st.integers(0, min(len(text), 2)))
    automaton = shipped_automaton(locale)
    assert automaton.longest(text, start) == reference(locale, shapes()).longest(text, start)


@pytest.mark.parametrize("locale", every(4, ["en", "de-AT", "fr-CH", "bn"]))
def test_every_choice_of_shapes_has_tables(locale: str) -> None:
    assert [each.raw for each in tst.find_numbers("x1; 5", locale=locale, skip=())] == ["1", "5"]


# The runner: the same tokens as at every place in turn

MATCHERS: dict[str, Callable[[], Runner[Parts]]] = {
    "en": lambda: shipped_runner("en"),
    "fr": lambda: shipped_runner("fr"),
    "auto": lambda: shipped_runner(None),
    "en separated by commas": lambda: text_runner(tst.find_locale("en"), shapes(), ","),
    "TST": lambda: scheme_runner(tst.TST),
    "gst(1)": lambda: scheme_runner(tst.gst(1)),
    "DIGIT_HYBRID": lambda: scheme_runner(tst.DIGIT_HYBRID),
}


def anchors_of(name: str) -> frozenset[str]:
    is_text = name in ("en", "fr", "auto", "en separated by commas")
    return frozenset(grammar.characters("DIGIT")) if is_text else ASCII_DIGITS


@pytest.mark.parametrize("name", MATCHERS)
@given(running_text)
def test_a_text_can_be_cut_at_its_last_break(name: str, text: str) -> None:
    some = MATCHERS[name]()
    place = some.last_break(text)
    rest = [(place + start, place + end, kind) for start, end, kind in matched(some, text[place:])]
    assert matched(some, text) == matched(some, text[:place]) + rest


@pytest.mark.parametrize("name", MATCHERS)
@given(st.data())
def test_the_runner_passes_over_no_token(name: str, data: st.DataObject) -> None:
    text = data.draw(running_text)
    some = MATCHERS[name]()
    assert matched(some, text) == naive_tokens(some.in_python().automaton, text, anchors_of(name))


@pytest.mark.parametrize("name", MATCHERS)
def test_the_runner_passes_over_no_token_of_the_cases(name: str) -> None:
    some = MATCHERS[name]()
    for path in sorted((DATA / "text").glob("*.txt")):
        text = re.sub(r"\|[a-z-]+⟩|[⟦⟧⟨]", "", path.read_text(encoding="utf-8"))
        tokens = naive_tokens(some.in_python().automaton, text, anchors_of(name))
        assert matched(some, text) == [
            (start, end, "reference" if kind == "pointed" and references().is_at(text, start) else kind)
            for start, end, kind in tokens
        ]


WORDS = ["Figure", "kapitel", "ГЛАВА", "§", "section", "of", "c", "é", " ", " ", "~", "\xa0", ".", "\n"]
words_and_numbers = st.lists(
    st.sampled_from([*WORDS, "4.2", "17.184", "9 128", "5", "1.2.3", "\ud800"]), max_size=9
).map("".join)


@pytest.mark.parametrize("locale", [None, "en", "de", "fr"])
@given(words_and_numbers)
def test_both_engines_see_the_word_before_a_number(locale: str | None, text: str) -> None:
    some = text_runner(tst.find_locale(locale) if locale else None, shapes(), "")
    assert matched(some, text) == matched(some.in_python(), text)


@pytest.mark.parametrize("name", ["en", "fr", "auto"])
@given(words_and_numbers)
def test_no_cut_separates_a_number_from_the_word_before_it(name: str, text: str) -> None:
    some = MATCHERS[name]()
    place = some.last_break(text)
    rest = [(place + start, place + end, kind) for start, end, kind in matched(some, text[place:])]
    assert matched(some, text) == matched(some, text[:place]) + rest


@pytest.mark.parametrize("size", [62, 63, 64, 65, 66, 127, 128, 129, 191, 192, 193, 448, 449, 1000])
def test_tokens_longer_than_a_window(size: int) -> None:
    some = shipped_runner("en")
    for token, kind in (
        ("1" * size, "number"),
        ("1" + ",234" * size, "number"),
        ("x" * size + "1", "identifier"),
    ):
        assert matched(some, f"x, {token} y") == [(3, 3 + len(token), kind)]
        assert matched(some, token) == [(0, len(token), kind)]


@pytest.mark.parametrize("path", OF_TEXT, ids=lambda path: path.stem)
def test_no_token_goes_on_after_a_line_feed(path: Path) -> None:
    automaton = shipped_table(path)
    line_feed = automaton.classes.of("\n")
    assert {row[line_feed] for row in automaton.moves} == {DEAD}
    assert automaton.starts[line_feed] == automaton.starts[automaton.edge]
    # and a token before a line feed ends as it does before the edge of the text
    assert [row[line_feed] for row in automaton.accepts] == [row[automaton.edge] for row in automaton.accepts]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_table_is_whole(path: Path) -> None:
    automaton = shipped_table(path)
    states, width = len(automaton.moves), len(automaton.starts)
    assert len(automaton.classes) == automaton.edge < 256
    assert {*automaton.starts, *(after for row in automaton.moves for after in row)} == set(range(states))
    assert {len(row) for row in (*automaton.moves, *automaton.accepts)} == {width}
    assert {*automaton.moves[DEAD], *automaton.accepts[DEAD]} == {DEAD}
    assert {kind for row in automaton.accepts for kind in row} == set(range(len(automaton.kinds) + 1))
    assert {row[automaton.edge] for row in automaton.moves} == {DEAD}
    for roles in automaton.roles.values():
        assert len(roles) == states
        assert max(roles) < len(automaton.role_names)


@pytest.mark.parametrize("name", MATCHERS)
@given(st.lists(running_text, max_size=4))
@examples(16)
def test_cutting_after_line_feeds_changes_nothing(name: str, lines: list[str]) -> None:
    some = MATCHERS[name]()
    text = "\n".join(lines)
    found, offset = [], 0
    for line in re.findall("[^\n]*\n|[^\n]+", text):
        found += [(offset + start, offset + end, kind) for start, end, kind in matched(some, line)]
        offset += len(line)
    assert matched(some, text) == found
