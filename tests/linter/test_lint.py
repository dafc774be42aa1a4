"""The linter: its findings in annotated text, and its fixes."""

import re
from collections.abc import Callable

import pytest
from beyond import BEYOND
from hypothesis import given
from hypothesis import strategies as st
from sampling import is_deep
from strategies import texts
from texts import KINDS, written

import tst_grammar as tst
from tst_grammar.language.schemes import SCHEMES, find_scheme

KEPT_APART = [name for name in SCHEMES if name not in ("digit-hybrid", "option-a")]
"""Schemes in which numbers side by side can be told apart."""


ALL = ("ALL",)


def names(text: str, **options: object) -> list[str]:
    return [found.name for found in tst.lint(text, **options)]  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "text"), BEYOND)
def test_each_rule_of_the_definition_is_checked(name: str, text: str) -> None:
    pair = ("⟦", "⟧")
    assert names(f"It is {text}, or {text}", scheme=name) != [] or text == "-0"
    assert len(names(f"It is ⟦{text}⟧", scheme=name, delimiters=pair)) == 1


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_number_of_a_figure_is_not_a_plain_number(scheme: str) -> None:
    text = "See Figure 4.2 or Section 10.25."
    assert tst.annotate(text, scheme=scheme) == text
    assert names(text, scheme=scheme, select=ALL) == []


@pytest.mark.parametrize("scheme", KEPT_APART)
@pytest.mark.parametrize("kind", KINDS)
def test_what_annotate_writes_has_no_errors(kind: str, scheme: str) -> None:
    chosen = find_scheme(scheme)
    text = tst.annotate(written(kind, 4000), scheme=chosen)
    found = [each for each in tst.lint(text, scheme=chosen) if each.severity is tst.Severity.ERROR]
    assert [(each.name, text[each.start : each.end]) for each in found] == []


@pytest.mark.parametrize(
    "text",
    [
        "It costs $5 or 12% of 1k 234, and 7 more.",
        "On 2024-01-15 version 1.2.3 of x86_64 came to 10:30 and 192.168.0.1.",
        "It is 1k 234 m long, 1k 234 t heavy, 5kg, 100km away, 3D, 21st.",
        "A film in 1080p or 720p, a 4K screen.",
        "We have 12 720p videos, and it took 1m 30 s. It is the 5k300 of names.",
        "They won 1k 234. 500 people came.",
        "1k 234 192.168.0.1, 1k 234 3/24/1977, 1k 234 567. 500p, 1k 234 555-0123",
        "a 1k 234 b 5",
        "Section 3a, item k8s, vitamin B12, 5G 100 times.",
        "It took 1h 20m 30s, then 3m 45s for 6m 20cm.",
        "The plus stays outside: +1k 234.",
        "",
        "\0\ud800",
    ],
)
def test_nothing_is_wrong_with(text: str) -> None:
    assert tst.lint(text) == []
    assert tst.fix(text, unsafe=True) == text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1m 23k 456 and 100k", ["short-group", "abbreviated-number"]),
        ("1,234 or 1234.5 or 1e30", ["unannotated-number", "unannotated-number", "unwritable-number"]),
        ("1k 234 567 890", ["number-run"]),
        ("1k 234 567, 1k 234 567.", ["number-run", "number-run"]),
        ("1m 234 k 567 and 1m k234 567", ["separate-marker", "misplaced-marker"]),
        ("１k 234", ["confusable-digit"]),
        ("−1M 234k  567", ["confusable-sign", "capital-marker", "irregular-space"]),
        ("k123 456 and 1e3 2e2 3e1 4 and 1k 2 3 4", ["mixed-scheme"] * 3),
        ("12３", ["unwritable-number"]),
        ("64k 128k 256k", []),
        ("1k 234 of 64k 128k 256k", ["abbreviated-number"]),
        ("1m 234k 567k", ["repeated-magnitude"]),
        ("44 m 751k 217 and m44 751k 217", ["separate-marker", "misplaced-marker"]),
        ("4O3b 137m 481k 842 and 1k 2O4", ["confusable-digit", "confusable-digit"]),
        ("81k 271, 167p", ["decimal-comma"]),
        ("7. 984p 565bp and 7. 984p 565 pp", ["unknown-magnitude", "separate-marker"]),
        ("7. 984 p 565 pp, -7. p984 pp565", ["mixed-scheme", "mixed-scheme"]),
        ("1k 234 [T1]", ["unexpected-token"]),
        ("0. 004p500pp", ["missing-space"]),
        ("1m 234k 567.89", ["detached-point", "missing-magnitude"]),
        ("12, 720p and 1234, 720p", ["unannotated-number"]),
        ("1k 234 720p", ["missing-point"]),
    ],
)
def test_each_thing_is_found(text: str, found: list[str]) -> None:
    assert names(text, select=ALL) == found
    plain = ("unannotated-number", "unwritable-number")
    assert names(text) == [name for name in found if name not in plain]


def test_a_finding_has_a_place_a_severity_and_a_fix() -> None:
    (found,) = tst.lint("Well, 01k 234.")
    assert found == tst.Diagnostic(
        "TST109",
        "leading-zero",
        "'01k' is padded with zeros",
        6,
        9,
        tst.Severity.ERROR,
        tst.Fix(6, 13, "1k 234", is_safe=True),
        ("1k",),
    )


@pytest.mark.parametrize(
    ("text", "found", "fixed"),
    [
        ("⟦1k 234⟧ and ⟦5⟧, ⟦⟧ escaped", [], "⟦1k 234⟧ and ⟦5⟧, ⟦⟧ escaped"),
        ("⟦1k 34⟧", ["short-group"], "⟦1k 34⟧"),
        ("⟦ 1k 234 ⟧", ["irregular-space"], "⟦1k 234⟧"),
        ("⟦01k 234⟧", ["leading-zero"], "⟦1k 234⟧"),
        ("⟦1,234⟧", ["unannotated-number"], "⟦1k 234⟧"),
        ("⟦100k⟧ but 100k", ["missing-units"], "⟦100k⟧ but 100k"),
        ("⟦1 k 234⟧", ["mixed-scheme"], "⟦1k 234⟧"),
        ("⟦+5k 000⟧", ["noncanonical-sign"], "⟦5k 000⟧"),
        ("⟦ 6k 020 ⟧", ["irregular-space"], "⟦6k 020⟧"),
        ("⟦6k 020 %⟧", ["irregular-space"], "⟦6k 020%⟧"),
        ("⟦5 apples⟧", ["unknown-magnitude"], "⟦5 apples⟧"),
        ("⟦6k 020,⟧", ["unexpected-token"], "⟦6k 020,⟧"),
        ("⟦12.⟧", ["dangling-point"], "⟦12.⟧"),
        ("⟦many⟧ or ⟦ ⟧", ["delimited-text", "delimited-text"], "⟦many⟧ or ⟦ ⟧"),
        ("⟦1k 234 cells", ["unclosed-delimiter"], "⟦1k 234 cells"),
        ("⟦1 ⟦2⟧", ["unclosed-delimiter"], "⟦1 ⟦2⟧"),
        ("1k 234⟧", ["unopened-delimiter"], "1k 234⟧"),
        ("5 and 1,234", ["undelimited-number", "unannotated-number"], "⟦5⟧ and ⟦1k 234⟧"),
    ],
)
def test_delimiters(text: str, found: list[str], fixed: str) -> None:
    pair = ("⟦", "⟧")
    assert names(text, delimiters=pair, select=ALL) == found
    assert tst.fix(text, delimiters=pair, select=ALL) == fixed


@pytest.mark.parametrize(
    ("source", "text", "found"),
    [
        ("a 1,234 b 5\nc 6", "a 1k 234 b 5\nc 6", []),
        ("a 1,234 b", "a b", ["lost-number"]),
        ("a b", "a 5 b", ["added-number"]),
        ("a 1,234 b", "a 1k 243 b", ["changed-number"]),
        ("1 2 3 4", "1 3 4", ["lost-number"]),
        ("1\n2", "1", ["lost-number"]),
        ("1,234", "01k 234", ["leading-zero"]),
        ("1,234", "1,234", ["unannotated-number"]),
        ("reads 9. 110p or 1,234", "reads 9. 110p or 1k 234", []),
        ("10^30", "10^30", ["unwritable-number"]),
    ],
)
def test_against_the_source(source: str, text: str, found: list[str]) -> None:
    assert names(text, against=source, select=ALL) == found


Damage = Callable[[str], str]

DAMAGES: dict[str, tuple[Damage, str]] = {
    "two spaces": (lambda text: re.sub(r"(?<=[kmbtq]) (?=\d)", "  ", text, count=1), "irregular-space"),
    "a no-break space": (
        lambda text: re.sub(r"(?<=[kmbtq]) (?=\d)", "\xa0", text, count=1),
        "irregular-space",
    ),
    "no spaces": (lambda text: re.sub(r"(?<=[kmbtq]) (?=\d)", "", text), "missing-space"),
    "a zero before": (lambda text: re.sub(r"(?<!\S)(?=\d[kmbtq] )", "0", text, count=1), "leading-zero"),
    "a zero group behind": (lambda text: f"{text}. 000p", "trailing-zero-group"),
    "wide digits": (
        lambda text: text.translate({48 + digit: 0xFF10 + digit for digit in range(10)}),
        "confusable-digit",
    ),
    "capitals": (
        lambda text: re.sub(r"(?<=\d)[kmbtq](?= )", lambda marker: marker[0].upper(), text),
        "capital-marker",
    ),
    "Cyrillic": (lambda text: re.sub(r"(?<=\d)k(?= )", "к", text), "confusable-marker"),
    "a true minus": (lambda text: f"−{text}", "confusable-sign"),
    "a marker before": (lambda text: re.sub(r"(\d{3})k(?= )", r"k\1", text), "misplaced-marker"),
    "a marker apart": (lambda text: re.sub(r"(\d{3})k(?= )", r"\1 k", text), "separate-marker"),
    "option A": (lambda text: re.sub(r"(\d)([kmbtq])(?= )", r"\1 \2", text), "mixed-scheme"),
    "commas": (lambda text: f"{tst.decode(text):,}", "unannotated-number"),
}


@pytest.mark.parametrize("damage", DAMAGES)
@given(value=st.integers(10**6, 10**15 - 1))
def test_damage_is_found_and_fixed(damage: str, value: int) -> None:
    number = tst.encode(value)
    apply, rule = DAMAGES[damage]
    damaged = f"It has {apply(number)} cells."
    sign = "-" if rule == "confusable-sign" else ""
    if apply(number) != number:
        assert rule in names(damaged, select=ALL)
        assert tst.fix(damaged, select=ALL) == f"It has {sign}{number} cells."


OTHER_DAMAGES: dict[str, list[tuple[str, str, str | None]]] = {
    "option-a": [
        ("3 m 62 k 500", "short-group", None),
        ("3m625k500", "missing-space", "3 m 625 k 500"),
        ("3m 625 k 500", "joined-marker", "3 m 625 k 500"),
        ("3k 625", "mixed-scheme", None),
        ("3 k 625. 500p", "joined-marker", "3 k 625. 500 p"),
    ],
    "algorithm-1": [
        ("035k  805.", "irregular-space", "035k 805."),
        ("005 b 539m 784k 435.", "separate-marker", "005b 539m 784k 435."),
        ("002b625m471k900.", "missing-space", "002b 625m 471k 900."),
    ],
    "digit-hybrid": [
        ("8 1 k 2 7 1. 1 6 7p", "separate-marker", "8 1k 2 7 1. 1 6 7p"),
        ("1m933k820", "missing-space", "1m 9 3 3k 8 2 0"),
    ],
    "prefix": [("k2 50", "short-group", None), ("2m k500 000", "misplaced-marker", "m2 k500 000")],
    "terminated": [
        ("1k 234. 500p[T1]", "missing-space", "1k 234. 500p [T1]"),
        ("1k 234. 500p [t1]", "unexpected-token", "1k 234. 500p [T1]"),
        ("1k 234. 500p [T1] [T1]", "unexpected-token", "1k 234. 500p [T1]"),
    ],
    "gst-1": [
        ("1e2 2e1 3. 5p 0 7ppp", "missing-magnitude", None),
        ("1e2 2e1 3. 5p 6 pp 7ppp", "separate-marker", "1e2 2e1 3. 5p 6pp 7ppp"),
        ("9e5, 3e4", "unannotated-number", None),
    ],
    "gst-4": [("3075. 1386 p 6400pp", "separate-marker", "3075. 1386p 6400pp")],
}


@pytest.mark.parametrize(
    ("scheme", "damaged", "rule", "fixed"),
    [(scheme, *case) for scheme, cases in OTHER_DAMAGES.items() for case in cases],
)
def test_damage_is_found_in_other_schemes(scheme: str, damaged: str, rule: str, fixed: str | None) -> None:
    chosen = find_scheme(scheme)
    text = f"It has {damaged} cells."
    assert rule in names(text, scheme=chosen, select=ALL)
    assert tst.fix(text, scheme=chosen, select=ALL) == f"It has {fixed or damaged} cells."


@pytest.mark.parametrize(
    ("text", "scheme"),
    [
        ("We have 1k 234 720p videos.", "tst"),
        ("a pool of 5 m 539k 200 people swam in", "tst"),
        ("7 024m 110k 701 may have lost a marker", "tst"),
        ("5k300 is a name", "digit-hybrid"),
        ("037k 370 may have lost its millions", "tst"),
        ("702k 029. 029. 490p", "tst"),
        ("k 064. 012p 900pp", "tst"),
        ("We counted 1k 234 [T2] in all.", "tst"),
        ("We counted 1k 234 (T2) in all.", "terminated"),
        ("Is -0 equal to 0?", "tst"),
        ("It has 6e6 3e5p 0e4 9e3 7e2 6e1 3 cells.", "gst-1"),
        ("It has 4e1 5. 5p 0pp 0ppp5pppp cells.", "gst-1"),
        ("in 2k 024 100p [T1]", "tst"),
        ("k9 300 and 5 k 300", "tst"),
        ("Our 4k 144 Hz monitor", "option-a"),
        ("I ran 5k 300 times.", "gst-4"),
        ("Use 10k 2 5 0 resistors", "digit-hybrid"),
        ("k9 005. and k9 000. 500p", "algorithm-1"),
        ("He has 5 1,234 and", "digit-hybrid"),
    ],
)
def test_what_may_be_ordinary_text_is_not_fixed(text: str, scheme: str) -> None:
    assert tst.fix(text, scheme=find_scheme(scheme), select=ALL) == text


@pytest.mark.parametrize(
    ("text", "scheme", "rule"),
    [
        ("1m 2334k 567", "tst", "long-group"),
        ("5e2 6e1 78", "gst-1", "long-group"),
        ("O. 004p 500pp", "tst", "missing-point"),
        ("1. 500p [T 2]", "terminated", "missing-terminator"),
    ],
)
def test_a_part_of_what_is_wrong_is_not_fixed(text: str, scheme: str, rule: str) -> None:
    chosen = find_scheme(scheme)
    assert rule in names(text, scheme=chosen)
    assert tst.fix(text, scheme=chosen, unsafe=True) == text


@pytest.mark.parametrize(
    ("text", "scheme", "raw"),
    [
        ("It has 1m 005k 234. 234. 570p cells.", "tst", "1m 005k 234. 570p"),
        ("It has m400 k008 648. 648. p703 cells.", "prefix", "m400 k008 648. p703"),
        ("It has m4 k080 470k5 972. p040 cells.", "prefix", None),
        ("It has 4e4 4760. 0700p 6240pp43. 8000p 5009pp cells.", "gst-4", None),
        ("It has 1.57007p07990pp14000ppp cells.", "gst-5", None),
    ],
)
def test_units_written_twice_and_numbers_run_together_are_found(
    text: str, scheme: str, raw: str | None
) -> None:
    found, *_ = (each for each in tst.lint(text, scheme=scheme) if each.name == "unexpected-token")
    assert (found.fix and found.fix.text) == raw


@pytest.mark.deep  # it compiles the tables of a scheme
def test_reserved_markers_are_linted() -> None:
    scheme = tst.Scheme(spelling="reserved")
    assert names("1[MAG_k] 234 and 1[MAG_m] 23[MAG_k] 456", scheme=scheme) == ["short-group"]


@given(text=texts(), scheme=st.sampled_from([*SCHEMES]), unsafe=st.booleans())
def test_fixing_twice_changes_nothing_more(text: str, scheme: str, unsafe: bool) -> None:  # noqa: FBT001
    chosen = find_scheme(scheme)
    once = tst.fix(text, scheme=chosen, unsafe=unsafe)
    assert tst.fix(once, scheme=chosen, unsafe=unsafe) == once


@given(text=texts(), scheme=st.sampled_from([*SCHEMES]))
def test_fixing_keeps_what_restore_reads(text: str, scheme: str) -> None:
    chosen = find_scheme(scheme)
    fixed = tst.fix(text, scheme=chosen)
    changed = [found for found in tst.lint(text, scheme=chosen) if found.fix and found.fix.is_safe]
    if not changed:
        assert fixed == text
    kept = [found for found in tst.lint(fixed, scheme=chosen) if found.fix and found.fix.is_safe]
    assert len(kept) <= len(changed)


@given(text=texts())
def test_findings_lie_in_the_text_and_in_order(text: str) -> None:
    found = tst.lint(text)
    assert all(0 <= each.start <= each.end <= len(text) for each in found)
    assert [each.start for each in found] == sorted(each.start for each in found)


@pytest.mark.parametrize(
    "hostile", ["1", "1k ", "1k 234 ", "1. ", "⟦", "1m234k", "k", "1 k ", "１", "1e3 ", ". 500p", "-", "0"]
)
def test_hostile_text_is_read_in_one_pass(hostile: str) -> None:
    text = hostile * ((200_000 if is_deep() else 8_000) // len(hostile))
    assert isinstance(tst.lint(text), list)
    assert isinstance(tst.lint(text, delimiters=("⟦", "⟧")), list)


@pytest.mark.parametrize("function", [tst.lint, tst.fix])
def test_text_is_a_str(function: Callable[..., object]) -> None:
    with pytest.raises(TypeError, match="takes a str, not bytes"):
        function(b"1k 234")
    with pytest.raises(TypeError, match="scheme takes a Scheme"):
        function("1k 234", scheme=3)
    with pytest.raises(tst.LocaleError):
        function("1k 234", locale="xx")
    with pytest.raises(tst.OptionError):
        function("1k 234", scheme=tst.Scheme(integer_digits=1000))


def test_a_point_after_each_number_is_not_written_twice() -> None:
    annotated = tst.annotate("0.3 0 0.26", scheme="algorithm-1")
    assert annotated == "000. 300p 000. 000. 260p"
    assert all(each.severity is tst.Severity.WARNING for each in tst.lint(annotated, scheme="algorithm-1"))


@pytest.mark.parametrize(
    "text",
    [
        "--1234",  # an option of a command
        "the boundary --961284236552522269",
        "--3.14",
        "1590,107608",  # columns of a table
        "88.5,259426,2325,1456,108632",
        "10/1/86,100120,,110.4",
    ],
)
def test_what_annotate_writes_beside_a_mark_is_at_most_a_warning(text: str) -> None:
    found = tst.lint(tst.annotate(text))
    assert tst.annotate(text) != text
    assert all(each.severity is tst.Severity.WARNING for each in found), found


@pytest.mark.parametrize(
    ("text", "found", "fixed"),
    [
        ("3bn 200m 000k 000", "unknown-magnitude", "3b 200m 000k 000"),
        ("68t 730bn 913m 321k 973", "unknown-magnitude", "68t 730b 913m 321k 973"),
        ("68t 730xy 913m 321k 973", "unknown-magnitude", "68t 730b 913m 321k 973"),
        ("34tr 100b 000m 000k 001", "unknown-magnitude", "34t 100b 000m 000k 001"),
        ("7pp 220m 284k 151", "missing-point", "7b 220m 284k 151"),
        ("898m 274k 930. 571p 171k", "integer-magnitude", "898m 274k 930. 571p 171pp"),
        ("1,234k 567", "unexpected-token", "1m 234k 567"),
        ("605. 605. 832p", "unexpected-token", "605. 832p"),
    ],
)
def test_a_misspelled_number_is_an_error_with_at_most_an_unsafe_fix(
    text: str, found: str, fixed: str
) -> None:
    for before, after in (("", ""), ("It has ", " cells."), ("x\n", "\n")):
        line = f"{before}{text}{after}"
        assert [(each.name, each.severity) for each in tst.lint(line)] == [(found, tst.Severity.ERROR)]
        assert tst.fix(line) == line
        assert tst.fix(line, unsafe=True) == f"{before}{fixed}{after}"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1m 234m 567", "repeated-magnitude"),
        ("1m 567 234k", "missing-magnitude"),
        ("1m 234k 234k 567", "repeated-magnitude"),
        ("1m, 234k, 567", "unexpected-token"),
        ("1m 23 4k 567", "missing-magnitude"),
        ("12345k 678", "long-group"),
        ("30mil 807", "unknown-magnitude"),
        ("598K 560", "capital-marker"),
        ("480. 306Tr", "unknown-magnitude"),
        ("301p 173.", "missing-point"),
        ("1k 234. 090", "missing-magnitude"),
        ("It ends with 30m 30", "skipped-magnitude"),
    ],
)
def test_what_models_break_is_found(text: str, found: str) -> None:
    assert found in names(text)


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ("It has 1m 234 cells.", "1m 000k 234 or 1k 234"),
        ("It has 1m 234m 567k 890 cells.", ""),
    ],
)
def test_several_possible_values_are_listed(text: str, listed: str) -> None:
    (found,) = tst.lint(f"{text} Of 5k 000.")
    assert found.message.partition("; it may be ")[2] == listed


@pytest.mark.parametrize(
    ("text", "separator"),
    [
        ("the 12th 200k 000 people", ""),
        ("0. 571p 171k 000", ""),
        ("the total--1k 234 in all", ""),
        ("in 605. 606. 832p is more", ""),
        ("Let $12k 345$ and $x$ be.", ""),
    ],
)
def test_numbers_beside_words_are_fine(text: str, separator: str) -> None:
    assert tst.lint(text, separator=separator) == []


@pytest.mark.parametrize(
    "text",
    ["a 2m 100 kg man", "1m 500 people", "size 5b 93m", "12 k 345", "a 4K 120 screen", "k12 345", "5k 1234"],
)
def test_what_ordinary_text_also_has_is_at_most_a_warning(text: str) -> None:
    assert all(found.severity is tst.Severity.WARNING for found in tst.lint(text, select=ALL))
    assert tst.fix(text) == text


@pytest.mark.parametrize(
    "text",
    ["1m 23k 456", "1m 234k", "1m 234 k 567", "1m 2334k 567", "01k 234", "1 m 234 k 567"],
)
def test_groups_that_agree_are_errors(text: str) -> None:
    assert tst.Severity.ERROR in {found.severity for found in tst.lint(text)}


@pytest.mark.parametrize(
    ("text", "scheme", "fixed"),
    [
        ("It has 1e8 2345e4 6789 cells.", "tst", "It has 123m 456k 789 cells."),
        ("It has 1e8 23e6 45e4 67e2 89 cells.", "tst", "It has 123m 456k 789 cells."),
        ("It has 1e6 23e4 45e2 67 cells.", "tst", "It has 1m 234k 567 cells."),
        ("It has 1e5 23456 cells.", "tst", None),
        ("It has 12e10 34567e5 89012 cells.", "tst", "It has 123b 456m 789k 012 cells."),
        ("It has 1e12 234567e6 890123 cells.", "tst", "It has 1t 234b 567m 890k 123 cells."),
        ("It has 1[MAG_m] 234[MAG_k] 004 cells.", "tst", "It has 1m 234k 004 cells."),
        ("It has 1[MAG_k] 004 cells.", "tst", "It has 1k 004 cells."),
        ("It has 1m 234k 567 cells.", "gst-4", "It has 123e4 4567 cells."),
        ("5 k 01k 234", "tst", None),
        ("It is 581k 594. 000p 3", "tst", None),
        ("It is 581k 594. 000p", "tst", None),
        ("It is 581k 594. 000p long", "tst", "It is 581k 594 long"),
        ("5 01k 234", "tst", None),
    ],
)
def test_a_safe_fix_never_changes_a_value(text: str, scheme: str, fixed: str | None) -> None:
    assert tst.fix(text, scheme=find_scheme(scheme), select=ALL) == (fixed or text)


@pytest.mark.parametrize("text", ["1[MAG_k] 004", "1[MAG_k] 234"])
def test_reserved_markers_are_of_another_scheme(text: str) -> None:
    assert names(text) == ["mixed-scheme"]


@pytest.mark.deep  # it compiles the tables of two schemes
@pytest.mark.parametrize(
    ("scheme", "text", "found"),
    [
        (tst.Scheme(group_size=4, magnitudes=("w", "y")), "5 w 01w 2345", "leading-zero"),
        (tst.Scheme(magnitudes=("kp", "mp")), "5 kp 01kp 234", "leading-zero"),
        (tst.Scheme(magnitudes=("kp", "mp")), "1mp 23kp 456", "short-group"),
    ],
)
def test_the_magnitudes_of_a_scheme_are_its_own(scheme: tst.Scheme, text: str, found: str) -> None:
    assert names(text, scheme=scheme) == [found]
    assert tst.fix(text, scheme=scheme) == text


@pytest.mark.deep  # it compiles tables
def test_a_separator_is_no_part_of_a_number() -> None:
    assert names("1,234k 567\n5k 000, 500p\n309,241\n", separator=",", select=ALL) == []
    assert names("309,241", select=ALL) == ["unannotated-number"]
    with pytest.raises(tst.OptionError, match="separator"):
        tst.lint("1k 234", separator="x")
    with pytest.raises(TypeError, match="select"):
        tst.lint("1k 234", select="TST")


def test_a_power_may_be_very_large() -> None:
    assert names("<1e9000 0001>", scheme=tst.gst(4), delimiters=("<", ">")) == ["integer-range"]
    assert names("1e440 2345e4 6789", scheme=tst.gst(4)) == ["integer-range"]
