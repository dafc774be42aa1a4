"""Which dollar signs are around mathematics, and which are money."""

import pytest
from hypothesis import given
from strategies import texts

from tst_grammar.text.mathematics import mathematics, without_mathematics


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("$12k 345$", ["$12k 345$"]),
        ("let $x = 5$ and $y$.", ["$x = 5$", "$y$"]),
        ("$$1k 234$$ too", ["$$1k 234$$"]),
        ("$5", []),
        ("$5 or $6", []),
        ("$5-$6", []),
        ("$5, $6 $", []),
        ("$ 5$", []),
        ("$5 $", []),
        ("a $5\nb 6$", []),
        (r"\$5 and 6$", []),
        (r"$5 and 6\$", []),
        ("$$", []),
        ("$$5$", []),
        ("$5 but $x$", ["$x$"]),
        ("", []),
    ],
)
def test_mathematics(text: str, found: list[str]) -> None:
    assert [text[span.start : span.end] for span in mathematics(text)] == found


@given(text=texts())
def test_only_dollar_signs_are_replaced(text: str) -> None:
    masked = without_mathematics(text)
    assert len(masked) == len(text)
    assert all(one == two or (one == "$" and two in "()") for one, two in zip(text, masked, strict=True))
    assert without_mathematics(masked) == masked


def test_long_lines_are_searched_in_linear_time() -> None:
    assert list(mathematics("$5 " * 100_000)) == []
