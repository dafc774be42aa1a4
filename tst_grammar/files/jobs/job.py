"""A job: a task for many files, each converted to a file of its own in one folder."""

import sys
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from importlib.metadata import version
from os import PathLike
from pathlib import Path
from typing import Any, Final, get_args

from attrs import evolve, field, fields, frozen, has

from tst_grammar.diagnostics import represented
from tst_grammar.errors import OptionError, TstGrammarError
from tst_grammar.files.file_options import MOST_HELD, checked_fields, checked_max_document
from tst_grammar.files.file_task import FileTask
from tst_grammar.files.jobs.arrow_shard import ArrowConversion
from tst_grammar.files.jobs.bad_documents import PATIENCE, BadDocuments, OnBad
from tst_grammar.files.jobs.job_file import FileState, Record, state_of
from tst_grammar.files.jobs.line_shard import LineConversion
from tst_grammar.files.jobs.listing import Listing
from tst_grammar.files.jobs.other_formats import PARQUET, ParquetDocuments, checked_format, renamed
from tst_grammar.files.jobs.shard import Shard, shards_of
from tst_grammar.files.json_fields import Fields, is_json_lines
from tst_grammar.files.recognition import fields_needed
from tst_grammar.files.replacement import replaced
from tst_grammar.files.streams import Source, blocks_between, column_kind, first_bytes, placed, source_of
from tst_grammar.option_checks import checked_flag
from tst_grammar.text.tasks.task import ListingTask, Tally, Task

Advance = Callable[[int], None]
"""Called with the number of bytes of input that were read."""

_PASSING: Final = ("unreadable", "unwriteable", "busy", "missing-package", "field", "format")
"""Faults that are not of the content of a file: they may be gone the next time."""

_REMEDY: Final = "use --on-error, or on_error=, with keep or skip to continue"

_TEXT: Final = "text"
_JSON: Final = "JSON Lines"

_BLANK: Final = b"\xef\xbb\xbf \t\r\n"
"""The bytes that may be before the first line of JSON, a byte order mark among them."""


@frozen(kw_only=True)
class Job:
    """A task with the options for its files. It can be pickled, and its shards converted anywhere.

    `fields` names the fields of JSON Lines that hold the texts. `on_error` says what becomes of a document
    that cannot be converted: the job stops, or the document is kept as it is, or skipped. A line of JSON of
    more than `max_document` bytes is such a document, and so is a whole file that cannot be read.

    With `sidecar`, the output has a line of JSON for each document instead of the converted document: its
    `line` or row, its `id` if it has one, and `attributes`. They list for each text the start and the end of
    each number, its TST, and its value. A `SearchTask` or a `LintTask` always gives such an output. In plain
    text, each line that has a number is a document.

    `to` is another format for the outputs, such as `jsonl.zst` or `parquet`. It replaces the suffixes of the
    names.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from tst_grammar import AnnotationTask
    >>> with TemporaryDirectory() as folder:
    ...     written = Path(folder, "notes.md").write_text("It has 1,234,567 cells.")
    ...     job = Job(task=AnnotationTask())
    ...     (shard,) = job.shards([Path(folder, "notes.md")], Path(folder, "out"))
    ...     record = job.convert(shard)
    ...     Path(shard.output).read_text(), record.documents
    ('It has 1m 234k 567 cells.', 1)
    """

    task: ListingTask
    fields: tuple[str, ...] = field(default=(), converter=checked_fields)
    on_error: OnBad = "stop"
    max_document: int = MOST_HELD
    binary: bool = False
    sidecar: bool = False
    to: str | None = None

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.task, ListingTask):
            raise TypeError(f"task takes a task such as AnnotationTask, not {type(self.task).__name__}")
        if isinstance(self.task, Task):
            FileTask(self.task, self.fields)
        Fields.of(self.fields)
        if self.on_error not in get_args(OnBad):
            choices = get_args(OnBad)
            problem = f"on_error is {represented(self.on_error)}, but must be one of {', '.join(choices)}"
            raise OptionError(problem, fault="errors", expected=choices)
        checked_max_document(self.max_document)
        checked_flag("binary", self.binary)
        checked_flag("sidecar", self.sidecar)
        checked_format(self.to)
        if self.to == PARQUET and (self._is_listing or self.on_error == "keep"):
            what = "lists are" if self._is_listing else "a bad document that is kept is"
            problem = f"{what} written as JSON Lines, not as Parquet: choose another format"
            raise OptionError(problem, fault="format")

    def shards(self, paths: Iterable[str | PathLike[str]], output_dir: str | PathLike[str]) -> list[Shard]:
        """Return the shards in files, folders and patterns, sorted by the names of their outputs."""
        return shards_of(paths, output_dir, self._name_of_output)

    @property
    def _changes_format(self) -> bool:
        return self._is_listing or self.to is not None

    def _name_of_output(self, name: str) -> str:
        if self._is_listing and not is_json_lines(name):
            name = f"{name}.jsonl"
        return renamed(name, self.to) if self.to else name

    @property
    def _is_listing(self) -> bool:
        return self.sidecar or not isinstance(self.task, Task)

    @property
    def options(self) -> dict[str, Any]:
        """The options that decide about the outputs, as JSON can hold them, with the version."""
        given: Any = evolve(self, on_error="stop")  # each record says what became of bad documents
        return {"version": version("tst-grammar"), "kind": type(self.task).__name__, **_plain(given)}

    def convert(self, shard: Shard, advance: Advance = lambda _: None) -> Record:
        """Convert a shard, and return its record. The output is written whole or not at all.

        `advance` is called with the number of bytes of input that were read.
        """
        begun = time.perf_counter()
        before = _input_of(shard)
        tally = Tally()
        try:
            Path(shard.output).parent.mkdir(parents=True, exist_ok=True)
            with BadDocuments(shard, self.on_error) as bad:
                documents, has_output = self._convert(shard, bad, tally, advance)
        except OSError as error:
            raise OptionError(f"cannot write {shard.output}: {error.strerror}", fault="unwriteable") from None
        if not before.is_that_of(shard.path):
            raise OptionError(f"{shard.path} has changed while it was read", fault="unreadable")
        made = state_of(shard.output) if has_output else None
        seconds = round(time.perf_counter() - begun, 3)
        return Record(shard.name, before, made, seconds, documents, bad.count, self.on_error, tally.counts)

    def _convert(self, shard: Shard, bad: BadDocuments, tally: Tally, advance: Advance) -> tuple[int, bool]:
        """Convert a shard, and return the number of its documents, and whether there is an output."""
        try:
            how = self._how(self._kind(shard.path), bad, tally, str(Path(shard.output).parent))
            return self._write(shard, how, advance), True
        except TstGrammarError as error:
            if error.fault in _PASSING:
                raise placed(error, shard.path) from None
            if self.on_error == "stop":
                problem = f"{placed(error, shard.path).message}; {_REMEDY}"
                raise OptionError(problem, fault=error.fault) from None
            tally.clear()
            if bad.add(error, None, None) and not self._is_listing and not self.to:
                _copy(shard)
                return 1, True
        Path(shard.output).unlink(missing_ok=True)
        return 1, False

    def _kind(self, path: str) -> str:
        """Return the kind of a file, from its first bytes or from its name."""
        kind = column_kind(path)
        if kind is None and (is_json_lines(path) or (self.fields and _is_json(first_bytes(path)))):
            kind = _JSON
        if kind and not self.fields:
            raise fields_needed(path, kind)
        return kind or _TEXT

    def _how(self, kind: str, bad: BadDocuments, tally: Tally, folder: str) -> "_How":
        """Return the conversion of a file of some kind, whose output is in a folder."""
        if self._is_listing or not isinstance(self.task, Task):
            listing = Listing(self.task, self.fields, bad, self.max_document, tally)
            if kind in {_TEXT, _JSON}:
                return lambda source, advance: listing.lines(source, advance, is_json=kind == _JSON)
            return lambda source, advance: listing.rows(source.path, kind, advance)
        task = self.task
        if kind == _TEXT:
            if self.to:
                problem = (
                    f"plain text has no documents to write as {self.to}: convert it without --to, or to="
                )
                raise OptionError(problem, fault="format")
            return self._text(task, tally)
        if kind == _JSON:
            documents = ParquetDocuments(self.fields) if self.to == PARQUET else None
            check = documents.check if documents else None
            lines = LineConversion(task, Fields.of(self.fields), bad, self.max_document, check)
            if documents:
                return lambda source, advance: documents.blocks(lines.blocks(source, tally, advance), folder)
            return lambda source, advance: lines.blocks(source, tally, advance)
        to = self.to.partition(".")[0] if self.to else None
        rows = ArrowConversion(task, self.fields, bad, self.max_document, to)
        return lambda source, advance: rows.blocks(source.path, kind, tally, advance)

    def _write(self, shard: Shard, how: "_How", advance: Advance) -> int:
        """Write the output of a shard, and return the number of its documents."""
        documents = 0
        with (
            source_of(shard.path, again=False, is_binary=self.binary) as source,
            replaced(
                shard.output, like=None if self._changes_format else shard.path, patience=PATIENCE
            ) as target,
            closing(how(source, advance)) as blocks,
        ):
            for count, block in blocks:
                documents += count
                target.write(block)
        return documents

    def _text(self, given: Task, tally: Tally) -> "_How":
        """Return the conversion of a file that is one text."""

        def converted(source: Source, advance: Advance) -> _Blocks:
            task = FileTask(given).settled(lambda: source.blocks(lambda _: None), source.name)
            for outcome in task.outcomes(source.blocks(advance)):
                if isinstance(outcome, bytes):
                    yield 0, outcome
                elif outcome.failure:
                    raise outcome.failure
                else:
                    tally.add(outcome.tally)
            yield 1, b""

        return converted


def _plain(value: Any) -> Any:  # noqa: ANN401 -- options of many types
    """Return an option as JSON can hold it."""
    if has(type(value)):
        held = [field for field in fields(type(value)) if field.init]
        return {field.alias: _plain(getattr(value, field.name)) for field in held}
    return value if isinstance(value, str | int | None) else repr(value)


def _is_json(first: bytes) -> bool:
    return first.lstrip(_BLANK).startswith(b"{")


_Blocks = Generator[tuple[int, bytes], None, None]
"""The blocks of an output, each with the number of documents that were read for it."""

_How = Callable[[Source, Advance], _Blocks]


def _copy(shard: Shard) -> None:
    """Copy a file that cannot be converted to its output, byte for byte."""
    with replaced(shard.output, patience=PATIENCE, as_is=True) as target:
        target.writelines(blocks_between(shard.path, 0, sys.maxsize))


def _input_of(shard: Shard) -> FileState:
    try:
        return state_of(shard.path)
    except OSError as error:
        raise OptionError(f"cannot read {shard.path}: {error.strerror}", fault="unreadable") from None
