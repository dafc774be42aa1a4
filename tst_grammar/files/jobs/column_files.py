"""Reads Parquet and Arrow files in the parts in which they were written, and writes files like them."""

import io
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, Final

from attrs import frozen

from tst_grammar.arrow_columns import arrow

Table = Any
"""A table of pyarrow, which has no types."""

_CODECS: Final = {b"\x28\xb5\x2f\xfd": "zstd", b"\x04\x22\x4d\x18": "lz4"}
"""How compressed buffers of Arrow files start, after the eight bytes of their length."""

_NAMES: Final = {"UNCOMPRESSED": "NONE", "LZ4_RAW": "LZ4"}
"""The names of codecs for a writer, where they are not those that a reader gives."""

_LEVEL: Final = {"ZSTD": 3}
"""Levels of compression. A file does not say with which level it was compressed."""


def column_file(path: str, kind: str) -> "ColumnFile":
    """Open a file of columns."""
    if kind == "Parquet":
        return _ParquetFile(path)
    return _ArrowFile(path, is_stream=kind == "Arrow stream")


class ColumnFile(ABC):
    """A file of columns."""

    @property
    @abstractmethod
    def schema(self) -> Any:  # noqa: ANN401 -- a schema of pyarrow
        """The columns and their metadata."""

    @abstractmethod
    def parts(self) -> Iterator[tuple[int, Table]]:
        """Yield the parts of the file as tables, each with the number of bytes that were read for it."""

    @abstractmethod
    def writer(self, sink: io.BytesIO, changed: set[int]) -> Any:  # noqa: ANN401 -- a context manager
        """Give a function that writes parts to a file like this one, in which some columns are changed."""


@frozen
class _ParquetFile(ColumnFile):
    path: str

    @cached_property
    def _file(self) -> Any:  # noqa: ANN401 -- a file of pyarrow
        from pyarrow import parquet  # noqa: PLC0415 -- slow to import

        return parquet.ParquetFile(self.path)

    @property
    def schema(self) -> Any:  # noqa: ANN401 -- a schema of pyarrow
        return self._file.schema_arrow

    def parts(self) -> Iterator[tuple[int, Table]]:
        for number in range(self._file.metadata.num_row_groups):
            group = self._file.metadata.row_group(number)
            size = sum(group.column(place).total_compressed_size for place in range(group.num_columns))
            yield size, self._file.read_row_group(number)

    @contextmanager
    def writer(self, sink: io.BytesIO, changed: set[int]) -> Iterator[Callable[[Table], None]]:
        from pyarrow import parquet  # noqa: PLC0415 -- slow to import

        with parquet.ParquetWriter(sink, self.schema, **self._options(changed)) as writer:
            yield lambda table: writer.write_table(table, row_group_size=max(len(table), 1))

    def _options(self, changed: set[int]) -> dict[str, Any]:
        """Return the options with which a writer makes the same choices as the one that made the file."""
        file = self._file.metadata
        groups = [file.row_group(number) for number in range(min(file.num_row_groups, 1))]
        columns = [group.column(place) for group in groups for place in range(group.num_columns)]
        codecs = {each.path_in_schema: _NAMES.get(each.compression, each.compression) for each in columns}
        kinds = {each.physical_type for each in columns}
        sorting = [each for group in groups for each in group.sorting_columns or ()]
        return {
            "version": file.format_version,
            "compression": codecs or "NONE",
            "compression_level": {name: _LEVEL[codec] for name, codec in codecs.items() if codec in _LEVEL}
            or None,
            "use_dictionary": [
                each.path_in_schema
                for each in columns
                if any("DICTIONARY" in name for name in each.encodings)
            ],
            "write_statistics": [each.path_in_schema for each in columns if each.is_stats_set],
            "use_compliant_nested_type": not any(".list.item" in each.path_in_schema for each in columns),
            "use_deprecated_int96_timestamps": "INT96" in kinds,
            "store_schema": b"ARROW:schema" in (file.metadata or {}),
            "write_page_index": any(each.has_offset_index for each in columns),
            "sorting_columns": None if {each.column_index for each in sorting} & changed else sorting or None,
        }


@frozen
class _ArrowFile(ColumnFile):
    path: str
    is_stream: bool

    @property
    def schema(self) -> Any:  # noqa: ANN401 -- a schema of pyarrow
        with self._opened() as reader:
            return reader.schema

    @contextmanager
    def _opened(self) -> Iterator[Any]:
        from pyarrow import ipc  # noqa: PLC0415 -- slow to import

        with arrow().OSFile(self.path) as file:
            yield ipc.open_stream(file) if self.is_stream else ipc.open_file(file)

    def parts(self) -> Iterator[tuple[int, Table]]:
        with self._opened() as reader:
            batches = (
                iter(reader) if self.is_stream else map(reader.get_batch, range(reader.num_record_batches))
            )
            for batch in batches:
                yield batch.nbytes, arrow().Table.from_batches([batch])

    @contextmanager
    def writer(self, sink: io.BytesIO, changed: set[int]) -> Iterator[Callable[[Table], None]]:  # noqa: ARG002
        from pyarrow import ipc  # noqa: PLC0415 -- slow to import

        options = ipc.IpcWriteOptions(compression=self._codec(), unify_dictionaries=not self.is_stream)
        make = ipc.new_stream if self.is_stream else ipc.new_file
        with make(sink, self.schema, options=options) as writer:
            yield lambda table: writer.write_table(table, max_chunksize=max(len(table), 1))

    def _codec(self) -> str | None:
        """Return how the buffers are compressed: the first one that is not empty shows it."""
        from pyarrow import ipc  # noqa: PLC0415 -- slow to import

        with arrow().OSFile(self.path) as file:
            file.seek(0 if self.is_stream else len("ARROW1\0\0"))
            for message in ipc.MessageReader.open_stream(file):
                if message.type != "schema" and message.body:
                    return _CODECS.get(message.body.slice(8, 4).to_pybytes())
        return None
