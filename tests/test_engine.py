"""The engines: each parses single numbers alone, and all give the same answers."""

import os
import subprocess
import sys

import pytest

import tst_grammar as tst
from tst_grammar.automata import engine

PROGRAM = """
import sys
import tst_grammar as tst
assert tst.parse_number("-$1,234.50").value == tst.decode("-$1k 234. 500p")
assert tst.encode("1.234,5", locale="de") == tst.encode(1234.5) == "1k 234. 500p"
assert tst.encode("1'234.5", locale="auto") == "1k 234. 500p"
assert tst.is_valid("1k 234. 500p") and not tst.is_valid("1k 234 . 500p") and not tst.is_valid("1k 34")
assert tst.decode("1 k 234", scheme="option-a") == 1234
read = []
if "lark" in sys.modules:
    read.append("lark")
if sys.modules.get("tst_grammar.automata._kernel"):
    read.append("kernel")
if "tst_grammar.automata.python_runner" in sys.modules:
    read.append("python")
print(*read)
"""


def run(name: str, program: str = PROGRAM, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "TST_GRAMMAR_ENGINE": name}
    command = [sys.executable, "-P", "-c", program, *arguments]  # the installed package, not the checkout
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("name", "used"), [("lark", "lark"), ("python", "python"), ("native", "kernel")])
def test_an_engine_is_used_alone(name: str, used: str) -> None:
    if name == "native":
        pytest.importorskip("tst_grammar.automata._kernel", reason="the kernel was not built")
    done = run(name)
    assert (done.stdout.strip(), done.stderr) == (used, "")


def test_good_input_needs_no_lark_but_with_the_engine_lark() -> None:
    program = "import sys, tst_grammar as tst; print(tst.decode(tst.encode('1,234')), 'lark' in sys.modules)"
    assert run("python", program).stdout == "1234 False\n"
    assert run("lark", program).stdout == "1234 True\n"


def test_the_lark_engine_decides_by_the_strict_grammar() -> None:
    program = """
import tst_grammar as tst
from tst_grammar.automata import grammar
asked = []
accepts = grammar.accepts
grammar.accepts = lambda *texts: asked.append(texts) or accepts(*texts)
print(tst.is_valid("1 k 234", scheme="option-a"), asked == [(tst.export_grammar("option-a"), "1 k 234")])
"""
    assert run("lark", program).stdout == "True True\n"


MAIN = "import sys; from tst_grammar.cli.main import main; sys.exit(main())"


@pytest.mark.parametrize("arguments", [("encode", "5"), ("annotate",), ("--version",)])
def test_an_unknown_engine_is_refused(arguments: tuple[str, ...]) -> None:
    done = run("gpu", MAIN, *arguments)
    message = "tst: TST_GRAMMAR_ENGINE must be native, python or lark, not 'gpu'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


def test_a_kernel_that_was_not_built_is_refused_by_name() -> None:
    program = """
import sys
sys.modules["tst_grammar.automata._kernel"] = None
import tst_grammar as tst
try:
    tst.encode(5)
except tst.OptionError as error:
    print(error.fault, error)
"""
    assert run("native", program).stdout.startswith(
        "engine TST_GRAMMAR_ENGINE=native needs the native kernel, which was not built: "
    )
    assert run("", program).stdout == ""


def test_the_engine_is_the_one_that_was_asked_for() -> None:
    asked = os.environ.get("TST_GRAMMAR_ENGINE", "")
    assert (asked or engine.NAME) == engine.NAME
    assert (engine.NAME == "native") == engine.NATIVE
    assert tst.encode("1,234") == "1k 234"
