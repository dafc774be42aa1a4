"""What the commands import: a small input without faults needs no lark."""

import subprocess
import sys

import pytest

from tst_grammar.linter.reports.summary import PLAIN

SLOW = ("lark", "multiprocessing")

RUN = f"""
import sys
from tst_grammar.cli.main import main
code = main()
print(code, *(name for name in {SLOW} if name in sys.modules), file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("arguments", "text", "output"),
    [
        (["encode"], "1,234,567.89\n", "1m 234k 567. 890p\n"),
        (["encode", "-5", "--locale", "de"], "", "-5\n"),
        (["decode"], "1m 234k 567. 890p\n", "1234567.89\n"),
        (["decode", "--scheme", "option-a", "1 k 234"], "", "1234\n"),
        (["annotate"], "It cost $1,234.50 on 2024-01-15.\n", "It cost $1k 234. 500p on 2024-01-15.\n"),
        (["restore"], "It cost $1k 234. 500p.\n", "It cost $1234.5.\n"),
        (["lint"], "It cost $1k 234. 500p on 2024-01-15.\n", f"All TST numbers are fine. {PLAIN}\n"),
    ],
    ids=str,
)
def test_good_input_needs_no_slow_module(arguments: list[str], text: str, output: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", RUN, *arguments], input=text.encode(), capture_output=True, check=True
    )
    assert (done.stdout.decode(), done.stderr.decode()) == (output, "0\n")
