"""`columns.answers`: the answer of each row, as `extract` gives it."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

import tst_grammar as tst
from tst_grammar import columns
from tst_grammar.answers import Answer, extract

pa: Any = pytest.importorskip("pyarrow", reason="the extra `arrow` is not installed")

TEXTS = [
    *("9 * 2 = 18\n#### 18", None, "", "no number", "The answer is 12k 34", "so 50%", "#### $1.5M"),
    *("It is 1/3", "#### " + "9" * 23, "#### " + "9" * 24, "#### 0.000000000000001", "#### 1e-16"),
]


def described(answer: Answer) -> dict[str, object]:
    names = ("raw", "start", "end", "rule", "unit", "is_percent", "magnitude", "problem")
    return {name: getattr(answer, name) for name in names}


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()], ids=str)
def test_each_row_has_the_answer_of_its_text(kind: Any) -> None:
    chunks = pa.chunked_array([pa.array(TEXTS[:3], kind), pa.array(TEXTS[3:], kind)])
    rows = columns.answers(chunks).to_pylist()
    for text, row in zip(TEXTS, rows, strict=True):
        answer = None if text is None else extract(text)
        if answer is None:
            assert row is None
            continue
        value, value_text = row.pop("value"), row.pop("value_text")
        assert row == described(answer)
        exact = value if value_text is None else Fraction(value_text)
        assert exact == answer.value


def test_values_that_no_decimal_holds_are_texts() -> None:
    rows = columns.answers(["It is 1/3", "#### " + "9" * 24, "#### 1e-16", "#### 1e-15"]).to_pylist()
    assert [row["value_text"] for row in rows] == ["1/3", "9" * 24, "0.0000000000000001", None]
    assert rows[3]["value"] == Decimal("1e-15")


def test_options_are_checked_without_rows_too() -> None:
    assert len(columns.answers(pa.array([], pa.string()))) == 0
    with pytest.raises(tst.OptionError, match="rules holds 'box'"):
        columns.answers([], rules=["box"])
    with pytest.raises(tst.OptionError, match="a column of text is needed"):
        columns.answers([5])
    rows = columns.answers(["Die Antwort ist 1.234,5"], locale="de", rules=iter(["phrase"])).to_pylist()
    assert rows[0]["value"] == Decimal("1234.5")
