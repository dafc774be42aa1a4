"""Lists what a task finds in the documents of a shard, with a line of JSON for each document."""

import io
import json
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any

from attrs import frozen

from tst_grammar.arrow_columns import arrow
from tst_grammar.errors import OptionError, TstGrammarError
from tst_grammar.files.file_options import too_large
from tst_grammar.files.jobs.arrow_shard import texts_of_rows
from tst_grammar.files.jobs.bad_documents import BadDocuments
from tst_grammar.files.jobs.column_files import column_file
from tst_grammar.files.jobs.held_lines import LargePart, held_lines
from tst_grammar.files.jobs.line_shard import texts_of_lines
from tst_grammar.files.jobs.nested_columns import TextColumn
from tst_grammar.files.json_fields import Fields
from tst_grammar.files.streams import Source, decoded
from tst_grammar.text.tasks.task import Lister, ListingTask, Tally

_Blocks = Generator[tuple[int, bytes], None, None]

_Named = tuple[str, str]
"""The name of a text in a document, such as `messages[0].content`, and the text."""


@frozen
class Listing:
    """How the documents of a shard are listed. A document of more than `most` bytes is bad."""

    task: ListingTask
    fields: tuple[str, ...]
    bad: BadDocuments
    most: int
    tally: Tally

    def lines(self, source: Source, advance: Callable[[int], None], *, is_json: bool) -> _Blocks:
        """List the lines of a file: documents in JSON, or lines of text, if anything is found in them."""
        fields = Fields.of(self.fields)
        task = self.task
        if task.needs_all and is_json:
            task = task.settled_by(lambda: texts_of_lines(source, fields, self.most))
        elif task.needs_all:
            task = task.settled_by(lambda: _lines_of(source, self.most))
        lister = task.lister()

        def listed(line: bytes, number: int) -> bytes:
            if not is_json:
                found = self._found(lister, [("text", decoded(line.removesuffix(b"\n")))])
                return _row(number, {}, found) if found["text"] else b""
            texts = [(found.name, found.text) for found in fields.found(line)]
            return _row(number, _id_of(line), self._found(lister, texts)) if line.strip() else b""

        done = 0
        for piece in held_lines(source.blocks(advance), self.most):
            rows: list[bytes] = []
            if isinstance(piece, LargePart):
                if piece.is_first:
                    done += 1
                    error: TstGrammarError = OptionError(too_large(self.most), fault="large-document")
                    rows.append(self._bad(error, done, None))
                yield int(piece.is_first), b"".join(rows)
                continue
            before = done
            for line in io.BytesIO(piece):
                done += 1
                try:
                    rows.append(listed(line, done))
                except TstGrammarError as problem:
                    rows.append(self._bad(problem, done, decoded(line.removesuffix(b"\n"))))
            yield done - before, b"".join(rows)

    def rows(self, path: str, kind: str, advance: Callable[[int], None]) -> _Blocks:
        """List the rows of a file of columns."""
        try:
            reader = column_file(path, kind)
            columns = [TextColumn.of(reader.schema, name, None, str, self.most) for name in self.fields]
            names = [*dict.fromkeys(reader.schema.names[column.index] for column in columns)]
            ids = ["id"] if "id" in reader.schema.names and "id" not in names else []
            task = self.task
            if task.needs_all:
                task = task.settled_by(lambda: texts_of_rows(reader, self.fields))
            lister = task.lister()
            done = 0
            for size, table in reader.parts():
                chosen = table.select([*names, *ids])
                rows = (chosen.slice(place, 1) for place in range(len(chosen)))
                made = [
                    self._row(row, number, columns, lister, reader.schema)
                    for number, row in enumerate(rows, done + 1)
                ]
                done += len(table)
                advance(size)
                yield len(table), b"".join(made)
        except arrow().ArrowException as error:
            raise OptionError(f"cannot read {path}: it is damaged ({error})", fault="damaged") from None

    def _row(self, table: Any, number: int, columns: list[TextColumn], lister: Lister, schema: Any) -> bytes:  # noqa: ANN401
        """List one row of a table."""
        try:
            (row,) = table.to_pylist()
        except UnicodeDecodeError:
            error = OptionError("the text has bytes that are not UTF-8", fault="not-utf-8")
            return self._bad(error, number, None)
        texts: list[_Named] = []
        for column in columns:
            name = schema.names[column.index]
            texts += _texts(row[name], column.steps, name)
        for _, text in texts:
            if len(text.encode(errors="surrogatepass")) > self.most:
                return self._bad(OptionError(too_large(self.most), fault="large-document"), number, None)
        known = {"id": row["id"]} if isinstance(row.get("id"), str | int) else {}
        try:
            return _row(number, known, self._found(lister, texts))
        except TstGrammarError as problem:
            return self._bad(problem, number, "\n".join(text for _, text in texts))

    def _found(self, lister: Lister, texts: Iterable[_Named]) -> dict[str, Any]:
        found = {name: lister(text) for name, text in texts}
        self.tally.listed.update(self.task.kind_of(each) for listed in found.values() for each in listed)
        return found

    def _bad(self, error: TstGrammarError, number: int, document: str | None) -> bytes:
        """Note a bad document. If it is kept, its line has no attributes."""
        return _row(number, {}, {}) if self.bad.add(error, number, document) else b""


def _row(line: int, known: dict[str, Any], found: dict[str, Any]) -> bytes:
    return json.dumps({"line": line, **known, "attributes": found}).encode() + b"\n"


def _id_of(line: bytes) -> dict[str, Any]:
    """Return the `id` of a document of JSON, if it has one that is a text or a whole number."""
    if b'"id"' not in line:
        return {}
    found = json.loads(decoded(line).removeprefix("\ufeff")).get("id")
    return {"id": found} if isinstance(found, str | int) else {}


def _texts(value: Any, steps: tuple[str, ...], name: str) -> Iterator[_Named]:  # noqa: ANN401 -- any value of a row
    if isinstance(value, list):
        for place, each in enumerate(value):
            yield from _texts(each, steps, f"{name}[{place}]")
    elif isinstance(value, dict):
        yield from _texts(value[steps[0]], steps[1:], f"{name}.{steps[0]}")
    elif value is not None:
        yield name, value


def _lines_of(source: Source, most: int) -> Iterator[str]:
    for piece in held_lines(source.blocks(lambda _: None), most):
        if isinstance(piece, bytes):
            yield decoded(piece)
