"""What a person reads when something is wrong: whole messages."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from textwrap import dedent
from typing import Any

import pytest
from sampling import every

import tst_grammar as tst


def message_of(call: Callable[[], object]) -> str:
    with pytest.raises(tst.TstGrammarError) as caught:
        call()
    return str(caught.value)


def drawn(text: str) -> str:
    return dedent(text).strip("\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "1m 234 567",
            """
            '234' has no marker: after '1m' comes 'k'
                1m 234 567
                   ~~^
            """,
        ),
        (
            "1m 234k",
            """
            the units group is missing after '234k'
                1m 234k
                       ^
            """,
        ),
        (
            "0. 5p",
            """
            '5p' has 1 digit: a fraction group has 3 digits
                0. 5p
                   ~^
            """,
        ),
        (
            "123K 456",
            """
            'K' is not a magnitude of this scheme: expected k, m, b, t, q, p, pp, ppp, pppp or ppppp
                123K 456
                ~~~^
            """,
        ),
        (
            "1m234k",
            """
            a space is missing before '234k'
                1m234k
                  ~~~^
            """,
        ),
    ],
)
def test_tst(text: str, message: str) -> None:
    assert message_of(lambda: tst.decode(text)) == drawn(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "1.2.3",
            """
            '.' is a second decimal mark
                1.2.3
                   ^
            """,
        ),
        (
            "1,23",
            """
            ',' groups digits as in 1,234,567; in de it is 1.23
                1,23
                 ^
            """,
        ),
        (
            "--1",
            """
            '-' does not belong to the number: leave it out, or use annotate for running text
                --1
                 ^
            """,
        ),
        (
            "1e",
            """
            the exponent is missing: write its digits after 'e'
                1e
                  ^
            """,
        ),
        (
            "NaN",
            """
            NaN has no digits: only finite numbers are read and written
                NaN
                ~~^
            """,
        ),
        (
            "1e1000000000",
            """
            the number has 1000000001 integer digits: this scheme holds 18
                1e1000000000
                ~~~~~~~~~~~^
            """,
        ),
        (
            "日本5",
            """
            '日本' is not a currency in en
                日本5
                ~~~^
            """,
        ),
    ],
)
def test_number(text: str, message: str) -> None:
    assert message_of(lambda: tst.encode(text)) == drawn(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5kg", "'kg' does not belong to the number: leave it out, or use annotate for running text"),
        (
            "12 apples",
            "'apples' does not belong to the number: leave it out, or use annotate for running text",
        ),
        ("12:30", "':30' does not belong to the number: leave it out, or use annotate for running text"),
        ("~5", "'~' does not belong to the number: leave it out, or use annotate for running text"),
        ("1_000", "'_' does not group digits here: leave it out"),
        ("1/3", "a fraction of two numbers is not one decimal number: divide them, or pass a Fraction"),
        ("0x1F", "'0x1F' is not decimal: pass int('0x1F', 0)"),
        ("-0b101", "'-0b101' is not decimal: pass int('-0b101', 0)"),
        ("$1.5M", "'M' abbreviates a magnitude: write all digits of the number"),
        ("3bn", "'bn' abbreviates a magnitude: write all digits of the number"),
    ],
)
def test_what_is_not_a_decimal_number_gets_advice(text: str, message: str) -> None:
    assert message_of(lambda: tst.encode(text)).splitlines()[0] == message


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tst.decode("1234"), "'1234' is a plain number, not TST: encode writes it as TST"),
        (lambda: tst.decode("-1,234.5"), "'-1,234.5' is a plain number, not TST: encode writes it as TST"),
        (lambda: tst.encode("1k 234"), "'1k 234' is already TST: decode returns its value"),
        (lambda: tst.encode("USD 1k 234"), "'USD 1k 234' is already TST: decode returns its value"),
        (lambda: tst.encode("5", locale="german"), "no locale 'german': did you mean de?"),
        (lambda: tst.encode("5", locale="en_GB.UTF-8"), "no locale 'en_GB.UTF-8': did you mean en-GB?"),
        (lambda: tst.encode("5", locale="en-usa"), "no locale 'en-usa': did you mean en?"),
        (lambda: tst.encode("5", locale="fr_FR@euro"), "no locale 'fr_FR@euro': did you mean fr?"),
        (
            lambda: tst.decode("1m  234k 567"),
            "' ' is not allowed here: exactly one space separates two tokens",
        ),
        (lambda: tst.decode("1k 234 .500p"), "a space is missing before '500p'"),
        (lambda: tst.decode("%"), "expected a digit group, found '%'"),
        (
            lambda: tst.decode("1m,234k"),
            "',' does not belong to the number: leave it out, or use restore for running text",
        ),
        (lambda: tst.export_grammar(tst.TST, "xgrammar"), "no target 'xgrammar': use 'gbnf'"),  # type: ignore[arg-type]
        (
            lambda: tst.export_grammar(tst.TST, "yacc"),  # type: ignore[arg-type]
            "no target 'yacc': expected lark, llguidance, gbnf or regex",
        ),
        (lambda: tst.Scheme(group_size=0), "group_size must be 1 to 1000000, not 0"),
        (lambda: tst.Scheme(group_size=10**5000), "group_size must be 1 to 1000000"),
    ],
)
def test_a_wrong_call_gets_advice(call: Callable[[], object], message: str) -> None:
    assert message_of(call).splitlines()[0] == message


def test_characters_that_cannot_be_seen_are_escaped() -> None:
    assert message_of(lambda: tst.encode("1\0\ud800")) == drawn(
        r"""
        '\x00' does not belong to the number: leave it out, or use annotate for running text
            1\x00\ud800
             ~~~^
        """
    )


def test_a_long_source_is_shown_around_the_fault() -> None:
    lines = message_of(lambda: tst.encode("9" * 1_000_000 + "x")).splitlines()
    assert lines[1:] == ["    …" + "9" * 60 + "x", " " * 65 + "^"]


def test_tokens_are_shown_side_by_side() -> None:
    assert message_of(lambda: tst.decode(["1m", "23k", "456"])) == drawn(
        """
        '23k' has 2 digits: a group after the first has 3 digits
            1m 23k 456
               ~~^
        """
    )


@pytest.mark.parametrize(
    "tokens", [[], [""], ["1k", "", "234"], ["1k 234"], ["1k", " ."], ["-", "5", "-"], ["."], ["5", ".", "."]]
)
def test_bad_token_lists(tokens: list[str]) -> None:
    with pytest.raises(tst.DecodeError) as caught:
        tst.decode(tokens)
    assert caught.value.span is not None


def test_tokens_may_come_from_any_iterable() -> None:
    assert tst.decode(iter(["1k", "234"])) == 1234


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), -float("inf"), Decimal("NaN"), Decimal("-Infinity")]
)
def test_values_that_are_not_finite_are_refused_by_name(value: float | Decimal) -> None:
    assert str(Decimal(value)) in message_of(lambda: tst.encode(value))


def test_a_fraction_that_never_ends() -> None:
    assert message_of(lambda: tst.encode(Fraction(1, 3))) == (
        "the fraction has decimals that never end: its denominator, in lowest terms, "
        "has a factor other than 2 and 5"
    )


@pytest.mark.parametrize("value", [None, True, 1j, b"5", [5], object()])
def test_wrong_types_say_what_is_accepted(value: Any) -> None:
    with pytest.raises(TypeError, match="a number is a str, int, Decimal, Fraction, float or Number, not"):
        tst.encode(value)


@pytest.mark.parametrize(
    ("function", "arguments", "message"),
    [
        (tst.parse_number, {"text": 5}, "parse_number takes a str, not int"),
        (tst.format_number, {"number": "5"}, "format_number takes a Number, not str"),
        (tst.decode, {"text_or_tokens": 5}, "expected a str or an iterable of str, not int"),
        (tst.decode, {"text_or_tokens": b"5"}, "expected a str or an iterable of str, not bytes"),
        (tst.decode, {"text_or_tokens": [5]}, "a token is a str, not int"),
        (tst.encode, {"number": "5", "scheme": 3}, "scheme takes a Scheme or the name of one, not int"),
        (
            tst.decode,
            {"text_or_tokens": "5", "scheme": None},
            "scheme takes a Scheme or the name of one, not NoneType",
        ),
        (tst.encode, {"number": "5", "locale": None}, "locale takes a str, not NoneType"),
        (tst.export_grammar, {"scheme": 3}, "scheme takes a Scheme or the name of one, not int"),
        (tst.Vocabulary, {"scheme": 3}, "scheme takes a Scheme or the name of one, not int"),
        (tst.Number, {"integer": 5}, "integer takes a str, not int"),
        (tst.Number, {"integer": "5", "exponent": 1.5}, "exponent takes an int, not float"),
        (tst.encode, {"number": 5, "locale": None}, "locale takes a str, not NoneType"),
        (tst.Vocabulary().value, {"token": 5}, "a token is a str, not int"),
        (
            tst.format_tst,
            {"number": ["1k", "234"]},
            "format_tst takes a TstNumber or its tokens: use parse_tst to make one of a list of str",
        ),
        (tst.format_tst, {"number": "5"}, "format_tst takes a TstNumber or tokens, not str"),
        (tst.to_tst, {"number": "5"}, "to_tst takes a Number, not str: parse_number reads a text"),
    ],
)
def test_other_wrong_types(function: Callable[..., object], arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError) as caught:
        function(**arguments)
    assert str(caught.value) == message


def test_an_unknown_locale() -> None:
    assert message_of(lambda: tst.encode("5", locale="xx")) == "no locale 'xx': `tst locales` lists them"


@pytest.mark.parametrize(
    "number", [{"integer": ""}, {"integer": "5", "sign": "?"}, {"integer": "٣"}, {"integer": "1,2"}]
)
def test_a_number_made_by_hand_is_checked(number: dict[str, Any]) -> None:
    with pytest.raises(tst.NotationError):
        tst.Number(**number)


def test_an_affix_made_by_hand_is_checked() -> None:
    with pytest.raises(tst.NotationError, match="a prefix is a currency, not 'abc'"):
        tst.Number(integer="5", prefix="abc")
    with pytest.raises(tst.NotationError, match="a prefix or a suffix, not both"):
        tst.Number(integer="5", prefix="$", suffix="%")
    with pytest.raises(tst.NotationError, match="a suffix is %, ‰ or a currency, not 'kg'"):
        tst.Number(integer="5", suffix="kg")


def test_errors_can_be_copied_and_pickled() -> None:
    with pytest.raises(tst.DecodeError) as caught:
        tst.decode("1m 23k 456")
    for clone in (copy.copy(caught.value), pickle.loads(pickle.dumps(caught.value))):  # noqa: S301 -- our own bytes
        assert str(clone) == str(caught.value)
        assert clone.fault == "short-group"


@pytest.mark.parametrize(
    "text", every(4, ["x", "-", "1,23", "1.234,56", "5 kg", "5 USD,", "1,2345 kr", "10**9,", "0x1F"])
)
def test_an_error_makes_one_parser(text: str) -> None:
    code = f"""
import tst_grammar as tst
from tst_grammar.automata import grammar
try:
    tst.encode({text!r})
except tst.TstGrammarError:
    print(grammar.load.cache_info().misses)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout == b"1\n"


def test_no_tokens_are_no_number() -> None:
    with pytest.raises(tst.DecodeError) as caught:
        tst.format_tst([])
    assert (str(caught.value), caught.value.fault) == (
        "there are no tokens to write: a TST number has at least one",
        "empty",
    )


def test_advice_is_kept_when_an_error_is_pickled_or_changed() -> None:
    with pytest.raises(tst.NotationError) as caught:
        tst.parse_number("1,23")
    clone = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 -- our own
    assert str(clone) == str(caught.value)
    assert clone.message.endswith("; in de it is 1.23")
    clone.message = "other"
    assert clone.message == "other"
