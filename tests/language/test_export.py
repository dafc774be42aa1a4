"""The strict grammars of a scheme accept exactly what the decoder accepts as canonical text."""

import re
import sys
from collections.abc import Callable
from typing import Any, cast

import pytest
from beyond import BEYOND
from cases_io import cases, scheme_of
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark
from lark.exceptions import UnexpectedInput
from mutations import is_canonical, longest, mutated
from sampling import every, examples
from strategies import schemes_and_numbers

import tst_grammar as tst
from tst_grammar.language.schemes import SCHEMES

TARGETS = ("lark", "llguidance", "gbnf", "regex")
LONG = tst.Scheme(group_size=1, integer_digits=100, fraction_digits=100)

Reader = Callable[[str], bool]


def lark_reader(scheme: tst.Scheme) -> Reader:
    parser = Lark(tst.export_grammar(scheme, "lark"), parser="lalr")

    def accepts(text: str) -> bool:
        try:
            parser.parse(text)
        except UnexpectedInput:
            return False
        return True

    return accepts


def regex_reader(scheme: tst.Scheme) -> Reader:
    pattern = re.compile(tst.export_grammar(scheme, "regex"))
    return lambda text: pattern.fullmatch(text) is not None


READERS = pytest.mark.parametrize("reader", [lark_reader, regex_reader])


@READERS
@pytest.mark.parametrize("name", every(13, sorted({name for name, _ in cases("valid")})))
def test_accepts_the_valid_cases_and_no_invalid_one(
    name: str, reader: Callable[[tst.Scheme], Reader]
) -> None:
    accepts = reader(scheme_of(name))
    for scheme, (_, text) in cases("valid"):
        assert accepts(text) == is_canonical(text, scheme_of(name)), (scheme, text)
    for _, (scheme, text, *_) in cases("invalid/tst"):
        assert accepts(text) == is_canonical(text, scheme_of(name)), (scheme, text)


@READERS
@pytest.mark.parametrize(("name", "text"), BEYOND)
def test_each_rule_of_the_definition_is_exported(
    name: str, text: str, reader: Callable[[tst.Scheme], Reader]
) -> None:
    assert not reader(scheme_of(name))(text)


@given(schemes_and_numbers(), st.data())
@examples(3)
def test_agrees_with_the_decoder(case: tuple[tst.Scheme, str], data: st.DataObject) -> None:
    scheme, number = case
    readers = lark_reader(scheme), regex_reader(scheme)
    text = tst.encode(number, scheme=scheme)
    assert all(accepts(text) for accepts in readers)
    for _ in range(20):
        changed = data.draw(mutated(text))
        assert {accepts(changed) for accepts in readers} == {is_canonical(changed, scheme)}, changed


@pytest.mark.parametrize("scheme", [*SCHEMES.values(), LONG, tst.Scheme(integer_digits=1000)], ids=repr)
def test_the_longest_forms_are_not_lost(scheme: tst.Scheme) -> None:
    accepts = regex_reader(scheme)
    for text in longest(scheme):
        assert accepts(text)
        assert not accepts(text.replace(" ", "  ", 1) if " " in text else f"{text} ")


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_is_short_and_plain(scheme: tst.Scheme, target: Any) -> None:
    grammar = tst.export_grammar(scheme, target)
    assert len(grammar) < 17_000
    assert not re.search(r"\\[A-Za-z0-9]|\(\?[^:]|[+*?}]\+|%(?:import|declare|override|ignore)", grammar)


@pytest.mark.parametrize("target", TARGETS)
def test_grows_with_the_groups_of_a_scheme_and_not_with_their_square(target: Any) -> None:
    def size(digits: int) -> int:
        scheme = tst.Scheme(group_size=1, integer_digits=digits, fraction_digits=0)
        return len(tst.export_grammar(scheme, target))

    assert size(400) - size(200) < 2.2 * (size(200) - size(100))


def test_has_no_recursion_of_its_own() -> None:
    scheme = tst.Scheme(group_size=1, integer_digits=sys.getrecursionlimit() + 100, fraction_digits=10)
    for target in TARGETS:
        assert f"e{scheme.integer_digits - 1}" in tst.export_grammar(scheme, cast("Any", target))


def test_a_currency_that_is_a_marker_is_no_affix() -> None:
    scheme = tst.Scheme(magnitudes=("kr",))
    accepts = regex_reader(scheme)
    assert accepts("1kr 000 USD")
    assert not accepts("1kr 000 kr")


def test_refuses_an_unknown_target() -> None:
    with pytest.raises(tst.SchemeError, match="no target 'ebnf': expected lark, llguidance, gbnf or regex"):
        tst.export_grammar(tst.TST, cast("Any", "ebnf"))
