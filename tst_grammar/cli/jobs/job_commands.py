"""Runs a command for many files as a job, with `--output-dir`, and shows how far it is."""

import json
from argparse import Namespace

from tst_grammar.cli.user_messages import report
from tst_grammar.files.jobs.convert_files import JobReport, run_job
from tst_grammar.files.jobs.job import Job
from tst_grammar.files.jobs.job_progress import job_progress
from tst_grammar.files.replacement import replaced
from tst_grammar.text.tasks.task import ListingTask


def run_task(options: Namespace, task: ListingTask) -> int:
    """Run a task for all files, and report the counts."""
    job = Job(
        task=task,
        fields=tuple(options.field),
        on_error=options.on_error or "stop",
        max_document=options.max_document << 20,
        binary=options.binary,
        sidecar=getattr(options, "sidecar", False),
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
    for what, counts in done.counts.items():
        if what != "listed":  # the summary has these
            report(
                f"{what}: {sum(counts.values())} ({', '.join(f'{name} {n}' for name, n in counts.items())})"
            )
    if done.failures:
        return 2
    has_findings = options.command == "lint" and options.fail_on != "never" and bool(done.counts)
    return 1 if done.bad or has_findings else 0


def _summary(done: JobReport) -> str:
    kept = len(done.records) - done.converted
    before = f" ({kept} of them before this run)" if kept else ""
    bad = f", {done.bad} bad" if done.bad else ""
    listed = "".join(f", {count} {name}" for name, count in sorted(done.counts.get("listed", {}).items()))
    failed = f"; {len(done.failures)} could not be converted" if done.failures else ""
    return f"{len(done.records)} files done{before}: {done.documents} documents{bad}{listed}{failed}"
