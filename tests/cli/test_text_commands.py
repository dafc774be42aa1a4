"""The commands for running text: filters over files and standard input, byte for byte."""

import json
import random
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from commands import run
from sampling import every

import tst_grammar as tst

TEXT = "On 2024-01-15 it cost $1,234.50 (5kg), 3% more than 1e3.\n"
ANNOTATED = "On 2024-01-15 it cost $1k 234. 500p (5kg), 3% more than 1k 000.\n"


def test_annotate_and_restore_standard_input() -> None:
    assert run("annotate", given=TEXT.encode()) == (0, ANNOTATED, "")
    assert run("annotate", "-", given=TEXT.encode()) == (0, ANNOTATED, "")
    assert run("restore", given=ANNOTATED.encode()) == (
        0,
        "On 2024-01-15 it cost $1234.5 (5kg), 3% more than 1000.\n",
        "",
    )
    assert run("restore", "--locale", "de", given=b"1k 234. 500p\n") == (0, "1.234,5\n", "")
    assert run("annotate") == (0, "", "")


@pytest.mark.parametrize(
    "given", [b"\xff 1,234\r\n\xed\xa0\x80", random.Random(1).randbytes(50_000)], ids=len
)
def test_bytes_that_are_no_utf8_pass_through(given: bytes) -> None:
    command = [sys.executable, "-P", "-m", "tst_grammar", "annotate", "--binary"]
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    text = given.decode("utf-8", "surrogateescape")
    assert done.stdout == tst.annotate(text).encode("utf-8", "surrogateescape")


def test_files_in_place_keep_their_mode_and_their_links(tmp_path: Path) -> None:
    file, link = tmp_path / "a.txt", tmp_path / "link"
    file.write_bytes(b"1,234\r\n\xef\xbb\xbf5,678")
    file.chmod(0o640)
    link.symlink_to(file)
    assert run("annotate", "--in-place", str(link)) == (0, "", "")
    assert file.read_bytes() == b"1k 234\r\n\xef\xbb\xbf5k 678"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert link.is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "link"]


def test_output_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_text(TEXT)
    assert run("annotate", "--output", str(target), str(source)) == (0, "", "")
    assert target.read_text() == ANNOTATED
    code, _, errors = run("annotate", "-o", str(target), str(source), str(tmp_path / "missing"))
    assert (code, errors) == (2, f"tst: cannot read {tmp_path}/missing: No such file or directory\n")
    assert target.read_text() == ANNOTATED
    assert sorted(path.name for path in tmp_path.iterdir()) == ["source", "target"]


def test_a_file_that_cannot_be_read_stops_no_other(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("1,234\n")
    missing = tmp_path / "missing"
    assert run("annotate", str(missing), str(file), str(tmp_path)) == (
        2,
        "1k 234\n",
        (
            f"tst: cannot read {missing}: No such file or directory\n"
            f"tst: {tmp_path} is a folder: use --output-dir to name the folder for the results of its files\n"
        ),
    )


def test_find() -> None:
    given = "a 1,234\n日本5 and -.5\n".encode()
    assert run("find", given=given) == (0, "1:3\t1,234\t1234\n2:3\t5\t5\n2:9\t-.5\t-0.5\n", "")
    code, output, _ = run("find", "--format", "json", given=given)
    assert code == 0
    assert json.loads(output.splitlines()[1]) == {
        "path": "-",
        "line": 2,
        "column": 3,
        "raw": "5",
        "value": "5",
    }


def test_find_names_the_file_if_there_are_several(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1\n")
    (tmp_path / "b").write_text("\n2")
    code, output, _ = run("find", str(tmp_path / "a"), str(tmp_path / "b"))
    assert (code, output) == (0, f"{tmp_path}/a:1:1\t1\t1\n{tmp_path}/b:2:1\t2\t2\n")


def test_stats() -> None:
    code, output, errors = run("annotate", "--stats", given=f"{TEXT}won 100k 400 times\n".encode())
    assert (code, output) == (0, f"{ANNOTATED}won 100k 400 times\n")
    assert errors == (
        "tst: converted: 3 (money 1, percentage 1, scientific 1)\n"
        "tst: left alone: 3 (date 1, unit 1, already-tst 1)\n"
        "tst: spelled differently when restored: 2 (group-marks 1, exponent 1); --exact leaves them alone\n"
    )


@pytest.mark.parametrize("delimiters", every(2, [["--delimiters", "<n>", "</n>"], []]))
def test_an_unknown_locale_is_settled_by_the_whole_input(tmp_path: Path, delimiters: list[str]) -> None:
    text = "1.234 of them\n" + "nothing\n" * 20_000 + "and 0,5\n"
    file = tmp_path / "a.txt"
    file.write_text(text)
    pair = ("<n>", "</n>") if delimiters else None
    expected = tst.annotate(text, locale="auto", delimiters=pair)
    assert run("annotate", "--locale", "auto", *delimiters, given=text.encode())[1] == expected
    assert run("annotate", "--locale", "auto", *delimiters, str(file))[1] == expected
    evidence = "tst: ',' is a decimal mark, as in '0,5' (1 in all)\n"
    assert run("annotate", "--locale", "auto", "--stats", given=text.encode())[2].endswith(evidence)


def test_options_reach_the_library() -> None:
    assert run("annotate", "--separator", ",", given=b"309,2410\n") == (0, "309,2k 410\n", "")
    assert run("annotate", "--scheme", "gst-1", given=b"12 10:30\n")[1] == "1e1 2 10:30\n"
    assert run("annotate", "--delimiters", "-", "->", given=b"a-b 1234\n")[1] == "a-->b -1k 234->\n"


@pytest.mark.deep  # it compiles tables for these options
def test_other_shapes_and_separators_reach_the_library() -> None:
    assert run("annotate", "--separator", r"\t", given=b"1,234\t5\n") == (0, "1k 234\t5\n", "")
    assert run("annotate", "--skip", "time,date", given=b"+12345678 10:30\n")[1] == "+12m 345k 678 10:30\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["annotate", "--skip", "dates"], "tst: skip has no shape 'dates': did you mean date?\n"),
        (["annotate", "--separator", "ab"], "tst: separator is 'ab': it must be"),
        (["annotate", "--delimiters", "", "x"], "tst: delimiters takes two texts that are not empty"),
        (
            ["annotate", "--delimiters", "\n", "x"],
            "tst: delimiters cannot contain a line end: files are read by lines\n",
        ),
        (["annotate", "--in-place"], "tst: --in-place takes files, not standard input"),
        (["annotate", "--locale", "xx"], "tst: no locale 'xx'"),
        (["restore", "--locale", "auto"], "tst: 'auto' can only read numbers: name a locale to write them"),
        (["restore", "--set", "integer_digits=1000"], "tst: a scheme of more than 96 digits"),
    ],
    ids=str,
)
def test_bad_options(arguments: list[str], message: str) -> None:
    code, output, errors = run(*arguments, given=b"5\n")
    assert (code, output) == (2, "")
    assert errors.startswith(message)


def test_a_scheme_of_digits_asks_for_delimiters() -> None:
    code, output, errors = run("annotate", "--scheme", "digit-hybrid", given=b"5 6\n")
    assert (code, output) == (0, "5 6\n")
    assert errors == (
        "tst: in this scheme, numbers side by side stay plain: use --delimiters to convert them too\n"
    )


def test_a_broken_pipe_ends_quietly() -> None:
    command = (
        f"yes 1,234 | '{sys.executable}' -P -m tst_grammar annotate | head -n 1; exit ${{PIPESTATUS[1]}}"
    )
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (141, b"1k 234\n", b"")


def test_a_long_line_is_cut_where_it_can_be(tmp_path: Path) -> None:
    line = 'a "1,234" or 5,678; ' * 60_000
    file = tmp_path / "a.txt"
    file.write_text(line)
    assert run("annotate", str(file))[1] == tst.annotate(line)
    assert run("annotate", "--delimiters", "<", ">", str(file))[1] == tst.annotate(
        line, delimiters=("<", ">")
    )


@pytest.mark.parametrize(
    ("arguments", "why"),
    every(
        4,
        [
            (["annotate"], " and has no place where it can be cut"),
            (["annotate", "--locale", "auto"], " and has no place where it can be cut"),
            (["annotate", "--workers", "2"], " and has no place where it can be cut"),
            (["find"], " and has no place where it can be cut"),
            (["find", "--locale", "auto"], " and has no place where it can be cut"),
        ],
    ),
    ids=" ".join,
)
def test_a_line_that_cannot_be_cut_is_refused(tmp_path: Path, arguments: list[str], why: str) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(b'{"a": "b"}\n' * 40_000 + b'{"text": "' + b"a" * (1 << 25))
    code, _, errors = run(*arguments, str(file))
    assert (code, errors) == (2, f"tst: {file}: line 40001: it is longer than 16 MiB{why}: break it up\n")


@pytest.mark.parametrize(
    "arguments", [["annotate"], ["annotate", "--locale", "auto"], ["restore", "--workers", "2"]], ids=" ".join
)
def test_a_line_of_json_that_is_too_large_is_refused(tmp_path: Path, arguments: list[str]) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(b'{"text": "b"}\n' * 40_000 + b'{"text": "' + b"a" * (1 << 21) + b'"}\n')
    command = (*arguments, "--field", "text", str(file), "--max-document")
    code, _, errors = run(*command, "1")
    problem = "it has more than 1048576 bytes: --max-document, or max_document, allows more"
    assert (code, errors) == (2, f"tst: {file}: line 40001: {problem}\n")
    assert run(*command, "3")[::2] == (0, "")


def test_exact_leaves_alone_what_would_come_back_differently() -> None:
    given = b"1.234,5 und 1234 und 2,50\n"
    assert run("annotate", "--exact", given=b"1,234 and 1234\n")[1] == "1,234 and 1k 234\n"
    in_german = run("annotate", "--locale", "de", "--exact=locale", given=given)[1]
    assert in_german == "1k 234. 500p und 1234 und 2,50\n"
    assert run("restore", "--locale", "de", given=in_german.encode())[1].encode() == given


@pytest.mark.parametrize("in_place", [True, False])
def test_text_that_was_annotated_before_is_refused_unless_asked(tmp_path: Path, *, in_place: bool) -> None:
    file = tmp_path / "a.txt"
    file.write_text("It is <n>1k 234</n>.\n")
    options = ["annotate", "--delimiters", "<n>", "</n>", *(["--in-place"] if in_place else []), str(file)]
    code, _, errors = run(*options)
    assert (code, file.read_text()) == (2, "It is <n>1k 234</n>.\n")
    assert "'<n>1k 234</n>' shows that the text was annotated before: use --again" in errors
    code, output, _ = run(*options, "--again")
    assert (code, file.read_text() if in_place else output) == (0, "It is <n></n>1k 234</n>.\n")


def test_find_lists_tst_numbers_or_plain_ones() -> None:
    given = b"$12k 345 was 1m 234k 567 or 8,901\n"
    assert run("find", "--tst", given=given)[1] == "1:1\t$12k 345\t12345\n1:14\t1m 234k 567\t1234567\n"
    assert run("find", given=given)[1] == "1:29\t8,901\t8901\n"
    assert run("find", "--tst", "--scheme", "gst-1", given=b"It is 1e1 2\n")[1] == "1:7\t1e1 2\t12\n"
