"""The page about running text names everything that is left alone."""

from pathlib import Path

import pytest

from tst_grammar.text.text_grammar import shapes

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "running-text.md"
OTHERS = (
    *("malformed", "mixed-scripts", "ambiguous", "already-tst", "integer-range", "fraction-range"),
    *("exponent-range", "negative-zero", "sign-before-currency", "neighbour", "tangled", "needs-delimiters"),
)


@pytest.mark.parametrize("reason", [*shapes(), *OTHERS])
def test_the_page_names_each_reason(reason: str) -> None:
    assert f"`{reason}`" in PAGE.read_text(encoding="utf-8")
