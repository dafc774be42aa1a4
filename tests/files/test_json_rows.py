"""Changing the strings of lines of JSON in the kernel: the same bytes as string by string, or nothing."""

import json
from array import array
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tst_grammar import AnnotationTask, RestorationTask
from tst_grammar.errors import TstGrammarError
from tst_grammar.files.json_fields import Fields
from tst_grammar.files.json_rows import JsonRows
from tst_grammar.text.tasks.task import Tally, Task

_kernel = pytest.importorskip("tst_grammar.automata._kernel", exc_type=ImportError)

NAMES = ("text", "é")


def rows_of(task: Task) -> JsonRows:
    rows = JsonRows.of(NAMES, task.row_pass, task.change(Tally()))
    assert rows
    return rows


def one_by_one(task: Task, lines: bytes) -> bytes | None:
    try:
        return b"".join(Fields.of(NAMES).changed(lines, task.change(Tally())))
    except TstGrammarError:
        return None


TASKS = (
    AnnotationTask(),
    AnnotationTask(exact=True),
    AnnotationTask(delimiters=("⟦", "⟧")),
    RestorationTask(),
    RestorationTask(locale="de"),
)
TEXTS = st.text('1,234 5k67.89pé漢😀"\\/\b\f\n\r\t\x00\x1f\x7f$[⟦', max_size=20) | st.text(max_size=5)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)
OBJECTS = st.dictionaries(st.sampled_from([*NAMES, "n", "tex", 'a"b']), TEXTS | VALUES, max_size=4)


def written(value: Any, *, is_ascii: bool, indent: bool) -> bytes:
    separators = (" ,\t", " : ") if indent else None
    return json.dumps(value, ensure_ascii=is_ascii, separators=separators).encode("utf-8", "surrogatepass")


LINES = st.lists(
    st.builds(written, OBJECTS, is_ascii=st.booleans(), indent=st.booleans())
    | st.sampled_from([b"", b" \r"]),
    max_size=4,
).map(b"\n".join)


@given(LINES)
def test_lines_are_changed_as_string_by_string(lines: bytes) -> None:
    for task in TASKS:
        made = rows_of(task).changed(lines)
        if made is not None:
            assert made[0] == one_by_one(task, lines)


@given(LINES, st.data())
def test_damaged_lines_are_left_to_python_or_read_as_there(lines: bytes, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(lines)))
    damaged = lines[:place] + data.draw(st.binary(max_size=2)) + lines[place + data.draw(st.integers(0, 2)) :]
    made = rows_of(AnnotationTask()).changed(damaged)
    if made is not None:
        assert made[0] == one_by_one(AnnotationTask(), damaged)


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        (b'{"text": "1,234"}', 1),
        (
            b' {"n": [-0.5e+3, {"text": "1,234"}, true, null], "text": "\\u0031,234\\ud83d\\ude00\\n"}\r\n',
            1,
        ),
        (b'{"text": null, "text": "", "text": "9,999"}\n\n{"text": "1,234"}', 3),
        ('{"é": "1,234 é", "text": "1,234 \\u00e9"}'.encode(), 2),
        (b"\n \t\n", 0),
        (b'{"n": "\xff"}', 0),
    ],
)
def test_simple_lines_are_read(line: bytes, texts: int) -> None:
    made = rows_of(AnnotationTask()).changed(line)
    assert made == (one_by_one(AnnotationTask(), line), texts)


@pytest.mark.parametrize(
    "line",
    [
        b'{"text": 5}',
        b'{"text": ["1,234"]}',
        b'{"text": "\xff"}',
        b'{"text": "\xed\xa0\x80"}',
        b'{"text": "\\ud800"}',
        b'{"te\\u0078t": "1,234"}',
        b'{"text": "1,234}',
        b'{"text": "1\t2"}',
        b'{"text": "\\x"}',
        b'{"text": "1,234"} x',
        b'{"text": "1,234",}',
        b'{"n": 01, "text": "1,234"}',
        b'{"n": NaN, "text": "1,234"}',
        b'["1,234"]',
        b'\xef\xbb\xbf{"text": "1,234"}',
        b'{"n": ' + b"[" * 200 + b"]" * 200 + b', "text": "1,234"}',
    ],
)
def test_other_lines_are_left_to_python(line: bytes) -> None:
    assert rows_of(AnnotationTask()).changed(b'{"text": "1,234"}\n' + line) is None


def test_a_string_that_cannot_be_changed_is_left_to_python() -> None:
    def refused(*_: object) -> tuple[bytes, bytes]:
        raise TstGrammarError("no")

    assert JsonRows((b"text",), refused, str).changed(b'{"text": "1,234"}') is None
    task = RestorationTask(locale="de", delimiters=("⟦", "⟧"))
    assert rows_of(task).changed('{"text": "⟦zł 1k 234⟧"}'.encode()) is None
    halves = JsonRows.of(["text"], None, lambda text: text + "\ud800")
    assert halves
    assert halves.changed(b'{"text": "1,234"}') is None


def test_numbers_are_counted_once() -> None:
    tally = Tally()
    task = AnnotationTask(counts=True)
    rows = JsonRows.of(["text"], task.row_pass, task.change(tally))
    assert rows
    assert rows.changed(b'{"text": "1,234 and 5"}') == (b'{"text": "1k 234 and 5"}', 1)
    assert tally.notations == {"grouped": 1, "integer": 1}


@pytest.mark.parametrize("names", [("a.b",), ("",), ("text", "a.b")])
def test_fields_inside_of_fields_are_left_to_python(names: tuple[str, ...]) -> None:
    assert JsonRows.of(names, AnnotationTask().row_pass, str) is None


def numbers(*each: int) -> bytes:
    return array("q", each).tobytes()


@pytest.mark.parametrize(
    ("literals", "offsets", "made_offsets"),
    [
        (numbers(9, 99, 1), numbers(0, 5), numbers(0, 5)),
        (numbers(-9, 16, 1), numbers(0, 5), numbers(0, 5)),
        (numbers(16, 9, 1), numbers(0, 5), numbers(0, 5)),
        (numbers(9, 16, 1), numbers(0, 6), numbers(0, 5)),
        (numbers(9, 16, 1), numbers(0, 5), numbers(5, 0)),
        (numbers(9, 16, 1), numbers(0, 5), numbers(-1, 5)),
        (numbers(9, 16, 1), numbers(0, 5), numbers(0)),
        (numbers(9, 16, 1), numbers(0, 5), b""),
        (b"", b"", b""),
    ],
)
def test_wrong_buffers_are_refused(literals: bytes, offsets: bytes, made_offsets: bytes) -> None:
    with pytest.raises(ValueError, match="do not belong to the lines"):
        _kernel.json_changed(b'{"text": "1,234"}', literals, b"1,234", offsets, b"1k 23", made_offsets)


def test_names_are_bytes() -> None:
    with pytest.raises(TypeError, match="names are bytes"):
        _kernel.json_texts(b"{}", ("text",))
