"""Columns of pandas data frames."""

from typing import TYPE_CHECKING, Any

from tst_grammar import columns
from tst_grammar.arrow_columns import arrow
from tst_grammar.columns.packages import package
from tst_grammar.columns.table_change import TableChange

if TYPE_CHECKING:
    from pandas import DataFrame

__all__ = ["annotate", "answers", "find", "lint", "restore"]


def annotate(
    frame: "DataFrame", column: str, *, into: str | None = None, reasons: str | None = None, **options: Any
) -> "DataFrame":
    """Return a frame with the numbers of a column of text written as TST.

    The index and the dtype stay. The options are those of `tst_grammar.annotate`. The result is in the place
    of the column, or in the new column `into`.
    """
    return _changed(frame, TableChange(columns.annotate, column, into=into, reasons=reasons, options=options))


def restore(
    frame: "DataFrame", column: str, *, into: str | None = None, reasons: str | None = None, **options: Any
) -> "DataFrame":
    """Return a frame with the TST numbers of a column of text in plain digits.

    The options are those of `tst_grammar.restore`. With `reasons`, rows that fail are null, and a new column
    of this name says why.
    """
    return _changed(frame, TableChange(columns.restore, column, into=into, reasons=reasons, options=options))


def find(frame: "DataFrame", column: str, *, into: str = "numbers", **options: Any) -> "DataFrame":
    """Return a frame with a new column: a list of the numbers in each text, as of `columns.find_lists`."""
    return _changed(frame, TableChange(columns.find_lists, column, into=into, options=options))


def lint(frame: "DataFrame", column: str, *, into: str = "mistakes", **options: Any) -> "DataFrame":
    """Return a frame with a new column: the mistakes of each text counted by rule, as of `columns.lint`."""
    return _changed(frame, TableChange(columns.lint, column, into=into, options=options))


def answers(frame: "DataFrame", column: str, *, into: str = "answer", **options: Any) -> "DataFrame":
    """Return a frame with a new column: the answer that each text gives, as of `columns.answers`."""
    return _changed(frame, TableChange(columns.answers, column, into=into, options=options))


def _changed(frame: "DataFrame", change: TableChange) -> "DataFrame":
    pa = arrow()
    change.schema(pa.schema([(str(name), pa.null()) for name in frame.columns]))
    series = frame[change.column]
    table = change(pa.table({change.column: pa.Array.from_pandas(series)}))
    changed = frame.copy(deep=False)
    for name in table.schema.names:
        if name != change.column or change.into in (None, name):
            changed[name] = _series(table.column(name), frame.index, series.dtype)
    return changed


def _series(column: Any, index: Any, source: Any) -> Any:
    """Return a result as a series, with the dtype of the source if it is text, or with one of Arrow."""
    pa, pd = arrow(), package("pandas")
    if pa.types.is_dictionary(column.type):
        return pd.Series(column.to_pandas().array, index=index)
    is_text = pa.types.is_string(column.type) or pa.types.is_large_string(column.type)
    dtype = source if is_text and str(source) != "category" else pd.ArrowDtype(column.type)
    read = getattr(dtype, "__from_arrow__", type(column).to_pylist)
    return pd.Series(read(column), index=index, dtype=dtype)
