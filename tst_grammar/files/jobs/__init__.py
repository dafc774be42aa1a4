"""Converts many files as one job, which can be interrupted at any moment and continued.

Paths and a task come in; a folder with one output for each file goes out, with a record of each in
`.tst-job.jsonl`. It does not know what the task does to a text.
"""

from typing import Final

JOB_FILE: Final = ".tst-job.jsonl"
"""The file in the output folder that remembers what a job has done."""

REJECTS: Final = ".tst-rejects"
"""The folder below the output folder that holds the bad documents of each shard, until they are gathered."""
