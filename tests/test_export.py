"""The strict grammar of a scheme accepts exactly what the decoder accepts as canonical text."""

from typing import Any, cast

import pytest
from cases_io import cases, scheme_of
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from lark import Lark
from lark.exceptions import UnexpectedInput
from strategies import schemes_and_numbers

import tst_grammar as tst


def accepts(parser: Lark, text: str) -> bool:
    try:
        parser.parse(text)
    except UnexpectedInput:
        return False
    return True


def is_canonical(text: str, scheme: tst.Scheme) -> bool:
    return tst.is_valid(text, scheme=scheme) and " ." not in text


def strict(scheme: tst.Scheme) -> Lark:
    return Lark(tst.export_grammar(scheme, "lark"), parser="lalr")


@pytest.mark.parametrize("name", sorted({name for name, _ in cases("valid")}))
def test_accepts_the_valid_cases_and_no_invalid_one(name: str) -> None:
    parser = strict(scheme_of(name))
    for scheme, (_, text) in cases("valid"):
        assert accepts(parser, text) == is_canonical(text, scheme_of(name)), (scheme, text)
    for _, (scheme, text, *_) in cases("invalid/tst"):
        assert accepts(parser, text) == is_canonical(text, scheme_of(name)), (scheme, text)


@given(schemes_and_numbers(), st.data())
@settings(max_examples=30, phases=(Phase.explicit, Phase.reuse, Phase.generate))
def test_agrees_with_the_decoder(case: tuple[tst.Scheme, str], data: st.DataObject) -> None:
    scheme, number = case
    parser = strict(scheme)
    text = tst.encode(number, scheme=scheme)
    assert accepts(parser, text)
    for _ in range(20):
        start, end = sorted((data.draw(st.integers(0, len(text))), data.draw(st.integers(0, len(text)))))
        changed = text[:start] + data.draw(st.text("0123456789 kmpe.-$%[T]", max_size=3)) + text[end:]
        assert accepts(parser, changed) == is_canonical(changed, scheme), changed


def test_refuses_an_unknown_target() -> None:
    with pytest.raises(tst.SchemeError, match="no target 'ebnf': expected lark"):
        tst.export_grammar(tst.TST, cast("Any", "ebnf"))
