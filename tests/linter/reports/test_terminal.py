"""The drawings of the linter: whole outputs, and carets below the marked text."""

from typing import Any

import pytest
from findings import FIXED, IN_FIELD, MESSAGE, SAFE, SHORT, in_text, output
from hypothesis import given
from strategies import findings

from tst_grammar.diagnostics import Fix, visible
from tst_grammar.linter.reports.located import Located, located


def drawn(*found: Located) -> list[str]:
    """Return the source line and the caret line of the only finding in the format `full`."""
    return output(*found, name="full").split("\n")[3:5]


def test_full() -> None:
    assert output(FIXED, SAFE, IN_FIELD, name="full") == (
        "TST107 '23k' has 2 digits\n"
        " --> notes.txt:2:4\n"
        "  |\n"
        "2 | 1m 23k 456 cells.\n"
        "  |    ^^^\n"
        "  |\n"
        "help: replace '1m 23k 456' with '1m 023k 456' (unsafe: the value may change)\n"
        "\n"
        "TST107 [*] '23k' has 2 digits\n"
        " --> b.txt:1:5\n"
        "  |\n"
        "1 | -1k 23k\n"
        "  |     ^^^\n"
        "  |\n"
        "help: remove '-'\n"
        "\n"
        "TST107 '23k' has 2 digits\n"
        " --> data.jsonl:7:a.text:6\n"
        "  |\n"
        "7 | 1m 23k\n"
        "  |    ^^^\n"
        "  |\n"
        "\n"
        "Found 3 errors. 1 fixable with --fix (1 more with --unsafe-fixes).\n"
    )


def test_full_in_color() -> None:
    assert output(SAFE, name="full", color=True) == (
        "\x1b[1;31mTST107\x1b[0m \x1b[1;36m[*]\x1b[0m '23k' has 2 digits\n"
        " \x1b[1;34m-->\x1b[0m b.txt:1:5\n"
        "  \x1b[1;34m|\x1b[0m\n"
        "\x1b[1;34m1 |\x1b[0m -1k 23k\n"
        "  \x1b[1;34m|\x1b[0m     \x1b[1;31m^^^\x1b[0m\n"
        "  \x1b[1;34m|\x1b[0m\n"
        "\x1b[1;36mhelp:\x1b[0m remove '-'\n"
        "\n"
        "Found 1 error. 1 fixable with --fix.\n"
    )


@pytest.mark.parametrize(
    ("text", "marked", "line", "carets"),
    [
        pytest.param("1m 23k", "23k", "1m 23k", "   ^^^", id="plain"),
        pytest.param("\t1\t23k", "23k", "    1    23k", "         ^^^", id="tabs"),
        pytest.param("cafe\u0301 23k", "23k", "cafe\u0301 23k", "     ^^^", id="combining mark"),
        pytest.param("1 2\u20e33k", "2\u20e33k", "1 2\u20e33k", "  ^^^", id="enclosing mark in it"),
        pytest.param("ก็ 23k", "23k", "ก็ 23k", "  ^^^", id="mark without a class"),
        pytest.param("価格 23k", "23k", "価格 23k", "     ^^^", id="wide"),
        pytest.param("1 ２３k", "２３k", "1 ２３k", "  ^^^^^", id="full-width digits"),
        pytest.param("💰 23k", "23k", "💰 23k", "   ^^^", id="emoji"),
        pytest.param("𝟚 23k", "23k", "𝟚 23k", "  ^^^", id="astral and narrow"),
        pytest.param("\u1112\u1161\u11ab 23k", "23k", "\u1112\u1161\u11ab 23k", "   ^^^", id="Hangul"),
        pytest.param("1m 23k\r\n", "23k", "1m 23k", "   ^^^", id="CRLF"),
        pytest.param("1m\r23k\r", "23k", r"1m\r23k\r", "    ^^^", id="lone CR"),
        pytest.param("1m\0 23k", "23k", r"1m\x00 23k", "       ^^^", id="NUL"),
        pytest.param("1m\x1b[31m 23k", "23k", r"1m\x1b[31m 23k", "           ^^^", id="escape"),
        pytest.param("\udcff 23k", "23k", r"\xff 23k", "     ^^^", id="byte that is not UTF-8"),
        pytest.param("\ud800 23k", "23k", r"\ud800 23k", "       ^^^", id="half of a surrogate pair"),
        pytest.param("1 2\ud8003k", "2\ud8003k", r"1 2\ud8003k", "  ^^^^^^^^^", id="lone surrogate in it"),
        pytest.param("\ufeff23k", "23k", r"\ufeff23k", "      ^^^", id="byte order mark"),
        pytest.param("1\u202f23k", "23k", r"1\u202f23k", "       ^^^", id="narrow space"),
        pytest.param("1m 23k\n456\n", "23k\n4", "1m 23k", "   ^^^", id="over a line end"),
        pytest.param("1m ", "", "1m", "^", id="nothing"),
        pytest.param("\n", "", "", "^", id="nothing in an empty line"),
    ],
)
def test_carets(text: str, marked: str, line: str, carets: str) -> None:
    assert drawn(in_text(text, marked)) == [f"1 | {line}".rstrip(), f"  | {carets}"]


@pytest.mark.parametrize(
    ("before", "marked", "after", "line", "place"),
    [
        ("x" * 80, "23k", "y" * 80, "x" * 80 + "23k" + "y" * 80, 80),
        ("x" * 81, "23k", "y" * 80 + "\nz", "…" + "x" * 80 + "23k" + "y" * 80, 81),
        ("x" * 80, "23k", "y" * 80 + "\r\nz", "x" * 80 + "23k" + "y" * 80, 80),
        ("x" * 10**6, "23k", "y" * 10**6, "…" + "x" * 80 + "23k" + "y" * 80 + "…", 81),
        ("z\n" + "x" * 9, "9" * 10**6, "y", "x" * 9 + "9" * 160 + "…", 9),
    ],
    ids=["just short enough", "cut before", "end of a line", "cut on both sides", "long itself"],
)
def test_long_lines_are_cut(before: str, marked: str, after: str, line: str, place: int) -> None:
    found = in_text(before + marked + after, marked)
    assert found.line == line
    assert found.start.column - 1 - found.line_offset == place


def test_a_line_may_come_in_pieces() -> None:
    finding = SHORT.finding(MESSAGE, 2, 5)
    _, second = located("notes.txt", [("é\nx 23k", [finding.moved(2)]), (", 23k\n", [finding])])
    assert (second.start.line, second.start.column, second.start.byte) == (2, 8, 10)
    assert second.diagnostic.start == second.start.offset == 9
    assert drawn(second) == ["2 | …, 23k", "  |    ^^^"]


@pytest.mark.parametrize(
    ("details", "line"),
    [
        ({"fix": Fix(3, 6, "023k", is_safe=True)}, "help: replace '23k' with '023k'"),
        ({"fix": Fix(3, 3, "0", is_safe=False)}, "help: insert '0' (unsafe: the value may change)"),
        ({"fix": Fix(2, 3, "", is_safe=True)}, "help: remove ' '"),
        ({"expected": ("023k",)}, "help: expected 023k"),
        ({"expected": ("a sign", "a digit", "\t")}, r"help: expected a sign, a digit or \t"),
        ({"expected": tuple("1234567")}, "help: expected 1, 2, 3, 4, 5 or 2 more"),
        ({}, ""),
    ],
)
def test_help(details: dict[str, Any], line: str) -> None:
    assert output(in_text("1m 23k 456", **details), name="full").split("\n")[6] == line


@given(findings())
def test_the_line_shows_the_finding_where_the_columns_say(found: Located) -> None:
    place = found.start.column - 1 - found.line_offset
    shown = found.line[place : place + found.end.offset - found.start.offset]
    assert place >= 0
    assert found.diagnostic.message.startswith(visible(shown.removesuffix("…")))
    assert (found.diagnostic.start, found.diagnostic.end) == (found.start.offset, found.end.offset)
