"""The SQL functions of DuckDB."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest

import tst_grammar as tst
from tst_grammar import columns
from tst_grammar.columns.duckdb import register

duckdb: Any = pytest.importorskip("duckdb")

TEXTS = ["by 1,234.50", None, "", "no number", "$1,234$ and 5,678", "−1,234 漢 5,678", "It is 5k 678"]


@pytest.fixture
def connection() -> Iterator[Any]:
    """A database in memory with a table of texts and with our functions."""
    with duckdb.connect() as connection:
        connection.execute("create table texts (id integer, text varchar)")
        connection.executemany("insert into texts values (?, ?)", [*enumerate(TEXTS)])
        yield connection


def column(connection: Any, query: str) -> list[Any]:
    return [value for (value,) in connection.execute(query).fetchall()]


@pytest.mark.parametrize("options", [{}, {"scheme": "gst-4"}, {"locale": "de"}, {"exact": True}])
def test_texts_are_annotated_and_null_stays_null(connection: Any, options: dict[str, Any]) -> None:
    register(connection, **options)
    made = column(connection, "select tst_annotate(text) from texts order by id")
    assert made == [text if text is None else tst.annotate(text, **options) for text in TEXTS]
    assert column(connection, "select tst_annotate(NULL)") == [None]


def test_many_rows_come_in_many_batches(connection: Any) -> None:
    register(connection)
    query = "select count(*) from range(10000) n(i) where tst_restore(tst_annotate('by ' || i)) = 'by ' || i"
    assert column(connection, query) == [10000]


def test_texts_are_restored_in_a_locale(connection: Any) -> None:
    register(connection, locale="de")
    assert column(connection, "select tst_restore('1k 234. 500p')") == ["1.234,5"]


def test_values_are_exact(connection: Any) -> None:
    register(connection)
    assert column(connection, "select tst_value(x) from (values ('1k 234. 500p'), (NULL)) v(x)") == [
        Decimal("1234.5"),
        None,
    ]
    assert column(connection, "select typeof(tst_value('7'))") == ["DECIMAL(38,15)"]
    with pytest.raises(duckdb.Error, match="row 0: '34' has 2 digits"):
        column(connection, "select tst_value('1k 34')")


def test_rows_that_fail_become_null_on_demand(connection: Any) -> None:
    register(connection, errors="null", prefix="try_")
    assert column(connection, "select try_value(x) from (values ('1k 34'), ('7')) v(x)") == [None, Decimal(7)]


def test_numbers_become_rows(connection: Any) -> None:
    register(connection)
    made = column(connection, "select tst_numbers(text) from texts order by id")
    assert made == columns.find_lists(TEXTS).to_pylist()
    query = "select n.value from (select unnest(tst_numbers(text)) n from texts where id = 0)"
    assert column(connection, query) == [Decimal("1234.5")]


def test_mistakes_are_counted_by_rule(connection: Any) -> None:
    register(connection)
    query = "select m.code, sum(m.count) from (select unnest(tst_lint(x)) m from t) group by all order by all"
    connection.execute("create table t as from (values ('It has 1m 23k 456 cells.'), (NULL), ('x')) v(x)")
    assert connection.execute(query).fetchall() == [("TST107", 1)]
    assert column(connection, "select tst_lint(NULL)") == [None]


def test_answers_are_structs(connection: Any) -> None:
    register(connection)
    assert column(connection, "select tst_answer('#### 1,234').value") == [Decimal(1234)]
    assert column(connection, "select tst_answer(NULL)") == [None]


def test_several_sets_of_options_have_several_prefixes(connection: Any) -> None:
    register(connection)
    register(connection, prefix="german_", locale="de")
    query = "select tst_annotate('1.234') || ' ' || german_annotate('1.234')"
    assert column(connection, query) == ["1. 234p 1k 234"]


def test_wrong_options_are_refused_at_once(connection: Any) -> None:
    with pytest.raises(tst.LocaleError):
        register(connection, locale="xx")
    with pytest.raises(tst.OptionError, match="these are not options of any function: shceme"):
        register(connection, shceme="tst")
    with pytest.raises(tst.OptionError, match="rejects"):
        register(connection, rejects=[])
