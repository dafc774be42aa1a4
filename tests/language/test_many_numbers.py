"""Many numbers at once: each row comes out as it does alone, from every kind of column."""

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import AFFIXES, POOL

import tst_grammar as tst

NUMBERS = st.one_of(
    st.none(),
    st.sampled_from(
        ("1,234.5", "-$1,234", "50%", "1 234", "5kg", "", "1e3", "0.10", "٥", "USD 5", "5 zł", "nan")
    ),
    st.integers(-(10**30), 10**30),
    st.floats(),
    st.decimals(),
    st.fractions(),
    st.booleans(),
)


COLUMNS: Any = tst
"""The package for type checkers: its functions return a series for a series, which they cannot know."""


def alone(function: Any, row: Any, options: dict[str, Any]) -> Any:
    """Return the result for one row, or the type and the text of its error."""
    try:
        return row if row is None else function(row, **options)
    except (tst.TstGrammarError, TypeError) as error:
        return type(error), str(error)


def each(many: Any, rows: list[Any], options: dict[str, Any]) -> list[Any]:
    rejects: list[tuple[int, Exception]] = []
    done = many(rows, **options, errors="null", rejects=rejects)
    for row, error in rejects:
        assert done[row] is None
        done[row] = type(error), str(error)
    return list(done)


@given(
    rows=st.lists(NUMBERS, max_size=6),
    scheme=st.sampled_from(POOL),
    locale=st.sampled_from(("en", "de", "hi", "de-AT", "auto")),
    places=st.sampled_from((None, None, 2)),
)
def test_each_number_is_written_and_read_as_alone(
    rows: list[Any], scheme: tst.Scheme, locale: str, places: int | None
) -> None:
    options: Any = {"scheme": scheme, "locale": locale, "places": places}
    written = [alone(tst.encode, row, options) for row in rows]
    assert each(tst.encode_many, rows, options) == written
    texts = [*(text for text in written if isinstance(text, str)), None, "", "1k 34", "1234 ", ["1k", "234"]]
    values = [alone(tst.decode, text, {"scheme": scheme}) for text in texts]
    assert each(tst.decode_many, texts, {"scheme": scheme}) == values


def test_an_error_names_its_row() -> None:
    with pytest.raises(tst.DecodeError) as caught:
        tst.decode_many(["7", None, "1k 34", "x"])
    assert caught.value.row == 2
    assert str(caught.value) == (
        "row 2: '34' has 2 digits: a group after the first has 3 digits\n    1k 34\n       ~^"
    )
    with pytest.raises(tst.RangeError, match=r"^row 1: the number has 19 integer digits"):
        tst.encode_many([5, 10**18])
    with pytest.raises(TypeError, match=r"^row 0: a number is a str, int, .* not bool"):
        tst.encode_many([True])


def test_an_empty_text_is_no_number() -> None:
    assert tst.encode_many(["", "5", None], errors="null") == [None, "5", None]
    assert tst.decode_many([""], errors="null") == [None]


def test_texts_are_kept_and_numbers_are_not() -> None:
    rejects: list[tuple[int, Exception]] = []
    assert tst.encode_many(["5000", "five"], errors="keep", rejects=rejects) == ["5k 000", "five"]
    assert [row for row, _ in rejects] == [1]
    with pytest.raises(tst.NotationError, match="row 0"):
        tst.encode_many([float("nan")], errors="keep")
    with pytest.raises(tst.OptionError, match="keep is for texts that become texts"):
        COLUMNS.decode_many(["5"], errors="keep")


def test_options_are_checked_before_any_row() -> None:
    def never() -> Iterator[str]:
        raise AssertionError
        yield ""

    for options in ({"scheme": "nope"}, {"locale": "nope"}, {"places": -1}, {"errors": "ignore"}):
        with pytest.raises(tst.TstGrammarError):
            tst.encode_many(never(), **options)
    with pytest.raises(tst.SchemeError):
        tst.decode_many(never(), scheme="nope")


def test_numbers_of_every_type_are_exact() -> None:
    rows = (
        number for number in ("0.1", 0.1, Decimal("0.1"), Fraction(1, 10), tst.parse_number("0.1"), 10**15)
    )
    assert tst.encode_many(rows) == [*["0. 100p"] * 5, "1q 000t 000b 000m 000k 000"]
    assert tst.decode_many(["0. 333p 333pp 333ppp"]) == [Decimal("0.333333333")]


def test_arrays_of_numpy() -> None:
    np = pytest.importorskip("numpy")
    for kind in ("float16", "float32", "float64", "longdouble"):
        assert COLUMNS.encode_many(np.array(["0.1", "5"], dtype=kind)) == ["0. 100p", "5"]
    for kind in ("int8", "uint64", "object", "U3"):
        assert COLUMNS.encode_many(np.array([5, 12]).astype(kind)) == ["5", "12"]
    assert COLUMNS.annotate_many(np.array(["5000", "a"])) == ["5k 000", "a"]
    assert COLUMNS.encode_many(np.ma.array([5, 6], mask=[False, True])) == ["5", None]
    with pytest.raises(TypeError, match="one dimension, not 2"):
        COLUMNS.encode_many(np.array([[1]]))
    with pytest.raises(tst.NotationError, match="row 1"):
        COLUMNS.encode_many(np.array([1, float("nan")]))


@pytest.mark.parametrize("dtype", ["object", "string", "string[pyarrow]", "category", None])
def test_series_of_pandas_keep_index_name_and_dtype(dtype: str | None) -> None:
    pd = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    texts = pd.Series(["5000 m", None, "a"], index=[7, 3, 5], name="text", dtype=dtype)
    annotated = COLUMNS.annotate_many(texts)
    kept = "object" if dtype == "category" else dtype
    pd.testing.assert_series_equal(annotated, pd.Series(["5k 000 m", None, "a"], [7, 3, 5], kept, "text"))
    restored = COLUMNS.restore_many(annotated)
    assert restored.tolist()[::2] == ["5000 m", "a"]
    assert restored.isna().tolist() == [False, True, False]
    written = COLUMNS.encode_many(pd.Series(["1.5", "2,000"], index=["x", "y"], dtype=dtype))
    assert (written["x"], written["y"]) == ("1. 500p", "2k 000")
    values = COLUMNS.decode_many(written)
    assert (values["x"], values["y"], values.dtype) == (Decimal("1.5"), Decimal(2000), "object")


def test_numbers_of_pandas() -> None:
    pd = pytest.importorskip("pandas")
    written = COLUMNS.encode_many(pd.Series([0.1, None, 5], index=[1, 2, 3], dtype="float32"))
    assert (written[1], written[2], written[3]) == ("0. 100p", None, "5")
    assert COLUMNS.encode_many(pd.Series([5, None], dtype="Int64")).tolist() == ["5", None]
    assert COLUMNS.encode_many(pd.Index([5, 6])) == ["5", "6"]


def test_the_page_about_columns() -> None:
    pytest.importorskip("pandas")
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "convert-columns.md").read_text(encoding="utf-8")
    (block,) = re.findall("^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    exec(block, {"tst": tst})  # noqa: S102 -- our own page


def test_series_of_polars() -> None:
    pl = pytest.importorskip("polars")
    series = pl.Series("text", ["5000 m", None])
    assert COLUMNS.annotate_many(series).equals(pl.Series("text", ["5k 000 m", None]), check_names=True)
    assert COLUMNS.encode_many(pl.Series([0.1, None], dtype=pl.Float32)).to_list() == ["0. 100p", None]
    assert COLUMNS.encode_many(pl.Series([0.1, 5])).to_list() == ["0. 100p", "5"]
    assert COLUMNS.encode_many(pl.Series([], dtype=pl.Int64)).dtype == pl.String
    assert COLUMNS.decode_many(pl.Series(["1k 234", None])) == [Decimal(1234), None]


def test_arrays_of_arrow() -> None:
    pa = pytest.importorskip("pyarrow")
    for kind in ("string", "large_string", "string_view"):
        column = pa.array(["5000 m", None], type=getattr(pa, kind)())
        assert (
            COLUMNS.annotate_many(column)
            == COLUMNS.annotate_many(pa.chunked_array([column]))
            == ["5k 000 m", None]
        )
    assert COLUMNS.encode_many(pa.array([0.1, None], type=pa.float32())) == ["0. 100p", None]
    assert COLUMNS.encode_many(pa.array([0.5], type=pa.float16())) == ["0. 500p"]
    assert COLUMNS.encode_many(pa.array([Decimal("1.50"), 2], type=pa.decimal128(5, 2))) == ["1. 500p", "2"]


@given(
    number=st.one_of(st.integers(-(10**20), 10**20), st.decimals(allow_nan=False, places=4)), data=st.data()
)
def test_tokens_are_those_of_the_text(number: Any, data: st.DataObject) -> None:
    scheme = data.draw(st.sampled_from(POOL))
    prefix, suffix = data.draw(st.sampled_from(AFFIXES))
    text = f"{prefix}{abs(number):f}{suffix}"
    try:
        written = tst.encode(text, scheme=scheme)
    except tst.TstGrammarError as error:
        assert alone(tst.tokenize, text, {"scheme": scheme}) == (type(error), str(error))
        return
    tokens = [token.text for token in tst.parse_tst(written, scheme=scheme).tokens]
    assert tst.tokenize(text, scheme=scheme) == tokens
    value = tst.decode(written, scheme=scheme)
    assert tst.decode(tokens, scheme=scheme) == tst.decode(tuple(tokens), scheme=scheme) == value
    assert tst.is_valid(tokens, scheme=scheme)
    for place in range(len(tokens) - 1):
        merged = [*tokens[:place], f"{tokens[place]} {tokens[place + 1]}", *tokens[place + 2 :]]
        assert not tst.is_valid(merged, scheme=scheme)


def test_wrong_tokens_are_explained() -> None:
    with pytest.raises(tst.DecodeError, match="'34' has 2 digits"):
        tst.decode(["1k", "34"])
    with pytest.raises(TypeError, match="a token is a str, not int"):
        tst.decode(["1k", 234])  # type: ignore[list-item]
    with pytest.raises(tst.RangeError, match="more groups"):
        tst.decode(["1k"] * 2000)
