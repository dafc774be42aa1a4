"""`tst lint`: which files it looks at, what it says of them, and how it exits."""

import gzip
import json
import os
import pty
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from xml.etree import ElementTree as ET

import pytest
import zstandard
from commands import Done, Folder

from tst_grammar.cli.arguments import LINT_FORMATS as FORMATS

BAD = "It has 01k 234 of\n1m 23k 456 cells.\n"
GOOD = "It has 1k 234 of\n1m 023k 456 cells.\n"
NOTE = "Use --select ALL to check plain numbers too."
FINE = f"All TST numbers are fine. {NOTE}\n"
DAMAGED = "01k 234\n"


def concise(folder: Folder, *arguments: str, given: str = "") -> list[str]:
    """Return the places and codes of the findings, one text for each."""
    done = folder.lint("--output-format", "concise", *arguments, given=given)
    assert done.errors == ""
    lines = done.output.splitlines()[:-1]
    assert done.code == (1 if lines else 0)
    return [" ".join(line.split(" ")[:2]) for line in lines]


def test_nothing_is_wrong(folder: Folder) -> None:
    folder.write("a.txt", GOOD)
    assert folder.lint("a.txt") == Done(0, FINE, "")


def test_something_is_wrong(folder: Folder) -> None:
    folder.write("a.txt", BAD)
    assert folder.lint("a.txt") == Done(
        1,
        f"""\
TST109 [*] '01k' is padded with zeros
 --> a.txt:1:8
  |
1 | It has 01k 234 of
  |        ^^^
  |
help: replace '01k 234' with '1k 234'

TST107 '23k' has 2 digits: a group after the first has 3 digits
 --> a.txt:2:4
  |
2 | 1m 23k 456 cells.
  |    ^^^
  |
help: replace '1m 23k 456' with '1m 023k 456' (unsafe: the value may change)

Found 2 errors. 1 fixable with --fix (1 more with --unsafe-fixes). {NOTE}
""",
        "",
    )


@pytest.mark.parametrize("arguments", [[], ["-"], ["-", "-"]], ids=str)
def test_standard_input(folder: Folder, arguments: list[str]) -> None:
    assert concise(folder, *arguments, given=BAD) == ["-:1:8: TST109", "-:2:4: TST107"]
    assert folder.lint(*arguments, given=GOOD) == Done(0, FINE, "")


def test_the_format_concise_is_a_line_for_each_finding(folder: Folder) -> None:
    assert folder.lint("--output-format", "concise", given=BAD) == Done(
        1,
        f"""\
-:1:8: TST109 [*] '01k' is padded with zeros
-:2:4: TST107 '23k' has 2 digits: a group after the first has 3 digits
Found 2 errors. 1 fixable with --fix (1 more with --unsafe-fixes). {NOTE}
""",
        "",
    )


def codes_of_json(output: str) -> list[str]:
    return [found["code"] for found in json.loads(output)]


def codes_of_json_lines(output: str) -> list[str]:
    return [json.loads(line)["code"] for line in output.splitlines()]


def codes_of_github(output: str) -> list[str]:
    return [line.partition("title=")[2][:6] for line in output.splitlines()]


def codes_of_gitlab(output: str) -> list[str]:
    return [found["description"][:6] for found in json.loads(output)]


def codes_of_junit(output: str) -> list[str]:
    return [case.attrib["name"][:6] for case in ET.fromstring(output).iter("testcase")]  # noqa: S314


def codes_of_sarif(output: str) -> list[str]:
    return [found["ruleId"] for found in json.loads(output)["runs"][0]["results"]]


READERS = {
    "json": codes_of_json,
    "json-lines": codes_of_json_lines,
    "github": codes_of_github,
    "gitlab": codes_of_gitlab,
    "junit": codes_of_junit,
    "sarif": codes_of_sarif,
}


@pytest.mark.parametrize("name", READERS)
def test_formats_for_programs(folder: Folder, name: str) -> None:
    code, output, errors = folder.lint("--output-format", name, given=BAD)
    assert (code, READERS[name](output), errors) == (1, ["TST109", "TST107"], "")


def test_there_are_no_other_formats() -> None:
    assert {*FORMATS} == {"full", "concise", *READERS}


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        (
            [],
            (
                "-: 0 of 3 TST numbers are valid (0.0%)\n"
                "2\tTST109\t[*] leading-zero\n1\tTST107\t    short-group\n"
            ),
        ),
        (
            ["--output-format", "json"],
            """\
{"all": {"numbers": 3, "valid": 0, "share": 0.0, "rules": [\
{"code": "TST109", "name": "leading-zero", "count": 2, "fixable": 2}, \
{"code": "TST107", "name": "short-group", "count": 1, "fixable": 0}]},
"files": [
  {"path": "-", "numbers": 3, "valid": 0, "share": 0.0, "rules": [\
{"code": "TST109", "name": "leading-zero", "count": 2, "fixable": 2}, \
{"code": "TST107", "name": "short-group", "count": 1, "fixable": 0}]}
]}
""",
        ),
    ],
)
def test_statistics(folder: Folder, arguments: list[str], output: str) -> None:
    done = folder.lint("--statistics", *arguments, given=BAD + DAMAGED)
    assert done == Done(1, output, "")


def test_statistics_count_each_file_and_all(folder: Folder) -> None:
    folder.write("a.md", BAD + GOOD)
    folder.write("b.md", GOOD)
    folder.write("c.jsonl", '{"text": "01k 234"}\n{"text": "1k 234"}\n')
    done = folder.lint("--statistics", "--field", "text", ".")
    assert done.output == (
        "a.md: 2 of 4 TST numbers are valid (50.0%)\n"
        "1\tTST107\t    short-group\n1\tTST109\t[*] leading-zero\n"
        "c.jsonl: 1 of 2 TST numbers are valid (50.0%)\n1\tTST109\t[*] leading-zero\n"
        "all 3 files: 5 of 8 TST numbers are valid (62.5%)\n"
        "2\tTST109\t[*] leading-zero\n1\tTST107\t    short-group\n"
    )
    assert done.code == 1
    fixed = folder.lint("--statistics", "--fix", "a.md")
    assert fixed.output.splitlines()[0] == "a.md: 3 of 4 TST numbers are valid (75.0%)"


def test_statistics_of_sound_numbers(folder: Folder) -> None:
    output = "-: 2 of 2 TST numbers are valid (100.0%)\n"
    assert folder.lint("--statistics", given=GOOD) == Done(0, output, "")
    damaged = folder.lint("--statistics", "--select", "TST2", given=BAD)
    assert damaged.code == 0, "a number is damaged only by the rules that are selected"


@pytest.mark.parametrize(
    ("given", "fail_on", "code"),
    [
        (DAMAGED, "error", 1),
        (DAMAGED, "warning", 1),
        (DAMAGED, "never", 0),
        ("1k 234, -0", "error", 0),
        ("1k 234, -0", "warning", 1),
        (GOOD, "warning", 0),
    ],
)
def test_what_to_fail_on(folder: Folder, given: str, fail_on: str, code: int) -> None:
    assert folder.lint("--fail-on", fail_on, given=given).code == code
    assert folder.lint("--fail-on", fail_on, "--statistics", given=given).code == code


def test_rules_of_several_options_add_up(folder: Folder) -> None:
    assert concise(folder, "--select", "TST107", "--select", "TST109", given=BAD) == [
        "-:1:8: TST109",
        "-:2:4: TST107",
    ]
    assert concise(folder, "--ignore", "TST107", "--ignore", "TST109", given=BAD) == []


def test_the_report_is_written_to_a_file(folder: Folder) -> None:
    folder.write("a.txt", BAD)
    arguments = ("--output-format", "json", "--output-file", "found.json")
    assert folder.lint(*arguments, "a.txt") == Done(1, "", "")
    assert codes_of_json(folder.read("found.json")) == ["TST109", "TST107"]
    assert folder.lint(*arguments, "--fix", given=BAD).output == BAD.replace("01k", "1k")
    assert codes_of_json(folder.read("found.json")) == ["TST107"]
    folder.lint("--diff", "--output-file", "a.diff", "a.txt")
    assert "+It has 1k 234 of\n" in folder.read("a.diff")
    done = folder.lint("--output-file", "a.txt", "a.txt")
    assert done == Done(2, "", "tst: --output-file would replace a.txt, which is to be linted\n")
    assert folder.read("a.txt") == BAD


@pytest.mark.parametrize(("text", "code"), [(DAMAGED, 1), (GOOD, 0)])
def test_a_file_of_a_folder_that_cannot_be_linted_leaves_the_exit_code_to_the_others(
    folder: Folder, text: str, code: int
) -> None:
    folder.write("docs/a.txt.gz", b"\x1f\x8bno archive")
    folder.write("docs/b.jsonl", "{}\n")
    folder.write("docs/c.txt", text)
    for more in ([], ["--statistics"], ["--diff"]):
        done = folder.lint(*more, "docs")
        assert done.code == code
        first, second = done.errors.splitlines()
        assert first.startswith("tst: cannot read docs/a.txt.gz: it is damaged")
        assert second.startswith("tst: docs/b.jsonl: use --field")
    assert folder.lint("docs", "docs/b.jsonl").code == 2
    (folder.path / "docs" / "c.txt").unlink()
    assert folder.lint("docs").code == 2, "nothing was linted"


def test_plain_numbers_are_found_in_shapes_that_are_not_skipped(folder: Folder) -> None:
    text = "2024-01-15 12:30\n"
    assert concise(folder, "--select", "ALL", given=text) == []
    assert concise(folder, "--select", "ALL", "--skip", "time", given=text) == [
        "-:1:1: NUM101",
        "-:1:6: NUM101",
    ]
    folder.write("tst.toml", "skip = ['time']\nselect = ['ALL']\n")
    assert concise(folder, given=text) == ["-:1:1: NUM101", "-:1:6: NUM101"]
    folder.write("tst.toml", "skip = ['tim']\n")
    assert "skip has no shape 'tim': did you mean time?" in folder.lint(given=text).errors


def test_control_characters_are_escaped(folder: Folder) -> None:
    name = "a\x1b[31m\u202e.txt"
    folder.write(name, DAMAGED)
    for more in ([], ["--statistics"], ["--diff"], ["--output-format", "github"]):
        assert not set(folder.lint(*more, name).output) & set("\x1b\u202e")
    assert folder.lint("\x1b.txt").errors == "tst: cannot read \\x1b.txt: No such file or directory\n"


def test_exit_zero(folder: Folder) -> None:
    code, output, _ = folder.lint("--exit-zero", "--output-format", "concise", given=DAMAGED)
    assert (code, output.split()[1]) == (0, "TST109")
    assert folder.lint("--exit-zero", "--diff", given=DAMAGED).code == 0
    assert folder.lint("--exit-zero", "missing.txt").code == 2


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["--select", "TST109"], "TST109"),
        (["--select", "leading-zero"], "TST109"),
        (["--select", "TST1"], "TST109 TST107"),
        (["--select", "TST2,NUM"], "NUM101"),
        (["--ignore", "TST10"], ""),
        (["--select", "ALL", "--ignore", "TST10"], "NUM101"),
        (["--ignore", "short-group, NUM101"], "TST109"),
        (["--select", "TST", "--ignore", "TST107"], "TST109"),
        (["--select", "ALL", "--ignore", "ALL"], ""),
    ],
    ids=str,
)
def test_rules_are_chosen(folder: Folder, arguments: list[str], found: str) -> None:
    lines = concise(folder, *arguments, given=BAD + "1,234\n")
    assert " ".join(line.split()[-1] for line in lines) == found


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--select", "TST9"], "tst: no rule 'TST9': did you mean TST?\n"),
        (["--ignore", "short-groups"], "tst: no rule 'short-groups': did you mean short-group?\n"),
        (["--scheme", "tsst"], "tst: no scheme 'tsst': did you mean tst?"),
        (["--set", "group_size=0"], "tst: group_size must be 1 to 1000000"),
        (["--locale", "xx"], "tst: no locale 'xx'"),
        (["--locale", "auto"], "tst: no locale 'auto': name a locale here\n"),
        (["--delimiters", "", "x"], "tst: delimiters takes two texts that are not empty"),
        (["--delimiters", "\n", "x"], "tst: delimiters cannot contain a line end"),
        (["--set", "integer_digits=1000"], "tst: a scheme of more than 96 digits"),
        (["--field", "a..b"], "tst: a field is a name such as text or messages.content\n"),
        (["--output-format", "xml"], "tst: argument --output-format: invalid choice: 'xml' (choose from"),
        (
            ["--against", "-"],
            "tst: --against compares one annotated file with its source, but was given - as",
        ),
        (
            ["--against", "a.txt", "b.txt", "c.txt"],
            "tst: --against compares one annotated file with its source, but was given 2 paths: write tst ",
        ),
        (
            ["--against", "a.txt", "."],
            "tst: --against compares one annotated file with its source, but was given the directory .: ",
        ),
        (["--against", "a.txt", "--fix"], "tst: --against does not fix files: leave out --fix and --diff\n"),
        (["--against", "a.txt", "--diff"], "tst: --against does not fix files: leave out --fix and --diff\n"),
    ],
    ids=str,
)
def test_bad_options(folder: Folder, arguments: list[str], message: str) -> None:
    code, output, errors = folder.lint(*arguments, given=BAD)
    assert (code, output) == (2, "")
    assert errors.startswith(message)


@pytest.mark.parametrize(
    ("paths", "found"),
    [
        ("a.md b.txt", "a.md b.txt"),
        ("b.txt a.md b.txt ./a.md", "b.txt a.md"),
        (".", "a.md b.txt docs/c.md docs/deep/d.md"),
        ("docs", "docs/c.md docs/deep/d.md"),
        ("*.md", "a.md"),
        ("**/*.md", "a.md docs/c.md docs/deep/d.md"),
        ("docs/old.md e.py", "docs/old.md e.py"),
    ],
)
def test_files_folders_and_patterns(folder: Folder, paths: str, found: str) -> None:
    for name in ("a.md", "b.txt", "docs/c.md", "docs/deep/d.md", "docs/old.md", "e.py", "venv/f.md"):
        folder.write(name, DAMAGED)
    folder.write("docs/.gitignore", "old.md\n")
    assert concise(folder, *paths.split()) == [f"{name}:1:1: TST109" for name in found.split()]


def test_a_folder_with_nothing_to_look_at_is_not_called_fine(folder: Folder) -> None:
    folder.write("a.csv", DAMAGED)
    assert folder.lint(".") == Done(0, "There was no file to check.\n", "")


def test_files_that_cannot_be_checked_are_told_and_counted(folder: Folder) -> None:
    folder.write("docs/a.parquet", b"PAR1")
    folder.write("docs/b.arrow", b"ARROW1")
    folder.write("docs/c.feather", b"\xff\xff\xff\xff")
    folder.write("docs/d.txt", GOOD)
    kinds = {"a.parquet": "Parquet", "b.arrow": "Arrow", "c.feather": "Arrow stream"}
    remedy = "files are linted only with --output-dir, or with convert_files and a LintTask"
    errors = "".join(f"tst: docs/{name}: {kind} {remedy}\n" for name, kind in kinds.items())
    counts = "3 files could not be checked.\n"
    assert folder.lint("docs") == Done(0, counts, errors)
    assert folder.lint("docs/a.parquet").code == 2
    folder.write("docs/d.txt", DAMAGED)
    done = folder.lint("docs", "--output-format", "concise")
    assert done.code == 1
    assert done.output.splitlines()[1:] == [f"Found 1 error. 1 fixable with --fix. {NOTE}", counts.strip()]
    assert len(json.loads(folder.lint("docs", "--output-format", "json").output)) == 1


def test_the_files_of_a_job_are_left_out(folder: Folder) -> None:
    folder.write("in/a.txt", "It cost 1,234\n")
    folder.write("in/b.jsonl", '{"text": "1,234"}\n{"text": 5}\n')
    command = ("in", "--output-dir", "out", "--field", "text", "--on-error", "skip")
    folder.run("annotate", *command)
    assert (folder.path / "out" / ".tst-rejects" / "b.jsonl.jsonl").exists()
    assert folder.lint("out", "--field", "text") == Done(0, FINE, "")


@pytest.mark.parametrize("arguments", [["--select", ""], ["--select", "TST1", "--ignore", "TST1"]], ids=str)
def test_without_a_rule_nothing_is_called_fine(folder: Folder, arguments: list[str]) -> None:
    done = folder.lint(*arguments, given=DAMAGED)
    assert done == Done(0, "No rule is selected, so nothing was checked.\n", "")


def test_what_cannot_be_read_is_told_once_and_stops_no_other_file(folder: Folder) -> None:
    folder.write("a.txt", DAMAGED)
    folder.write("b.gz", gzip.compress(b"\x1f\x8bno archive")[:-1])
    for fixing in ([], ["--fix"]):
        code, output, errors = folder.lint(
            "--output-format", "concise", "--select", "TST2", *fixing, "no.md", "x/*.md", "b.gz", "a.txt"
        )
        assert (code, output) == (2, "2 paths could not be read.\n1 file could not be checked.\n")
        first, second, third = errors.splitlines()
        assert first == "tst: cannot read no.md: No such file or directory"
        assert second == "tst: cannot read x/*.md: no file matches"
        assert third.startswith("tst: cannot read b.gz: it is damaged")
    code, output, _ = folder.lint("no.md", "a.txt", "--output-format", "concise")
    assert (code, output.splitlines()[0]) == (2, "a.txt:1:1: TST109 [*] '01k' is padded with zeros")
    assert folder.lint("no.md", "--output-format", "json").output == "[]\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ""),
        ("\n", ""),
        ("01k 234", "1:1"),
        ("\ufeff01k 234\n", "1:2"),
        ("a\r\n01k 234\r\nb 01k 234\r\n", "2:1 3:3"),
        ("\1 01k 234\1\n01k 234", "1:3 2:1"),
        ("\udcff01k\n\udcff 01k 234 é\n💰 01k 234\n", "2:3 3:3"),
        ("a\r01k 234\x0b\u2028 01k 234\n", "1:3 1:13"),
        ("\t01k 234\n", "1:2"),
    ],
)
def test_places(folder: Folder, text: str, found: str) -> None:
    folder.write("a.txt", text)
    assert concise(folder, "a.txt") == [f"a.txt:{place}: TST109" for place in found.split()]
    assert concise(folder, given=text) == [f"-:{place}: TST109" for place in found.split()]


def test_a_large_file_is_looked_at_in_pieces(folder: Folder) -> None:
    count = 100_000
    line = "It has 1k 234 of 1m 023k 456 cells.\n"
    folder.write("a.txt", line * count + "é 01k 234\n" + line)
    assert len(line) * count > 3_000_000
    code, output, _ = folder.lint("--output-format", "json", "a.txt")
    (found,) = json.loads(output)
    start = {"line": count + 1, "column": 3, "offset": len(line) * count + 2}
    assert code == 1
    assert found["location"]["start"] == {**start, "byte": start["offset"] + 1, "utf16": start["offset"]}


def test_a_long_line_is_looked_at_in_pieces(folder: Folder) -> None:
    folder.write("a.txt", "It has 1k 234 cells. " * 20_000 + "01k 234\n01k 234")
    assert concise(folder, "a.txt") == ["a.txt:1:420001: TST109", "a.txt:2:1: TST109"]


@pytest.mark.parametrize("mode", [[], ["--fix"], ["--diff"]], ids=str)
def test_a_line_that_cannot_be_cut_is_refused(folder: Folder, mode: list[str]) -> None:
    folder.write("a.txt", "1k 234\n" + "1" * (17 << 20))
    assert folder.lint(*mode, "a.txt") == Done(
        2,
        "",
        "tst: a.txt: line 2: it is longer than 16 MiB and has no place where it can be cut: break it up\n",
    )


@pytest.mark.parametrize(("suffix", "compress"), [("gz", gzip.compress), ("zst", zstandard.compress)])
def test_compressed_files(folder: Folder, suffix: str, compress: type[bytes]) -> None:
    folder.write(f"a.txt.{suffix}", compress(BAD.encode()))
    assert concise(folder, ".") == [f"a.txt.{suffix}:1:8: TST109", f"a.txt.{suffix}:2:4: TST107"]


def test_schemes(folder: Folder) -> None:
    assert concise(folder, "--scheme", "option-a", given="1 k 234 and 1k 234\n") == ["-:1:13: TST203"]
    assert concise(folder, "--set", "group_size=4", given="1e4 2345 and 1e4 23\n") == ["-:1:18: TST107"]


def test_delimiters(folder: Folder) -> None:
    given = "⟦1k 234⟧ and ⟦1k 34⟧, 5 and ⟦7\n"
    found = ["-:1:18: TST107", "-:1:23: TST303", "-:1:29: TST301"]
    assert concise(folder, "--delimiters", "⟦", "⟧", given=given) == found


@pytest.mark.parametrize(
    "text",
    [
        "01k 234 # tst: ignore\n",
        "01k 234 <!-- tst: ignore[TST109] -->\n",
        "<!-- tst: ignore[leading-zero]: as in the source -->\n01k 234\n",
        "# tst: ignore-file[TST1]\n1\n01k 234\n",
        "# tst: ignore-file[TST1]\n" + "nothing\n" * 50_000 + "01k 234\n",
    ],
    ids=lambda text: text[:30],
)
def test_comments_silence_rules(folder: Folder, text: str) -> None:
    assert folder.lint(given=text) == Done(0, FINE, "")
    assert folder.lint("--fix", given=text) == Done(0, text, FINE)
    assert folder.lint("--diff", given=text) == Done(0, "", "")


def test_comments_silence_no_more_than_they_say(folder: Folder) -> None:
    text = (
        "1 # tst: ignore\n01k 234\n01k 234 # tst: ignore[TST107]\n1m 23k 456 01k 234 # tst: ignore[TST107]\n"
    )
    assert concise(folder, given=text) == ["-:2:1: TST109", "-:3:1: TST109", "-:4:12: TST109"]


LINES = '{"id": 1, "text": "It has 01k 234."}\n\n{"text": ["1", "a 01k 234"], "n": 01k}\n'
JSON_LINES = LINES.replace("01k}", "1e0}")


@pytest.mark.parametrize("name", ["a.jsonl", "a.ndjson", "A.JSONL", "a.jsonl.gz"])
def test_fields_of_lines_of_json(folder: Folder, name: str) -> None:
    folder.write(name, gzip.compress(JSON_LINES.encode()) if name.endswith("gz") else JSON_LINES)
    assert concise(folder, "--field", "text", name) == [
        f"{name}:1:text:8: TST109",
        f"{name}:3:text[1]:3: TST109",
    ]


def test_standard_input_has_lines_of_json_if_a_field_is_named_or_its_name_says_so(folder: Folder) -> None:
    found = ["1:text:8: TST109", "3:text[1]:3: TST109"]
    assert concise(folder, "--field", "text", given=JSON_LINES) == [f"-:{place}" for place in found]
    arguments = ("--field", "text", "--stdin-filename")
    assert concise(folder, *arguments, "b.jsonl", given=JSON_LINES) == [f"b.jsonl:{place}" for place in found]
    assert concise(folder, *arguments, "b.md", given="01k 234\n") == ["b.md:1:1: TST109"]
    assert concise(folder, *arguments[:2], "-", given="") == []


def test_lines_of_json_need_a_field(folder: Folder) -> None:
    folder.write("a.jsonl", JSON_LINES)
    folder.write("b.txt", DAMAGED)
    code, output, errors = folder.lint("--output-format", "concise", ".")
    assert (code, output.splitlines()[0][:14]) == (1, "b.txt:1:1: TST")
    assert (
        errors
        == "tst: a.jsonl: use --field, or field in the settings, to name the fields of its lines to lint\n"
    )


def test_a_field_that_no_line_has_is_told(folder: Folder) -> None:
    folder.write("a.jsonl", JSON_LINES)
    code, output, errors = folder.lint("--field", "txt", "a.jsonl")
    assert (code, output) == (0, FINE)
    assert errors == "tst: a.jsonl: no line has a string in the field 'txt'\n"


def test_a_line_that_is_no_json_is_told_after_what_was_found_before_it(folder: Folder) -> None:
    folder.write("a.jsonl", LINES)
    code, output, errors = folder.lint("--field", "text", "--output-format", "concise", "a.jsonl")
    assert (code, output.splitlines()[0]) == (2, "a.jsonl:1:text:8: TST109 [*] '01k' is padded with zeros")
    assert errors == "tst: a.jsonl: line 3: invalid JSON at column 36: expecting ',' delimiter\n"


@pytest.mark.parametrize(("name", "table"), [("tst.toml", ""), ("pyproject.toml", "[tool.tst-grammar]\n")])
def test_settings(folder: Folder, name: str, table: str) -> None:
    folder.write(name, f"{table}scheme = 'option-a'\ndelimiters = ['<', '>']\nignore = ['TST303']\n")
    folder.write("docs/a.md", "<1 k 234> 5 <1k 234>\n")
    assert concise(folder, "docs") == ["docs/a.md:1:14: TST203"]
    assert concise(folder, given=folder.read("docs/a.md")) == ["-:1:14: TST203"]
    assert concise(folder, "docs", "--scheme", "tst", "--select", "TST2,TST3") == [
        "docs/a.md:1:2: TST203",
        "docs/a.md:1:11: TST303",
    ]


def test_the_locale_is_set_or_given(folder: Folder) -> None:
    text = "1.234,5 and 12,345.6\n"
    assert concise(folder, "--select", "NUM", "--locale", "de", given=text) == ["-:1:1: NUM101"]
    folder.write("tst.toml", "locale = 'de'\n")
    assert concise(folder, "--select", "NUM", given=text) == ["-:1:1: NUM101"]
    assert concise(folder, "--select", "NUM", "--locale", "en", given=text) == ["-:1:13: NUM101"]


def test_settings_of_a_field_count_for_lines_of_json_alone(folder: Folder) -> None:
    folder.write("tst.toml", "field = ['text']\n")
    folder.write("a.jsonl", JSON_LINES)
    folder.write("b.md", DAMAGED)
    assert concise(folder, ".") == [
        "a.jsonl:1:text:8: TST109",
        "a.jsonl:3:text[1]:3: TST109",
        "b.md:1:1: TST109",
    ]
    assert concise(folder, given=DAMAGED) == ["-:1:1: TST109"]


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("local = 'de'", "local: there is no such setting: did you mean locale?"),
        ("locale = 'xx'", "locale: no locale 'xx'"),
        ("locale = 'auto'", "locale: no locale 'auto': name a locale here"),
        ("select = ['TST9']", "select: no rule 'TST9': did you mean TST?"),
        ("delimiters = '<>'", "delimiters: expected a list of strings, not a string"),
        ("scheme = ", " is not TOML: "),
    ],
)
def test_a_bad_setting_is_named_once(folder: Folder, setting: str, message: str) -> None:
    folder.write("docs/tst.toml", setting)
    for name in ("a.md", "docs/b.md", "docs/c.md"):
        folder.write(name, DAMAGED)
    for paths in (["."], ["a.md", "docs/b.md", "docs/c.md"]):
        code, output, errors = folder.lint("--output-format", "concise", *paths)
        assert (code, output.splitlines()[0][:15]) == (2, "a.md:1:1: TST10")
        assert errors.startswith(f"tst: {folder.path}/docs/tst.toml")
        assert message in errors
        assert errors.count("\n") == 1


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_a_comment_counts_for_all_of_a_long_line(folder: Folder, place: int) -> None:
    words = ["01k 234 and", "some words " * 30_000] * 2
    words[place:place] = ["tst: ignore[TST109]"]
    text = f"01k 234\n{' '.join(words)}\n01k 234\n"
    folder.write("a.txt", text)
    assert concise(folder, "a.txt") == ["a.txt:1:1: TST109", "a.txt:3:1: TST109"]
    assert folder.lint("--fix", "a.txt").output == FINE
    assert folder.read("a.txt") == f"1k 234\n{' '.join(words)}\n1k 234\n"


def test_standard_input_may_have_a_name_whose_settings_count(folder: Folder) -> None:
    folder.write("tst.toml", "select = ['ALL']\n")
    folder.write("docs/tst.toml", "ignore = ['NUM']\nper-file-ignores = {'drafts/' = ['TST109']}\n")
    given = "01k 234 and 1,234\n"
    assert concise(folder, given=given) == ["-:1:1: TST109", "-:1:13: NUM101"]
    assert concise(folder, "--stdin-filename", "docs/a.md", given=given) == ["docs/a.md:1:1: TST109"]
    assert concise(folder, "--stdin-filename", "docs/drafts/a.md", given=given) == []


@pytest.mark.parametrize(
    ("source", "annotated", "found"),
    [
        ("a 1,234 b\nc 6\n", "a 1k 234 b\nc 6\n", ""),
        ("a 1,234 b\r\nc 6", "a 1k 234 b\nc 6\n", ""),
        ("a 1,234 b\n", "a b\n", "1:4: TST401"),
        ("a b\n", "a 5 b\n", "1:3: TST402"),
        ("1,234\n", "1k 243\n", "1:1: TST403"),
        ("1,234\n", "1k 23 5\n", "1:1: TST403 1:4: TST107 1:7: TST402"),
        ("1\n2\n3", "1\n", "2:1: TST401 2:1: TST401"),
        ("1\n2\n", "1", "1:2: TST401"),
        ("1\n", "1\n2\n3", "2:1: TST402 3:1: TST402"),
        ("1", "", "1:1: TST401"),
        ("", "", ""),
        ("a 1\nb 2\nc 3\nd 4\n", "a 1\nc 3\nd 4\n", "2:1: TST401"),
        ("a 1\nb 2\nc 3\nd 4\n", "a 1\nb 2\nx 7 8\nc 3\nd 4\n", "3:3: TST402 3:5: TST402"),
        ("a 1\nb 2\n", "a 1\na 1\nb 2\n", "2:3: TST402"),
        ("1\n" * 5, "1\n" * 4, "5:1: TST401"),
        ("1\n2\n", "# tst: ignore-file[TST401]\n", ""),
        ("1\n2\n", "1 # tst: ignore\n2 3\n", "2:3: TST402"),
    ],
)
def test_against_the_source(folder: Folder, source: str, annotated: str, found: str) -> None:
    folder.write("source.txt", source)
    folder.write("a.txt", annotated)
    places = found.replace(": ", ":").split()
    against = ("--against", "source.txt")
    assert concise(folder, *against, "a.txt") == [f"a.txt:{place}".replace(":T", ": T") for place in places]
    assert concise(folder, *against, given=annotated) == [
        f"-:{place}".replace(":T", ": T") for place in places
    ]
    assert concise(folder, "--select", "TST2", *against, "a.txt") == []


def test_against_a_source_that_is_missing_or_comes_in(folder: Folder) -> None:
    folder.write("a.txt", "1k 234\n")
    errors = "tst: cannot read source.txt: No such file or directory\n"
    assert folder.lint("--against", "source.txt", "a.txt") == Done(2, "", errors)
    assert concise(folder, "--against", "-", "a.txt", given="1,234\n2") == ["a.txt:2:1: TST401"]


def test_lines_of_json_against_their_source(folder: Folder) -> None:
    source = [{"text": "1,234"}, {"text": ["1", "2"]}, {"text": "3"}, {}, {"text": "4"}, {"text": "5"}]
    annotated = [{"text": "1k 234"}, {"text": ["1"]}, {}, {"text": "3"}, {"text": "1\n5"}]
    folder.write("source.jsonl", "".join(f"{json.dumps(line)}\n" for line in source))
    folder.write("a.jsonl", "".join(f"{json.dumps(line)}\n" for line in annotated))
    assert concise(folder, "--field", "text", "--against", "source.jsonl", "a.jsonl") == [
        "a.jsonl:2:text[1]:1: TST401",
        "a.jsonl:5:text:1: TST403",
        "a.jsonl:5:text:3: TST402",
        "a.jsonl:6:text:1: TST401",
    ]


def seen(*environment: str, arguments: Sequence[str] = (), text: str = DAMAGED) -> str:
    """Return the output on a terminal."""
    ours, theirs = pty.openpty()
    command = [
        "env",
        "-u",
        "NO_COLOR",
        "TERM=xterm",
        *environment,
        sys.executable,
        "-m",
        "tst_grammar",
        "lint",
        *arguments,
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        process.communicate(text.encode())
        shown = b""
        with suppress(OSError):  # which is how a terminal ends
            while block := os.read(ours, 1024):
                shown += block
    os.close(ours)
    return shown.decode()


def test_a_terminal_is_shown_colors_unless_it_asks_for_none() -> None:
    assert seen().startswith("\x1b[1;31mTST109\x1b[0m ")
    assert seen("NO_COLOR=1").startswith("TST109 ")
    assert seen("TERM=dumb").startswith("TST109 ")


def test_a_diff_on_a_terminal_has_its_lines_and_no_control_characters() -> None:
    assert seen(arguments=["--diff"], text="01k 234 \x1b[31m \u202e").replace("\r\n", "\n") == (
        "--- -\n+++ -\n@@ -1,1 +1,1 @@\n"
        "-01k 234 \\x1b[31m \\u202e\n\\ No newline at end of file\n"
        "+1k 234 \\x1b[31m \\u202e\n\\ No newline at end of file\n"
    )
