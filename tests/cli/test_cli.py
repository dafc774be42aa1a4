"""The command `tst`, run as a user runs it."""

import json
import subprocess
import sys
from typing import Any

import pytest
from commands import run

import tst_grammar as tst
from tst_grammar.cli.main import main


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        (["encode", "1234567.89", "0.1"], "1m 234k 567. 890p\n0. 100p\n"),
        (["encode", "-5", "-1,234", "-$5", "-.5"], "-5\n-1k 234\n-$5\n-0. 500p\n"),
        (["encode", "--", "-5"], "-5\n"),
        (["encode", "−5", "€1"], "-5\n€1\n"),
        (["encode", "--scheme", "gst-1", "1234567"], "1e6 2e5 3e4 4e3 5e2 6e1 7\n"),
        (["encode", "--set", "group_size=4", "1234567"], "123e4 4567\n"),
        (["encode", "--set", "group-size=4", "1234567"], "123e4 4567\n"),
        (["encode", "--set", "terminated=true", "--set", "fill=all", "0.10"], "000. 100p [T2]\n"),
        (["encode", "--set", "magnitudes=K,M", "1234567"], "1M 234K 567\n"),
        (["encode", "--scheme", "prefix", "--set", "group_size=1", "12"], "e11 2\n"),
        (["decode", "1m 234k 567", "-0. 500p", "-5"], "1234567\n-0.5\n-5\n"),
        (["decode", "--scheme", "terminated", "0. 100p [T2]", "100. 000p [T2]"], "0.10\n100.00\n"),
        (["decode", "$12k 345. 670p", "50%"], "$12345.67\n50%\n"),
        (["encode", "--locale", "de", "1.234.567,89 €"], "1m 234k 567. 890p€\n"),
        (["encode", "--set", "magnitudes=", "1234"], "1e3 234\n"),
        (["encode", "--set", "terminated=True", "0.10"], "0. 100p [T2]\n"),
        (["decode", "0. 000p 000pp 000ppp 000pppp 001ppppp"], "0.000000000000001\n"),
        (
            ["decode", "-10t 000b 000m 000k 000. 000p 000pp 000ppp 000pppp 001ppppp"],
            "-10000000000000.000000000000001\n",
        ),
        (["tokens", "1234567.89"], "1m 234k 567 . 890p\n"),
        (["tokens", "--format", "json", "$12,345.67"], '["$", "12k", "345", ".", "670p"]\n'),
        (["encode", "--scheme", "option-a", "100400"], "100 k 400\n"),
    ],
    ids=" ".join,
)
def test_output(arguments: list[str], output: str) -> None:
    assert run(*arguments) == (0, output, "")


def test_standard_input_one_number_a_line() -> None:
    assert run("encode", given=b"1234\r\n0.5\n7") == (0, "1k 234\n0. 500p\n7\n", "")
    assert run("decode", given=b"1m 234k 567\n") == (0, "1234567\n", "")
    assert run("encode") == (0, "", "")


def test_bad_lines_are_reported_and_the_others_converted() -> None:
    code, output, errors = run("encode", given=b"1234\n1.2.3\n\xff5\n\n0.5\n")
    assert (code, output) == (2, "1k 234\n0. 500p\n")
    assert errors == (
        "tst: line 2: '.' is a second decimal mark\n    1.2.3\n       ^\n"
        "tst: line 3: byte 1 is not UTF-8\n    \\xff5\n    ~~~^\n"
        "tst: line 4: expected a number, found nothing\n    \n    ^\n"
    )


def test_bad_arguments_are_reported_and_the_others_converted() -> None:
    code, output, errors = run("decode", "1k 34", "1k 234")
    assert (code, output) == (2, "1234\n")
    assert errors == ("tst: '34' has 2 digits: a group after the first has 3 digits\n    1k 34\n       ~^\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["encode", "--scheme", "tsst", "5"], "tst: no scheme 'tsst': did you mean tst?"),
        (["encode", "--places", "two", "5"], "tst: argument --places: expected a whole number, not 'two'"),
        (["encode", "--places", "-2", "5"], "tst: argument --places: expected a whole number, not '-2'"),
        (["encode", "--places", "20000", "5"], "tst: places must be 0 to 10000, not 20000"),
        (["encode", "--set", "group_size=x", "5"], "tst: group_size must be a whole number, not 'x'"),
        (["encode", "--set", "group_size=0", "5"], "tst: group_size must be 1 to 1000000"),
        (["encode", "--set", "terminated=yes", "5"], "tst: terminated must be true or false, not 'yes'"),
        (["encode", "--set", "x=4", "5"], "tst: a scheme has no field 'x': expected group_size, marker"),
        (
            ["encode", "--set", "groupsize=4", "5"],
            "tst: a scheme has no field 'groupsize': did you mean group_size?\n",
        ),
        (["encode", "--set", "fill", "5"], "tst: fill needs a value: write fill=VALUE\n"),
        (["encode", "--locale", "xx", "5"], "tst: no locale 'xx'"),
        (
            ["encode", "--set", "unit=digit", "--set", "fill=none", "5"],
            "tst: fill='none' contradicts unit='digit'",
        ),
        ([], "tst: name a command: `tst --help` lists them\n"),
        (["nonsense"], "tst: no command 'nonsense': `tst --help` lists the commands\n"),
        (["encod", "5"], "tst: no command 'encod': did you mean encode?\n"),
        (["--hlep"], "tst: no option --hlep: did you mean --help?\n"),
        (["encode", "--hlep"], "tst: no option --hlep: did you mean --help?\n"),
        (["encode", "--schema", "gst-1", "5"], "tst: no option --schema: did you mean --scheme?\n"),
        (["encode", "--schema=gst-1", "5"], "tst: no option --schema: did you mean --scheme?\n"),
        (["encode", "--xyz", "5"], "tst: no option --xyz: `tst encode --help` lists the options\n"),
        (["vocab", "5"], "tst: unexpected argument '5': `tst vocab --help` lists the options\n"),
        (["locales", "-5"], "tst: unexpected argument '-5': `tst locales --help` lists the options\n"),
        (["--scheme", "gst-1", "encode", "5"], "tst: the command comes first: tst encode --scheme …\n"),
        (["encode", "--locale"], "tst: argument --locale: expected one argument\n"),
        (
            ["annotate", "It cost 1,234"],
            "tst: no file 'It cost 1,234': for text, write echo 'It cost 1,234' | tst annotate\n",
        ),
        (["restore", "1k 234"], "tst: no file '1k 234': for text, write echo '1k 234' | tst restore\n"),
        (["find", "1,234"], "tst: no file '1,234': for text, write echo 1,234 | tst find\n"),
        (["lint", "1k 234"], "tst: no file '1k 234': for text, write echo '1k 234' | tst lint\n"),
    ],
    ids=" ".join,
)
def test_usage_errors(arguments: list[str], message: str) -> None:
    code, output, errors = run(*arguments)
    assert (code, output) == (2, "")
    assert errors.startswith(message)


def test_vocab() -> None:
    code, output, errors = run("vocab", "--scheme", "option-b")
    assert (code, errors) == (0, "")
    assert output.splitlines() == list(tst.Vocabulary(tst.OPTION_B))
    listed = json.loads(run("vocab", "--scheme", "option-a", "--format", "json")[1])
    assert listed["suffixed"] == ["k", "m", "b", "t", "q", "p", "pp", "ppp", "pppp", "ppppp"]
    assert listed["scheme"] == "Scheme(marker='separate')"


@pytest.mark.parametrize("target", ["lark", "llguidance", "gbnf", "regex"])
def test_grammar(target: Any) -> None:
    code, output, errors = run("grammar", "--scheme", "option-a", "--target", target)
    assert (code, output.strip("\n"), errors) == (0, tst.export_grammar(tst.OPTION_A, target).strip("\n"), "")


def test_a_grammar_is_a_whole_line_and_lark_by_default() -> None:
    assert run("grammar") == (0, tst.export_grammar(tst.TST, "lark"), "")
    assert run("grammar", "--target", "regex") == (0, f"{tst.export_grammar(tst.TST, 'regex')}\n", "")


def test_parse() -> None:
    assert run("parse", "1.234.567,89 €", "--locale", "de") == (
        0,
        """\
text      1.234.567,89 €
value     1234567.89
sign
integer   1234567
fraction  89
exponent  0
prefix
suffix    €
style     de

""",
        "",
    )
    code, output, _ = run("parse", "--format", "json", "-1.5e3")
    assert code == 0
    assert json.loads(output) == {
        "text": "-1.5e3",
        "value": "-1.5E+3",
        "sign": "-",
        "integer": "1",
        "fraction": "5",
        "exponent": 3,
        "prefix": "",
        "suffix": "",
        "style": "en",
    }


def test_parse_shows_every_reading_of_an_ambiguous_number() -> None:
    code, output, errors = run("parse", "--locale", "auto", "--format", "json", "1,234")
    readings = [json.loads(line) for line in output.splitlines()]
    assert [(reading["value"], reading["style"]) for reading in readings] == [("1234", "en"), ("1.234", "de")]
    assert code == 2
    assert errors.startswith("tst: '1,234' could be 1234 as in en or 1.234 as in de: name the locale\n")


def test_locales() -> None:
    code, output, errors = run("locales")
    assert (code, errors) == (0, "")
    assert "de\t-1.234.567,891\n" in output
    assert len(output.splitlines()) > 1000
    assert json.loads(run("locales", "--format", "json")[1])["hi"] == "-12,34,567.891"


@pytest.mark.parametrize(
    ("redirection", "message"),
    [
        ("<&-", "tst: standard input or output is closed\n"),
        ("5 >&-", "tst: standard input or output is closed\n"),
        ("5 >/dev/full", "tst: cannot write: No space left on device\n"),
    ],
)
def test_streams_that_cannot_be_used(redirection: str, message: str) -> None:
    command = f"'{sys.executable}' -P -m tst_grammar encode {redirection}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False, text=True)
    assert (done.returncode, done.stderr) == (2, message)


def test_a_closed_standard_error_stops_nothing() -> None:
    command = f"printf 'x\\n5\\n' | '{sys.executable}' -P -m tst_grammar encode 2>&-"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False, text=True)
    assert (done.returncode, done.stdout) == (2, "5\n")


def test_a_byte_order_mark_is_no_part_of_the_first_number() -> None:
    assert run("encode", given=b"\xef\xbb\xbf5\n") == (0, "5\n", "")


@pytest.mark.parametrize("command", ["encode", "decode", "tokens", "parse", "locales", "vocab", "grammar"])
def test_help_shows_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    assert f"examples:\n  tst {command}" in capsys.readouterr().out


def test_version() -> None:
    code, output, _ = run("--version")
    assert (code, output.split()[0]) == (0, "tst-grammar")


def test_a_broken_pipe_ends_quietly() -> None:
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "tst_grammar", "vocab"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141
