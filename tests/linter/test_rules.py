"""The rules of the linter: one table, one page for each rule, and examples that are true."""

import re
from operator import attrgetter
from pathlib import Path

import pytest

import tst_grammar as tst
from tst_grammar import rules
from tst_grammar.diagnostics import Severity
from tst_grammar.errors import OptionError
from tst_grammar.language.schemes import SCHEMES, find_scheme
from tst_grammar.linter.suspect.checks import CHECKS
from tst_grammar.rules import find_rule
from tst_grammar.rules.rule import HEADINGS, Rule

RULES = [find_rule(code) for code in rules.CODES]
OF_DECODING = [rule for rule in RULES if rule.code.startswith("TST1")]
OF_NUMBERS = [rule for rule in RULES if rule.code.startswith(("TST1", "TST2"))]
LEFT_ALONE = [rule for rule in RULES if re.search("restore`.* alone", rule.documentation, re.DOTALL)]
WARNINGS = {"unannotated-number", "unwritable-number", "abbreviated-number", "number-run"}
EXAMPLES = ("Example", "Use instead")

each_rule = pytest.mark.parametrize("rule", RULES, ids=attrgetter("name"))
each_decoding_rule = pytest.mark.parametrize("rule", OF_DECODING, ids=attrgetter("name"))
each_number_rule = pytest.mark.parametrize("rule", OF_NUMBERS, ids=attrgetter("name"))


def options_of(rule: Rule) -> dict[str, str]:
    """Return the options of a rule's examples; the value of `against` ends with the line."""
    text, _ = rule.example("Example")
    words, against, source = text.partition("against=")
    options = dict(word.partition("=")[::2] for word in words.split())
    return options | ({"against": source} if against else {})


def number_of(rule: Rule, heading: str) -> str | list[str]:
    """Return the last number of an example without the words around it, or its list of tokens."""
    _, text = rule.example(heading)
    options = options_of(rule)
    if "tokens" in options:
        return text.split()
    without_delimiters = re.sub(f"[{options.get('delimiters', '⟦⟧')}]", "", text)
    parts = re.split(r"(?<!\S)[A-Za-z][a-z]+\.?(?!\S)", without_delimiters)
    return [part.strip() for part in parts if part.strip()][-1]


def fault_of(number: str | list[str], scheme: tst.Scheme) -> str | None:
    try:
        tst.decode(number, scheme=scheme)
    except (tst.DecodeError, tst.RangeError) as error:
        return error.fault
    return None


def test_each_rule_has_a_page() -> None:
    pages = Path(rules.__file__).parent / "pages"
    assert sorted(path.name for path in pages.iterdir()) == sorted(f"{rule.name}.md" for rule in RULES)


def test_each_check_is_of_a_rule() -> None:
    assert [find_rule(name).code for name in CHECKS] == [f"TST{number}" for number in range(204, 212)]


def test_codes_and_names_are_unique_and_of_one_form() -> None:
    assert len(set(rules.CODES.values())) == len(rules.CODES)
    assert all(re.fullmatch("(NUM|TST)[1-9][0-9]{2}", code) for code in rules.CODES)
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", name) for name in rules.CODES.values())


@each_rule
def test_found_by_code_and_by_name(rule: Rule) -> None:
    assert find_rule(rule.code) == find_rule(rule.name) == rule


def test_an_unknown_rule_is_an_error() -> None:
    with pytest.raises(OptionError) as caught:
        find_rule("TST999")
    assert caught.value.fault == "unknown-rule"
    assert caught.value.message.startswith("no rule 'TST999'")


@each_rule
def test_the_headings_are_all_there_in_order(rule: Rule) -> None:
    assert tuple(re.findall("^## (.*)$", rule.documentation, re.MULTILINE)) == HEADINGS
    assert all(rule.section(heading) for heading in HEADINGS)


@each_rule
def test_the_first_line_is_a_sentence(rule: Rule) -> None:
    assert re.fullmatch(r"[A-Z].{0,97}\.", rule.summary)
    assert rule.documentation.splitlines()[1] == ""


def test_no_two_rules_say_the_same() -> None:
    assert len({rule.summary for rule in RULES}) == len(RULES)
    assert len({rule.section("Why is this bad?") for rule in RULES}) == len(RULES)
    assert len({rule.example("Example") for rule in RULES}) == len(RULES)


@each_rule
def test_severity(rule: Rule) -> None:
    assert rule.severity is (Severity.WARNING if rule.name in WARNINGS else Severity.ERROR)


@each_rule
def test_the_safety_of_the_fix_is_said_first(rule: Rule) -> None:
    assert re.match("(Safe|Unsafe|None): ", rule.section("Fix safety"))


@each_rule
def test_the_examples_differ_in_their_text_alone(rule: Rule) -> None:
    (options, bad), (same_options, good) = map(rule.example, EXAMPLES)
    assert options == same_options
    assert bad != good
    assert good.strip()
    assert bad.strip() or rule.name == "empty"


@each_rule
def test_the_options_of_examples_are_known(rule: Rule) -> None:
    options = options_of(rule)
    assert set(options) <= {"scheme", "delimiters", "against", "tokens"}
    assert options.get("tokens", "") == ""
    assert len(options.get("delimiters", "⟦⟧")) == 2
    assert find_scheme(options.get("scheme", "tst"))


@each_decoding_rule
def test_the_example_has_the_fault_of_the_rule(rule: Rule) -> None:
    scheme = find_scheme(options_of(rule).get("scheme", "tst"))
    assert fault_of(number_of(rule, "Example"), scheme) == rule.name


@each_number_rule
def test_only_the_mended_example_is_a_number(rule: Rule) -> None:
    scheme = find_scheme(options_of(rule).get("scheme", "tst"))
    assert fault_of(number_of(rule, "Example"), scheme)
    assert fault_of(number_of(rule, "Use instead"), scheme) is None


@each_decoding_rule
def test_the_example_is_no_number_of_another_scheme(rule: Rule) -> None:
    number = number_of(rule, "Example")
    others = [name for name, scheme in SCHEMES.items() if not fault_of(number, scheme)]
    # a terminator is all that `terminated` adds to the default
    assert others == (["tst", "option-b", "gst-3"] if rule.name == "missing-terminator" else [])


@pytest.mark.parametrize("rule", LEFT_ALONE, ids=attrgetter("name"))
def test_restore_leaves_alone_what_is_said_to_be(rule: Rule) -> None:
    number = number_of(rule, "Example")
    assert isinstance(number, str)
    assert tst.restore(number, scheme=find_scheme(options_of(rule).get("scheme", "tst"))) == number


@pytest.mark.parametrize(
    ("name", "restored"),
    [
        ("unknown-magnitude", "It has 1g 234567000 cells."),
        ("trailing-zero-group", "It weighs 0.1 000pp grams."),
        ("missing-point", "It weighs 1234 500p grams."),
        ("stray-terminator", "It weighs 5.5 [T1] grams."),
        ("joined-digits", "It has 1m 2 34k 567 cells."),
        ("fraction-range", "It weighs 0.333333333333333 333pppppp grams."),
        ("number-run", "It has 1234 567 cells."),
        ("detached-point", "It weighs 1234.500p grams."),
    ],
)
def test_restore_writes_what_is_said_to_go_wrong(name: str, restored: str) -> None:
    rule = find_rule(name)
    _, text = rule.example("Example")
    assert tst.restore(text, scheme=find_scheme(options_of(rule).get("scheme", "tst"))) == restored


@pytest.mark.parametrize(
    "rule", [rule for rule in RULES if rule.code.startswith("TST3")], ids=attrgetter("name")
)
def test_restore_leaves_faults_of_delimiters_in_the_text(rule: Rule) -> None:
    _, text = rule.example("Example")
    assert tst.restore(text, delimiters=("⟦", "⟧")) == text


def test_an_unannotated_number_is_mended_as_annotate_writes_it() -> None:
    (_, bad), (_, good) = map(find_rule("unannotated-number").example, EXAMPLES)
    assert tst.annotate(bad) == good


def test_an_unwritable_number_is_what_annotate_leaves_alone() -> None:
    _, bad = find_rule("unwritable-number").example("Example")
    assert tst.annotate(bad) == bad


def test_a_number_in_a_mixed_scheme_is_one_of_another_preset() -> None:
    number = number_of(find_rule("mixed-scheme"), "Example")
    assert [name for name, scheme in SCHEMES.items() if not fault_of(number, scheme)] == ["option-a"]


def findings_in(rule: Rule, heading: str) -> list[tst.Diagnostic]:
    """Return the findings in an example with its options."""
    _, text = rule.example(heading)
    options = options_of(rule)
    pair = options.get("delimiters")
    return tst.lint(
        text,
        scheme=find_scheme(options.get("scheme", "tst")),
        delimiters=(pair[0], pair[1]) if pair else None,
        against=options.get("against"),
        select=("ALL",),
    )


OF_TEXT = [rule for rule in RULES if "tokens" not in options_of(rule)]
each_text_rule = pytest.mark.parametrize("rule", OF_TEXT, ids=attrgetter("name"))


@each_text_rule
def test_the_linter_finds_the_example_and_nothing_else(rule: Rule) -> None:
    assert {found.name for found in findings_in(rule, "Example")} == {rule.name}
    assert findings_in(rule, "Use instead") == []


@each_text_rule
def test_the_fix_of_the_example_is_as_safe_as_is_said(rule: Rule) -> None:
    _, bad = rule.example("Example")
    _, good = rule.example("Use instead")
    found, *_ = findings_in(rule, "Example")
    said = rule.section("Fix safety").partition(":")[0]
    if found.fix is None:
        assert said == "None"
    else:
        assert said == ("Safe" if found.fix.is_safe else "Unsafe")
        assert found.fix.applied(bad) == good
