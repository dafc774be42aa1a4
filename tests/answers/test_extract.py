"""Extracting answers: the cases of `tests/data/answers`, and what the rules have in common."""

import json
import subprocess
import sys
from collections import Counter, defaultdict
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tst_grammar as tst
from tst_grammar.answers import RULES, Answer, extract, extract_many

DATA = Path(__file__).parent.parent / "data" / "answers"
Row = dict[str, Any]


def rows(name: str) -> list[Row]:
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def by_template(name: str) -> dict[str, list[Row]]:
    found = defaultdict(list)
    for row in rows(name):
        found[row["template"]].append(row)
    return found


FIRST = by_template("first-half")
SECOND = by_template("second-half")
INDEPENDENT = by_template("independent")
MISSED = {
    "Both agree on the same result [6,800]",
    "[1](https://example.org/1)",
    "The answer is 1.2.3,4.",
}
"""Texts of the second half and of the independent cases whose answers are read differently."""


def expected(row: Row) -> Row:
    """Return the expected answer of a case, in the form of `described`."""
    value = row.get("value")
    found: Row = {"rule": row["rule"], "problem": row.get("problem")}
    found["value"] = None if value is None else Fraction(value)
    if "readings" in row:
        found["readings"] = sorted(map(Fraction, row["readings"]))
    return found | {name: row[name] for name in ("span", "unit", "percent") if name in row}


def described(answer: Answer | None, row: Row) -> Row:
    """Return the parts of an answer that a case checks."""
    if answer is None:
        return {"rule": None, "problem": None, "value": None}
    whole: Row = {
        "rule": answer.rule,
        "problem": answer.problem,
        "value": None if answer.value is None else Fraction(answer.value),
        "readings": sorted(Fraction(each) for each in answer.readings),
        "span": [answer.start, answer.end],
        "unit": answer.unit,
        "percent": answer.is_percent,
    }
    return {name: whole[name] for name in expected(row)}


@pytest.mark.parametrize("template", FIRST)
def test_first_half(template: str) -> None:
    for row in FIRST[template]:
        assert described(extract(row["text"], **row.get("options", {})), row) == expected(row), row["text"]


@pytest.mark.parametrize("template", [*SECOND, *INDEPENDENT])
def test_second_half_and_independent_cases(template: str) -> None:
    for row in SECOND.get(template, []) + INDEPENDENT.get(template, []):
        is_right = described(extract(row["text"], **row.get("options", {})), row) == expected(row)
        assert is_right == (row["text"] not in MISSED), row["text"]


def test_the_set_is_large_and_varied() -> None:
    for half in (FIRST, SECOND, INDEPENDENT):
        assert sum(map(len, half.values())) >= 500
        assert max(map(len, half.values())) <= 10
    texts = Counter(
        row["text"] + str(row.get("options"))
        for half in (FIRST, SECOND, INDEPENDENT)
        for rows in half.values()
        for row in rows
    )
    assert [text for text, count in texts.items() if count > 1] == []


@pytest.mark.parametrize(
    ("text", "value", "problem"),
    [
        (r"\boxed{x = 3, y = 4}", None, "ambiguous"),
        (r"\boxed{10 \;\text{cm}^2}", 10, None),
        (r"\boxed{\$32,\!348}", 32348, None),
        (r"\boxed{\frac{\sqrt{3}}{2}}", None, "expression"),
        ("The answer is minus 5.", -5, None),
        ("My final answer is 33. I checked it.", 33, None),
        ("His profit is $200,000 - $130,000 = $<<200000-130000=70000>>70,000", 70000, None),
        ("### Answer\n42", 42, None),
        ("Answer: 12:30", None, None),
        (r"$\frac3{4}$ of them", Fraction(3, 4), None),
        (r"The answer is $14 {, }916$.", 14916, None),
        (r"\boxed{12,\! 345}", 12345, None),
        (r"\boxed{\frac{1}{-3}}", Fraction(-1, 3), None),
        (r"\boxed{\frac{-1}{-3}}", Fraction(1, 3), None),
        (r"\boxed{\frac{12}{5}x}", None, "expression"),
        (r"It is \frac{1.5}{2}", None, "expression"),
        ("It is 2^10", None, "expression"),
        ("It is 2**10", None, "expression"),
        ("It is 3 / 4", None, "expression"),
        ("The answer is √2", None, "expression"),
        ("The answer is 3π", None, "expression"),
        ("The answer is 5²", None, "expression"),
        ('{"answer": [1, 2]}', None, "ambiguous"),
        ('{"answer": [3]}', 3, None),
        (r"It is at $(3, \frac{\pi}{2})$", None, "expression"),
        (r"The answer is $\sqrt{17}$.", None, "expression"),
        (r"\boxed{1010_2}", None, "expression"),
        ("#### 1_000_000", 1_000_000, None),
        (r"\boxed{x \le 7}", None, "expression"),
        (r"\boxed{x>5}", None, "expression"),
        (r"\boxed{2\,\text{m}\,\text{s}^{-1}}", 2, None),
        ("The answer is 4 0/9.", 4, None),
        ("The answer is 0.5 or 1/2.", Decimal("0.5"), None),
        ("The answer is 11 7/6.", None, "ambiguous"),
        ("The answer is 4 0/0.", None, "expression"),
        ("The answer is 3 1/2cups.", Fraction(7, 2), None),
        ("The answer is 10/1,000.", Fraction(1, 100), None),
        ("The answer is 4 4/9percent.", Fraction(40, 9), None),
        ("The answer is 33⅓%.", Fraction(100, 3), None),
        ("#### 1⁄4", Fraction(1, 4), None),
        ("The answer is ±4.", None, "ambiguous"),
        ("The answer is 1,23,4.", None, "ambiguous"),
        (r"So $\frac{36}{4} = 9$ boys.", 9, None),
        ("The answer is $ 45.50.", Decimal("45.5"), None),
    ],
)
def test_more_texts(text: str, value: int | Decimal | Fraction | None, problem: str | None) -> None:
    answer = extract(text)
    assert (answer and answer.value, answer and answer.problem) == (value, problem)


@pytest.mark.parametrize(
    "text", [r"\boxed{28\%}", r"$\boxed{28}\%$", r"$\boxed{28}$ percent", "#### 28pct", "It is 28 %"]
)
def test_percent_signs_inside_and_behind(text: str) -> None:
    answer = extract(text)
    assert answer
    assert answer.value == 28
    assert answer.is_percent


def test_candidates_are_every_number_with_its_place() -> None:
    text = "Of 3 million, 12k 34 and 1/2:\nthe answer is $1k 234."
    answer = extract(text)
    assert answer
    assert [(each.raw, each.value, each.problem) for each in answer.candidates] == [
        ("3 million", Decimal(3000000), None),
        ("12k 34", None, "short-group"),
        ("1/2", Fraction(1, 2), None),
        ("$1k 234", Decimal(1234), None),
    ]
    assert all(text[each.start : each.end] == each.raw for each in answer.candidates)


def test_rules_are_chosen_and_tried_in_order() -> None:
    text = "The answer is 5.\n#### 6"
    assert [getattr(extract(text, rules=[rule]), "raw", None) for rule in RULES] == [
        *(None, "6", None, None, "5", None, "6")
    ]
    assert getattr(extract(text, rules=["phrase", "hash"]), "raw", None) == "5"
    assert extract(text, rules=[]) is None


def test_a_dozen_is_a_unit_and_not_a_factor() -> None:
    answer = extract("The answer is 12 dozen.")
    assert answer
    assert (answer.value, answer.unit) == (Decimal(12), "dozen")


def test_named_tags_and_fields() -> None:
    assert getattr(extract("<result>7</result> 8", rules=["tag:result"]), "raw", None) == "7"
    assert getattr(extract('{"a": {"total": "7 km"}, "b": 8}', rules=["json:total"]), "unit", None) == "km"


def test_wrong_options() -> None:
    with pytest.raises(tst.OptionError, match="rules holds 'box': a rule is boxed, hash, tag") as caught:
        extract("5", rules=["box"])
    assert caught.value.fault == "unknown-answer-rule"
    with pytest.raises(tst.OptionError, match="'bold:x'"):
        extract("5", rules=["bold:x"])
    with pytest.raises(TypeError, match="rules takes names of rules, not str"):
        extract("5", rules="last")
    with pytest.raises(TypeError, match="extract takes a str, not int"):
        extract(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="use extract"):
        extract_many("#### 5")
    with pytest.raises(tst.LocaleError):
        extract("5", locale="xx-none")


def test_many_answers_keep_nulls_and_their_order() -> None:
    texts = ["#### 1", None, "no number", "the answer is 12k 34"]
    found = extract_many(texts)
    assert [each and (each.value, each.problem) for each in found] == [
        (Decimal(1), None),
        None,
        None,
        (None, "short-group"),
    ]


def test_huge_numbers_are_a_fault_and_not_a_wait() -> None:
    for text, problem in (
        ("#### 1e999999999999", "exponent-range"),
        ("#### " + "7" * 20_000, "integer-range"),
        ("#### 1e99999999999999999999", "exponent-range"),
        ("#### 1" + " 000" * 2000, "integer-range"),
    ):
        answer = extract(text)
        assert answer
        assert (answer.value, answer.problem) == (None, problem)


PARTS = st.sampled_from(
    [
        *"0123456789,.-−+/%$€ \n={}\\*#<>[]\"':k",
        *("\\boxed{", "\\frac{", "12", "1k 234", "12k 34", "####", "<answer>", "</answer>", "answer is "),
        *('{"answer": ', "½", "3 million", "±", "億", "\\text{", "**", "5m"),
    ]
)


@given(st.lists(PARTS, max_size=25).map("".join), st.sampled_from(["en", "de", "fr", "auto"]))
def test_every_text_has_an_answer_inside_it_or_none(text: str, locale: str) -> None:
    answer = extract(text, locale=locale)
    if answer is None:
        return
    assert text[answer.start : answer.end] == answer.raw
    assert (answer.value is None) == (answer.problem is not None)
    assert answer.value is None or answer.readings == (answer.value,)
    for each in answer.candidates:
        assert text[each.start : each.end] == each.raw


def test_whole_answers_need_neither_the_linter_nor_lark() -> None:
    code = "import sys; from tst_grammar.answers import extract; extract('#### 1k 234'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"lark", "tst_grammar.linter.linter"} & set(done.stdout.split())


def test_long_fractions_are_exact() -> None:
    answer = extract(f"#### 1/{'7' * 3999}")
    assert answer
    assert answer.value == Fraction(1, 7 * (10**3999 - 1) // 9)


@pytest.mark.parametrize(
    "piece",
    [
        "#",
        " __a",
        "answer is ",
        "1=",
        "= ",
        "\\boxed{",
        "**",
        "$1",
        "<answer>",
        '"answer":"',
        "1 234 ",
        "not ",
        "± ",
        "\\frac{a",
        "\\sqrt é 5",
    ],
)
def test_hostile_texts_are_read_in_time(piece: str) -> None:
    extract(piece * 20_000)
