"""Columns of Ray Data."""

from typing import TYPE_CHECKING, Any

from tst_grammar import columns
from tst_grammar.columns.arrow import arrow
from tst_grammar.columns.table_change import TableChange

if TYPE_CHECKING:
    from ray.data import Dataset

__all__ = ["annotate", "lint", "restore"]


def annotate(
    dataset: "Dataset", column: str, *, into: str | None = None, reasons: str | None = None, **options: Any
) -> "Dataset":
    """Return a dataset with the numbers of a column of text written as TST, with the options of `annotate`.

    The result is in the place of the column, or in the new column `into`.
    """
    return _changed(dataset, TableChange(columns.annotate, column, into=into, reasons=reasons, options=options))


def restore(
    dataset: "Dataset", column: str, *, into: str | None = None, reasons: str | None = None, **options: Any
) -> "Dataset":
    """Return a dataset with the TST numbers of a column in plain digits, with the options of `restore`.

    With `reasons`, rows that fail are null, and the new column `reasons` says why.
    """
    return _changed(dataset, TableChange(columns.restore, column, into=into, reasons=reasons, options=options))


def lint(dataset: "Dataset", column: str, *, into: str = "mistakes", **options: Any) -> "Dataset":
    """Return a dataset with a new column: how many mistakes of which rule each text has, as a list."""
    return _changed(dataset, TableChange(columns.lint, column, into=into, options=options))


def _changed(dataset: "Dataset", change: TableChange) -> "Dataset":
    known = dataset.columns(fetch_if_missing=False)  # otherwise the workers say which column is missing
    if known is not None:
        change.schema(arrow().schema([(name, arrow().null()) for name in known]))
    return dataset.map_batches(change, batch_format="pyarrow", zero_copy_batch=True)
