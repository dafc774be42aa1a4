"""Columns of text: each row becomes what the same function makes of it alone."""

import doctest
import mmap
import sys
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sampling import examples
from small_automata import running_text

import tst_grammar as tst
from tst_grammar import arrow_columns, columns
from tst_grammar.automata import engine
from tst_grammar.columns import text_columns
from tst_grammar.text.annotator import annotator_for
from tst_grammar.text.one_pass import annotating_rows

pa: Any = pytest.importorskip("pyarrow", reason="the extra `arrow` is not installed")

KINDS = {"string": pa.string(), "large": pa.large_string(), "view": pa.string_view()}
ROWS = [
    *("by 1,234.50", None, "", "no number", "1m 234567", "5k 1234", "$1,234$ and 5,678", "−1,234 漢 5,678"),
    *("1", ",234", "k 567", "5k", "678", "It is 5k 678. It was 1234. 500p", "٣٤٥٦ é", None, "s/1234"),
]
IS_NARROW = False
texts = st.lists(st.none() | running_text | st.sampled_from(ROWS), max_size=12)


def is_utf8(rows: list[str | None]) -> bool:
    return all(
        row is None or row.isascii() or not any("\ud800" <= c <= "\udfff" for c in row) for row in rows
    )


@given(rows=texts.filter(is_utf8), kind=st.sampled_from(sorted(KINDS)), exact=st.booleans())
@examples(40)
def test_rows_are_annotated_as_texts_are(rows: list[str | None], kind: str, *, exact: bool) -> None:
    made = columns.annotate(pa.array(rows, KINDS[kind]), exact=exact)
    made.validate(full=True)
    assert made.type == KINDS[kind]
    assert made.to_pylist() == [row if row is None else tst.annotate(row, exact=exact) for row in rows]


@given(rows=st.lists(st.text("$$$\\ \n\t1a5.,é\x1c\xa0", max_size=16), max_size=8))
@examples(300)
def test_mathematics_is_found_in_rows_as_in_texts(rows: list[str]) -> None:
    rows = [f"{row}$5k$ 1234,$$" for row in rows] + rows
    assert columns.annotate(pa.array(rows)).to_pylist() == [tst.annotate(row) for row in rows]
    assert columns.restore(pa.array(rows)).to_pylist() == [tst.restore(row) for row in rows]


@given(
    rows=texts.filter(is_utf8), kind=st.sampled_from(sorted(KINDS)), name=st.sampled_from(["TST", "gst-1"])
)
@examples(40)
def test_rows_are_restored_as_texts_are(rows: list[str | None], kind: str, name: str) -> None:
    made = columns.restore(pa.array(rows, KINDS[kind]), scheme=name)
    made.validate(full=True)
    assert made.to_pylist() == [row if row is None else tst.restore(row, scheme=name) for row in rows]


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"exact": True},
        {"locale": "de"},
        {"locale": "auto"},
        {"delimiters": ("⟦", "⟧")},
        {"scheme": "terminated", "skip": iter(["date"])},
        {"scheme": tst.Scheme(affixes="none")},
        {"separator": ","},
    ],
)
def test_all_options_are_those_of_annotate(options: dict[str, Any], native: bool) -> None:  # noqa: FBT001
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "NATIVE", native and engine.NATIVE)
        if "skip" in options:
            options = {**options, "skip": ["date"]}
        made = columns.annotate(pa.array(ROWS), **options)
        assert made.to_pylist() == [row if row is None else tst.annotate(row, **options) for row in ROWS]


@pytest.mark.parametrize("options", [{}, {"locale": "de"}, {"delimiters": ("⟦", "⟧")}])
def test_all_options_are_those_of_restore(options: dict[str, Any]) -> None:
    rows = ["5k 678 or ⟦1k 234⟧", None, "$5k 678$ and 1k 234"]
    made = columns.restore(pa.array(rows), **options)
    assert made.to_pylist() == [row if row is None else tst.restore(row, **options) for row in rows]


def test_chunks_slices_and_nulls_stay() -> None:
    whole = pa.array(ROWS * 3)
    chunked = pa.chunked_array([whole[3:9], whole[:0], whole[20:], whole[5:6]])
    made = columns.annotate(chunked)
    assert [len(chunk) for chunk in made.chunks] == [len(chunk) for chunk in chunked.chunks]
    assert made.null_count == chunked.null_count
    assert made.to_pylist() == columns.annotate(chunked.to_pylist()).to_pylist()
    assert columns.annotate(pa.chunked_array([], pa.string())).to_pylist() == []
    assert columns.annotate([None]).to_pylist() == [None]
    assert columns.annotate([]).to_pylist() == []


def test_null_rows_with_text_below_them_stay_null() -> None:
    filled = pa.array(["1,234", "5k 1234", "6,789"])
    hidden = pa.Array.from_buffers(pa.string(), 3, [pa.py_buffer(b"\5"), *filled.buffers()[1:]])
    assert columns.annotate(hidden).to_pylist() == ["1k 234", None, "6k 789"]


def test_categories_are_rewritten_once() -> None:
    column = pa.array(["1,234", "x", "1,234", None]).dictionary_encode()
    made = columns.annotate(column)
    assert pa.types.is_dictionary(made.type)
    assert made.to_pylist() == ["1k 234", "x", "1k 234", None]


class Exported:
    """A column of another library, which only speaks the Arrow PyCapsule protocol."""

    def __init__(self, array: Any) -> None:
        self._array = array

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return pa.chunked_array([self._array]).__arrow_c_stream__(requested_schema)


class ExportedArray(Exported):
    def __arrow_c_array__(self, requested_schema: object = None) -> object:
        return self._array.__arrow_c_array__(requested_schema)


class ExportedTable(Exported):
    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._array.__arrow_c_stream__(requested_schema)


def test_columns_come_from_any_library_and_go_there() -> None:
    column = pa.array(["1,234", None])
    for given_column in (
        column,
        Exported(column),
        ExportedArray(column),
        ExportedTable(pa.table({"a": column})),
    ):
        made = columns.annotate(given_column)
        assert hasattr(made, "__arrow_c_stream__") or hasattr(made, "__arrow_c_array__")
        assert made.to_pylist() == ["1k 234", None]


def test_series_of_polars_become_series_of_polars() -> None:
    pl = pytest.importorskip("polars")
    made = pl.Series(columns.annotate(pl.Series(["1,234", None, "n" * 40])))
    assert made.to_list() == ["1k 234", None, "n" * 40]


def test_series_of_pandas_become_series_of_pandas() -> None:
    pd = pytest.importorskip("pandas")
    rows = ["1,234", None, "n" * 40]
    for dtype in ("object", "str", pd.ArrowDtype(pa.large_string())):
        made = columns.annotate(pd.Series(rows, dtype=dtype))
        again = pd.Series(made, dtype=pd.ArrowDtype(made.type))
        assert again.tolist()[::2] == ["1k 234", "n" * 40]
        assert again.isna().tolist() == [False, True, False]


def test_relations_of_duckdb_become_relations_of_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    relation = duckdb.sql("select * from (values ('1,234'), (null), ('5k 678')) as rows(note)")
    annotated = pa.table({"note": columns.annotate(relation)})
    assert annotated["note"].to_pylist() == ["1k 234", None, "5k 678"]
    assert duckdb.sql("select length(note) from annotated").fetchall() == [(6,), (None,), (6,)]
    restored = columns.restore(duckdb.from_arrow(annotated))
    assert restored.to_pylist() == ["1234", None, "5678"]


def test_what_is_not_a_column_of_text_is_refused() -> None:
    table = pa.table({"a": ["1"], "b": ["2"]})
    for wrong, message in (
        (pa.array([1]), "a column of text is needed, not one of int64"),
        (table, "this table has 2 columns: give one of them"),
        ([1, "a"], "this is not a column: "),
    ):
        with pytest.raises(tst.TstGrammarError, match=message):
            columns.annotate(wrong)


@pytest.mark.parametrize("module", [arrow_columns, text_columns])
def test_examples(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0


def test_without_pyarrow_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(tst.TstGrammarError, match="pip install pyarrow"):
        columns.annotate(["1,234"])


@pytest.mark.deep
def test_results_too_long_for_32_bits_are_refused() -> None:
    data = mmap.mmap(-1, most := 2**31 - 1, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    data[-5:] = b" 1234"
    column = pa.Array.from_buffers(pa.string(), 1, [None, pa.py_buffer(offsets(0, most)), pa.py_buffer(data)])
    with pytest.raises(tst.TstGrammarError, match="too long for offsets of 32 bits: cast"):
        columns.annotate(column)
    made = columns.annotate(column.cast(pa.large_string()))
    assert (len(made.buffers()[2]), made.buffers()[2][-7:].to_pybytes()) == (most + 2, b" 1k 234")


def test_threads_annotate_columns_at_the_same_time() -> None:
    column = pa.array([f"{n},234.5 of {n * 7} 漢" for n in range(1, 900)])
    expected = columns.annotate(column)
    with ThreadPoolExecutor(4) as pool:
        assert all(made.equals(expected) for made in pool.map(lambda _: columns.annotate(column), range(16)))


@pytest.mark.parametrize("kind", [*KINDS.values(), pa.dictionary(pa.int32(), pa.string())])
def test_several_threads_do_what_one_does(kind: Any) -> None:
    rows = pa.array([None if n % 9 == 0 else f"{n},234.5 of {n * 7} 漢" for n in range(1, 5000)])
    column = pa.chunked_array([rows[1:], rows[:0], rows[:7]]).cast(kind)
    annotated = columns.annotate(column)
    assert columns.annotate(column, threads=3) == annotated
    assert columns.restore(annotated, threads=3) == columns.restore(annotated)
    assert columns.annotate(column.chunk(0), threads=2).equals(annotated.chunk(0))
    assert columns.find(column, threads=3).equals(columns.find(column))


def test_threads_are_counted_from_one() -> None:
    for function in (columns.annotate, columns.restore, columns.find):
        with pytest.raises(tst.TstGrammarError, match="threads must be 1 to 999, not 0"):
            function(["1"], threads=0)


def row_pass() -> Any:
    annotator = annotator_for(
        list, scheme=tst.TST, locale="en", delimiters=None, skip=None, separator="", exact=False
    )
    if annotator.row_pass is None:
        pytest.skip("the kernel was not built")
    return annotator.row_pass


def offsets(*numbers: int) -> bytes:
    return b"".join(number.to_bytes(4, sys.byteorder, signed=True) for number in numbers)


@pytest.mark.parametrize(
    "wrong", [(), (0, 99), (-1, 3), (0, -1), (0, 5, 3, 6), (5, 2, 6), (0, 7, 6), (2**31 - 1, 6)]
)
def test_wrong_offsets_are_refused(wrong: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="the offsets do not belong to the data"):
        row_pass()(b"1,2345", offsets(*wrong), IS_NARROW, lambda _, text: text)


def test_what_a_row_raises_reaches_the_caller() -> None:
    def fail(number: int, text: str) -> str:
        raise ZeroDivisionError(number, text)

    with pytest.raises(ZeroDivisionError, match="1, '5k 1234'"):
        row_pass()(b"1,2345k 1234", offsets(0, 5, 12), IS_NARROW, fail)
    with pytest.raises(TypeError):
        row_pass()("1,234", offsets(0, 5), IS_NARROW, fail)


def test_without_the_kernel_there_is_no_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "NATIVE", False)
    annotator = annotator_for(list, scheme=tst.TST, locale="en", delimiters=None, skip=None, separator="")
    tokens = annotator.finder.tokens
    assert annotating_rows(tokens, (), tokens, tst.TST, exact=False) is None
