"""Runs a job: converts the shards that are not done, and remembers each that is."""

import shutil
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from os import PathLike, fspath
from typing import Any

from attrs import asdict, frozen

from tst_grammar.errors import TstGrammarError
from tst_grammar.files.file_options import MOST_HELD, checked_workers
from tst_grammar.files.jobs.bad_documents import OnBad, rejects_of
from tst_grammar.files.jobs.job import Job
from tst_grammar.files.jobs.job_file import Record, job_file
from tst_grammar.files.jobs.shard import Shard
from tst_grammar.files.jobs.shard_pool import Event, Finished, in_processes, in_this_process
from tst_grammar.files.replacement import replaced
from tst_grammar.option_checks import checked_flag
from tst_grammar.text.tasks.task import ListingTask


@frozen
class JobReport:
    """The records of the files that are done, how many this run converted, and the errors of the others.

    >>> JobReport((), 0).documents
    0
    """

    records: tuple[Record, ...]
    converted: int
    failures: tuple[TstGrammarError, ...] = ()

    @property
    def documents(self) -> int:
        """The number of documents."""
        return sum(record.documents for record in self.records)

    @property
    def bad(self) -> int:
        """The number of bad documents."""
        return sum(record.bad for record in self.records)

    @property
    def counts(self) -> dict[str, dict[str, int]]:
        """The counts of all shards, if the task counts."""
        total: dict[str, Counter[str]] = {}
        for record in self.records:
            for name, counts in record.counts.items():
                total.setdefault(name, Counter()).update(counts)
        return {name: dict(counter) for name, counter in total.items()}

    def as_json(self) -> dict[str, Any]:
        """Return the figures of each shard and of all together, as JSON can hold them."""
        total = {"shards": len(self.records), "documents": self.documents, "bad": self.bad, **self.counts}
        seconds = round(sum(record.seconds for record in self.records), 3)
        return {"total": {**total, "seconds": seconds}, "shards": [asdict(each) for each in self.records]}


@frozen
class Plan:
    """The shards of a run, and which of them are not done."""

    shards: Sequence[Shard]
    missing: Sequence[Shard]


Watch = Callable[[Plan | Event], None]
"""Called with the plan of a run, and then with everything that happens."""


def convert_files(  # noqa: PLR0913 -- each option is one that a user may set
    task: ListingTask,
    paths: Iterable[str | PathLike[str]],
    output_dir: str | PathLike[str],
    *,
    fields: tuple[str, ...] = (),
    jobs: int = 1,
    on_error: OnBad = "stop",
    rejects: str | PathLike[str] | None = None,
    max_document: int = MOST_HELD,
    binary: bool = False,
    sidecar: bool = False,
    to: str | None = None,
    force: bool = False,
) -> JobReport:
    """Convert files, folders and patterns into a folder, and return the counts.

    `output_dir` gets a file for each input, with the names and folders of the inputs. A run that was
    interrupted can be repeated: it converts only what is missing or has changed. With other options for the
    same folder, it is refused unless `force` is true, which converts everything again. `jobs` is a number of
    processes, each of which converts one file at a time.

    `rejects` names a file for the documents that could not be converted. The other options are those of
    `Job`.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from tst_grammar import AnnotationTask
    >>> with TemporaryDirectory() as folder:
    ...     written = Path(folder, "notes.md").write_text("It has 1,234,567 cells.")
    ...     first = convert_files(AnnotationTask(), [Path(folder, "*.md")], Path(folder, "out"))
    ...     again = convert_files(AnnotationTask(), [Path(folder, "*.md")], Path(folder, "out"))
    ...     first.converted, again.converted, Path(folder, "out", "notes.md").read_text()
    (1, 0, 'It has 1m 234k 567 cells.')
    """
    job = Job(
        task=task,
        fields=fields,
        on_error=on_error,
        max_document=max_document,
        binary=binary,
        sidecar=sidecar,
        to=to,
    )
    return run_job(job, paths, output_dir, jobs=jobs, rejects=rejects, force=force)


def run_job(  # noqa: PLR0913 -- as above
    job: Job,
    paths: Iterable[str | PathLike[str]],
    output_dir: str | PathLike[str],
    *,
    jobs: int = 1,
    rejects: str | PathLike[str] | None = None,
    force: bool = False,
    watch: Watch = lambda _: None,
) -> JobReport:
    """Run a job. `watch` is called with the plan and with everything that happens."""
    checked_workers("jobs", jobs)
    checked_flag("force", force)
    shards = job.shards(paths, output_dir)
    with job_file(fspath(output_dir), job.options, force=force) as file:
        missing = [shard for shard in shards if not file.is_done(shard, job.on_error)]
        watch(Plan(shards, missing))
        failures: dict[str, TstGrammarError] = {}
        with closing(_events(job, missing, jobs, watch)) as events:
            for event in events:
                watch(event)
                if isinstance(event, Finished):
                    if isinstance(event.result, Record):
                        file.add(event.result)
                    elif job.on_error == "stop":
                        raise event.result
                    else:
                        failures[event.shard.name] = event.result
        done = [shard for shard in shards if shard.name not in failures]
        records = tuple(file.records[shard.name] for shard in done)
        if rejects is not None:
            _gather(fspath(rejects), done)
    return JobReport(records, len(missing) - len(failures), tuple(failures.values()))


def _events(job: Job, shards: Sequence[Shard], jobs: int, watch: Watch) -> Generator[Event, None, None]:
    if jobs == 1 or len(shards) == 1:
        yield from in_this_process(job, shards, watch)
    else:
        yield from in_processes(job, shards, min(jobs, len(shards)))


def _gather(target: str, shards: Iterable[Shard]) -> None:
    """Write the bad documents of all shards to one file."""
    with replaced(target) as file:
        for path in map(rejects_of, shards):
            if path.exists():
                with path.open("rb") as part:
                    shutil.copyfileobj(part, file)
