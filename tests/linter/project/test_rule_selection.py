"""Which rules count."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tst_grammar as tst
from tst_grammar.linter.project.rule_selection import Selection, codes_of, is_selector
from tst_grammar.rules import CODES

SELECTORS = ["ALL", "TST", "TST1", "TST10", "TST107", "short-group", "NUM", "NUM101", "TST4"]


@pytest.mark.parametrize(
    ("select", "ignore", "code", "counts"),
    [
        (["ALL"], [], "TST107", True),
        ([], [], "TST107", False),
        (["TST"], [], "TST107", True),
        (["TST"], [], "NUM101", False),
        (["TST2"], [], "TST107", False),
        (["short-group"], [], "TST107", True),
        (["short-group"], [], "TST108", False),
        (["TST"], ["TST1"], "TST107", False),
        (["TST107"], ["TST1"], "TST107", True),
        (["TST1"], ["TST107"], "TST107", False),
        (["TST1"], ["TST107"], "TST108", True),
        (["TST"], ["ALL"], "TST107", True),
        (["TST107"], ["TST107"], "TST107", False),
        (["TST107"], ["short-group"], "TST107", False),
        (["short-group"], ["TST10"], "TST107", True),
        (["ALL", "TST107"], ["TST"], "TST107", True),
        (["ALL", "TST107"], ["TST"], "TST108", False),
        (["NUM1"], ["NUM"], "NUM101", True),
    ],
)
def test_what_names_a_rule_most_exactly_decides(
    select: list[str], ignore: list[str], code: str, *, counts: bool
) -> None:
    assert Selection.of(select, ignore).selects(code) is counts


@given(st.lists(st.sampled_from(SELECTORS)), st.lists(st.sampled_from(SELECTORS)))
def test_the_order_does_not_matter(select: list[str], ignore: list[str]) -> None:
    assert Selection.of(select, ignore) == Selection.of(select[::-1], ignore[::-1])


def test_the_rules_about_plain_numbers_count_only_if_they_are_selected() -> None:
    assert Selection.of() == Selection(frozenset(code for code in CODES if code.startswith("TST")))
    assert Selection.of(["ALL"]) == Selection(frozenset(CODES))
    assert [Selection.of(names).has_plain for names in ([], ["TST"], ["NUM102"], ["ALL"])] == [
        False,
        False,
        True,
        True,
    ]


@pytest.mark.parametrize("code", CODES)
def test_a_rule_goes_by_its_code_and_its_name(code: str) -> None:
    assert codes_of(code) == codes_of(CODES[code]) == {code}
    assert code in codes_of(code[:3]) & codes_of("ALL")


def test_without() -> None:
    assert not Selection.of(["TST107"]).without(["TST"]).selects("TST107")
    assert Selection.of(["TST107"]).without(["NUM", "TST2"]).selects("TST107")


@pytest.mark.parametrize(
    ("selector", "message"),
    [
        ("TST1077", "no rule 'TST1077': did you mean TST107?"),
        ("short-groups", "no rule 'short-groups': did you mean short-group?"),
        ("", "no rule '': `tst rule --all` lists them"),
        ("T", "no rule 'T': `tst rule --all` lists them"),
        ("x" * 100_000, f"no rule '{'x' * 60}…': `tst rule --all` lists them"),
    ],
    ids=lambda text: text[:20],
)
def test_an_unknown_rule_is_named(selector: str, message: str) -> None:
    assert not is_selector(selector)
    for select, ignore in (([selector], []), ([], [selector])):
        with pytest.raises(tst.OptionError) as caught:
            Selection.of(select, ignore)
        assert (str(caught.value), caught.value.fault) == (message, "unknown-rule")
