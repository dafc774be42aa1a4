"""Which dollar signs are around mathematics, and which are money."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import texts

import tst_grammar as tst
from tst_grammar.automata import engine
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


@pytest.mark.parametrize(
    "text", ["$-5$", "$+5$", "\u2212$5$", "+$5$", "\u2212\u200e$5$", "$$-5$$", "a $-0.$ b"]
)
def test_signs_beside_mathematics_stay(text: str) -> None:
    assert tst.annotate(text) == text
    assert tst.restore(text) == text


@given(
    text=st.text("$$$-+\u2212\u200e057.,k \n", max_size=12),
    scheme=st.sampled_from(("tst", "algorithm-1", "option-a")),
)
def test_mathematics_is_the_same_without_the_kernel(text: str, scheme: str) -> None:
    results = set()
    for is_native in (True, False):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(engine, "NATIVE", is_native)
            results.add((tst.annotate(text, scheme=scheme), tst.restore(text, scheme=scheme)))
    assert len(results) == 1
