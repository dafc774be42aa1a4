"""Columns of Ray Data."""

from typing import TYPE_CHECKING, Any

from tst_grammar import columns
from tst_grammar.arrow_columns import arrow
from tst_grammar.columns.table_change import TableChange

if TYPE_CHECKING:
    from ray.data import Dataset

__all__ = ["annotate", "answers", "find", "lint", "restore"]


def annotate(
    dataset: "Dataset", column: str, *, into: str | None = None, reasons: str | None = None, **options: Any
) -> "Dataset":
    """Return a dataset with the numbers of a column of text written as TST.

    The options are those of `tst_grammar.annotate`. The result is in the place of the column, or in the new
    column `into`.
    """
    return _changed(
        dataset, TableChange(columns.annotate, column, into=into, reasons=reasons, options=options)
    )


def restore(
    dataset: "Dataset", column: str, *, into: str | None = None, reasons: str | None = None, **options: Any
) -> "Dataset":
    """Return a dataset with the TST numbers of a column of text in plain digits.

    The options are those of `tst_grammar.restore`. With `reasons`, rows that fail are null, and a new column
    of this name says why.
    """
    return _changed(
        dataset, TableChange(columns.restore, column, into=into, reasons=reasons, options=options)
    )


def find(dataset: "Dataset", column: str, *, into: str = "numbers", **options: Any) -> "Dataset":
    """Return a dataset with a new column: a list of the numbers in each text, as of `columns.find_lists`."""
    return _changed(dataset, TableChange(columns.find_lists, column, into=into, options=options))


def lint(dataset: "Dataset", column: str, *, into: str = "mistakes", **options: Any) -> "Dataset":
    """Return a dataset with a new column: the mistakes of each text counted by rule, as of `columns.lint`."""
    return _changed(dataset, TableChange(columns.lint, column, into=into, options=options))


def answers(dataset: "Dataset", column: str, *, into: str = "answer", **options: Any) -> "Dataset":
    """Return a dataset with a new column: the answer that each text gives, as of `columns.answers`."""
    return _changed(dataset, TableChange(columns.answers, column, into=into, options=options))


def _changed(dataset: "Dataset", change: TableChange) -> "Dataset":
    known = dataset.columns(fetch_if_missing=False)  # otherwise the workers say which column is missing
    if known is not None:
        change.schema(arrow().schema([(name, arrow().null()) for name in known]))
    return dataset.map_batches(change, batch_format="pyarrow", zero_copy_batch=True)
