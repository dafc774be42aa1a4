"""Skips what no browser can do: tests that start a process or a thread, or need a package that is missing."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

MISSING = ("_kernel", "_multiprocessing", "jsonschema", "pyarrow", "resource", "zstandard")
"""Modules that Pyodide does not have, or that this project does not install there."""

LIMITS = (
    "can't start new thread",
    "emscripten does not support processes",
    "out of pty devices",
    *(f"No module named '{name}'" for name in MISSING),
    "No module named 'tst_grammar.automata._kernel'",
)


def limit_in(text: str) -> str | None:
    """Return the limit that a message names, or None if it names none."""
    return next((limit for limit in LIMITS if limit in text), None)


@contextmanager
def skipped_at_limits() -> Iterator[None]:
    """Skip the test if it meets a limit."""
    try:
        yield
    except (OSError, RuntimeError, ImportError) as error:
        if limit := limit_in(str(error)):
            pytest.skip(limit)
        raise


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call() -> Generator[None, Any, Any]:
    with skipped_at_limits():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup() -> Generator[None, Any, Any]:
    with skipped_at_limits():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    limit = limit_in(str(report.longrepr)) if report.failed else None
    if limit:
        report.outcome = "skipped"
        report.longrepr = (str(collector.path), 0, f"Skipped: {limit}")
    return report
