"""Unified diffs of fixes, which other programs can apply."""

import re
import subprocess
from difflib import unified_diff
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from programs import needs_patch

from tst_grammar.linter.reports.unified_diffs import unified
from tst_grammar.text.lines import lines_of

LINES = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["", "", "", "!", "?"])), max_size=40)


def applied(diff: str, text: str) -> str:
    """Return a text after a diff of it, whose hunks must be exactly where they say."""
    before, after = list(lines_of(text)), []
    passed = 0
    diff = diff.replace("\n\\ No newline at end of file\n", "\0\n")
    for head, body in re.findall(r"^@@ (.*) @@\n((?:^[-+ ].*\n)+)", diff, re.MULTILINE):
        start, size = (int(number) for number in re.findall(r"-(\d+),(\d+)", head)[0])
        assert start > passed
        old, new = (
            [line[1:].replace("\0\n", "") for line in lines_of(body) if line[0] != other] for other in "+-"
        )
        assert head == f"-{start},{size} +{start},{len(new)}"
        assert before[start - 1 : start - 1 + size] == old
        after += [*before[passed : start - 1], *new]
        passed = start - 1 + size
    return "".join([*after, *before[passed:]])


@given(lines=LINES, ending=st.sampled_from(["", "\n", "\r\n"]), size=st.integers(1, 50))
def test_a_diff_makes_the_one_text_of_the_other(lines: list[tuple[str, str]], ending: str, size: int) -> None:
    before = "\n".join(line for line, _ in lines) + ending
    after = "\n".join(line + mark for line, mark in lines) + ending
    if not lines:
        before = after = ""
    pairs = list(zip(lines_of(before), lines_of(after), strict=True))
    pieces = [
        tuple("".join(side) for side in zip(*pairs[start : start + size], strict=True))
        for start in range(0, len(pairs), size)
    ]
    diff = "".join(unified("a", [(one, two) for one, two in pieces]))
    assert applied(diff, before) == after
    assert (diff == "") == (before == after)


@given(lines=LINES)
def test_a_diff_has_the_hunks_that_others_have(lines: list[tuple[str, str]]) -> None:
    before = [f"{number}{line}\n" for number, (line, _) in enumerate(lines)]
    after = [f"{number}{line}{mark}\n" for number, (line, mark) in enumerate(lines)]
    theirs = "".join(unified_diff(before, after, "a", "a"))
    ours = "".join(unified("a", [("".join(before), "".join(after))]))
    assert ours == re.sub(r"^@@ -1 \+1 @@$", "@@ -1,1 +1,1 @@", theirs, flags=re.MULTILINE)


def test_a_line_may_come_in_pieces() -> None:
    assert "".join(unified("a", [("1 ", "1 "), ("2 ", "3 "), ("4\n5", "4\n5")])) == (
        "--- a\n+++ a\n@@ -1,2 +1,2 @@\n-1 2 4\n+1 3 4\n 5\n\\ No newline at end of file\n"
    )


@needs_patch
@pytest.mark.parametrize("name", ["a.txt", "two words.txt", "é.txt"])
def test_patch_finds_the_file(tmp_path: Path, name: str) -> None:
    before, after = "1\r\n" * 20 + "2", "1\r\n" * 10 + "3\r\n" + "1\r\n" * 9 + "4"
    (tmp_path / name).write_bytes(before.encode())
    diff = "".join(unified(name, [(before, after)])).encode()
    subprocess.run(["patch", "--binary"], input=diff, cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / name).read_bytes() == after.encode()
