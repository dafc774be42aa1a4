"""Columns of Hugging Face datasets."""

from typing import TYPE_CHECKING, Any, TypeVar

from tst_grammar import columns
from tst_grammar.columns.packages import package
from tst_grammar.columns.table_change import TableChange

if TYPE_CHECKING:
    from datasets import Dataset, DatasetDict

    AnyDataset = TypeVar("AnyDataset", Dataset, DatasetDict)

__all__ = ["annotate", "answers", "find", "lint", "restore"]


def annotate(
    dataset: "AnyDataset",
    column: str,
    *,
    into: str | None = None,
    reasons: str | None = None,
    num_proc: int | None = None,
    **options: Any,
) -> "AnyDataset":
    """Return a dataset with the numbers of a column of text written as TST.

    The options are those of `tst_grammar.annotate`. The result is in the place of the column, or in the new
    column `into`. The same call with the same data
    comes from the cache.
    """
    change = TableChange(columns.annotate, column, into=into, reasons=reasons, options=options)
    return _changed(dataset, change, num_proc)


def restore(
    dataset: "AnyDataset",
    column: str,
    *,
    into: str | None = None,
    reasons: str | None = None,
    num_proc: int | None = None,
    **options: Any,
) -> "AnyDataset":
    """Return a dataset with the TST numbers of a column of text in plain digits.

    The options are those of `tst_grammar.restore`. With `reasons`, rows that fail are null, and a new column
    of this name says why.
    """
    change = TableChange(columns.restore, column, into=into, reasons=reasons, options=options)
    return _changed(dataset, change, num_proc)


def find(
    dataset: "AnyDataset", column: str, *, into: str = "numbers", num_proc: int | None = None, **options: Any
) -> "AnyDataset":
    """Return a dataset with a new column: a list of the numbers in each text, as of `columns.find_lists`."""
    return _changed(dataset, TableChange(columns.find_lists, column, into=into, options=options), num_proc)


def lint(
    dataset: "AnyDataset", column: str, *, into: str = "mistakes", num_proc: int | None = None, **options: Any
) -> "AnyDataset":
    """Return a dataset with a new column: the mistakes of each text counted by rule, as of `columns.lint`."""
    return _changed(dataset, TableChange(columns.lint, column, into=into, options=options), num_proc)


def answers(
    dataset: "AnyDataset", column: str, *, into: str = "answer", num_proc: int | None = None, **options: Any
) -> "AnyDataset":
    """Return a dataset with a new column: the answer that each text gives, as of `columns.answers`."""
    return _changed(dataset, TableChange(columns.answers, column, into=into, options=options), num_proc)


def _changed(dataset: "AnyDataset", change: TableChange, num_proc: int | None) -> "AnyDataset":
    datasets = package("datasets")
    if isinstance(dataset, dict):
        return type(dataset)({name: _changed(each, change, num_proc) for name, each in dataset.items()})
    made = change.schema(dataset.features.arrow_schema)
    added = datasets.Features.from_arrow_schema(made.remove_metadata())
    changed = dataset.with_format("arrow").map(
        change,
        batched=True,
        num_proc=num_proc,
        features=datasets.Features({**added, **dataset.features}),
        desc=f"{change.function.__name__} {change.column}",
    )
    how: dict[str, Any] = dataset.format
    shown = how["columns"] if {*how["columns"]} < {*dataset.column_names} else None
    return changed.with_format(how["type"], shown, how["output_all_columns"], **how["format_kwargs"])
