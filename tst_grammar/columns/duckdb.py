"""SQL functions for DuckDB: `register` adds `tst_annotate(text)` and others to a connection."""

from typing import TYPE_CHECKING, Any

from tst_grammar.arrow_columns import arrow
from tst_grammar.columns.sql import sql_functions

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["register"]


def register(connection: "DuckDBPyConnection", *, prefix: str = "tst_", **options: Any) -> None:
    """Add SQL functions to a connection of DuckDB. NULL stays NULL.

    The functions do what those of `tst_grammar.columns` do: `tst_annotate(text)`, `tst_restore(text)`,
    `tst_numbers(text)` (the list of `find_lists`), `tst_lint(text)`, `tst_answer(text)` and `tst_value(text)`
    (that of `decode`). Each has those of the options that it knows, as in
    `register(connection, scheme="option-a", locale="de")`. To use other options beside these, register them
    with another `prefix`.
    """
    pa = arrow()
    for name, function in sql_functions(options).items():
        empty = pa.table({"made": function(pa.array([], pa.string()))})
        connection.create_function(
            prefix + name,
            function,
            ["VARCHAR"],
            connection.from_arrow(empty).types[0],
            type="arrow",
            null_handling="special",  # nulls reach the functions, which keep them
        )
