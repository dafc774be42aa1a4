"""Writes documents in another format than they had: lines of JSON as Parquet, and rows as lines of JSON."""

import io
import json
import re
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any, Final

from attrs import define, field

from tst_grammar.arrow_columns import arrow
from tst_grammar.diagnostics import quoted, represented
from tst_grammar.errors import OptionError
from tst_grammar.files.streams import LineError, decoded

PARQUET: Final = "parquet"
FORMATS: Final = ("jsonl", "jsonl.gz", "jsonl.zst", "jsonl.bz2", "jsonl.xz", PARQUET)
"""The formats that documents can be written in, as suffixes."""

_KNOWN_SUFFIX = re.compile(
    r"(\.(jsonl|ndjson|json|parquet|arrows?|feather))?(\.(gz|zst|bz2|xz))?$", re.IGNORECASE
)

_GROUP: Final = 1 << 24
"""About how many bytes of JSON make a row group."""


def renamed(name: str, to: str) -> str:
    """Return the name of a file in another format.

    >>> renamed("web/1.jsonl.gz", "parquet"), renamed("books/v1.2", "jsonl.zst")
    ('web/1.parquet', 'books/v1.2.jsonl.zst')
    """
    return f"{_KNOWN_SUFFIX.sub('', name, count=1)}.{to}"


def checked_format(to: str | None) -> None:
    """Refuse a format that documents cannot be written in."""
    if to is not None and to not in FORMATS:
        problem = f"to is {represented(to)}, but must be one of {', '.join(FORMATS)}"
        raise OptionError(problem, fault="format", expected=FORMATS)


@define
class ParquetDocuments:
    """Lines of JSON for a Parquet file. Their columns are those of all lines together."""

    names: Iterable[str]
    """The fields that hold the texts: the columns of a file without lines."""
    _schema: Any = field(factory=lambda: arrow().schema([]))

    def check(self, lines: bytes) -> None:
        """Add the columns of lines, and refuse lines that do not fit to those before them."""
        pa = arrow()
        try:
            rows = pa.array(list(_rows(lines)), pa.struct([]) if not lines.strip() else None)
            found = pa.schema(list(rows.type))
            self._schema = pa.unify_schemas([self._schema, found], promote_options="permissive")
        except (pa.ArrowException, OverflowError, UnicodeEncodeError) as error:
            problem = f"it does not fit into the columns of a Parquet file ({error})"
            raise LineError(problem, fault="field-value") from None

    def blocks(
        self, lines: Iterable[tuple[int, bytes]], folder: str
    ) -> Generator[tuple[int, bytes], None, None]:
        """Yield the content of a Parquet file of lines that were checked, which are kept in a folder."""
        with tempfile.TemporaryFile(dir=folder) as kept:
            for count, block in lines:
                kept.write(block)
                yield count, b""
            kept.seek(0)
            sink = io.BytesIO()
            schema = self._schema
            if not len(schema):
                schema = arrow().schema([(name.partition(".")[0], arrow().string()) for name in self.names])
            with parquet_writer(sink, schema) as write:
                while group := kept.readlines(_GROUP):
                    write(self._table(b"".join(group), schema))
                    yield 0, drained(sink)
            yield 0, drained(sink)

    def _table(self, lines: bytes, schema: Any) -> Any:  # noqa: ANN401 -- a table of pyarrow
        pa = arrow()
        try:
            rows = pa.array(list(_rows(lines)), pa.struct(list(schema)))
        except pa.ArrowException as error:
            problem = f"its lines do not fit into the columns of a Parquet file ({error})"
            raise OptionError(problem, fault="field-value") from None
        return pa.Table.from_batches([pa.RecordBatch.from_struct_array(rows)], schema)


@contextmanager
def parquet_writer(sink: io.BytesIO, schema: Any) -> Iterator[Callable[[Any], None]]:  # noqa: ANN401 -- of pyarrow
    """Give a function that writes tables to a Parquet file compressed by zstd."""
    from pyarrow import parquet  # noqa: PLC0415 -- slow to import

    with parquet.ParquetWriter(sink, schema, compression="zstd", compression_level=3) as writer:
        yield lambda table: writer.write_table(table, row_group_size=max(len(table), 1))


@contextmanager
def json_writer(sink: io.BytesIO, schema: Any) -> Iterator[Callable[[Any], None]]:  # noqa: ANN401 -- of pyarrow
    """Give a function that writes the rows of tables as lines of JSON."""
    if len(set(schema.names)) < len(schema):
        raise OptionError("two columns have the same name, which JSON cannot hold", fault="format")
    for column in schema:
        if not _is_json_type(column.type):
            problem = f"the column {quoted(column.name)} holds {column.type}, which JSON cannot hold"
            raise OptionError(problem, fault="format")

    def write(table: Any) -> None:  # noqa: ANN401 -- of pyarrow
        try:
            rows = [json.dumps(row, ensure_ascii=False, allow_nan=False) for row in table.to_pylist()]
            sink.writelines(f"{row}\n".encode() for row in rows)
        except ValueError as error:  # a float that is not finite, or bytes that are not UTF-8
            raise OptionError(f"a row cannot be written as JSON ({error})", fault="format") from None

    yield write


def drained(sink: io.BytesIO) -> bytes:
    """Return the content of a file in memory, and empty the file."""
    written = sink.getvalue()
    sink.seek(0)
    sink.truncate()
    return written


def _is_json_type(kind: Any) -> bool:  # noqa: ANN401 -- a type of pyarrow
    types = arrow().types
    if types.is_dictionary(kind):
        return _is_json_type(kind.value_type)
    if types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind):
        return _is_json_type(kind.value_type)
    if types.is_struct(kind):
        return all(_is_json_type(each.type) for each in kind)
    checks = ("null", "boolean", "integer", "floating", "string", "large_string", "string_view")
    return any(getattr(types, f"is_{name}")(kind) for name in checks)


def _rows(lines: bytes) -> Iterator[dict[str, Any]]:
    """Yield the objects in lines of JSON, and refuse what would not be the same in a column."""
    for number, line in enumerate(io.BytesIO(lines)):
        text = decoded(line).removeprefix("\ufeff")
        if not text.strip():
            continue
        try:
            row = json.loads(text, parse_float=_exact, parse_constant=_exact, object_pairs_hook=_unique)
        except ValueError as error:
            raise LineError(str(error), line=number, fault="field-value") from None
        if not isinstance(row, dict):
            raise LineError("it is not an object, so it has no columns", line=number, fault="field-value")
        yield row


def _exact(written: str) -> float:
    """Return a number of JSON as a float, and refuse one that a float cannot hold exactly as written."""
    value = float(written)
    if Decimal(repr(value)) != Decimal(written):
        raise ValueError(f"a column of floats cannot hold {written} exactly")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON, and refuse a key that it has twice."""
    row = dict(pairs)
    if len(row) < len(pairs):
        raise ValueError("an object has the same key twice")
    return row
