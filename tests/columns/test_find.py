"""`columns.find`: a table of the numbers that `find_numbers` finds in each row, and of TST numbers."""

import doctest
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sampling import examples
from small_automata import running_text

import tst_grammar as tst
from tst_grammar import columns
from tst_grammar.automata import engine
from tst_grammar.columns import found_numbers

pa: Any = pytest.importorskip("pyarrow", reason="the extra `arrow` is not installed")

TYPES = {
    "string": pa.string(),
    "large": pa.large_string(),
    "view": pa.string_view(),
    "dictionary": pa.dictionary(pa.int32(), pa.string()),
}
ROWS = [
    *("by 1,234.50", None, "", "no number", "1m 234567", "5k 1234", "$1,234$ and 5,678", "−1,234 漢 5,678"),
    *("12% of $5, 3‰ and −€7", "5k 678 or 1k 000. 500p", "٣٤٥٦ é 6.02e23", "0.1e-15 1e-16", None, "-0"),
    *("12345678901234567890123", "123456789012345678901234", "9" * 23 + "." + "9" * 15, "1.0000000000000000"),
    *("1e22 1e23 1e-15 10e-16 007 .5", "2024-01-15 5", "12345678901234567890.12345", "$5 1k 234$ é $6"),
]
texts = st.lists(st.none() | running_text | st.sampled_from(ROWS), max_size=12)


def is_utf8(rows: list[str | None]) -> bool:
    return not any("\ud800" <= c <= "\udfff" for row in rows if row for c in row)


def expected(rows: list[str | None], **options: Any) -> list[tuple[int, int, int, Decimal]]:
    """What `find_numbers` finds, row by row."""
    return [
        (row, found.start, found.end, found.number.value)
        for row, text in enumerate(rows)
        if text is not None
        for found in tst.find_numbers(text, **options)
    ]


def plain(table: Any) -> list[tuple[int, int, int, Decimal]]:
    """The plain numbers of a table, with their values."""
    table.validate(full=True)
    return [
        (row["row"], row["start"], row["end"], value_of(row))
        for row in table.to_pylist()
        if row["kind"] != "tst"
    ]


def value_of(row: dict[str, Any]) -> Decimal:
    assert (row["value"] is None) != (row["value_text"] is None)
    return Decimal(row["value_text"] if row["value"] is None else row["value"])


@pytest.fixture(params=["kernel", "python"])
def _with_each_engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "NATIVE", request.param == "kernel" and engine.NATIVE)


@given(rows=texts.filter(is_utf8), kind=st.sampled_from(sorted(TYPES)), native=st.booleans())
@examples(60)
def test_plain_numbers_are_those_of_find_numbers(rows: list[str | None], kind: str, *, native: bool) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "NATIVE", native and engine.NATIVE)
        assert plain(columns.find(pa.array(rows, pa.string()).cast(TYPES[kind]))) == expected(rows)


@pytest.mark.usefixtures("_with_each_engine")
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"locale": "de"},
        {"locale": "auto"},
        {"scheme": None},
        {"scheme": "terminated"},
        {"scheme": "digit-hybrid"},
        {"scheme": tst.Scheme(affixes="none")},
        {"scheme": tst.Scheme(integer_digits=120)},
        {"skip": ["date"]},
        {"skip": []},
        {"separator": ","},
    ],
)
def test_all_options_are_those_of_find_numbers(options: dict[str, Any]) -> None:
    assert plain(columns.find(pa.array(ROWS), **options)) == expected(ROWS, **options)


@pytest.mark.usefixtures("_with_each_engine")
@pytest.mark.parametrize("scheme", ["tst", "option-a", "digit-hybrid", "terminated", "prefix", "gst-4"])
def test_tst_numbers_are_found_with_their_values(scheme: str) -> None:
    rows: list[str | None] = ["up by 1234567.5 to $12,345.25", "−98765 of 4 é 5000%", "12"]
    annotated = tst.annotate_many(rows, scheme=scheme)
    table = columns.find(pa.array(annotated), scheme=scheme)
    assert [value_of(row) for row in table.to_pylist()] == [value for _, _, _, value in expected(rows)]
    numbers = [row for row in table.to_pylist() if row["kind"] == "tst"]
    assert len(numbers) >= 3
    for row in numbers:
        raw = annotated[row["row"]][row["start"] : row["end"]]
        assert tst.decode(raw.strip("$%"), scheme=scheme) == value_of(row)


@pytest.mark.usefixtures("_with_each_engine")
def test_a_value_that_does_not_fit_is_text() -> None:
    fitting = ["1e22", "9" * 23 + "." + "9" * 15, "1e-15", "10e-16", "1." + "0" * 40, "-0", "0e99", "−5"]
    beyond = ["1e23", "9" * 24, "1e-16", "-1.0000000000000001", "1e999999", "0.5e-100"]
    found = columns.find(pa.array([*fitting, *beyond])).to_pylist()
    assert [row["value_text"] is None for row in found] == [True] * len(fitting) + [False] * len(beyond)
    assert [value_of(row) for row in found] == [Decimal(each.replace("−", "-")) for each in fitting + beyond]


def test_kinds_of_numbers() -> None:
    found = columns.find(pa.array(["5 5% 5‰ $5 5€ 5k 678 10⁶"]))
    kinds = ["number", "percentage", "percentage", "amount", "amount", "tst", "number"]
    assert found["kind"].to_pylist() == kinds


@pytest.mark.usefixtures("_with_each_engine")
def test_positions_count_characters() -> None:
    rows = ["漢字 1,234 é 5", "𝟙 −7"]
    found = columns.find(pa.array(rows)).to_pylist()
    assert [rows[each["row"]][each["start"] : each["end"]] for each in found] == ["1,234", "5", "𝟙", "−7"]


@pytest.mark.usefixtures("_with_each_engine")
def test_rows_are_numbered_through_all_chunks() -> None:
    whole = pa.array(ROWS * 3)
    chunked = pa.chunked_array([whole[3:9], whole[:0], whole[20:], whole[5:6]])
    assert columns.find(chunked).to_pylist() == columns.find(chunked.combine_chunks()).to_pylist()
    for empty in ([], [None], pa.chunked_array([], pa.string()), pa.array([], pa.large_string())):
        assert columns.find(empty).num_rows == 0
    assert columns.find([]).schema == columns.find(ROWS).schema


def test_text_below_a_null_is_not_read() -> None:
    filled = pa.array(["1,234", "5", "6,789"])
    hidden = pa.Array.from_buffers(pa.string(), 3, [pa.py_buffer(b"\5"), *filled.buffers()[1:]])
    assert columns.find(hidden)["row"].to_pylist() == [0, 2]


def test_polars_pandas_and_duckdb_read_the_table() -> None:
    pl = pytest.importorskip("polars")
    pd = pytest.importorskip("pandas")
    duckdb = pytest.importorskip("duckdb")
    rows = ["by 1,234.50", None, "5 or 6%", "1e400"]
    expected_rows = columns.find(rows).to_pylist()
    series = pl.Series(rows)
    assert pl.DataFrame(columns.find(series)).to_dicts() == expected_rows
    assert columns.find(pd.Series(rows, dtype="str")).to_pylist() == expected_rows
    relation = duckdb.from_arrow(pa.table({"text": rows}))
    found = columns.find(relation)  # DuckDB looks the table up by the name of this variable
    assert found.to_pylist() == expected_rows
    assert duckdb.sql("select sum(value) from found").fetchall() == [(Decimal("1245.5"),)]


def test_what_is_not_a_column_of_text_is_refused() -> None:
    with pytest.raises(tst.TstGrammarError, match="a column of text is needed, not one of int64"):
        columns.find(pa.array([1]))
    with pytest.raises(tst.TstGrammarError, match="did you mean date"):
        columns.find(["1"], skip=["dates"])


def test_examples() -> None:
    assert doctest.testmod(found_numbers).failed == 0
