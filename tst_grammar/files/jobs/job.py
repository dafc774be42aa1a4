"""A job: a task for many files, each converted to a file of its own in one folder."""

import time
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from importlib.metadata import version
from os import PathLike
from pathlib import Path
from typing import Any, Final, get_args

from attrs import asdict, field, fields, frozen

from tst_grammar.errors import OptionError, TstGrammarError
from tst_grammar.files.convert_file import checked_fields
from tst_grammar.files.file_task import FileTask
from tst_grammar.files.jobs.bad_documents import PATIENCE, BadDocuments, OnBad
from tst_grammar.files.jobs.job_file import FileState, Record, state_of
from tst_grammar.files.jobs.line_shard import LineConversion
from tst_grammar.files.jobs.shard import Shard, shards_of
from tst_grammar.files.json_fields import Fields, is_json_lines
from tst_grammar.files.replacement import replaced
from tst_grammar.files.streams import LineError, Source, source_of
from tst_grammar.text.tasks import Tally, Task

MOST_HELD: Final = 256 << 20
"""How many bytes a document that is held whole may have, unless told otherwise."""

Advance = Callable[[int], None]
"""Called with the number of bytes of input that were read."""

_PASSING: Final = ("unreadable", "unwriteable", "busy", "missing-package", "field")
"""Faults that are not of the content of a file: they may be gone the next time."""

_BLANK: Final = b"\xef\xbb\xbf \t\r\n"
"""The bytes that may be before the first line of JSON, a byte order mark among them."""


@frozen(kw_only=True)
class Job:
    """A task with the options for its files. It can be pickled, and its shards converted anywhere.

    `fields` names the fields of JSON Lines that hold the texts. `on_error` says what becomes of a document
    that cannot be converted: the job stops, or the document is kept as it is, or skipped. A line of JSON of
    more than `max_document` bytes is such a document.

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

    task: Task
    fields: tuple[str, ...] = field(default=(), converter=checked_fields)
    on_error: OnBad = "stop"
    max_document: int = MOST_HELD
    binary: bool = False

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.task, Task):
            problem = f"task takes an AnnotationTask or a RestorationTask, not {type(self.task).__name__}"
            raise TypeError(problem)
        FileTask(self.task, self.fields)
        Fields.of(self.fields)
        if self.on_error not in get_args(OnBad):
            choices = get_args(OnBad)
            problem = f"on_error is {self.on_error!r}, but must be one of {', '.join(choices)}"
            raise OptionError(problem, fault="errors", expected=choices)
        if self.max_document < 1:
            raise OptionError("max_document must be at least 1", fault="large-document")

    def shards(self, paths: Iterable[str | PathLike[str]], output_dir: str | PathLike[str]) -> list[Shard]:
        """Return the shards in files, folders and patterns, sorted by the names of their outputs."""
        return shards_of(paths, output_dir)

    @property
    def options(self) -> dict[str, Any]:
        """The options that decide about the outputs, as JSON can hold them, with the version."""
        task = asdict(self.task, recurse=False)
        scheme = {
            field.alias: getattr(self.task.scheme, field.name) for field in fields(type(task.pop("scheme")))
        }
        rest = {"fields": self.fields, "max_document": self.max_document, "binary": self.binary}
        named = {"task": type(self.task).__name__, **task, **rest, "scheme": scheme}
        return {"version": version("tst-grammar"), **named}

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
        is_json = self._is_json(shard.path)
        how = self._lines(bad, tally) if is_json else self._text(tally)
        try:
            return self._write(shard, how, advance), True
        except TstGrammarError as error:
            if error.fault in _PASSING or self.on_error == "stop":
                raise _placed(error, shard) from None
            tally.clear()
            if bad.add(error, None, None) and not is_json and error.fault not in ("damaged", "not-text"):
                return self._write(shard, _copied, advance), True
        Path(shard.output).unlink(missing_ok=True)
        return 1, False

    def _is_json(self, path: str) -> bool:
        """Tell whether a file has lines of JSON: from its name, or from its first character."""
        if is_json_lines(path):
            if not self.fields:
                problem = "use --field, or fields=, to name the fields of its lines that hold text"
                raise OptionError(f"{path}: {problem}", fault="field")
            return True
        if not self.fields:
            return False
        with source_of(path, again=False, is_binary=True) as source:
            return next(source.blocks(lambda _: None), b"").lstrip(_BLANK).startswith(b"{")

    def _write(self, shard: Shard, how: "_How", advance: Advance) -> int:
        """Write the output of a shard, and return the number of its documents."""
        documents = 0
        with (
            source_of(shard.path, again=False, is_binary=self.binary) as source,
            replaced(shard.output, patience=PATIENCE) as target,
            closing(how(source, advance)) as blocks,
        ):
            for count, block in blocks:
                documents += count
                target.write(block)
        return documents

    def _text(self, tally: Tally) -> "_How":
        """Return the conversion of a file that is one text."""

        def converted(source: Source, advance: Advance) -> _Blocks:
            task = FileTask(self.task).settled(lambda: source.blocks(lambda _: None), source.name)
            for outcome in task.outcomes(source.blocks(advance)):
                if isinstance(outcome, bytes):
                    yield 0, outcome
                elif outcome.failure:
                    raise outcome.failure
                else:
                    tally.add(outcome.tally)
            yield 1, b""

        return converted

    def _lines(self, bad: BadDocuments, tally: Tally) -> "_How":
        """Return the conversion of a file of JSON Lines."""

        def converted(source: Source, advance: Advance) -> _Blocks:
            conversion = LineConversion(self.task, Fields.of(self.fields), bad, self.max_document)
            return conversion.blocks(source, tally, advance)

        return converted


_Blocks = Generator[tuple[int, bytes], None, None]
"""The blocks of an output, each with the number of documents that were read for it."""

_How = Callable[[Source, Advance], _Blocks]


def _copied(source: Source, advance: Advance) -> _Blocks:
    yield from ((0, block) for block in source.blocks(advance))
    yield 1, b""


def _input_of(shard: Shard) -> FileState:
    try:
        return state_of(shard.path)
    except OSError as error:
        raise OptionError(f"cannot read {shard.path}: {error.strerror}", fault="unreadable") from None


def _placed(error: TstGrammarError, shard: Shard) -> TstGrammarError:
    """Return an error with a message that names the file."""
    if shard.path in error.message:
        return error
    if isinstance(error, LineError):
        return error.placed(shard.path)
    return OptionError(f"{shard.path}: {error.message}", fault=error.fault)
