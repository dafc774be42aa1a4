"""Spark: schemas, partitions and SQL."""

from decimal import Decimal
from typing import Any

import pytest

import tst_grammar as tst
from tst_grammar import columns
from tst_grammar.columns import spark as frames

pytest.importorskip("pyspark")
pytestmark = pytest.mark.filterwarnings("ignore")  # pyspark warns about pandas

TEXTS = ["by 1,234.50", None, "", "no number", "$1,234$ and 5,678", "−1,234 漢 5,678", "It is 5k 678"]


@pytest.fixture
def frame(spark: Any) -> Any:
    """A frame with columns of several types in three partitions."""
    rows = [(number, text, {"source": "x"}, [1.5, None]) for number, text in enumerate(TEXTS)]
    schema = "id long not null, text string, about map<string,string>, scores array<double>"
    return spark.createDataFrame(rows, schema).repartition(3)


def test_the_schema_the_partitions_and_the_other_columns_stay(frame: Any) -> None:
    made = frames.annotate(frame, "text")
    assert made.schema == frame.schema
    assert made.rdd.getNumPartitions() == 3
    rows = sorted(made.collect())
    assert [row.text for row in rows] == [text if text is None else tst.annotate(text) for text in TEXTS]
    assert rows[0].about == {"source": "x"}
    assert rows[0].scores == [1.5, None]


def test_new_columns_have_their_types(frame: Any) -> None:
    made = frames.lint(frames.find(frames.annotate(frame, "text", into="tst"), "text"), "tst")
    assert made.schema.fields[:4] == frame.schema.fields
    assert [field.dataType.simpleString() for field in made.schema.fields[4:]] == [
        "string",
        "array<struct<start:bigint,end:bigint,kind:string,value:decimal(38,15),value_text:string>>",
        "array<struct<code:string,count:bigint>>",
    ]
    assert made.count() == len(TEXTS)


def test_functions_of_sql(spark: Any, frame: Any) -> None:
    frames.register(spark)
    frames.register(spark, prefix="german_", locale="de", errors="null")
    frame.createOrReplaceTempView("texts")
    rows = spark.sql(
        "select text, tst_annotate(text) a, tst_restore(tst_annotate(text)) r, tst_numbers(text) n,"
        " size(tst_lint(text)) m from texts order by id"
    ).collect()
    for row, text in zip(rows, TEXTS, strict=True):
        assert row.text == text
        assert row.a == (text if text is None else tst.annotate(text))
        assert row.r == (text if text is None else tst.restore(tst.annotate(text)))
        found = None if row.n is None else [each.asDict() for each in row.n]
        assert found == columns.find_lists([text]).to_pylist()[0]
        assert (row.m is None) == (text is None)
    values = spark.sql(
        "select tst_value('1k 234. 500p') a, german_value('1k 34') b, tst_value(null) c"
    ).first()
    assert tuple(values) == (Decimal("1234.5"), None, None)


def test_wrong_options_of_sql_are_refused_at_once(spark: Any) -> None:
    with pytest.raises(tst.LocaleError):
        frames.register(spark, locale="xx")
    with pytest.raises(tst.OptionError, match="these are not options of any function: shceme"):
        frames.register(spark, shceme="tst")
