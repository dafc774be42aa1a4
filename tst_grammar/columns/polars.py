"""The namespace `tst` of polars expressions, as in `pl.col("text").tst.annotate()`, which an import adds."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from tst_grammar import columns
from tst_grammar.arrow_columns import arrow
from tst_grammar.columns.packages import package
from tst_grammar.columns.table_change import checked

if TYPE_CHECKING:
    import polars as pl
else:
    pl = package("polars")


@pl.api.register_expr_namespace("tst")
class TstExpressions:
    """Expressions over columns of text, with the options of the functions in `tst_grammar.columns`.

    They work in lazy frames and in the streaming engine, too, which read a column in batches: the row of an
    error is then its row in the batch.
    """

    def __init__(self, expression: "pl.Expr") -> None:
        self._expression = expression

    def annotate(self, **options: Any) -> "pl.Expr":
        """Write the numbers of each text as TST."""
        return self._over(columns.annotate, options, pl.self_dtype())

    def restore(self, **options: Any) -> "pl.Expr":
        """Write the TST numbers of each text in plain digits, or as a locale writes them."""
        return self._over(columns.restore, options, pl.self_dtype())

    def decode(self, **options: Any) -> "pl.Expr":
        """Return the exact value of each text that is one TST number."""
        return self._over(columns.decode, options)

    def find(self, **options: Any) -> "pl.Expr":
        """Return a list of the numbers in each text: their positions, kinds and exact values."""
        return self._over(columns.find_lists, options)

    def lint(self, **options: Any) -> "pl.Expr":
        """Return a list for each text: how many mistakes of which rule it has."""
        return self._over(columns.lint, options)

    def answers(self, **options: Any) -> "pl.Expr":
        """Return the answer that each text gives: its exact value, its text and its position."""
        return self._over(columns.answers, options)

    def _over(
        self, function: Callable[..., Any], options: dict[str, Any], dtype: "pl.DataTypeExpr | None" = None
    ) -> "pl.Expr":
        kept = checked(function, options)
        empty = function(arrow().array([], arrow().string()), **kept)
        return self._expression.map_batches(
            partial(_series, function, kept),
            return_dtype=pl.Series(empty).dtype if dtype is None else dtype,
            is_elementwise=True,
        )


def _series(function: Callable[..., Any], options: dict[str, Any], series: "pl.Series") -> "pl.Series":
    return pl.Series(series.name, function(series, **options))
