"""Comments that silence rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tst_grammar.linter.project.suppressions import Suppressions
from tst_grammar.rules import CODES


def silenced(text: str) -> dict[int, str]:
    """Return which of two rules are silenced on each line where one is."""
    found = Suppressions().after(text, line=1)
    lines = range(1, text.count("\n") + 3)
    said = {
        line: " ".join(code for code in ("TST107", "NUM101") if found.is_suppressed(code, line))
        for line in lines
    }
    return {line: codes for line, codes in said.items() if codes}


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("1k 2  # tst: ignore[TST107]\n1k 2\n", {1: "TST107"}),
        ("1k 2 tst: ignore[TST107]\n", {1: "TST107"}),
        ("1k 2 <!-- tst: ignore[TST107] -->\n", {1: "TST107"}),
        ("tst: ignore[TST107] 1k 2\n", {1: "TST107"}),
        ("1k 2 # tst: ignore\n", {1: "TST107 NUM101"}),
        ("1k 2 # tst: ignore[TST107, NUM]\n", {1: "TST107 NUM101"}),
        ("1k 2 # tst: ignore [ TST1 ]\n", {1: "TST107"}),
        ("1k 2 # tst: ignore[short-group]\n", {1: "TST107"}),
        ("1k 2 # tst: ignore[TST107] tst: ignore[NUM]\n", {1: "TST107 NUM101"}),
        ("# tst: ignore[TST107]\n1k 2\n1k 2\n", {1: "TST107", 2: "TST107"}),
        ("  // tst: ignore[TST107]: as it was printed\r\n1k 2\n", {1: "TST107", 2: "TST107"}),
        (".. tst: ignore[TST107]\n", {1: "TST107", 2: "TST107"}),
        ("tst: ignore[TST107]\n", {1: "TST107", 2: "TST107"}),
        ("tst: ignore", {1: "TST107 NUM101", 2: "TST107 NUM101"}),
        ("<!-- tst: ignore[TST107] -->\n", {1: "TST107", 2: "TST107"}),
        ("<!-- tst: ignore[TST107]: as it was printed -->\n", {1: "TST107", 2: "TST107"}),
        ("<!-- tst: ignore[TST107] --> 1k 2 <!-- -->\n", {1: "TST107"}),
        ("<!-- tst: ignore[TST107] ab\n", {1: "TST107"}),
        ("# tst: ignore[TST107]\n# tst: ignore[NUM]\n", {1: "TST107", 2: "TST107 NUM101", 3: "NUM101"}),
        ("\n<!-- tst: ignore-file[NUM] -->\n\n", {2: "NUM101", 3: "NUM101", 4: "NUM101", 5: "NUM101"}),
        ("tst: ignore-file", {1: "TST107 NUM101", 2: "TST107 NUM101"}),
        ("tst: ignore-file[NUM] tst: ignore[TST1]\n", {1: "TST107 NUM101", 2: "NUM101", 3: "NUM101"}),
        ("1k 2 # tst: ignore[TST999]\n", {}),
        ("1k 2 # tst: ignore[TST999, TST107]\n", {1: "TST107"}),
        ("1k 2 # tst: ignore[]\n", {}),
        ("1k 2 # tst: ignore[TST107\n]\n", {}),
        ("1k 2 # tst: ignored\n", {}),
        ("1k 2 # tst: ignore-files\n", {}),
        ("1k 2 # best: ignore\n1k 2 # test-tst: ignore\n", {}),
        ("1k 2\n", {}),
        ("", {}),
    ],
)
def test_comments(text: str, lines: dict[int, str]) -> None:
    assert silenced(text) == lines


LINES = (
    "# tst: ignore[TST1]",
    "1k 2 tst: ignore",
    "tst: ignore-file[NUM]",
    "1k 2",
    "",
    "<!-- tst: ignore -->",
)


@given(st.lists(st.sampled_from(LINES)), st.data())
def test_a_text_may_come_in_pieces(lines: list[str], data: st.DataObject) -> None:
    whole = Suppressions().after("".join(f"{line}\n" for line in lines), line=1)
    cut = data.draw(st.integers(0, len(lines)))
    first = Suppressions().after("".join(f"{line}\n" for line in lines[:cut]), line=1)
    second = first.after("".join(f"{line}\n" for line in lines[cut:]), line=cut + 1)
    for number in range(1, len(lines) + 2):
        part = first if number <= cut else second
        assert [part.is_suppressed(code, number) for code in CODES] == [
            whole.is_suppressed(code, number) for code in CODES
        ]


def test_what_is_kept_does_not_grow() -> None:
    kept = Suppressions()
    for piece in range(50):
        kept = kept.after("# tst: ignore\n" * 10 + "tst: ignore-file[TST1]\n", line=piece * 11 + 1)
        assert len(kept.by_line) <= 12


@pytest.mark.parametrize(
    ("text", "is_suppressed"),
    [
        ("tst: ignore[TST107]" * 50_000, True),
        ("tst: ignore[" * 100_000, False),
        (f"tst: ignore[{'TST107,' * 100_000}]", True),
    ],
    ids=["comments", "brackets", "codes"],
)
def test_hostile_lines_cost_little(text: str, *, is_suppressed: bool) -> None:
    assert Suppressions().after(text, line=1).is_suppressed("TST107", 1) is is_suppressed
