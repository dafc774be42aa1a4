"""The formats of the linter: whole outputs for small texts, and that each is well formed for any text."""

import itertools
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote_to_bytes
from xml.etree import ElementTree as ET

import pytest
from cases_io import DATA
from findings import FIXED, IN_FIELD, OPEN, OTHER, SAFE, in_text, output
from hypothesis import given
from hypothesis import strategies as st
from jsonschema.validators import Draft202012Validator
from strategies import findings

from tst_grammar.cli.arguments import LINT_FORMATS
from tst_grammar.diagnostics import Fix
from tst_grammar.linter.reports import FORMATS, written
from tst_grammar.linter.reports.located import Located, located
from tst_grammar.linter.reports.statistics import FileStatistics, statistics
from tst_grammar.linter.reports.summary import summary
from tst_grammar.rules import find_rule


def test_concise() -> None:
    assert output(FIXED, SAFE, IN_FIELD, name="concise") == (
        "notes.txt:2:4: TST107 '23k' has 2 digits\n"
        "b.txt:1:5: TST107 [*] '23k' has 2 digits\n"
        "data.jsonl:7:a.text:6: TST107 '23k' has 2 digits\n"
        "Found 3 errors. 1 fixable with --fix (1 more with --unsafe-fixes).\n"
    )


@pytest.mark.parametrize(
    ("counts", "line"),
    [
        (Counter(), "All TST numbers are fine.\n"),
        (Counter(error=1), "Found 1 error.\n"),
        (Counter(warning=2), "Found 2 warnings.\n"),
        (
            Counter(error=2, warning=1, unsafe=1),
            "Found 2 errors and 1 warning. 1 fixable with --unsafe-fixes.\n",
        ),
        (Counter(error=2, safe=2), "Found 2 errors. 2 fixable with --fix.\n"),
        (
            Counter(error=3, warning=1, safe=2, unsafe=1),
            "Found 3 errors and 1 warning. 2 fixable with --fix (1 more with --unsafe-fixes).\n",
        ),
    ],
)
def test_summary(counts: Counter[str], line: str) -> None:
    assert summary(counts) == line
    assert summary(counts, "Well.") == line.replace("\n", " Well.\n")


def test_json() -> None:
    found = in_text("💰é\n1m 23k 456", fix=Fix(3, 13, "1m 023k 456", is_safe=False), expected=("023k",))
    assert json.loads(output(found, name="json")) == [
        {
            "code": "TST107",
            "name": "short-group",
            "message": "'23k' has 2 digits",
            "severity": "error",
            "path": "notes.txt",
            "location": {
                "start": {"line": 2, "column": 4, "offset": 6, "byte": 10, "utf16": 7},
                "end": {"line": 2, "column": 7, "offset": 9, "byte": 13, "utf16": 10},
            },
            "expected": ["023k"],
            "fix": {
                "text": "1m 023k 456",
                "applicability": "unsafe",
                "location": {
                    "start": {"line": 2, "column": 1, "offset": 3, "byte": 7, "utf16": 4},
                    "end": {"line": 2, "column": 11, "offset": 13, "byte": 17, "utf16": 14},
                },
            },
        }
    ]


def test_json_of_a_field() -> None:
    (found,) = json.loads(output(IN_FIELD, name="json"))
    assert (found["path"], found["field"], found["fix"]) == ("data.jsonl", "a.text", None)
    assert found["location"] == {
        "start": {"line": 7, "column": 6, "offset": 5, "byte": 5, "utf16": 5},
        "end": {"line": 7, "column": 9, "offset": 8, "byte": 8, "utf16": 8},
    }


def test_json_lines() -> None:
    lines = output(FIXED, SAFE, IN_FIELD, name="json-lines").splitlines()
    assert [json.loads(line) for line in lines] == json.loads(output(FIXED, SAFE, IN_FIELD, name="json"))


def test_github() -> None:
    long = in_text("1 23k\n4", "23k\n4", path="a,b: 100%.txt")
    assert output(FIXED, long, IN_FIELD, name="github") == (
        "::error file=notes.txt,line=2,endLine=2,col=4,endColumn=7,title=TST107 (short-group)"
        "::'23k' has 2 digits\n"
        "::error file=a%2Cb%3A 100%25.txt,line=1,endLine=2,title=TST107 (short-group)::'23k' has 2 digits\n"
        "::error file=data.jsonl,line=7,endLine=7,title=TST107 (short-group)::a.text:6: '23k' has 2 digits\n"
    )


def test_gitlab() -> None:
    (issue,) = json.loads(output(FIXED, name="gitlab"))
    assert re.fullmatch("[0-9a-f]{32}", issue.pop("fingerprint"))
    assert issue == {
        "description": "TST107: '23k' has 2 digits",
        "check_name": "short-group",
        "severity": "major",
        "location": {"path": "notes.txt", "lines": {"begin": 2, "end": 2}},
    }


def test_fingerprints_are_unique_and_stay_when_lines_move() -> None:
    def fingerprints(*found: Located) -> list[str]:
        return [issue["fingerprint"] for issue in json.loads(output(*found, name="gitlab"))]

    again, elsewhere = in_text("23k"), in_text("23k", path="other.txt")
    assert len({*fingerprints(FIXED, again, again, elsewhere, IN_FIELD)}) == 5
    assert fingerprints(FIXED, again) == fingerprints(in_text("\n\n\n23k"), in_text("\n\n\n\n23k"))


def test_junit() -> None:
    odd = in_text("\0 23k", path='<é>&".txt')
    assert output(FIXED, FIXED, odd, name="junit") == (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<testsuites name="tst-grammar">\n'
        '  <testsuite name="notes.txt" tests="2" failures="2" errors="0">\n'
        + (
            '    <testcase name="TST107 short-group at 2:4" classname="notes.txt">\n'
            '      <failure type="error" message="&#x27;23k&#x27; has 2 digits">'
            "notes.txt:2:4: &#x27;23k&#x27; has 2 digits</failure>\n"
            "    </testcase>\n"
        )
        * 2
        + "  </testsuite>\n"
        '  <testsuite name="&lt;&#233;&gt;&amp;&quot;.txt" tests="1" failures="1" errors="0">\n'
        '    <testcase name="TST107 short-group at 1:3" classname="&lt;&#233;&gt;&amp;&quot;.txt">\n'
        '      <failure type="error" message="&#x27;23k&#x27; has 2 digits">'
        "&lt;&#233;&gt;&amp;&quot;.txt:1:3: &#x27;23k&#x27; has 2 digits</failure>\n"
        "    </testcase>\n"
        "  </testsuite>\n"
        "</testsuites>\n"
    )


def test_sarif() -> None:
    log = json.loads(output(FIXED, IN_FIELD, name="sarif"))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    file = {"uri": "notes.txt"}
    assert run["results"] == [
        {
            "ruleId": "TST107",
            "ruleIndex": 0,
            "level": "error",
            "message": {"text": "'23k' has 2 digits"},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": file,
                        "region": {"startLine": 2, "startColumn": 4, "endLine": 2, "endColumn": 7},
                    }
                }
            ],
            "fixes": [
                {
                    "description": {
                        "text": "replace '1m 23k 456' with '1m 023k 456' (unsafe: the value may change)"
                    },
                    "artifactChanges": [
                        {
                            "artifactLocation": file,
                            "replacements": [
                                {
                                    "deletedRegion": {
                                        "startLine": 2,
                                        "startColumn": 1,
                                        "endLine": 2,
                                        "endColumn": 11,
                                    },
                                    "insertedContent": {"text": "1m 023k 456"},
                                }
                            ],
                        }
                    ],
                }
            ],
        },
        {
            "ruleId": "TST107",
            "ruleIndex": 0,
            "level": "error",
            "message": {"text": "'23k' has 2 digits"},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": "data.jsonl"},
                        "region": {"startLine": 7},
                    },
                    "logicalLocations": [{"fullyQualifiedName": "a.text", "kind": "property"}],
                }
            ],
        },
    ]


def test_sarif_describes_the_rules_it_needs() -> None:
    (run,) = json.loads(output(OTHER, FIXED, OTHER, name="sarif"))["runs"]
    assert [result["ruleIndex"] for result in run["results"]] == [0, 1, 0]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["TST116", "TST107"]
    assert rules[0]["name"] == "missing-terminator"
    assert rules[0]["shortDescription"] == {
        "text": "A fraction has no terminator in a scheme that writes one."
    }
    assert rules[0]["help"]["markdown"] == OPEN.documentation
    assert rules[0]["defaultConfiguration"] == {"level": "error"}


@pytest.mark.parametrize(
    ("text", "column"), [("\ufeff1 23k", 3), ("1 23k", 3), ("\ufeff\n\ufeff 23k", 3), ("\ufeff23k", 1)]
)
def test_sarif_counts_no_byte_order_mark(text: str, column: int) -> None:
    (result,) = json.loads(output(in_text(text), name="sarif"))["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["region"]["startColumn"] == column


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("docs/a b.txt", "docs/a%20b.txt"),
        ("./100%,é:#?.txt", "100%25%2C%C3%A9%3A%23%3F.txt"),
        ("\udcff.txt", "%FF.txt"),
        ("../a.txt", "../a.txt"),
        ("/nowhere/a b.txt", "file:///nowhere/a%20b.txt"),
        (str(Path.cwd() / "docs" / "a.txt"), "docs/a.txt"),
    ],
)
def test_sarif_has_relative_uris(path: str, uri: str) -> None:
    (result,) = json.loads(output(in_text("23k", path=path), name="sarif"))["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_statistics() -> None:
    first, second, third = (
        FileStatistics("a\x1b.txt", valid=1998, damaged=2),
        FileStatistics("b"),
        FileStatistics("c"),
    )
    for found in (OTHER, FIXED):
        first.add(found)
    second.add(SAFE)
    second.damaged = 1
    assert "".join(statistics([first, second, third])) == (
        "a\\x1b.txt: 1998 of 2000 TST numbers are valid (99.9%)\n"
        "1\tTST107\t    short-group\n1\tTST116\t    missing-terminator\n"
        "b: 0 of 1 TST numbers are valid (0.0%)\n1\tTST107\t[*] short-group\n"
        "all 3 files: 1998 of 2001 TST numbers are valid (99.8%)\n"
        "2\tTST107\t[*] short-group\n1\tTST116\t    missing-terminator\n"
    )
    assert "".join(statistics([third])) == "c: no TST numbers\n"
    counts = json.loads("".join(statistics([second, third], as_json=True)))
    rules = [{"code": "TST107", "name": "short-group", "count": 1, "fixable": 1}]
    assert counts == {
        "all": {"numbers": 1, "valid": 0, "share": 0.0, "rules": rules},
        "files": [
            {"path": "b", "numbers": 1, "valid": 0, "share": 0.0, "rules": rules},
            {"path": "c", "numbers": 0, "valid": 0, "share": None, "rules": []},
        ],
    }


@pytest.mark.parametrize("name", FORMATS)
def test_no_format_lets_control_characters_reach_a_terminal(name: str) -> None:
    diagnostic = find_rule("TST107").finding("it is \x1b[31m\x7f\x9b\u202e23k", 0, 3)
    (found,) = located("a\x1b\x7f\u2066.txt", [("23k\x1b\u202e", [diagnostic])])
    assert not set(output(found, name=name)) & set("\x1b\x7f\x9b\u202e\u2066")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("full", "All TST numbers are fine.\n"),
        ("concise", "All TST numbers are fine.\n"),
        ("json", "[]\n"),
        ("json-lines", ""),
        ("github", ""),
        ("gitlab", "[]\n"),
    ],
)
def test_nothing_found(name: str, text: str) -> None:
    assert output(name=name) == text


def test_the_command_line_offers_all_formats() -> None:
    assert LINT_FORMATS == FORMATS


@pytest.mark.parametrize("name", FORMATS)
def test_findings_are_written_as_they_come(name: str) -> None:
    """Not more than the findings of one file are held: before the third file comes, the first is written."""
    asked: list[int] = []

    def endless() -> Iterator[Located]:
        for number in itertools.count():
            asked.append(number)
            yield in_text("23k", path=f"{number}.txt")

    for text in written(endless(), name):
        if "0.txt" in text:
            break
    assert len(asked) <= 2


@pytest.fixture(scope="session")
def sarif_schema() -> Draft202012Validator:
    schema = json.loads((DATA / "sarif-schema-2.1.0.json").read_text(encoding="utf-8"))
    return Draft202012Validator(schema)


@given(found=st.lists(findings(), max_size=3))
def test_sarif_follows_the_schema(sarif_schema: Draft202012Validator, found: list[Located]) -> None:
    log = json.loads(output(*found, name="sarif"))
    sarif_schema.validate(log)
    for result, each in zip(log["runs"][0]["results"], found, strict=True):
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert re.fullmatch(r"(?:[A-Za-z0-9._~/-]|%[0-9A-F]{2})+", uri)
        assert unquote_to_bytes(uri) == str(Path(each.path)).encode("utf-8", "surrogateescape")


@given(st.lists(findings(), min_size=1, max_size=3))
def test_junit_is_xml_for_any_text(found: list[Located]) -> None:
    root = ET.fromstring(output(*found, name="junit"))  # noqa: S314 -- it is our own
    cases = root.findall("testsuite/testcase/failure")
    assert len(cases) == len(found)
    assert sum(int(suite.attrib["failures"]) for suite in root) == len(found)


@given(st.lists(findings(), max_size=3))
def test_github_has_a_line_for_each_finding(found: list[Located]) -> None:
    lines = output(*found, name="github").split("\n")
    assert lines.pop() == ""
    assert len(lines) == len(found)
    for line in lines:
        assert re.fullmatch(r"::(?:error|warning) \w+=[^:,]*(?:,\w+=[^:,]*)*::.*", line, re.DOTALL)


@given(st.lists(findings(), min_size=1, max_size=3), st.sampled_from(FORMATS))
def test_every_format_can_be_encoded(found: list[Located], name: str) -> None:
    assert output(*found, name=name).encode("utf-8")
