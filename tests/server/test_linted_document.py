"""A document in an editor has the findings that `lint` reports for its text, after every change."""

from collections.abc import Iterator
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tst_grammar as tst
from tst_grammar.linter.lint import linter_for
from tst_grammar.linter.project.rule_selection import Selection
from tst_grammar.server.lined_text import Place
from tst_grammar.server.linted_document import LintedDocument

PIECES = (
    *("1k 23", "1m 234k 567", "01k 234", "1m  234к 567", "1,234", "$1k 234. 500p", "-0", "1k", "234"),
    *("⟦", "⟧", "⟦1k 234⟧", "⟦1k 23⟧", "⟦ 5⟧", "|", "|1k 23|", " and words that go on ", " ", "(", "\u2028"),
    *("\n", "\n", "\n", "\r\n", "\r"),
)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)
EVERYTHING = Selection.of(select=["ALL"])


def opened(text: str, delimiters: tuple[str, str] | None) -> LintedDocument:
    linter = linter_for(scheme="tst", locale="en", separator="", delimiters=delimiters, selection=EVERYTHING)
    return LintedDocument.of(text, linter, lambda found: EVERYTHING.selects(found.code))


def found_in(document: LintedDocument) -> list[tuple[str, int, int]]:
    starts = list(accumulate(map(len, document.text.lines), initial=0))
    return sorted(
        (found.code, found.start + starts[line], found.end + starts[line])
        for line, found in document.findings()
    )


@pytest.mark.parametrize("delimiters", [None, ("⟦", "⟧"), ("|", "|"), ("⟦\n", "⟧")])
@given(text=TEXTS, changes=st.lists(st.tuples(TEXTS, st.integers(0, 99), st.integers(0, 99)), max_size=4))
def test_every_change_gives_the_findings_of_the_whole_text(
    delimiters: tuple[str, str] | None, text: str, changes: list[tuple[str, int, int]]
) -> None:
    document = opened(text, delimiters)
    for new, *places in changes:
        ends = []
        for place in places:
            line = place % len(document.text.lines)
            ends.append(Place(line, place % (len(document.text.lines[line].rstrip("\r\n")) + 1)))
        start, end = sorted(ends)
        document.replace(start, end, new)
        text = "".join(document.text.lines)
        expected = tst.lint(text, select=["ALL"], delimiters=delimiters)
        assert found_in(document) == sorted((each.code, each.start, each.end) for each in expected)


@pytest.mark.parametrize("delimiters", [None, ("⟦", "⟧"), ("<n>", "</n>")])
def test_a_change_checks_only_what_it_touches(
    delimiters: tuple[str, str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening, closing = delimiters or ("", "")
    document = opened(f"It cost {opening}1k 234{closing} in all of these words.\n" * 2000, delimiters)
    checked: list[str] = []
    findings = document.linter.findings

    def watched(text: str) -> Iterator[tst.Diagnostic]:
        checked.append(text)
        return findings(text)

    monkeypatch.setattr(document.linter, "findings", watched)
    document.replace(Place(1000, 3), Place(1000, 3), "x")
    assert sum(map(len, checked)) < 2000
