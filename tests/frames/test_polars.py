"""The namespace `tst` of polars expressions."""

from collections import Counter
from decimal import Decimal
from typing import Any

import pytest

import tst_grammar as tst
from tst_grammar import columns

pl: Any = pytest.importorskip("polars")
pytest.importorskip("tst_grammar.columns.polars")  # registers the namespace

TEXTS = ["by 1,234.50", None, "", "no number", "$1,234$ and 5,678", "−1,234 漢 5,678", "It is 5k 678"]
FRAME = pl.DataFrame({"id": range(len(TEXTS)), "text": TEXTS})
TEXT = pl.col("text")


@pytest.mark.parametrize("options", [{}, {"scheme": "gst-4"}, {"delimiters": ("⟦", "⟧")}, {"locale": "auto"}])
def test_a_column_is_annotated_and_restored(options: dict[str, Any]) -> None:
    made = FRAME.with_columns(tst=TEXT.tst.annotate(**options))
    assert made["tst"].to_list() == [text and tst.annotate(text, **options) for text in TEXTS]
    assert made["text"].to_list() == TEXTS
    back = {name: value for name, value in options.items() if name != "locale"}
    restored = made.select(pl.col("tst").tst.restore(**back))
    assert restored["tst"].to_list() == [text and tst.restore(text, **back) for text in made["tst"]]


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_lazy_frames_know_the_schema_and_stream(engine: Any, tmp_path: Any) -> None:
    path = tmp_path / "texts.parquet"
    pl.concat([FRAME] * 500).write_parquet(path, row_group_size=100)
    query = pl.scan_parquet(path).with_columns(
        TEXT.tst.annotate(),
        numbers=TEXT.tst.find(),
        mistakes=TEXT.tst.lint(select=["ALL"]),
    )
    schema = query.collect_schema()
    made = query.collect(engine=engine)
    assert made.schema == schema
    assert made["text"].to_list() == [text and tst.annotate(text) for text in TEXTS] * 500
    assert made["numbers"].to_list()[: len(TEXTS)] == columns.find_lists(TEXTS).to_pylist()
    found = [each["code"] for row in made["mistakes"] if row is not None for each in row]
    assert Counter(found)["NUM101"] == 500 * sum(
        any(each.code == "NUM101" for each in tst.lint(text, select=["ALL"])) for text in TEXTS if text
    )


def test_a_result_is_written_without_holding_it(tmp_path: Any) -> None:
    pl.concat([FRAME] * 50).write_parquet(tmp_path / "in.parquet", row_group_size=10)
    pl.scan_parquet(tmp_path / "in.parquet").with_columns(TEXT.tst.annotate()).sink_parquet(
        tmp_path / "out.parquet"
    )
    made = pl.read_parquet(tmp_path / "out.parquet")
    assert made["text"].to_list() == [text and tst.annotate(text) for text in TEXTS] * 50


def test_categories_stay_categories() -> None:
    made = FRAME.with_columns(TEXT.cast(pl.Categorical)).with_columns(TEXT.tst.annotate())
    assert made.schema["text"] == pl.Categorical
    assert made["text"].to_list() == [text and tst.annotate(text) for text in TEXTS]


def test_values_are_exact_decimals() -> None:
    made = pl.select(pl.Series(["1k 234. 500p", None, "7"]).implode().explode()).select(
        pl.first().tst.decode()
    )
    assert [value and str(value) for value in made.to_series()] == [
        "1234.500000000000000",
        None,
        "7.000000000000000",
    ]


def test_answers_are_structs() -> None:
    made = pl.LazyFrame({"text": ["#### 1,234", None, "unknown"]}).select(TEXT.tst.answers()).collect()
    assert made["text"].struct.field("value").to_list() == [Decimal(1234), None, None]


def test_an_error_says_the_row_and_the_expression() -> None:
    frame = pl.DataFrame({"text": ["7", "1k 34"]})
    with pytest.raises(tst.DecodeError, match=r"row 1: '34' has 2 digits[^€]*col\(\"text\"\)"):
        frame.select(TEXT.tst.decode())
    rejects: list[Any] = []
    made = frame.select(TEXT.tst.decode(errors="null", rejects=rejects))
    assert made["text"].null_count() == 1
    assert [(row, error.fault) for row, error in rejects] == [(1, "short-group")]


def test_wrong_options_are_refused_when_the_expression_is_made() -> None:
    with pytest.raises(tst.LocaleError):
        TEXT.tst.annotate(locale="xx")
    with pytest.raises(tst.SchemeError):
        TEXT.tst.restore(scheme="tts")
    with pytest.raises(TypeError, match="unexpected keyword argument 'shceme'"):
        TEXT.tst.lint(shceme="tst")
    with pytest.raises(tst.TstGrammarError, match="a column of text is needed, not one of int64"):
        FRAME.select(pl.col("id").tst.annotate())
