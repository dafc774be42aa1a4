"""Lines of JSON: the strings of the fields change, and not one other byte."""

import json
from pathlib import Path

import pytest
from commands import run
from hypothesis import given
from hypothesis import strategies as st
from sampling import every
from strategies import records

import tst_grammar as tst
from tst_grammar.files.file_task import FileTask, Summary
from tst_grammar.files.json_fields import Fields
from tst_grammar.files.streams import LineError

PAIR = ("⟦", "⟧")


@given(st.lists(records(), max_size=4), st.sampled_from([None, PAIR]))
def test_only_the_strings_of_the_field_change(
    lines: list[tuple[str, str, str]], pair: tuple[str, str] | None
) -> None:
    given = "\n".join(map("".join, lines)).encode()
    changed = b"".join(Fields.of(["text"]).changed(given, lambda text: tst.annotate(text, delimiters=pair)))
    for (before, string, after), line in zip(lines, changed.decode().split("\n"), strict=bool(lines)):
        written = line.removeprefix(before).removesuffix(after)
        assert f"{before}{written}{after}" == line
        value = json.loads(string)
        assert json.loads(written) == tst.annotate(value, delimiters=pair)
        assert written.isascii() or not string.isascii()
        if json.loads(written) == value:
            assert written == string


@pytest.mark.parametrize(
    ("fields", "before", "after"),
    [
        (
            "text",
            '{"text": "1,234", "other": "1,234", "n": 1234.0}',
            '{"text": "1k 234", "other": "1,234", "n": 1234.0}',
        ),
        ("text", '{"text": ["1,234", ["5,678"]]}', '{"text": ["1k 234", ["5k 678"]]}'),
        (
            "messages.content",
            '{"messages": [{"role": "1,234", "content": "1,234"}, {"content": "5,678"}]}',
            '{"messages": [{"role": "1,234", "content": "1k 234"}, {"content": "5k 678"}]}',
        ),
        (
            "a a.b",
            '{"a": ["1,234", {"b": "1,234", "c": "1,234"}]}',
            '{"a": ["1k 234", {"b": "1k 234", "c": "1,234"}]}',
        ),
        (
            "a.b",
            '{"a": [{"b": null}, null, {"b": ["1,234", null]}]}',
            '{"a": [{"b": null}, null, {"b": ["1k 234", null]}]}',
        ),
        ("text", '[{"text": "1,234"}, {}]', '[{"text": "1k 234"}, {}]'),
        ("text", '{"text": "1,234", "text": "5,678"}', '{"text": "1k 234", "text": "5k 678"}'),
        ("text", '{"n": NaN, "text": "a\\/b"}', '{"n": NaN, "text": "a\\/b"}'),
        ("text", '\ufeff{"text": "1,234"}', '\ufeff{"text": "1k 234"}'),
        ("text", '{"text": "1,234 \\u00e9"}', '{"text": "1k 234 \\u00e9"}'),
        ("text", '{"text": "1,234 é \\ud800"}', '{"text": "1k 234 é \\ud800"}'),
        ("text", '{"text": "\\udcff\\ud83d\\ude00 1,234"}', '{"text": "\\udcff\\ud83d\\ude00 1k 234"}'),
        ("text", " \t\r\n\n{}\r\n[]", " \t\r\n\n{}\r\n[]"),
        ("text", "", ""),
    ],
)
def test_fields(fields: str, before: str, after: str) -> None:
    assert b"".join(Fields.of(fields.split()).changed(before.encode(), tst.annotate)) == after.encode()


@pytest.mark.parametrize(
    ("fields", "lines", "found"),
    [
        ("text", '{"text": "1"}\n\n{"text": "2"}', [(0, "text", "1"), (2, "text", "2")]),
        (
            "messages.content",
            '{"messages": [{"content": "1"}, {"role": "x"}, {"content": ["2", "3"]}]}',
            [
                (0, "messages[0].content", "1"),
                (0, "messages[2].content[0]", "2"),
                (0, "messages[2].content[1]", "3"),
            ],
        ),
        ("a a.b", '{"a": ["1", {"b": "2"}]}', [(0, "a[0]", "1"), (0, "a[1].b", "2")]),
        ("text", '[[{"text": "1"}]]', [(0, "[0][0].text", "1")]),
        ("text", '{"t\\u0065xt": "\\u0031\\n\\ud83d\\ude00"}', [(0, "text", "1\n😀")]),
        ("text", "{}\n[]\n", []),
    ],
)
def test_strings_and_where_they_are(fields: str, lines: str, found: list[tuple[int, str, str]]) -> None:
    texts = Fields.of(fields.split()).found(lines.encode())
    assert [(each.line, each.name, each.text) for each in texts] == found


@given(st.lists(records(), max_size=4))
def test_what_is_found_is_what_changes(lines: list[tuple[str, str, str]]) -> None:
    given = "\n".join(map("".join, lines)).encode()
    fields = Fields.of(["text"])
    changed: list[str] = []
    kept = b"".join(fields.changed(given, lambda text: changed.append(text) or text))  # type: ignore[func-returns-value]
    assert (kept, changed) == (given, [each.text for each in fields.found(given)])


def test_other_strings_may_have_bytes_that_are_no_utf8() -> None:
    given = b'{"other": "\xff 1,234", "text": "1,234"}\n'
    changed = b"".join(Fields.of(["text"]).changed(given, tst.annotate))
    assert changed == b'{"other": "\xff 1,234", "text": "1k 234"}\n'


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('{"text": nul}', "invalid JSON at column 10: expecting value"),
        ('{"text": {"text": ""}}', "the field 'text' is an object, not a string"),
        ('{"text": ["", 5]}', "the field 'text' is a number, not a string"),
        ('{"a": "b"}', "the field 'a' is a string, not an object"),
        ("true", "it is true, not an object"),
        ("{", "invalid JSON at column 2: expecting property name enclosed in double quotes"),
        ('{"text"}', "invalid JSON at column 8: expecting ':' delimiter"),
        ('{"text": "1" "2"}', "invalid JSON at column 14: expecting ',' delimiter"),
        ('{"text": "1"} 5', "invalid JSON at column 15: expecting the end of the line"),
        ('{"text": }', "invalid JSON at column 10: expecting value"),
        ('{"text": "a\tb"}', "invalid JSON at column 12: a control character must be escaped"),
        ('{"é": "', "invalid JSON at column 7: the string that starts here has no end"),
        ('{"a\tb": 1}', "invalid JSON at column 4: a control character must be escaped"),
        ('{"text": "\\x"}', "invalid JSON at column 11: invalid \\escape"),
        ('["1234"]', "an element is a string, not an object"),
        ("\ufeff [[true]]", "an element is true, not an object"),
        ("[" * 100_000, "the JSON is nested too deeply"),
        ('{"b": ' * 100_000, "the JSON is nested too deeply"),
    ],
    ids=lambda text: text[:20],
)
def test_a_wrong_line_is_named(line: str, problem: str) -> None:
    task = FileTask(tst.RestorationTask(), ("text", "a.b"))
    *done, summary = task.outcomes([f'{{"text": ""}}\n\n{line}\n'.encode()])
    assert done == [b'{"text": ""}\n\n']
    assert isinstance(summary, Summary)
    assert isinstance(summary.failure, LineError)
    assert str(summary.failure.placed("a.jsonl")) == f"a.jsonl: line 3: {problem}"


def test_a_field_with_bytes_that_are_no_utf8_is_named() -> None:
    for locale in ("en", "auto"):
        done = run("annotate", "--locale", locale, "--field", "text", given=b'{}\n{"text": "\xff"}')
        problem = "tst: standard input: line 2: the field 'text' has bytes that are not UTF-8\n"
        assert done == (2, "" if locale == "auto" else "{}\n", problem)


@pytest.mark.parametrize("options", every(2, [[], ["--locale", "auto"], ["--workers", "2"]]), ids=" ".join)
def test_a_field_that_no_line_has_is_named_once_for_each_file(tmp_path: Path, options: list[str]) -> None:
    lines = {"none": '{"a": "1,234"}\n' * 150_000, "null": '{"b": null}\n', "empty": "", "one": '{"b": ""}\n'}
    for name, content in lines.items():
        (tmp_path / name).write_text(content)
    paths = [str(tmp_path / name) for name in lines]
    code, output, errors = run("annotate", "--field", "b", "--field", "c.d", *options, *paths)
    assert (code, output) == (0, "".join(lines.values()))
    assert errors == "".join(
        f"tst: {path}: no line has a string in the field 'b' or 'c.d'\n" for path in paths[:2]
    )


def test_a_wrong_line_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(b'{"text": "1,234"}\n{"text": 5}\n')
    code, _, errors = run("annotate", "--in-place", "--field", "text", str(file))
    assert (code, errors) == (2, f"tst: {file}: line 2: the field 'text' is a number, not a string\n")
    assert file.read_bytes() == b'{"text": "1,234"}\n{"text": 5}\n'


def test_the_strings_of_a_file_settle_each_other() -> None:
    given = b'{"text": "1.234"}\n{"text": "0,5", "other": "0.5"}\n'
    assert run("annotate", "--locale", "auto", "--field", "text", "--stats", given=given) == (
        0,
        '{"text": "1k 234"}\n{"text": "0. 500p", "other": "0.5"}\n',
        (
            "tst: converted: 2 (grouped 1, decimal 1)\ntst: left alone: 0\n"
            "tst: spelled differently when restored: 2 (group-marks 1, decimal-mark 1); "
            "--exact leaves them alone\n"
            "tst: ',' is a decimal mark, as in '0,5' (1 in all)\n"
        ),
    )


def test_restore_and_delimiters() -> None:
    given = b'{"text": "1k 234"}\n'
    assert run("restore", "--field", "text", given=given) == (0, '{"text": "1234"}\n', "")
    annotated = run("annotate", "--field", "text", "--delimiters", *PAIR, given=b'{"text": "a 1,234"}\n')
    assert annotated == (0, '{"text": "a \\u27e61k 234\\u27e7"}\n', "")
    given = annotated[1].encode()
    assert run("restore", "--field", "text", "--delimiters", *PAIR, given=given)[1] == '{"text": "a 1234"}\n'


@pytest.mark.parametrize("name", ["", ".", "a.", "a..b"])
def test_names_of_fields(name: str) -> None:
    with pytest.raises(tst.OptionError, match=r"a field is a name such as text or messages\.content"):
        Fields.of([name])
