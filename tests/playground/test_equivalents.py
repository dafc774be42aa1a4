"""What the playground copies: run as Python or as a command, it prints what the page shows."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import page_functions
import pytest
from equivalents import equivalent

import tst_grammar as tst

REQUESTS: dict[str, dict[str, Any]] = {
    "number": {"function": "numbers", "text": "1234.5\n -7 \n", "reads": "numbers"},
    "german number": {"function": "numbers", "text": "1.234,5", "reads": "numbers", "locale": "de"},
    "preset": {"function": "numbers", "text": "1234.5", "reads": "numbers", "scheme": {"marker": "separate"}},
    "own scheme": {
        "function": "numbers",
        "text": "12345",
        "reads": "numbers",
        "scheme": {"group_size": "4", "magnitudes": "万,億"},
    },
    "tst": {"function": "numbers", "text": "1k 234. 500p", "reads": "tst"},
    "annotate": {"function": "annotated", "text": "it's $1,234.50\n", "to": "tst", "exact": "no"},
    "exact": {
        "function": "annotated",
        "text": 'a\\b 1.234,50 "c"',
        "to": "tst",
        "exact": "locale",
        "locale": "de",
        "delimiters": ["<n>", "</n>"],
    },
    "restore": {
        "function": "annotated",
        "text": "it's 1k 234",
        "to": "plain",
        "exact": "no",
        "locale": "auto",
    },
}


def shown(request: dict[str, Any]) -> str:
    """Return what the page shows for a request, as a program would print it."""
    found = page_functions.FUNCTIONS[request["function"]](**request["arguments"])
    if request["function"] == "annotated":
        return str(found["result"])
    key = "value" if request["arguments"]["reads"] == "tst" else "tst"
    return "\n".join(row[key] for row in found["rows"])


@pytest.fixture(params=REQUESTS)
def request_of_page(request: pytest.FixtureRequest) -> dict[str, Any]:
    arguments = {"scheme": {}, "locale": "en", **REQUESTS[request.param]}
    return {"function": arguments.pop("function"), "arguments": arguments}


def test_python(request_of_page: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    exec(equivalent("python", request_of_page)["text"], {})  # noqa: S102 -- this is what people do with it
    assert capsys.readouterr().out.rstrip("\n") == shown(request_of_page).rstrip("\n")


def test_command(request_of_page: dict[str, Any]) -> None:
    command = equivalent("command", request_of_page)["text"]
    assert run(command).rstrip("\n") == shown(request_of_page).rstrip("\n")


def test_lint() -> None:
    text = "1m 23k 456 of 1,234"
    given = {"text": text, "plain": True, "scheme": {}, "locale": "en", "delimiters": None}
    command = equivalent("command", {"function": "linted", "arguments": given})["text"]
    report = run(f"{command} --output-format concise")
    assert [each.code for each in tst.lint(text, select=["ALL"]) if each.code in report] == [
        "TST107",
        "NUM101",
    ]


def run(command: str) -> str:
    package = Path(tst.__file__).parent.parent
    shell = f"tst() {{ '{sys.executable}' -P -m tst_grammar \"$@\"; }}; {command}"
    done = subprocess.run(
        ["bash", "-c", shell],
        capture_output=True,
        check=False,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(package)},
    )
    assert done.stderr == ""
    return done.stdout
