"""The grammar files: free of conflicts, overridable by locale, and in agreement with the readers."""

import re
import unicodedata

import interegular
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark
from sampling import examples

import tst_grammar as tst
from tst_grammar.automata import grammar
from tst_grammar.automata.grammar import folder
from tst_grammar.notation.number_grammar import TERMINALS
from tst_grammar.text.text_grammar import kinds


@pytest.mark.parametrize("name", ["number", "tst_shape"])
def test_loads_strictly_without_conflicts(name: str) -> None:
    Lark(grammar.text_of(name), parser="lalr", strict=True, import_paths=[str(folder())])


def test_the_names_of_terminals_and_kinds_are_those_that_lark_reads() -> None:
    assert grammar.terminals_of("number") == TERMINALS
    assert grammar.kinds_of("text") == kinds()


def test_a_locale_can_override_its_marks() -> None:
    german = """
        %import number (start, GROUPED, POINT)
        %import terminals (NONZERO, DIGIT)
        %override GROUPED.1: NONZERO DIGIT~0..2 ("." DIGIT DIGIT DIGIT)+
        %override POINT: ","
    """
    parser = Lark(german, parser="lalr", import_paths=[str(folder())])
    leaves = [str(leaf) for leaf in parser.parse("1.234.567,89").children]
    assert leaves == ["1.234.567", ",", "89"]


def test_letters_are_no_superscripts_or_fractions() -> None:
    letters = grammar.characters("LETTER")
    assert not set("²³¹⁰⁵½⅓₂Ⅷ0٣_") & set(letters)
    assert set("azÅßжعあ漢") <= set(letters)


def test_digits_are_those_of_unicode() -> None:
    known = {chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) == "Nd"}
    assert known <= set(grammar.characters("DIGIT"))
    assert all(unicodedata.decimal(zero, 0) == 0 for zero in grammar.characters("ZERO"))
    assert len(grammar.characters("DIGIT")) == 10 * len(grammar.characters("ZERO"))


def test_currency_signs_are_those_of_unicode() -> None:
    known = {chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) == "Sc"}
    assert known <= set(grammar.characters("CURRENCY"))


@pytest.mark.parametrize("zero", grammar.characters("ZERO"), ids=lambda zero: f"U+{ord(zero):04X}")
def test_every_script_of_digits_is_read(zero: str) -> None:
    digits = "".join(chr(ord(zero) + value) for value in (1, 2, 3, 4, 5))
    assert tst.encode(f"-{digits}.{digits}") == "-12k 345. 123p 450pp"
    ten = f"{chr(ord(zero) + 1)}{zero}"
    assert tst.encode(f"{ten}²") == "100"


@given(from_lark(grammar.load("number")))
@examples(20)
def test_what_the_number_grammar_makes_is_read(text: str) -> None:
    try:
        number = tst.parse_number(text)
    except tst.TstGrammarError as error:
        assert error.fault in ("mixed-scripts", "exponent-range", "unknown-currency")
    else:
        assert tst.parse_number(tst.format_number(number)) == number


@given(from_lark(grammar.load("tst_shape"), alphabet=st.characters(max_codepoint=0x2FFF)))
def test_what_the_shape_makes_is_canonical_or_named_at_fault(text: str) -> None:
    try:
        parsed = tst.parse_tst(text)
    except tst.TstGrammarError as error:
        assert error.fault
    else:
        assert tst.format_tst(parsed) == text.replace(" .", ".")


def test_no_class_of_characters_is_left_to_python() -> None:
    for path in folder().glob("*.lark"):
        code = re.sub("//.*", "", path.read_text(encoding="utf-8"))
        classes = re.findall(r"\\[dDwsS]", re.sub(r"^LETTER: .*", "", code, flags=re.MULTILINE))
        assert classes == [], path.name


def test_no_digit_of_any_script_follows_a_group() -> None:
    no_digit = re.search("^NO_DIGIT: /(.*)/$", grammar.text_of("text"), re.MULTILINE)
    assert no_digit
    assert not any(re.match(no_digit[1], digit) for digit in grammar.characters("DIGIT"))
    assert re.match(no_digit[1], "x")


def test_terminals_are_compared_only_here(monkeypatch: pytest.MonkeyPatch) -> None:
    grammar.load("number")  # with it, Lark's own grammar
    monkeypatch.setattr(interegular.Comparator, "check", None)
    grammar.load.cache_clear()
    assert grammar.load("number").terminals
