"""Runs a command for many files as a job, with `--output-dir`, and shows how far it is."""

import json
from argparse import Namespace

from attrs import define

from tst_grammar.cli.user_messages import counted, report, report_counts
from tst_grammar.errors import TstGrammarError
from tst_grammar.files.jobs.convert_files import JobReport, Plan, run_job
from tst_grammar.files.jobs.job import Job
from tst_grammar.files.jobs.job_file import Record
from tst_grammar.files.jobs.job_progress import job_progress
from tst_grammar.files.jobs.shard_pool import Event, Finished
from tst_grammar.files.replacement import replaced
from tst_grammar.text.tasks.task import ListingTask, Tally


def run_task(options: Namespace, task: ListingTask) -> int:
    """Run a task for all files, and report the counts."""
    job = Job(
        task=task,
        fields=tuple(options.field),
        on_error=options.on_error or "stop",
        max_document=options.max_document << 20,
        binary=options.binary,
        sidecar=getattr(options, "sidecar", False),
        to=options.to,
    )
    reach = _Reach()
    try:
        with job_progress(report) as watch:

            def watch_both(event: Plan | Event) -> None:
                reach.watch(event)
                watch(event)

            done = run_job(
                job,
                options.paths,
                options.output_dir,
                jobs=options.jobs or 1,
                rejects=options.rejects,
                force=options.force,
                watch=watch_both,
            )
    except TstGrammarError as error:
        report(str(error))
        if reach.shards > 1:
            report(f"stopped: {reach.done} of {reach.shards} files done")
        return 2
    if options.stats_file:
        with replaced(options.stats_file) as file:
            file.write(json.dumps(done.as_json(), indent=1).encode() + b"\n")
    for failure in done.failures:
        report(str(failure))
    report(_summary(done))
    if getattr(options, "stats", False):
        report_counts(Tally.of(done.counts))
    if done.failures:
        return 2
    has_findings = options.command == "lint" and options.fail_on != "never" and bool(done.counts)
    return 1 if done.bad or has_findings else 0


@define
class _Reach:
    """How many files a job has, and how many of them are done."""

    shards: int = 0
    done: int = 0

    def watch(self, event: Plan | Event) -> None:
        if isinstance(event, Plan):
            self.shards, self.done = len(event.shards), len(event.shards) - len(event.missing)
        elif isinstance(event, Finished) and isinstance(event.result, Record):
            self.done += 1


def _summary(done: JobReport) -> str:
    kept = len(done.records) - done.converted
    before = f" ({kept} of them before this run)" if kept else ""
    bad = f", {done.bad} bad" if done.bad else ""
    listed = "".join(
        f", {count} {name}" if name.isupper() else f", {counted(count, name)}"  # a rule keeps its code
        for name, count in sorted(done.counts.get("listed", {}).items())
    )
    left_out = sum(record.output is None for record in done.records)
    without = f"; {left_out} without an output" if left_out else ""
    failed = f"; {len(done.failures)} could not be converted" if done.failures else ""
    files, documents = counted(len(done.records), "file"), counted(done.documents, "document")
    return f"{files} done{before}: {documents}{bad}{listed}{without}{failed}"
