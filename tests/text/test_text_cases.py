"""Every line of `tests/data/text`: numbers are in ⟦⟧, and text that is left alone in ⟨⟩ with a reason."""

import re

import pytest
from cases_io import DATA

import tst_grammar as tst

LINES = [
    (path.stem, line)
    for path in sorted((DATA / "text").glob("*.txt"))
    for line in path.read_text(encoding="utf-8").split("\n")[:-1]
]


def unmarked(line: str) -> tuple[str, list[tuple[int, int]], list[tuple[int, int, str]]]:
    """Return a line's text, the spans of its numbers, and the spans and reasons of the rest."""
    text, numbers, left = "", [], []
    for plain, number, other, reason in re.findall(r"([^⟦⟨]+)|⟦(.*?)⟧|⟨(.*?)\|([a-z-]+)⟩", line):
        start = len(text)
        text += plain + number + other
        if number:
            numbers.append((start, len(text)))
        elif other:
            left.append((start, len(text), reason))
    return text, numbers, left


def test_there_are_enough_lines() -> None:
    assert len(LINES) >= 500


@pytest.mark.parametrize(("name", "line"), LINES)
def test_line(name: str, line: str) -> None:
    locale, _, separator = name.partition("+separator=")
    text, numbers, left = unmarked(line)
    found = list(tst.find_numbers(text, locale=locale, separator=separator))
    assert [text[each.start : each.end] for each in found] == [text[start:end] for start, end in numbers]
    assert [(each.start, each.end) for each in found] == numbers
    remarks = tst.align(text, locale=locale, separator=separator, delimiters=("⟦", "⟧")).remarks
    reasons = {*tst.shapes(), "malformed", "mixed-scripts"}
    shapes = [(each.start, each.end, each.reason) for each in remarks if each.reason in reasons]
    assert shapes == left
    for each in found:
        assert each.raw == text[each.start : each.end]
        assert each.number.value == tst.parse_number(each.raw, locale=locale).value
