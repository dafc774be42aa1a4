"""Converts a file by a task: in this process or in several, to another file or in place."""

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from os import PathLike, fspath
from warnings import warn

from attrs import frozen

from tst_grammar.diagnostics import either, quoted
from tst_grammar.errors import OptionError, TstGrammarError
from tst_grammar.files.file_options import (
    MOST_HELD,
    checked_fields,
    checked_max_document,
    checked_workers,
)
from tst_grammar.files.file_task import FileTask, Summary
from tst_grammar.files.json_fields import is_json_lines
from tst_grammar.files.progress import Progress
from tst_grammar.files.recognition import fields_needed
from tst_grammar.files.replacement import replaced
from tst_grammar.files.streams import LineError, Source, column_kind, placed, size_of, source_of
from tst_grammar.option_checks import checked_flag
from tst_grammar.text.tasks.task import Tally, Task

_SMALL = 1 << 21
"""The most bytes of a file for which no worker processes are started."""


def convert_file(  # noqa: PLR0913 -- each option is one that a user may set
    task: Task,
    path: str | PathLike[str],
    output: str | PathLike[str] | None = None,
    *,
    fields: tuple[str, ...] = (),
    workers: int = 1,
    binary: bool = False,
    keep_time: bool = False,
    max_document: int = MOST_HELD,
) -> Tally:
    """Convert a file in place, or into another file, and return the counts.

    The result is written whole or not at all. Numbers are counted if the task has `counts=True`. `fields`
    names the fields of JSON Lines that hold the texts, or the columns of a Parquet or Arrow file. `workers`
    is a number of processes. A line of JSON, or a text in a column, may have `max_document` bytes.

    The first bytes of a file say whether it is compressed by gzip, zstd, bzip2 or xz. Replaced in
    place, it stays so; another output file is compressed as its suffix says. A file that is not text is
    refused unless `binary` is true. `keep_time` keeps the times of the file that is replaced.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from tst_grammar import AnnotationTask
    >>> with TemporaryDirectory() as folder:
    ...     notes = Path(folder, "notes.md")
    ...     written = notes.write_text("It has 1,234,567 cells.")
    ...     tally = convert_file(AnnotationTask(counts=True), notes)
    ...     notes.read_text(), dict(tally.notations)
    ('It has 1m 234k 567 cells.', {'grouped': 1})
    """
    if not isinstance(task, Task):
        raise TypeError(f"task takes an AnnotationTask or a RestorationTask, not {type(task).__name__}")
    checked_flag("binary", binary)
    checked_flag("keep_time", keep_time)
    names = checked_fields(fields)
    checked_workers("workers", workers)
    if fspath(path) == "-":
        raise OptionError("convert_file takes a file, not standard input", fault="unreadable")
    checked_max_document(max_document)
    tally = Tally()
    conversion = Conversion(FileTask(task, names, max_document), workers, tally, warn, is_binary=binary)
    target_path = fspath(path if output is None else output)
    with (
        replaced(target_path, in_place=output is None, keeps_time=keep_time) as target,
        closing(conversion.blocks(fspath(path), Progress())) as blocks,
    ):
        for block in blocks:
            target.write(block)
    return tally


@frozen
class Conversion:
    """A task for files, the number of processes, and where counts and warnings go.

    With `is_binary`, files may hold anything; otherwise only text.
    """

    task: FileTask
    workers: int
    tally: Tally
    warned: Callable[[str], None]
    is_binary: bool = False

    def blocks(self, path: str, progress: Progress) -> Generator[bytes, None, None]:
        """Yield the converted content of a file, and add to the tally."""
        if path != "-" and (kind := column_kind(path)):
            yield from self._rows(path, kind, progress)
            return
        if not self.task.fields and is_json_lines(path):
            raise fields_needed(path, "JSON Lines")
        with source_of(path, again=self.task.task.needs_all, is_binary=self.is_binary) as source:

            def read() -> Iterable[bytes]:
                progress.restart()
                return source.blocks(progress.advance)

            task = self.task.settled(read, source.name)
            progress.restart()
            lines = texts = size = 0
            with closing(self._outcomes(task, source, progress)) as outcomes:
                for outcome in outcomes:
                    if isinstance(outcome, bytes):
                        size += len(outcome)
                        yield outcome
                        continue
                    if isinstance(outcome.failure, LineError):
                        raise outcome.failure.moved(lines).placed(source.name)
                    if outcome.failure:
                        raise outcome.failure
                    lines += outcome.lines
                    texts += outcome.texts
                    self.tally.add(outcome.tally)
            self.tally.add(Tally(evidence=task.task.evidence))
            if size and not texts:
                names = either([quoted(name) for name in task.fields])
                self.warned(f"{source.name}: no line has a string in the field {names}")

    def _rows(self, path: str, kind: str, progress: Progress) -> Iterator[bytes]:
        """Yield the converted content of a Parquet or Arrow file."""
        from tst_grammar.files.jobs.arrow_shard import ArrowConversion  # noqa: PLC0415 -- few files are of columns
        from tst_grammar.files.jobs.bad_documents import BadDocuments  # noqa: PLC0415
        from tst_grammar.files.jobs.shard import Shard  # noqa: PLC0415

        task = self.task
        if not task.fields:
            raise fields_needed(path, kind)
        rows = ArrowConversion(
            task.task, task.fields, BadDocuments(Shard(path, "", ""), "stop"), task.max_document
        )
        try:
            with closing(rows.blocks(path, kind, self.tally, progress.advance)) as blocks:
                yield from (block for _, block in blocks)
        except TstGrammarError as error:
            raise placed(error, path) from None

    def _outcomes(
        self, task: FileTask, source: Source, progress: Progress
    ) -> Generator[bytes | Summary, None, None]:
        """Yield the results for a file, computed by this process or by workers."""
        size = size_of(source.path)
        if self.workers > 1 and (size is None or size > _SMALL):
            from tst_grammar.files.workers import in_workers  # noqa: PLC0415 -- most runs use one process

            task.task.change(Tally())  # refuse wrong options before starting a process
            yield from in_workers(task, source, self.workers, progress.advance)
        else:
            yield from task.outcomes(source.blocks(progress.advance))
