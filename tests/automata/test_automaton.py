"""The compiler of grammars: what its tables accept, and which grammars it refuses."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_automata import (
    RULE_REPETITIONS,
    Reference,
    compiled_or_passed_over,
    made,
    matched,
    naive_tokens,
    small_grammars,
)

import tst_grammar as tst
from tst_grammar.automata import grammar, tables
from tst_grammar.automata.charsets import EVERYTHING, Classes, Ranges, bits, common, merged, others, ranges_of
from tst_grammar.automata.python_runner import PythonRunner
from tst_grammar.automata.tables import Tables
from tst_grammar.notation.parts import Parts

DIGITS = ranges_of("0123456789")


small_ranges = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)).map(sorted).map(tuple))
range_sets = small_ranges.map(lambda ranges: merged((first, last) for first, last in ranges))


def members(ranges: Ranges) -> set[int]:
    return {code for first, last in ranges for code in range(first, min(last, 40) + 1)}


@given(range_sets, range_sets)
def test_ranges_are_sets(some: Ranges, more: Ranges) -> None:
    assert members(merged((*some, *more))) == members(some) | members(more)
    assert members(others(some)) == set(range(41)) - members(some)
    assert others(others(some)) == some
    assert merged((*some, *others(some))) == EVERYTHING
    assert members(common(some, more)) == members(some) & members(more)
    assert ranges_of(map(chr, members(some))) == some


@given(st.lists(range_sets, max_size=4))
def test_classes_tell_apart_what_the_sets_do_and_no_more(sets: list[Ranges]) -> None:
    classes, masks = Classes.telling_apart(sets)
    inside = {code: tuple(code in members(ranges) for ranges in sets) for code in range(41)}
    for code, where in inside.items():
        assert {each for each in inside if inside[each] == where} == {
            each for each in inside if classes.of(chr(each)) == classes.of(chr(code))
        }
    assert len(classes) == len({*inside.values()})
    assert [classes.of(representative) for representative in classes.representatives()] == list(
        range(len(classes))
    )
    for ranges, mask in zip(sets, masks, strict=True):
        assert {*bits(mask)} == {classes.of(chr(code)) for code in members(ranges)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("if", ("IF", 2)),  # of two as long, the earlier
        ("iffy", ("WORD", 4)),  # of two, the longer
        ("i", ("WORD", 1)),
        ("12", ("NUMBER", 2)),
        ("12if", ("NUMBER", 2)),
        ("12.5", ("NUMBER", 4)),
        ("12.", ("NUMBER", 2)),  # the point belongs to no longer token
        ("", None),
        ("!", None),
    ],
)
def test_the_longest_counts_and_then_the_earlier(text: str, expected: tuple[str, int] | None) -> None:
    automaton = made(
        "start: IF | NUMBER | WORD", 'IF: "if"', "WORD: /[a-z]+/", "NUMBER: /[0-9]+([.][0-9]+)?/"
    )
    assert automaton.kinds == ("IF", "NUMBER", "WORD")
    assert automaton.longest(text) == expected
    if expected:
        assert automaton.longest(f"!{text}!", 1) == (expected[0], expected[1] + 1)


def test_kinds_may_have_names_and_share_them() -> None:
    automaton = made("start: A B -> pair | A | B B -> pair", 'A: "a"', 'B: "b"')
    assert automaton.kinds == ("pair", "A")
    assert [automaton.longest(text) for text in ("ab", "bb", "a", "b")] == [
        ("pair", 2),
        ("pair", 2),
        ("A", 1),
        None,
    ]


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [  # the token is between the bars
        ("(?<!a)b", ["|b|", "c|b|", "b|b|", "\n|b|"], ["a|b|"]),
        ("(?<=a)b", ["a|b|"], ["|b|", "c|b|", "b|b|"]),
        ("b(?!a)", ["|b|", "|b|c", "|b|b", "|b|\n"], ["|b|a"]),
        ("b(?=a)", ["|b|a"], ["|b|", "|b|c", "|b|b"]),
        ("(?<!a)b(?!a)", ["|b|", "c|b|c"], ["a|b|", "|b|a", "a|b|a"]),
        ("(?<=[ab])(?<!a)c", ["b|c|"], ["a|c|", "|c|", "c|c|"]),
        ("c(?![ab])(?!c)", ["|c|", "|c|d"], ["|c|a", "|c|b", "|c|c"]),
        ("c(?=[ab])(?!a)", ["|c|b"], ["|c|a", "|c|", "|c|c"]),
        ("[ab](?!c)(?<!b)[abc]", ["|aa|", "|ab|"], ["|ac|", "|ba|", "|bc|"]),
        ("(?!a)(?<!b)[abc]c", ["|bc|", "|cc|", "a|bc|"], ["|ac|", "b|bc|"]),
        ("a(?:(?=b)|(?<=a)c)?", ["|a|", "|a|b", "|ac|"], []),
        ("a(?!.)", ["|a|", "|a|\n"], ["|a|a"]),
        ("(?<=.)a", ["a|a|"], ["|a|", "\n|a|"]),
        (r"a(?!\w)", ["|a|", "|a|-", "|a| "], ["|a|ж", "|a|_", "|a|٣"]),
    ],
)
def test_a_look_at_one_character(pattern: str, yes: list[str], no: list[str]) -> None:
    automaton = made("start: A", f"A: /{pattern}/")
    for case in yes + no:
        before, token, after = case.split("|")
        found = automaton.longest(before + token + after, len(before))
        assert (found == ("A", len(before + token))) == (case in yes), case


def test_a_look_reaches_into_the_next_terminal_and_the_last() -> None:
    automaton = made("start: x", "x: A B C", "A: /[ab](?!c)/", "B: /(?<!b)[abc](?=b)/", "C: /[bd]/")
    accepted = {text for text in texts_of("abcd", 3) if automaton.longest(text) == ("x", 3)}
    assert accepted == {"aab", "abb"}


def texts_of(alphabet: str, length: int) -> list[str]:
    return [""] if not length else [c + rest for c in alphabet for rest in texts_of(alphabet, length - 1)]


REPETITIONS = [
    *(("a?", "a?"), ("a*", "a*"), ("a+", "a+"), ("a*?", "a*"), ("a{2}", "a~2"), ("a{1,3}", "a~1..3")),
    *(("a{2,}", "a~2 a*"), ("(a?b)*", "(a? b)*"), ("(a|ab)+", "(a | a b)+"), ("(a*b){0,2}", "(a* b)~0..2")),
]


@pytest.mark.parametrize(("pattern", "rule"), REPETITIONS)
def test_repetition_in_terminals_and_in_rules(pattern: str, rule: str) -> None:
    every = ("start: t | rest", 'A: "a"', 'B: "b"', 'C: "c"', 'D: "d"', "rest: C (A | B | D)*")
    terminal = made(*every, "t: C T", f"T: /({pattern})d?c/")
    rules = made(*every, f"t: C ({re.sub('[ab]', lambda match: match[0].upper(), rule)}) D? C")
    for length in range(6):
        for middle in texts_of("abd", length):
            is_whole = re.fullmatch(f"(?:{pattern})d?", middle)
            expected = ("t", length + 2) if is_whole else ("rest", length + 1)
            assert terminal.longest(f"c{middle}c") == expected
            assert rules.longest(f"c{middle}c") == expected


def test_a_rule_may_start_with_itself_to_repeat() -> None:
    automaton = made(
        "start: list",
        'list: list "," ITEM | list ";" list_end | ITEM',
        'list_end: "x" | "y"',
        "ITEM: /[0-9]/",
    )
    for text, end in (("1", 1), ("1,2", 3), ("1,2,3", 5), ("1;x,2;y", 7), ("1,", 1), ("1;,2", 1)):
        assert automaton.longest(text) == ("list", end)
    assert automaton.longest(",1") is None


def test_a_kind_may_be_empty() -> None:
    automaton = made("start: a | B", 'a: "a"*', 'B: "b"')
    assert automaton.longest("") == ("a", 0)
    assert automaton.longest("aab", 0) == ("a", 2)
    assert automaton.longest("b") == ("B", 1)
    assert list(PythonRunner(made("start: a", 'a: "a"*', anchors=ranges_of("a"))).tokens("b")) == []


# Against Python's own regular expressions


@given(small_grammars, st.lists(st.text("abcd\n", max_size=7), min_size=1, max_size=8))
def test_small_grammars_against_regular_expressions(
    small: list[list[tuple[str, str]]], texts: list[str]
) -> None:
    automaton = compiled_or_passed_over(small)
    reference = Reference(
        {
            f"k{kind}": "".join(f"(?:{pattern}){RULE_REPETITIONS[often]}" for pattern, often in parts)
            for kind, parts in enumerate(small)
        }
    )
    for text in texts:
        for start in range(len(text) + 1):
            assert automaton.longest(text, start) == reference.longest(text, start), (text, start)


@given(
    small_grammars, st.sampled_from(("a", "ab", "abc")), st.lists(st.text("abcd\n"), min_size=1, max_size=4)
)
def test_tokens_of_small_grammars(small: list[list[tuple[str, str]]], anchors: str, texts: list[str]) -> None:
    automaton = compiled_or_passed_over(small, ranges_of(anchors))
    for text in texts:
        assert matched(PythonRunner(automaton), text) == naive_tokens(automaton, text, frozenset(anchors))


@given(small_grammars)
def test_packing_small_grammars(small: list[list[tuple[str, str]]]) -> None:
    automaton = compiled_or_passed_over(small)
    assert tables.unpack(tables.pack(Tables.of(automaton))).automaton == automaton


ROLES = {
    "SIGN": {"sign": ranges_of("-")},
    "INTEGER": {"integer": DIGITS},
    "FRACTION": {"fraction": DIGITS},
}
DECIMALS = (
    "start: number | word",
    'number: SIGN? INTEGER ("." FRACTION)?',
    "word: INTEGER? WORD",
    'SIGN: "-"',
    'INTEGER: /[0-9]/+ ("," /[0-9]/)*',
    "FRACTION: /[0-9]+/",
    "WORD: /[a-z]+/",
)


def roles_in(some: PythonRunner[Parts], text: str) -> list[tuple[str, Any]]:
    return [
        (kind, some.runs(some.roles(kind, path, end - start))) for start, end, kind, path in some.tokens(text)
    ]


def test_characters_have_the_roles_of_their_terminals() -> None:
    some: PythonRunner[Parts] = PythonRunner(
        made(*DECIMALS, roles=ROLES, kinds_with_roles=["number", "word"], anchors=DIGITS)
    )
    assert roles_in(some, "x -12,3.50 7x 5") == [
        ("number", (("sign", 0, 1), ("integer", 1, 3), ("integer", 4, 5), ("fraction", 6, 8))),
        ("word", (("integer", 0, 1),)),
        ("number", (("integer", 0, 1),)),
    ]


def test_roles_count_only_in_the_kinds_that_have_them() -> None:
    automaton = made(*DECIMALS, roles=ROLES, kinds_with_roles=["number"], anchors=DIGITS)
    assert list(automaton.roles) == [1]
    assert automaton.role_names == ("", "fraction", "integer", "sign")
    without = made(*DECIMALS, roles=ROLES, anchors=DIGITS)
    assert without.roles == {}
    assert without.role_names == ("",)


def test_roles_change_no_token() -> None:
    without = made(*DECIMALS, anchors=DIGITS)
    some = made(*DECIMALS, roles=ROLES, kinds_with_roles=["number"], anchors=DIGITS)
    for text in ("1.2", "-1,2.", "1x", "x1", "1.x"):
        assert some.longest(text) == without.longest(text)


def test_the_roles_of_an_imported_terminal() -> None:
    roles = {"DIGIT": {"digit": ranges_of(grammar.characters("DIGIT"))}}
    lines = ("%import terminals.DIGIT", "start: number", "number: DIGIT+")
    some: PythonRunner[Parts] = PythonRunner(
        made(*lines, roles=roles, kinds_with_roles=["number"], anchors=DIGITS)
    )
    assert roles_in(some, "12") == [("number", (("digit", 0, 2),))]


def test_a_role_of_some_characters_of_a_terminal() -> None:
    lines = ("start: number", "number: SIGN INTEGER", 'SIGN: "+" | "-"', "INTEGER: /[0-9]+/")
    some: PythonRunner[Parts] = PythonRunner(
        made(*lines, roles=ROLES, kinds_with_roles=["number"], anchors=DIGITS)
    )
    assert roles_in(some, "-5") == [("number", (("sign", 0, 1), ("integer", 1, 2)))]
    assert roles_in(some, "+5") == [("number", (("integer", 1, 2),))]


@pytest.mark.parametrize(
    ("lines", "fault", "parts"),
    [
        (("start: x", 'x: "(" x ")" | "y"'), "recursive", ["rule x is recursive", "x → x"]),
        (("start: x", 'x: y "a" | "b"', 'y: "c" z', 'z: x "d"'), "recursive", ["x → y → z → x"]),
        (("start: x", 'x: x x | "a"'), "recursive", ["x → x"]),
        (("start: x", 'x: "a"? x "b" | "c"'), "recursive", ["x → x"]),
        (("start: A | B", "A: /a/", "B: /a+b/"), "rescan", ["'aaaa", "B may continue"]),
        (("start: A", "A: /ab*c/"), "rescan", ["'abbb", "A may continue"]),
        (
            ("start: x | y", "x: A B+ C", "y: A B+ D", 'A: "a"', 'B: "b"', 'C: "c"', 'D: "d"'),
            "rescan",
            ["x and y"],
        ),
        (("start: A", r"A: /(a|b)\1/"), "not-regular", ["terminal A", "GROUPREF"]),
        (("start: A", "A: /(a)?b(?(1)c|d)/"), "not-regular", ["terminal A", "GROUPREF_EXISTS"]),
        (
            ("start: x", "x: A B", "A: /a/", "B: /b(?!cd)/"),
            "not-regular",
            ["terminal B", "more than one character"],
        ),
        (("start: A", "A: /(?<=ab)c/"), "not-regular", ["terminal A", "more than one character"]),
        (("start: A", "A: /a(?=b*)/"), "not-regular", ["terminal A", "more than one character"]),
        (("start: A", "A: /^a/"), "not-regular", ["terminal A", "AT"]),
        (("start: A", r"A: /a\b/"), "not-regular", ["terminal A", "AT"]),
        (("start: A", "A: /a++b/"), "not-regular", ["terminal A", "POSSESSIVE_REPEAT"]),
        (("start: A", "A: /(?>a|ab)c/"), "not-regular", ["terminal A", "ATOMIC_GROUP"]),
        (("start: A", "A: /a./s"), "not-regular", ["terminal A", "a flag"]),
        (("start: A", 'A: "a"i'), "not-regular", ["terminal A", "a flag"]),
        (("start: A B | A", 'A: "a"', 'B: "b"'), "unnamed-kind", ["alternative of start"]),
        (("start: A |", 'A: "a"'), "unnamed-kind", ["alternative of start"]),
    ],
)
def test_a_grammar_without_tables(lines: tuple[str, ...], fault: str, parts: list[str]) -> None:
    with pytest.raises(tst.GrammarError) as caught:
        made(*lines)
    assert caught.value.fault == fault
    for part in parts:
        assert part in str(caught.value)


AMBIGUOUS = ("start: word | pair", "word: B", "pair: A B", "A: /[0-9]+/", "B: /[0-9]/")
TWO_ROLES = {"A": {"first": DIGITS}, "B": {"second": DIGITS}}


@pytest.mark.parametrize(
    ("roles", "message"),
    [
        (TWO_ROLES, "the last character of '00' has two roles in pair: first or second"),
        ({"A": {"first": DIGITS}}, "the last character of '00' has two roles in pair: first or none"),
    ],
)
def test_a_character_with_two_roles(roles: dict[str, dict[str, Ranges]], message: str) -> None:
    with pytest.raises(tst.GrammarError) as caught:
        made(*AMBIGUOUS, roles=roles, kinds_with_roles=["pair"])
    assert caught.value.fault == "ambiguous-role"
    assert str(caught.value) == message


def test_two_roles_in_two_kinds_or_in_none_are_no_fault() -> None:
    made(*AMBIGUOUS, roles=TWO_ROLES, kinds_with_roles=["word"])
    made(*AMBIGUOUS, roles=TWO_ROLES)
    automaton = made(
        "start: a | b",
        *("a: A", "b: B", "A: /[0-9]+/", "B: /[0-9]+x?/"),
        roles=TWO_ROLES,
        kinds_with_roles=["a", "b"],
    )
    assert automaton.role_names == ("", "first", "second")
