"""What must hold for every number and every scheme."""

import re
from decimal import Decimal
from fractions import Fraction

from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import schemes, schemes_and_numbers, schemes_and_streams

import tst_grammar as tst


def plain(number: str) -> Decimal:
    return Decimal(re.sub("[^-0-9.]", "", number))


@given(schemes_and_numbers())
def test_decoding_gives_back_the_value(case: tuple[tst.Scheme, str]) -> None:
    scheme, number = case
    assert tst.decode(tst.encode(number, scheme=scheme), scheme=scheme) == plain(number)
    assert tst.decode(tst.tokenize(number, scheme=scheme), scheme=scheme) == plain(number)


@given(schemes_and_numbers())
def test_encoding_and_decoding_are_parse_transform_format(case: tuple[tst.Scheme, str]) -> None:
    scheme, number = case
    made = tst.to_tst(tst.parse_number(number), scheme=scheme)
    text = tst.format_tst(made)
    assert tst.encode(number, scheme=scheme) == text
    assert tst.parse_tst(text, scheme=scheme) == made == tst.to_tst(made.number, scheme=scheme)
    assert tst.decode(text, scheme=scheme) == made.number.value


@given(schemes_and_numbers())
def test_terminated_gives_back_every_fraction_digit(case: tuple[tst.Scheme, str]) -> None:
    scheme, number = case
    decoded = tst.decode(tst.encode(number, scheme=scheme), scheme=scheme)
    if scheme.terminated:
        assert decoded.as_tuple().exponent == plain(number).as_tuple().exponent
    elif decoded.as_tuple().exponent != 0:
        assert decoded.as_tuple().digits[-1] != 0


@given(schemes(), st.data())
def test_equal_values_have_one_spelling_and_others_another(scheme: tst.Scheme, data: st.DataObject) -> None:
    numbers = st.integers(0, 10 ** min(scheme.integer_digits + scheme.fraction_digits, 6) - 1).map(
        lambda digits: Decimal(digits).scaleb(-min(scheme.fraction_digits, 6))
    )
    first, second = data.draw(numbers), data.draw(numbers)
    same_text = tst.encode(f"{first:f}", scheme=scheme) == tst.encode(f"{second:f}", scheme=scheme)
    assert same_text == (first == second)


@given(schemes_and_numbers(), st.integers(0, 30))
def test_trailing_zeros_do_not_change_the_text(case: tuple[tst.Scheme, str], zeros: int) -> None:
    scheme, text = case
    assume(not scheme.terminated)
    number = tst.parse_number(text)
    padded = evolve(number, fraction=number.fraction + "0" * zeros)
    assert tst.encode(padded, scheme=scheme) == tst.encode(number, scheme=scheme)


@given(schemes_and_streams())
def test_an_accepted_stream_is_the_encoding_of_its_number(case: tuple[tst.Scheme, list[str]]) -> None:
    scheme, tokens = case
    assume(tst.is_valid(tokens, scheme=scheme))
    number = tst.parse_tst(tokens, scheme=scheme).number
    assert tst.tokenize(number, scheme=scheme) == tokens


@given(schemes_and_streams())
def test_text_and_tokens_are_judged_alike(case: tuple[tst.Scheme, list[str]]) -> None:
    scheme, tokens = case
    assume(tst.is_valid(tokens, scheme=scheme))
    text = tst.format_tst(tst.parse_tst(tokens, scheme=scheme))
    assert tst.decode(text, scheme=scheme) == tst.decode(tokens, scheme=scheme)
    assert [token.text for token in tst.parse_tst(text, scheme=scheme).tokens] == tokens


@given(schemes(), st.text() | st.text("0123456789kmbtqpe. -$%[]TMAG_"))
def test_any_text_is_a_number_or_an_error_of_ours(scheme: tst.Scheme, text: str) -> None:
    for read in (
        lambda: tst.decode(text, scheme=scheme),
        lambda: tst.encode(text, scheme=scheme),
        lambda: tst.decode(text.split(" "), scheme=scheme),
    ):
        try:
            read()
        except tst.TstGrammarError as error:
            assert str(error).encode("utf-8")
            assert error.fault
            assert error.span is None or 0 <= error.span.start <= error.span.end <= len(error.source)


@given(st.integers(-(10**18) + 1, 10**18 - 1))
def test_integers_against_pythons_own_grouping(value: int) -> None:
    groups = f"{abs(value):,}".split(",")
    suffixes = ["", "k", "m", "b", "t", "q"][: len(groups)][::-1]
    expected = " ".join(group + suffix for group, suffix in zip(groups, suffixes, strict=True))
    assert tst.encode(value) == ("-" if value < 0 else "") + expected
    assert tst.encode(f"{value:,}") == tst.encode(value)


@given(st.decimals(allow_nan=False, allow_infinity=False, places=10, min_value=-(10**17), max_value=10**17))
def test_decimals_and_fractions(value: Decimal) -> None:
    assert tst.decode(tst.encode(value)) == value
    assert tst.encode(Fraction(value)) == tst.encode(value)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_stand_for_what_python_prints(value: float) -> None:
    wide = tst.Scheme(integer_digits=310, fraction_digits=350)
    assert tst.decode(tst.encode(value, scheme=wide), scheme=wide) == Decimal(repr(value))


@given(schemes_and_numbers())
def test_parsing_what_was_formatted_gives_the_number_back(case: tuple[tst.Scheme, str]) -> None:
    _, text = case
    number = tst.parse_number(text)
    assert tst.parse_number(tst.format_number(number)) == number
    assert number.source == text


@given(schemes())
def test_a_scheme_prints_as_the_call_that_makes_it(scheme: tst.Scheme) -> None:
    namespace = {"Scheme": tst.Scheme}
    assert eval(repr(scheme), namespace) == scheme  # noqa: S307 -- the text is our own
