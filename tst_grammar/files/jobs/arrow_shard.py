"""Converts the rows of Parquet and Arrow files, one row group or record batch at a time."""

import io
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any

from attrs import frozen

from tst_grammar.arrow_columns import arrow
from tst_grammar.errors import OptionError
from tst_grammar.files.jobs.bad_documents import BadDocuments
from tst_grammar.files.jobs.column_files import ColumnFile, Table, column_file
from tst_grammar.files.jobs.nested_columns import Failed, TextColumn, texts_below
from tst_grammar.files.jobs.other_formats import PARQUET, drained, json_writer, parquet_writer
from tst_grammar.text.tasks.task import Tally, Task


@frozen
class ArrowConversion:
    """How the rows of a file are converted. A text of more than `most` bytes is a bad document."""

    task: Task
    fields: tuple[str, ...]
    bad: BadDocuments
    most: int
    to: str | None = None
    """The format of the output, if it is another one."""

    def blocks(
        self, path: str, kind: str, tally: Tally, advance: Callable[[int], None]
    ) -> Generator[tuple[int, bytes], None, None]:
        """Yield the content of the converted file, with the number of rows that were read for it."""
        try:
            reader = column_file(path, kind)
            task = self.task
            if task.needs_all:
                task = task.settled_by(lambda: texts_of_rows(reader, self.fields))
            columns = self._columns(reader.schema, task, tally)
            sink = io.BytesIO()
            done = 0
            with self._writer(reader, kind, sink, {column.index for column in columns}) as write:
                for size, table in reader.parts():
                    write(self._converted(table, columns, done))
                    done += len(table)
                    advance(size)
                    yield len(table), drained(sink)
            yield 0, drained(sink)
        except arrow().ArrowException as error:
            raise OptionError(f"cannot read {path}: it is damaged ({error})", fault="damaged") from None

    def _writer(self, reader: ColumnFile, kind: str, sink: io.BytesIO, changed: set[int]) -> Any:  # noqa: ANN401
        """Give a function that writes tables in the format of the output."""
        if self.to is None or self.to == kind.lower():
            return reader.writer(sink, changed)
        return (parquet_writer if self.to == PARQUET else json_writer)(sink, reader.schema)

    def _columns(self, schema: Any, task: Task, tally: Tally) -> list[TextColumn]:  # noqa: ANN401
        change = task.change(tally)
        return [TextColumn.of(schema, name, task.row_pass, change, self.most) for name in self.fields]

    def _converted(self, table: Table, columns: Iterable[TextColumn], before: int) -> Table:
        """Return rows converted. Rows that fail are as they were, or left out."""
        made = table
        failed: dict[int, Failed] = {}
        for column in columns:
            values, wrong = column.converted(table.column(column.index))
            made = made.set_column(column.index, table.schema.field(column.index), values)
            for each in wrong:
                failed.setdefault(each.row, each)
        if not failed:
            return made
        parts = []
        start = 0
        for row in sorted(failed):
            parts.append(made.slice(start, row - start))
            if self.bad.add(failed[row].error, before + row + 1, failed[row].text):
                parts.append(table.slice(row, 1))
            start = row + 1
        return arrow().concat_tables([*parts, made.slice(start)])


def texts_of_rows(reader: ColumnFile, fields: Iterable[str]) -> Iterator[str]:
    """Yield the texts of all rows."""
    columns = [TextColumn.of(reader.schema, name, None, str, 0) for name in fields]
    for _, table in reader.parts():
        for column in columns:
            yield from texts_below(table.column(column.index), column.steps)
