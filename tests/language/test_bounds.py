"""Exported grammars within bounds: exactly the canonical numbers of the scheme that are inside."""

import re
from decimal import Decimal

import lark
import pytest
from attrs import evolve

import tst_grammar as tst
from tst_grammar.language.schemes import SCHEMES

NUMBERS = ("0", "5", "42", "999", "1000", "9999", "10000", "123456", "-5", "-1234", "0.5", "12.25", "-0.001")


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_the_numbers_within_are_exactly_those_of_the_scheme(scheme: tst.Scheme) -> None:
    bare = evolve(scheme, affixes="none")
    for integer in (False, True):
        for signed in (False, True):
            pattern = re.compile(
                tst.export_grammar(scheme, "regex", integer=integer, signed=signed, digits=4, affixes="none")
            )
            for number in NUMBERS:
                value = Decimal(number)
                is_within = (
                    abs(value) < 10**4
                    and (signed or value >= 0)
                    and (not integer or value == value.to_integral_value())
                )
                assert bool(pattern.fullmatch(tst.encode(number, scheme=bare))) == is_within, number


@pytest.mark.parametrize("target", ["lark", "gbnf", "llguidance"])
def test_no_currency_is_left(target: str) -> None:
    grammar = tst.export_grammar(target=target, affixes="none")  # type: ignore[arg-type]
    assert "USD" not in grammar
    assert len(grammar) < 2500


def test_lark_reads_a_bounded_grammar() -> None:
    grammar = tst.export_grammar(integer=True, signed=False, digits=6, affixes="none")
    parser = lark.Lark(grammar, parser="lalr")
    assert parser.parse("12k 345").children == ["12k 345"]
    for text in ("-5", "5. 500p", "$5", "1m 234k 567"):
        with pytest.raises(lark.exceptions.LarkError):
            parser.parse(text)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(
        tst.SchemeError, match="digits is 19: numbers of this scheme have 1 to 18 integer digits"
    ):
        tst.export_grammar(digits=19)
    with pytest.raises(tst.SchemeError, match="affixes is 'all': as a bound it must be 'none'"):
        tst.export_grammar(affixes="all")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="digits takes an int, not str"):
        tst.export_grammar(digits="4")  # type: ignore[arg-type]
