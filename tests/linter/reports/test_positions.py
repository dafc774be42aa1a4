"""Positions: lines, columns and offsets in three units, compared with what encoding every prefix gives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import cut_texts, texts

from tst_grammar.linter.reports.positions import Position, Positions


def counted(before: str) -> Position:
    """Return the position after a text by counting each of its characters."""
    *ended, line = before.split("\n")
    return Position(
        line=len(ended) + 1,
        column=len(line) + 1,
        offset=len(before),
        byte=sum(
            1 if "\udc80" <= each <= "\udcff" else len(each.encode("utf-8", "surrogatepass"))
            for each in before
        ),
        utf16=sum(len(each.encode("utf-16-le", "surrogatepass")) // 2 for each in before),
    )


@pytest.mark.parametrize(
    ("before", "position"),
    [
        ("", Position(1, 1, 0, 0, 0)),
        ("1k", Position(1, 3, 2, 2, 2)),
        ("1k\n", Position(2, 1, 3, 3, 3)),
        ("1k\r\n2", Position(2, 2, 5, 5, 5)),
        ("1k\r2\u20283\v4\x855", Position(1, 11, 10, 13, 10)),  # none of these ends a line
        ("\t1", Position(1, 3, 2, 2, 2)),
        ("e\u0301", Position(1, 3, 2, 3, 2)),
        ("١٢", Position(1, 3, 2, 4, 2)),
        ("万", Position(1, 2, 1, 3, 1)),
        ("💰", Position(1, 2, 1, 4, 2)),
        ("👩\u200d🚀", Position(1, 4, 3, 11, 5)),
        ("\ufeff1", Position(1, 3, 2, 4, 2)),
        ("\0", Position(1, 2, 1, 1, 1)),
        ("\udcff", Position(1, 2, 1, 1, 1)),  # a byte that was no UTF-8
        ("\ud800", Position(1, 2, 1, 3, 1)),
        ("\ud83d\udcb0", Position(1, 3, 2, 4, 2)),  # halves that were apart stay apart
    ],
    ids=ascii,
)
def test_units(before: str, position: Position) -> None:
    assert Position().after(before) == position == counted(before)


@given(texts(), texts())
def test_positions_add_up(first: str, second: str) -> None:
    assert Position().after(first).after(second) == counted(first + second)


@given(cut_texts(), st.data())
def test_pieces_in_any_order(pieces: list[str], data: st.DataObject) -> None:
    start, passed = Position(), ""
    for piece in pieces:
        positions = Positions(piece, start)
        for index in data.draw(st.lists(st.integers(0, len(piece)), max_size=4)):
            assert positions.at(index) == counted(passed + piece[:index])
        start, passed = positions.end, passed + piece
    assert start == counted(passed)


@given(st.binary(max_size=200))
def test_bytes_are_those_of_the_file(content: bytes) -> None:
    text = content.decode("utf-8", "surrogateescape")
    assert Position().after(text).byte == len(content)


@pytest.mark.parametrize("unit", ["1k 234\n", "é 1k\n", "💰", "\udcff1k\n"], ids=ascii)
def test_long_pieces(unit: str) -> None:
    text = unit * 5000
    positions = Positions(text)
    for index in (len(text), 511, 512, 513, 0, 4096, len(text) - 1):
        assert positions.at(index) == counted(text[:index])
