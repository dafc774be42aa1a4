"""Tells whether a command line asks for a job of many files, and refuses options that do not fit."""

from argparse import Namespace
from typing import Final

from tst_grammar.errors import OptionError

_FOR_JOBS: Final = ("jobs", "force", "on_error", "rejects", "stats_file", "sidecar", "to")
"""The options that only jobs take, by their names in Python."""


def is_job(options: Namespace) -> bool:
    """Tell whether `--output-dir` is given, and refuse what does not fit to it."""
    if options.output_dir is None:
        for name in _FOR_JOBS:
            if getattr(options, name, None):
                flag = f"--{name.replace('_', '-')}"
                raise OptionError(f"{flag} is for many files: name a folder with --output-dir", fault="job")
        return False
    if not options.paths:
        raise OptionError("--output-dir needs files, folders or patterns to convert", fault="job")
    if getattr(options, "stats", False) and getattr(options, "sidecar", False):
        problem = "--stats counts what is converted, and --sidecar converts nothing: leave out one of them"
        raise OptionError(problem, fault="job")
    if getattr(options, "workers", 1) > 1:
        raise OptionError(
            "--workers shares one file; with --output-dir, --jobs shares the files", fault="job"
        )
    return True
