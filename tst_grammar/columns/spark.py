"""Columns of Spark data frames, and functions for Spark SQL."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from tst_grammar import columns
from tst_grammar.arrow_columns import arrow
from tst_grammar.columns.packages import package
from tst_grammar.columns.sql import sql_functions
from tst_grammar.columns.table_change import TableChange

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["annotate", "answers", "find", "lint", "register", "restore"]


def annotate(
    frame: "DataFrame", column: str, *, into: str | None = None, reasons: str | None = None, **options: Any
) -> "DataFrame":
    """Return a frame with the numbers of a column of text written as TST.

    The options are those of `tst_grammar.annotate`. The result is in the place of the column, or in the new
    column `into`. The schema and the partitions stay. Spark reads a column in batches, so the row of an error
    is its row in the batch.
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


def register(session: "SparkSession", *, prefix: str = "tst_", **options: Any) -> None:
    """Add functions to the SQL of a session: `tst_annotate(text)` and others. NULL stays NULL.

    The others are `tst_restore(text)`, `tst_numbers(text)` (the list of `columns.find_lists`),
    `tst_lint(text)`, `tst_answer(text)` and `tst_value(text)` (that of `columns.decode`). Each has those of
    the options that it knows, as in `register(session, scheme="option-a", locale="de")`. To use other options
    beside these, register them with another `prefix`.
    """
    pa = arrow()
    functions = package("pyspark.sql.functions")
    types = package("pyspark.sql.pandas.types")
    for name, function in sql_functions(options).items():
        made = function(pa.array([], pa.string())).type
        kind = functions.ArrowUDFType.SCALAR
        udf = functions.arrow_udf(function, types.from_arrow_type(made), kind)
        session.udf.register(prefix + name, udf)


def _changed(frame: "DataFrame", change: TableChange) -> "DataFrame":
    types = package("pyspark.sql.pandas.types")
    made = types.from_arrow_schema(change.schema(types.to_arrow_schema(frame.schema)))
    names = {*frame.columns}
    schema = type(frame.schema)([*frame.schema.fields, *(field for field in made if field.name not in names)])
    return frame.mapInArrow(_over_batches(change), schema)


def _over_batches(change: TableChange) -> Callable[[Iterable[Any]], Iterator[Any]]:
    """Return a function that Spark calls once for each partition, with its Arrow record batches."""

    def over_batches(batches: Iterable[Any]) -> Iterator[Any]:
        return map(change, batches)

    return over_batches
