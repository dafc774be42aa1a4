"""Numbers in running text: which are found, how they are written, and that all of them come back."""

import contextlib
import re
import subprocess
import sys
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sampling import is_deep
from strategies import delimiters, schemes, texts
from texts import single_numbers

import tst_grammar as tst
from tst_grammar.language.schemes import SCHEMES as REGISTERED

PAIR = ("⟦", "⟧")
LOCALES = ("en", "en", "de", "fr", "hi", "de-CH", "ar-EG", "de-AT", "en-DE", "uk", "ps")
SCHEMES = tuple(dict.fromkeys(REGISTERED.values()))


def values(text: str, locale: str = "en", **options: Any) -> list[Decimal]:
    return [found.number.value for found in tst.find_numbers(text, locale=locale, scheme=None, **options)]


def form(locale: str) -> str | None:
    """Return the locale in which to restore a text that was annotated in a locale."""
    return None if locale in ("en", "auto") else locale


def others(text: str, spans: list[tst.Span]) -> list[str]:
    """Return the parts of a text between some spans."""
    starts = [0, *(span.end for span in spans)]
    ends = [*(span.start for span in spans), len(text)]
    return [text[start:end] for start, end in zip(starts, ends, strict=True)]


def check_that_all_comes_back(text: str, scheme: tst.Scheme, locale: str, pair: tuple[str, str]) -> None:
    annotated = tst.annotate(text, scheme=scheme, locale=locale, delimiters=pair)
    restored = tst.restore(annotated, scheme=scheme, locale=form(locale), delimiters=pair)
    assert values(restored, locale) == values(text, locale)
    alignment = tst.align(text, scheme=scheme, locale=locale, delimiters=pair)
    assert alignment.text == annotated
    pieces = others(text, [number.source for number in alignment.numbers])
    assert re.fullmatch(".*".join(map(re.escape, pieces)), restored, re.DOTALL)
    for number in alignment.numbers:
        tst_text = annotated[number.target.start : number.target.end]
        assert tst.decode(tst_text, scheme=scheme) == number.number.value


@given(texts(), st.sampled_from(SCHEMES), st.sampled_from(LOCALES))
@example("won 100k 400 times, 5. 100p is cheap", tst.TST, "en")
@example("2,024-01-15", tst.TST, "en")
@example("-.5 and 1e3kg or 1,000 000", tst.TST, "en")
@example("5 6 7", tst.DIGIT_HYBRID, "en")
def test_between_delimiters_everything_comes_back(text: str, scheme: tst.Scheme, locale: str) -> None:
    check_that_all_comes_back(text, scheme, locale, PAIR)


@given(texts(), delimiters())
@example("a 12 b", ("1", "2"))
@example("aaa 1,000a", ("aa", "aa"))
def test_any_pair_of_delimiters_will_do(text: str, pair: tuple[str, str]) -> None:
    check_that_all_comes_back(text, tst.TST, "en", pair)


@given(texts(), schemes())
@example("0", tst.Scheme(group_size=1, placement="prefix", integer_digits=12, fraction_digits=0))
@example("1 23 4", tst.Scheme(integer_digits=1000, fraction_digits=1000))
def test_between_delimiters_everything_comes_back_for_every_scheme(text: str, scheme: tst.Scheme) -> None:
    check_that_all_comes_back(text, scheme, "en", PAIR)


@given(texts())
@example("3,141 and 5,5 or 1.234")
@example("1,234 and 1.234")
def test_everything_comes_back_where_the_locale_is_settled_by_the_text(text: str) -> None:
    check_that_all_comes_back(text, tst.TST, "auto", PAIR)


@given(texts(), st.sampled_from(SCHEMES), st.sampled_from((*LOCALES, "auto")))
def test_without_delimiters_what_does_not_come_back_is_reported(
    text: str, scheme: tst.Scheme, locale: str
) -> None:
    alignment = tst.align(text, scheme=scheme, locale=locale)
    assert alignment.text == tst.annotate(text, scheme=scheme, locale=locale)
    if not {"tangled", "already-tst"} & {remark.reason for remark in alignment.remarks}:
        restored = tst.restore(alignment.text, scheme=scheme, locale=form(locale))
        assert values(restored, locale) == values(text, locale)


@given(texts(), st.sampled_from((*LOCALES, "auto")))
def test_everything_but_numbers_stays(text: str, locale: str) -> None:
    alignment = tst.align(text, locale=locale)
    sources = [number.source for number in alignment.numbers]
    targets = [number.target for number in alignment.numbers]
    assert others(text, sources) == others(alignment.text, targets)
    found = [(found.start, found.end) for found in tst.find_numbers(text, locale=locale)]
    reasons = ("integer-range", "fraction-range", "exponent-range", "neighbour", "negative-zero")
    kept = {(remark.start, remark.end) for remark in alignment.remarks if remark.reason in reasons}
    assert {*found} == {(span.start, span.end) for span in sources} | {
        place for place in kept if place in found
    }
    for remark in alignment.remarks:
        assert text[remark.start : remark.end] == remark.raw


@given(texts(), st.sampled_from(LOCALES))
def test_a_number_that_is_found_is_read_so_alone(text: str, locale: str) -> None:
    for found in tst.find_numbers(text, locale=locale):
        assert found.raw == text[found.start : found.end]
        assert tst.parse_number(found.raw, locale=locale).value == found.number.value


@given(texts(), texts())
def test_lines_are_independent(first: str, second: str) -> None:
    both = f"{first}\n{second}"
    assert tst.annotate(both) == f"{tst.annotate(first)}\n{tst.annotate(second)}"
    assert tst.restore(both) == f"{tst.restore(first)}\n{tst.restore(second)}"


@given(st.from_regex(r"-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,14}[1-9])?", fullmatch=True))
def test_a_lone_number_is_annotated_as_it_is_encoded(number: str) -> None:
    assert tst.annotate(number) == tst.encode(number) if number != "-0" else True
    assert tst.restore(tst.encode(number)) == number.replace("-0", "-0" if "." in number else "0")


@pytest.mark.parametrize(
    ("text", "annotated"),
    [
        ("It rose by 1234567.89 in 2024.", "It rose by 1m 234k 567. 890p in 2k 024."),
        ("\ufeff1,234\r\n5,678\r", "\ufeff1k 234\r\n5k 678\r"),
        ("a\0 1234\0 e\u0301 1e3", "a\0 1k 234\0 e\u0301 1k 000"),
        ("-$1,234.50 or 50%", "-$1k 234. 500p or 50%"),
        ("日本12345円", "日本12k 345円"),
        ("", ""),
        ("9" * 19, "9" * 19),
    ],
)
def test_annotate(text: str, annotated: str) -> None:
    assert tst.annotate(text) == annotated


def test_what_reads_as_tst_is_reported_and_delimiters_keep_it_apart() -> None:
    for text in ("won 100k 400 times", "5. 100p is cheap"):
        assert "already-tst" in {remark.reason for remark in tst.align(text).remarks}
        annotated = tst.annotate(text, delimiters=PAIR)
        assert tst.restore(annotated, delimiters=PAIR) == text
    assert tst.align("a 100k prize").remarks == (tst.Remark(2, 6, "100k", "unit"),)


def test_a_number_beyond_the_range_stays_and_is_reported() -> None:
    alignment = tst.align(f"{'9' * 19} and 0.{'1' * 16} and 1e99 and 1e9999999999999999999")
    assert alignment.numbers == ()
    assert [remark.reason for remark in alignment.remarks] == [
        *("integer-range", "fraction-range", "integer-range", "exponent-range")
    ]


def test_shapes_are_skipped_by_name() -> None:
    text = "2024-01-15 at 10:30, 5kg"
    assert values(text) == []
    assert values(text, skip=["date"]) == [10, 30, 5]
    assert values("5kg", skip=()) == [5]
    assert "date" in tst.shapes()


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"skip": ["dates"]}, tst.OptionError, "skip has no shape 'dates': did you mean date?"),
        ({"skip": ["x"]}, tst.OptionError, "skip has no shape 'x': expected ip, isbn"),
        ({"skip": "date"}, TypeError, "skip takes names of shapes, not str"),
        ({"skip": [5]}, TypeError, "skip takes names of shapes, not int"),
        ({"separator": "ab"}, tst.OptionError, "separator is 'ab': it must be ',', ';', '|', '\\t' or ' '"),
        ({"separator": "-"}, tst.OptionError, "separator is '-': it must be ',', ';'"),
        ({"skip": [[]]}, TypeError, "skip takes names of shapes, not list"),
        ({"separator": 5}, TypeError, "separator takes a str, not int"),
        ({"delimiters": ("a", "")}, tst.OptionError, "delimiters takes two texts that are not empty"),
        ({"delimiters": ("a",)}, tst.OptionError, "delimiters takes two texts that are not empty"),
        ({"delimiters": "ab"}, TypeError, "delimiters takes a pair of str, not 'ab'"),
        ({"locale": "xx"}, tst.LocaleError, "no locale 'xx'"),
        ({"scheme": 3}, TypeError, "scheme takes a Scheme or the name of one, not int"),
    ],
    ids=str,
)
def test_bad_options(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=re.escape(message)):
        tst.annotate("5", **options)


@pytest.mark.parametrize("function", [tst.find_numbers, tst.annotate, tst.align, tst.restore])
def test_only_text_is_taken(function: Any) -> None:
    with pytest.raises(TypeError, match=f"{function.__name__} takes a str, not bytes"):
        function(b"5")


def test_a_long_scheme_is_restored_between_delimiters_only() -> None:
    scheme = tst.Scheme(integer_digits=1000)
    annotated = tst.annotate(f"a {'7' * 100} b", scheme=scheme, delimiters=PAIR)
    assert tst.restore(annotated, scheme=scheme, delimiters=PAIR) == f"a {'7' * 100} b"
    message = "a scheme of more than 96 digits needs delimiters in running text"
    with pytest.raises(tst.OptionError, match=message):
        tst.restore(annotated, scheme=scheme)
    reasons = {remark.reason for remark in tst.align("1,234", scheme=scheme).remarks}
    assert reasons == {"needs-delimiters"}


def test_restore_writes_as_a_locale_does() -> None:
    assert tst.restore("from -1m 234k 567. 890p to 2k%", locale="de") == "from -1.234.567,89 to 2k%"
    assert tst.restore("$1k 234. 500p", locale="hi") == "$1,234.5"
    assert tst.restore("x-1k 234", locale="sv") == "x-1k 234"
    assert tst.restore("500-1k 500", locale="sv") == "500-1\u00a0500"


def test_evidence_settles_what_is_ambiguous() -> None:
    assert values("1,234", locale="auto") == []
    assert values("1,234 and 0.5", locale="auto") == [1234, Decimal("0.5")]
    assert values("1,234 and 0,5", locale="auto") == [Decimal("1.234"), Decimal("0.5")]
    assert values("1,234 and 0,5 and 0.5", locale="auto") == [Decimal("0.5"), Decimal("0.5")]
    alignment = tst.align("1,234\nand 0,5 or 1,5", locale="auto")
    assert alignment.text == "1. 234p\nand 0. 500p or 1. 500p"
    assert alignment.evidence == (tst.Evidence(",", "decimal", 10, 13, "0,5", 2),)
    assert [remark.reason for remark in tst.align("about 1,234", locale="auto").remarks] == ["ambiguous"]


HOSTILE = (
    *("1", "1,", "1,234,", ",", ".", "1.", "-", "-1", "1-", "1e", "e1", "1e5", " ", "1 ", "a", "a1", "1a"),
    *("a@", "a.b@", "http://", "a/", "/a", "1:", "::", "$", "$1", "10^", "1 x 10", "%", "_", "(555) ", "+1 "),
    *("1k 234 ", "100k ", "1. ", "⟦", "⟦1⟧", "⟦1", "\u200f", "\0", "é", "日1", "\ud800", "2,024-01-15 "),
)


@pytest.mark.parametrize("unit", HOSTILE, ids=repr)
def test_hostile_text_is_read_to_its_end(unit: str) -> None:
    text = unit * ((60_000 if is_deep() else 12_000) // len(unit))
    annotated = tst.annotate(text)
    assert annotated.count("\n") == 0
    tst.restore(annotated)
    between = tst.annotate(text, delimiters=PAIR)
    restored = tst.restore(between, delimiters=PAIR)
    assert len(values(restored)) == len(values(text))


def test_digits_of_every_script_are_converted() -> None:
    assert tst.annotate("٣٥٠٠ and २०२४ and ５０００") == "3k 500 and 2k 024 and 5k 000"


@given(st.sampled_from(single_numbers(2000)), st.sampled_from(LOCALES))
def test_a_number_alone_is_read_as_its_marks_alone_tell(written: str, locale: str) -> None:
    number = tst.parse_number(written)
    text = tst.format_number(number, locale=locale)
    with contextlib.suppress(tst.AmbiguousNumberError):
        found = [each.number for each in tst.find_numbers(text, locale="auto") if each.raw == text]
        assert found in ([], [tst.parse_number(text, locale="auto")])


def test_without_a_locale_good_text_needs_no_parser() -> None:
    text = "1,234.50 or 1.234,5 or 5\xa0% or 10**9 or 1,5×10^3 or 1'234 or ١٬٢٣٤ or 0,5 or 1.2.3,4"
    code = (
        f"import sys, tst_grammar as tst; tst.annotate({text!r}, locale='auto'); print('lark' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout == b"False\n"
