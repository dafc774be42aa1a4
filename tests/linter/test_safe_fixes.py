"""Over generated damages, a safe fix brings back the values that were written."""

from decimal import Decimal
from random import Random

import pytest
from damages import DAMAGES, SENTENCES, a_number
from hypothesis import given
from hypothesis import strategies as st
from sampling import examples
from strategies import POOL

import tst_grammar as tst
from tst_grammar.language.scheme_grammar import CANONICAL, scheme_runner
from tst_grammar.language.schemes import SCHEMES, name_of
from tst_grammar.linter.other_schemes import registered

REGISTERED = [scheme for name, scheme in SCHEMES.items() if name == name_of(scheme)]
OWN = [
    tst.Scheme(group_size=4, magnitudes=("w", "y")),
    tst.Scheme(magnitudes=("kp", "mp")),
    *(scheme for scheme in POOL if scheme not in REGISTERED and scheme.integer_digits > 5),
]


def values(text: str, scheme: tst.Scheme) -> list[Decimal]:
    found = scheme_runner(scheme).find_kinds(text, {CANONICAL})
    return [tst.decode(text[start:end], scheme=scheme) for start, end, _ in found]


def check(damage: str, scheme: tst.Scheme, seed: int) -> None:
    chance = Random(seed)
    number, sentence = a_number(scheme, chance), chance.choice(SENTENCES)
    damaged = DAMAGES[damage](number, scheme, chance)
    text = sentence.format(damaged)
    if damage == "cut at the end":
        text = text[: text.index(damaged) + len(damaged)]
    fixed = tst.fix(text, scheme=scheme)
    if fixed != text:
        sign = "-" if damage == "a true minus" else ""
        assert damage != "two signs"
        assert values(fixed, scheme) == values(sentence.format(sign + number), scheme), (text, fixed)


@pytest.mark.parametrize("damage", DAMAGES)
@examples(25)
@given(scheme=st.sampled_from(REGISTERED), seed=st.integers(0, 10**9))
def test_a_safe_fix_is_right(damage: str, scheme: tst.Scheme, seed: int) -> None:
    check(damage, scheme, seed)


@pytest.mark.deep  # it compiles the tables of many schemes
@pytest.mark.parametrize("damage", DAMAGES)
@examples(10)
@given(scheme=st.sampled_from(OWN), seed=st.integers(0, 10**9))
def test_a_safe_fix_is_right_in_other_schemes(damage: str, scheme: tst.Scheme, seed: int) -> None:
    check(damage, scheme, seed)


@examples(40)
@given(scheme=st.sampled_from([*registered().values()]), seed=st.integers(0, 10**9))
def test_all_schemes_that_read_a_text_agree_on_its_value(scheme: tst.Scheme, seed: int) -> None:
    number = a_number(scheme, Random(seed))
    others = [other for other in registered().values() if tst.is_valid(number, scheme=other)]
    assert {tst.decode(number, scheme=other) for other in others} == {tst.decode(number, scheme=scheme)}
