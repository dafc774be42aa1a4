"""Frames of each engine, made from rows and read back as rows, so that one test serves all of them."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from attrs import frozen

Row = dict[str, Any]


@frozen
class FrameKind:
    """An engine: how a frame is made of rows, and how its rows are read."""

    adapter: Any
    """The module with `annotate`, `restore`, `find` and `lint`."""
    made: Callable[[list[Row]], Any]
    rows: Callable[[Any], list[Row]]
    emptied: Callable[[Any], Any]
    """Returns a frame without its rows."""

    def changed(self, name: str, rows: list[Row], *arguments: Any, **options: Any) -> list[Row]:
        """Return the rows of a frame after a function of the adapter."""
        return self.rows(getattr(self.adapter, name)(self.made(rows), *arguments, **options))


def pandas_kind() -> FrameKind:
    pd = pytest.importorskip("pandas")

    def rows(frame: Any) -> list[Row]:
        nulls = frame.isna().to_dict("records")
        return [
            {name: None if is_null[name] else value for name, value in row.items()}
            for row, is_null in zip(frame.to_dict("records"), nulls, strict=True)
        ]

    return FrameKind(_adapter("pandas"), pd.DataFrame, rows, lambda frame: frame.head(0))


def datasets_kind() -> FrameKind:
    datasets = pytest.importorskip("datasets")
    return FrameKind(_adapter("datasets"), datasets.Dataset.from_list, list, lambda frame: frame.select([]))


def ray_kind(ray_data: Any) -> FrameKind:
    def rows(frame: Any) -> list[Row]:
        return sorted(frame.take_all(), key=lambda row: row["id"])  # blocks come in any order

    return FrameKind(_adapter("ray"), ray_data.from_items, rows, lambda frame: frame.limit(0))


def spark_kind(spark: Any) -> FrameKind:
    def rows(frame: Any) -> list[Row]:
        return [row.asDict(recursive=True) for row in frame.collect()]

    schema = "id long, text string"
    return FrameKind(
        _adapter("spark"),
        lambda rows: spark.createDataFrame(rows, schema),
        rows,
        lambda frame: frame.limit(0),
    )


def _adapter(name: str) -> Any:
    return import_module(f"tst_grammar.columns.{name}")
