"""Runs a command for many files as a job, with `--output-dir`, and shows how far it is."""

import json
from argparse import Namespace

from tst_grammar.cli.user_messages import report
from tst_grammar.files.jobs.convert_files import JobReport, run_job
from tst_grammar.files.jobs.job import Job
from tst_grammar.files.jobs.job_progress import job_progress
from tst_grammar.files.replacement import replaced
from tst_grammar.text.tasks import Task


def run_task(options: Namespace, task: Task) -> int:
    """Run a task for all files, and report the counts."""
    job = Job(
        task=task,
        fields=tuple(options.field),
        on_error=options.on_error or "stop",
        max_document=options.max_document << 20,
        binary=options.binary,
    )
    with job_progress(report) as watch:
        done = run_job(
            job,
            options.paths,
            options.output_dir,
            jobs=options.jobs or 1,
            rejects=options.rejects,
            force=options.force,
            watch=watch,
        )
    if options.stats_file:
        with replaced(options.stats_file) as file:
            file.write(json.dumps(done.as_json(), indent=1).encode() + b"\n")
    for failure in done.failures:
        report(str(failure))
    report(_summary(done))
    if done.failures:
        return 2
    return 1 if done.bad else 0


def _summary(done: JobReport) -> str:
    kept = len(done.records) - done.converted
    before = f" ({kept} of them before this run)" if kept else ""
    bad = f", {done.bad} bad" if done.bad else ""
    failed = f"; {len(done.failures)} could not be converted" if done.failures else ""
    return f"{len(done.records)} files done{before}: {done.documents} documents{bad}{failed}"
