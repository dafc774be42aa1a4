"""Measures how long engines for data frames take to annotate and restore a column, beside their `upper`."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any

from texts import written

import tst_grammar as tst

WIDTH = 300
"""The length of a row in characters."""

Runs = dict[str, Callable[[], object]]
"""The calls of an engine: `upper`, `annotate` and `restore`."""

# The packages of engines are imported where they are measured: nobody has all of them.


def arrow(texts: list[str]) -> Iterator[Runs]:
    columns, pc = import_module("tst_grammar.columns"), import_module("pyarrow.compute")
    column = import_module("pyarrow").array(texts)
    yield {
        "upper": partial(pc.utf8_upper, column),
        "annotate": partial(columns.annotate, column),
        "restore": partial(columns.restore, columns.annotate(column)),
    }


def pandas(texts: list[str]) -> Iterator[Runs]:
    frames = _adapter("pandas")
    frame = import_module("pandas").DataFrame({"text": texts})
    annotated = frames.annotate(frame, "text")
    yield {
        "upper": lambda: frame.assign(text=frame["text"].str.upper()),
        "annotate": lambda: frames.annotate(frame, "text"),
        "restore": lambda: frames.restore(annotated, "text"),
    }


def polars(texts: list[str]) -> Iterator[Runs]:
    pl = import_module("polars")
    _adapter("polars")
    frame = pl.DataFrame({"text": texts})
    text = pl.col("text")
    annotated = frame.select(text.tst.annotate())
    yield {
        "upper": lambda: frame.select(text.str.to_uppercase()),
        "annotate": lambda: frame.select(text.tst.annotate()),
        "restore": lambda: annotated.select(text.tst.restore()),
    }


def duckdb(texts: list[str]) -> Iterator[Runs]:
    with import_module("duckdb").connect() as connection:
        _adapter("duckdb").register(connection)
        connection.register("given", _table(texts))
        connection.execute("create table texts as from given")
        connection.execute("create table annotated as select tst_annotate(text) as text from texts")
        queries = {
            "upper": "select sum(length(upper(text))) from texts",
            "annotate": "select sum(length(tst_annotate(text))) from texts",
            "restore": "select sum(length(tst_restore(text))) from annotated",
        }
        yield {name: partial(_fetched, connection, query) for name, query in queries.items()}


def datasets(texts: list[str]) -> Iterator[Runs]:
    module, frames = import_module("datasets"), _adapter("datasets")
    module.disable_progress_bars()
    module.disable_caching()
    data = module.Dataset.from_dict({"text": texts})
    annotated = frames.annotate(data, "text")
    yield {
        "upper": lambda: data.with_format("arrow").map(_upper, batched=True),
        "annotate": lambda: frames.annotate(data, "text"),
        "restore": lambda: frames.restore(annotated, "text"),
    }


def datatrove(texts: list[str]) -> Iterator[Runs]:
    document = import_module("datatrove.data").Document
    step = _adapter("datatrove").TstFormatter
    upper = step()
    upper._change = str.upper  # noqa: SLF001 -- all else is the same
    annotated = tst.annotate_many(texts)

    def run(step: Any, rows: Sequence[str | None]) -> int:  # noqa: ANN401 -- a step of datatrove
        return sum(1 for _ in step.run(document(text, "") for text in rows))

    yield {
        "upper": lambda: run(upper, texts),
        "annotate": lambda: run(step(), texts),
        "restore": lambda: run(step(restore=True), annotated),
    }


def ray(texts: list[str]) -> Iterator[Runs]:
    module, data, frames = import_module("ray"), import_module("ray.data"), _adapter("ray")
    module.init(include_dashboard=False, log_to_driver=False, object_store_memory=500_000_000)
    blocks = data.from_arrow([_table(texts[part::8]) for part in range(8)])
    annotated = frames.annotate(blocks, "text").materialize()
    yield {
        "upper": lambda: blocks.map_batches(_upper, batch_format="pyarrow").materialize(),
        "annotate": lambda: frames.annotate(blocks, "text").materialize(),
        "restore": lambda: frames.restore(annotated, "text").materialize(),
    }
    module.shutdown()


def spark(texts: list[str]) -> Iterator[Runs]:
    sql, frames = import_module("pyspark.sql"), _adapter("spark")
    builder = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    session = builder.config("spark.driver.host", "127.0.0.1").getOrCreate()
    frame, annotated = (
        session.createDataFrame(_table(rows)).repartition(2).cache()
        for rows in (texts, tst.annotate_many(texts))
    )

    def run(changed: Any) -> None:  # noqa: ANN401 -- a frame of Spark
        changed.write.format("noop").mode("overwrite").save()

    yield {
        "upper": lambda: run(frame.mapInArrow(_upper_batches, frame.schema)),
        "annotate": lambda: run(frames.annotate(frame, "text")),
        "restore": lambda: run(frames.restore(annotated, "text")),
    }
    session.stop()


ENGINES = {
    "pyarrow": arrow,
    "pandas": pandas,
    "polars": polars,
    "duckdb": duckdb,
    "datasets": datasets,
    "datatrove": datatrove,
    "ray": ray,
    "pyspark": spark,
}
"""The engines by the names of their packages."""


def frame_figures(rows: int, rounds: int) -> dict[str, dict[str, float]]:
    """Return the shortest seconds of each call of each engine. The calls of an engine take turns."""
    os.environ["PYTHONPATH"] = str(Path(__file__).parent)  # the workers import this module
    os.environ["PYSPARK_PYTHON"] = sys.executable
    text = written("English-like prose", rows * WIDTH).replace("\n", " ")
    texts = [text[start : start + WIDTH] for start in range(0, rows * WIDTH, WIDTH)]
    return {name: _seconds(engine, texts, rounds) for name, engine in ENGINES.items()}


def _seconds(
    engine: Callable[[list[str]], Iterator[Runs]], texts: list[str], rounds: int
) -> dict[str, float]:
    best: dict[str, float] = {}
    with contextmanager(engine)(texts) as runs:
        for _ in range(rounds):
            for name, run in runs.items():
                start = perf_counter()
                run()
                best[name] = min(best.get(name, inf), perf_counter() - start)
    return best


def _adapter(name: str) -> Any:  # noqa: ANN401 -- a module
    return import_module(f"tst_grammar.columns.{name}")


def _table(texts: Sequence[str | None]) -> Any:  # noqa: ANN401 -- an Arrow table
    return import_module("pyarrow").table({"text": texts})


def _fetched(connection: Any, query: str) -> object:  # noqa: ANN401 -- a connection of DuckDB
    return connection.execute(query).fetchall()


def _upper(table: Any) -> Any:  # noqa: ANN401 -- Arrow tables
    return table.set_column(0, "text", import_module("pyarrow.compute").utf8_upper(table.column(0)))


def _upper_batches(batches: Any) -> Any:  # noqa: ANN401 -- Arrow record batches
    return map(_upper, batches)
