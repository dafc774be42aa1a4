"""Frames and series of pandas."""

from typing import Any

import pytest

import tst_grammar as tst

pd: Any = pytest.importorskip("pandas")
pa: Any = pytest.importorskip("pyarrow")

from tst_grammar.columns import pandas as frames  # noqa: E402 -- only if pandas is installed

TEXTS = ["by 1,234.50", None, "no number"]
DTYPES = ["str", "string", "string[python]", "string[pyarrow]", pd.ArrowDtype(pa.large_string()), object]


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_the_index_and_the_dtype_of_text_stay(dtype: Any) -> None:
    series = pd.Series(TEXTS, index=["a", "c", "b"], name="text", dtype=dtype)
    results: list[Any] = [
        tst.annotate_many(series),
        frames.annotate(series.to_frame(), "text")["text"],
        frames.annotate(series.to_frame(), "text", into="tst")["tst"],
    ]
    for made in results:
        assert made.dtype == series.dtype
        assert made.index.equals(series.index)
        assert made.isna().tolist() == [False, True, False]
        assert made.dropna().tolist() == ["by 1k 234. 500p", "no number"]


def test_the_given_frame_does_not_change() -> None:
    frame = pd.DataFrame({"text": TEXTS})
    frames.annotate(frame, "text")
    frames.lint(frame, "text")
    assert frame["text"].tolist()[0] == TEXTS[0]
    assert [*frame] == ["text"]


def test_categories_stay_categories() -> None:
    frame = pd.DataFrame({"text": pd.Series(TEXTS * 2, dtype="category")})
    made = frames.annotate(frame, "text", into="tst", reasons="why")
    assert made["tst"].dtype == "category"
    assert made["tst"].cat.categories.tolist() == ["by 1k 234. 500p", "no number"]
    assert made["why"].isna().all()


def test_numbers_become_rows() -> None:
    frame = frames.find(pd.DataFrame({"text": ["1 or 2.5", None, "x", "3"]}), "text")
    rows = frame.explode("numbers")["numbers"]
    values = rows.struct.field("value")
    assert values.dropna().map(str).tolist() == [
        "1.000000000000000",
        "2.500000000000000",
        "3.000000000000000",
    ]
    assert values.dropna().index.tolist() == [0, 0, 3]
