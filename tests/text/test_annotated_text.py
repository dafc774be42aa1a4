"""Text that is annotated, or looks so by accident: TST stays, neighbours are not joined, nothing is lost."""

from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import delimiters, schemes, texts

import tst_grammar as tst
from tst_grammar.diagnostics import Severity
from tst_grammar.language.schemes import SCHEMES
from tst_grammar.text.restoration import restorer_for

PAIR = ("<n>", "</n>")
OWN = tst.Scheme(group_size=4, magnitudes=("万", "億"))


def tst_values(text: str, scheme: tst.Scheme, locale: str | None = None) -> list[Decimal]:
    """Return the values that `restore` reads in a text, in order."""
    restorer = restorer_for(scheme=scheme, locale=locale, delimiters=None)
    return [digits.value for _, _, digits in restorer.numbers(text)]


@pytest.mark.parametrize("text", ["x = -0.845", "2016", "-$1,234.50", "5 of 1,234,567.89", "12.5% of 007"])
@pytest.mark.parametrize("name", SCHEMES)
def test_annotating_twice_changes_nothing(text: str, name: str) -> None:
    annotated = tst.annotate(text, scheme=SCHEMES[name])
    assert tst.annotate(annotated, scheme=SCHEMES[name]) == annotated


@given(texts(), schemes(), st.sampled_from(("en", "en", "de", "fr", "hi", "ar-EG", "auto")))
@example("1 23 4 5", tst.DIGIT_HYBRID, "en")
def test_annotating_any_text_twice_changes_nothing(text: str, scheme: tst.Scheme, locale: str) -> None:
    annotated = tst.annotate(text, scheme=scheme, locale=locale)
    if locale != "auto":  # the numbers that settle the locale may be TST now
        assert tst.annotate(annotated, scheme=scheme, locale=locale) == annotated


@pytest.mark.parametrize(
    ("scheme", "text"),
    [
        (tst.TST, "1m 234567"),
        (tst.TST, "It was 1234. 500p is cheap"),
        (tst.TST, "5k 1234"),
        (tst.DIGIT_HYBRID, "4 56"),
        (tst.DIGIT_HYBRID, "1k 234"),
        (tst.PREFIX, "m1 234567"),
        (tst.OPTION_A, "5 k 1234"),
        (tst.OPTION_A, "It was 1234. 500 p is cheap"),
        (OWN, "1億 23456789"),
        (tst.Scheme(spelling="reserved"), "1[MAG_m] 234567"),
    ],
)
def test_a_number_is_not_joined_to_its_neighbours(scheme: tst.Scheme, text: str) -> None:
    annotated = tst.annotate(text, scheme=scheme)
    assert tst.restore(annotated, scheme=scheme) == text
    assert "neighbour" in {remark.reason for remark in tst.align(text, scheme=scheme).remarks}


@given(texts(), schemes())
@example("1 23 4 5 67 890", tst.DIGIT_HYBRID)
@example("1 2 3", tst.gst(1))
def test_restore_reads_what_was_converted_and_what_was_there(text: str, scheme: tst.Scheme) -> None:
    alignment = tst.align(text, scheme=scheme)
    assert alignment.text == tst.annotate(text, scheme=scheme)
    restorer = restorer_for(scheme=scheme, locale=None, delimiters=None)
    due = {start: digits.value for start, _, digits in restorer.numbers(text)}
    due |= {number.source.start: number.number.value for number in alignment.numbers}
    assert tst_values(alignment.text, scheme) == [due[start] for start in sorted(due)]


@pytest.mark.parametrize(
    ("scheme", "text"),
    [
        (tst.TST, "1k 234"),
        (tst.gst(1), "1e1 2"),
        (tst.DIGIT_HYBRID, "4 5 6"),
        (tst.ALGORITHM_1, "123."),
        (tst.OPTION_A, "5 k 123"),
    ],
)
def test_what_is_tst_by_accident_stays_and_is_remarked(scheme: tst.Scheme, text: str) -> None:
    alignment = tst.align(f"It is {text}", scheme=scheme)
    assert alignment.text == f"It is {text}"
    assert [(each.raw, each.reason) for each in alignment.remarks] == [(text, "already-tst")]


@pytest.mark.parametrize("text", ["xargs -0 rm", "-0", "-0.00 or -0%", "−0 and −$0"])
@pytest.mark.parametrize("pair", [None, PAIR])
def test_a_zero_keeps_its_sign(text: str, pair: tuple[str, str] | None) -> None:
    alignment = tst.align(text, delimiters=pair)
    assert alignment.text == tst.annotate(text, delimiters=pair) == text
    assert {remark.reason for remark in alignment.remarks} == {"negative-zero"}


@given(texts(), schemes(), delimiters())
@example("x = -15.06", tst.TST, PAIR)
@example("<n>5</n> of <n>", tst.TST, PAIR)
def test_between_delimiters_annotated_text_comes_back(
    text: str, scheme: tst.Scheme, pair: tuple[str, str]
) -> None:
    annotated = tst.annotate(text, scheme=scheme, delimiters=pair)
    again = tst.annotate(annotated, scheme=scheme, delimiters=pair)
    assert tst.restore(again, scheme=scheme, delimiters=pair) == annotated


def test_what_is_between_delimiters_is_not_searched() -> None:
    alignment = tst.align("It is <n>1k 234</n> or 5678", delimiters=PAIR)
    assert alignment.text == "It is <n></n>1k 234</n> or <n>5k 678</n>"
    assert [(each.raw, each.reason) for each in alignment.remarks] == [("<n>1k 234</n>", "already-tst")]


@given(texts(), schemes(), delimiters())
@example("1,234 and 1234 or 2.50 and 1e3", tst.TST, PAIR)
@example("Python 3.10 and arXiv:2401.01230", tst.TERMINATED, PAIR)
def test_exact_between_delimiters(text: str, scheme: tst.Scheme, pair: tuple[str, str]) -> None:
    annotated = tst.annotate(text, scheme=scheme, delimiters=pair, exact=True)
    assert tst.restore(annotated, scheme=scheme, delimiters=pair) == text
    assert tst.align(text, scheme=scheme, delimiters=pair, exact=True).text == annotated


@given(texts(), schemes())
def test_exact_without_delimiters(text: str, scheme: tst.Scheme) -> None:
    if tst.restore(text, scheme=scheme) == text:
        assert tst.restore(tst.annotate(text, scheme=scheme, exact=True), scheme=scheme) == text


@given(texts(), st.sampled_from(("en", "de", "fr", "hi", "ar-EG", "de-CH")))
def test_exact_by_locale(text: str, locale: str) -> None:
    annotated = tst.annotate(text, locale=locale, delimiters=PAIR, exact="locale")
    assert tst.restore(annotated, locale=locale, delimiters=PAIR) == text


@pytest.mark.parametrize(
    ("text", "annotated"),
    [
        ("Python 3.10 is not 3.1", "Python 3. 100p [T2] is not 3. 100p [T1]"),
        ("about 2.0", "about 2. 000p [T1]"),
        ("arXiv:2401.01230", "arXiv:2k 401. 012p 300pp [T2]"),
    ],
)
def test_with_terminators_trailing_zeros_are_exact(text: str, annotated: str) -> None:
    assert tst.annotate(text, scheme=tst.TERMINATED, exact=True) == annotated
    assert tst.restore(annotated, scheme=tst.TERMINATED) == text


@given(texts())
def test_every_number_that_can_come_back_exactly_is_converted(text: str) -> None:
    alignment = tst.align(text, delimiters=PAIR, exact=True)
    plain = {(found.start, found.end): found.number for found in tst.find_numbers(text, scheme=None)}
    converted = {(number.source.start, number.source.end) for number in alignment.numbers}
    reasons = {(remark.start, remark.end): remark.reason for remark in alignment.remarks}
    for (start, end), number in plain.items():
        is_same = text[start:end] == tst.restore(tst.format_tst(tst.parse_tst(tst.encode(number))))
        assert (start, end) in converted or not is_same or reasons[start, end] in {"tangled", "already-tst"}


@pytest.mark.parametrize("locale", ["fa", "ar-EG", "bn", "de"])
@pytest.mark.parametrize("text", ["192.168.0.1", "83.33%", "on 2024-01-15", "v1.2.3 of x86_64", "10:30"])
def test_restore_by_locale_leaves_other_shapes_alone(text: str, locale: str) -> None:
    assert tst.restore(text, locale=locale) == text


def test_restore_writes_no_group_marks_that_would_be_misread() -> None:
    annotated = tst.annotate("2020,2021")
    assert tst.restore(annotated, locale="en") == "2020,2021"
    assert tst.restore("1k 234 or 5k 678", locale="en") == "1,234 or 5,678"


@pytest.mark.parametrize("text", ["$12k 345 was 1m 234k 567", "1k 234. 500p", "-$1k 234"])
def test_find_numbers_does_not_return_pieces_of_tst(text: str) -> None:
    assert list(tst.find_numbers(text)) == []


NO_AFFIXES = tst.Scheme(affixes="none")


@pytest.mark.parametrize(
    ("text", "annotated", "enclosed"),
    [
        ("It is $1,234 or 12.5%", "It is $1k 234 or 12. 500p%", "It is $<n>1k 234</n> or <n>12. 500p</n>%"),
        ("-$1,234 and 1,234\xa0€", "-$1,234 and 1k 234\xa0€", "-$1,234 and <n>1k 234</n>\xa0€"),
        ("-5,000%", "-5k 000%", "<n>-5k 000</n>%"),
    ],
)
def test_without_affixes_only_the_digits_are_the_number(text: str, annotated: str, enclosed: str) -> None:
    assert tst.annotate(text, scheme=NO_AFFIXES) == annotated
    assert tst.annotate(annotated, scheme=NO_AFFIXES) == annotated
    assert tst.annotate(text, scheme=NO_AFFIXES, delimiters=PAIR) == enclosed
    assert tst.restore(annotated, scheme=NO_AFFIXES) == text.replace("1,234\xa0", "1234\xa0").replace(
        " $1,234", " $1234"
    ).replace("-5,000", "-5000")
    reasons = {remark.reason for remark in tst.align(text, scheme=NO_AFFIXES).remarks}
    assert ("sign-before-currency" in reasons) == ("-$" in text)


def test_dollar_signs_around_mathematics_are_not_money() -> None:
    assert tst.annotate("$12,345$ of $12,345", delimiters=PAIR) == "$<n>12k 345</n>$ of <n>$12k 345</n>"
    assert tst.restore("$12k 345$ of $12k 345", locale="de") == "$12.345$ of $12.345"
    (number,) = tst.align("$12,345$").numbers
    assert number.number.prefix == ""


@pytest.mark.parametrize("delimiters", [None, PAIR])
@given(text=texts(), scheme=st.sampled_from([*SCHEMES.values()]))
def test_the_nodes_of_a_text_are_the_text(
    text: str, scheme: tst.Scheme, delimiters: tuple[str, str] | None
) -> None:
    annotated = tst.annotate(text, scheme=scheme, delimiters=delimiters)
    nodes = list(tst.parse_text(annotated, scheme=scheme, delimiters=delimiters))
    assert "".join(node.raw for node in nodes) == annotated
    assert all(annotated[node.span.start : node.span.end] == node.raw for node in nodes)
    for node in nodes:
        assert (node.value is None) == (node.number is None) == (node.kind != "number")


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("$12k 345 was 1m 234k 567", {"$12k 345": "number", "1m 234k 567": "number", " was ": "text"}),
        ("3bn 200m 000k 000 or 5", {"3bn 200m 000k 000": "damaged", " or ": "text", "5": "number"}),
        ("", {}),
    ],
)
def test_parse_text(text: str, kinds: dict[str, str]) -> None:
    assert {node.raw: node.kind for node in tst.parse_text(text)} == kinds


ORDINARY = (
    *(
        "On 2024-01-15 at 10:30:05 or 15/01/2024",
        "GPT-4, H2O, COVID-19 and x86_64 of v1.2.3",
        "5/6 of 1-2 or 10:3",
    ),
    *(
        "https://a.org/1/2?x=3 and /usr/lib/x86 at 192.168.0.1:80",
        "It is 12345678901234567890 or 0.1234567890123456",
    ),
    *(
        "a 2m 100 kg man",
        "1m 500 people",
        "size 5b 93m",
        "12 k 345",
        "won 100k",
        "5 km or 5kg",
        "1,234,56 and 1'000",
    ),
    *(
        '<path d="M208,129 L216,129 Q223,129 223,144 q 5,5"/>',
        "xargs -0 rm",
        "01.164p+8 or 01.164P+8 or 01.164p8",
        "5の6 9MiB(1048576バイトの単位)",
        "[1] (2) 3, 4; 5 - 6 = -1",
        "0x1F #ff8800",
    ),
    *("tail --1234 or --961284236", "0 46.62 0.5", "0 4123 0 0.047170"),
    *(
        "1 2 3 4",
        "1,2,3.50,4",
        "$5 of $5.50 or 5%",
        "$x_1 = 12,345$ is $-5$",
        "s/.9*$/x&/",
        "007 or .5 or .1.2.3",
        "",
    ),
)


@pytest.mark.parametrize("text", ORDINARY)
@pytest.mark.parametrize("pair", [None, PAIR])
@pytest.mark.parametrize(
    "name", ["tst", "option-a", "prefix", "digit-hybrid", "algorithm-1", "gst-1", "gst-4", "terminated"]
)
def test_what_annotate_writes_is_no_error(text: str, pair: tuple[str, str] | None, name: str) -> None:
    annotated = tst.annotate(text, scheme=name, delimiters=pair)
    found = [
        *tst.lint(annotated, scheme=name, delimiters=pair, select=("ALL",)),
        *tst.validate([annotated], scheme=name, pieces=True, delimiters=pair),
        *tst.validate(annotated, scheme=name, pieces=True, delimiters=pair),
    ]
    assert {each.severity for each in found} <= {Severity.WARNING}
    assert tst.align(text, scheme=name, delimiters=pair).text == annotated
    assert tst.annotate(annotated, scheme=name) == annotated or pair


@given(texts(), st.integers(1, 7), st.sampled_from((None, PAIR)))
def test_findings_of_a_stream_do_not_depend_on_its_cuts(
    text: str, size: int, pair: tuple[str, str] | None
) -> None:
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    whole = list(tst.validate([text], pieces=True, delimiters=pair))
    assert list(tst.validate(pieces, pieces=True, delimiters=pair)) == whole
    validator = tst.Validator(pieces=True, delimiters=pair)
    for piece in pieces:
        validator.feed(piece)
        assert validator.is_complete == (validator.close() is None)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It has 1m 234k 56 cells.", [("short-group", "error")]),
        ("It has 1m 234k.", [("unexpected-token", "error")]),
        ("It has 1m 23k 456 on 2024-01-15", [("short-group", "warning")]),
        ("It is 1,234 or 5.25", [("unannotated-number", "warning"), ("unannotated-number", "warning")]),
        ("1[MAG_k] 04", [("unexpected-token", "warning")]),
    ],
)
def test_mistakes_in_running_text(text: str, found: list[tuple[str, str]]) -> None:
    for pieces in ([text], list(text)):
        findings = tst.validate(pieces, pieces=True)
        assert [(each.name, str(each.severity)) for each in findings] == found


def test_a_validator_takes_the_options_of_running_text() -> None:
    assert list(tst.validate(["5. 250p"], pieces=True, locale="de")) == []
    assert [each.name for each in tst.validate(["1.234"], pieces=True, locale="de")] == ["unannotated-number"]
    assert list(tst.validate(["2024-01-15"], pieces=True)) == []
    assert list(tst.validate(["2024-01-15"], pieces=True, skip=["time"])) != []
    assert list(tst.validate(["1,2"], pieces=True, separator=",")) == []
    assert list(tst.validate(["1234 or <1k 234>"], pieces=True, delimiters=("<", ">"))) == []
    assert [each.name for each in tst.validate(["<1k 23>"], pieces=True, delimiters=("<", ">"))] == [
        "short-group"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "$-5$",
        "it is $-5$ or $1,234.5$",
        "s/.9*$/x&/",
        "aws::123456789012:a",
        "+500 jest",
        "(.$-1 .RI",
        "h\\.323):",
    ],
)
def test_annotate_and_align_agree_beside_marks(text: str) -> None:
    annotated = tst.annotate(text)
    assert tst.align(text).text == annotated == tst.annotate(annotated)


def test_what_stayed_plain_comes_back_when_annotated_again() -> None:
    text = "880.000000,352.000000,43.731610,1.656990,17.274450 and .2.0"
    annotated = tst.annotate(text, delimiters=PAIR)
    again = tst.annotate(annotated, delimiters=PAIR)
    assert tst.restore(again, delimiters=PAIR) == annotated


@pytest.mark.parametrize("text", ["up 12%", "$1234 each", "-41.5%", "$-5"])
def test_affixes_are_text_beside_the_number_of_a_scheme_without_them_and_without_zeros(text: str) -> None:
    scheme = tst.Scheme(fill="none", affixes="none")
    pair = ("⟦", "⟧")
    annotated = tst.annotate(text, scheme=scheme, delimiters=pair)
    assert tst.restore(annotated, scheme=scheme, delimiters=pair) == text
    assert tst.restore(tst.annotate(text, scheme=scheme), scheme=scheme) == text
