"""Files converted from Python: results, counts and refusals."""

import pickle
from pathlib import Path
from typing import Any

import pytest

import tst_grammar as tst


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "notes.txt"
    path.write_text("It cost $1,234.50 on 2024-01-15.\n")
    return path


def test_a_file_is_converted_in_place_and_back(notes: Path) -> None:
    tally = tst.convert_file(tst.AnnotationTask(counts=True), notes)
    assert notes.read_text() == "It cost $1k 234. 500p on 2024-01-15.\n"
    assert (dict(tally.notations), dict(tally.reasons)) == ({"money": 1}, {"date": 1})
    tst.convert_file(tst.RestorationTask(), str(notes))
    assert notes.read_text() == "It cost $1234.5 on 2024-01-15.\n"


def test_a_file_is_converted_into_another(notes: Path, tmp_path: Path) -> None:
    tst.convert_file(tst.AnnotationTask(delimiters=("<", ">")), notes, tmp_path / "out.txt.gz")
    tst.convert_file(
        tst.RestorationTask(delimiters=("<", ">")), tmp_path / "out.txt.gz", tmp_path / "back.txt"
    )
    assert notes.read_text() == "It cost $1,234.50 on 2024-01-15.\n"
    assert (tmp_path / "back.txt").read_text() == "It cost $1234.5 on 2024-01-15.\n"


def test_fields_of_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"text": "1,234", "id": 1234}\n')
    tst.convert_file(tst.AnnotationTask(), path, fields=("text",))
    assert path.read_text() == '{"text": "1k 234", "id": 1234}\n'
    with pytest.warns(UserWarning, match="no line has a string in the field 'txt'"):
        tst.convert_file(tst.AnnotationTask(), path, fields=("txt",))


@pytest.mark.parametrize(
    "task",
    [
        tst.AnnotationTask(locale="de", scheme=tst.OPTION_A, skip=("date",), delimiters=("<", ">")),
        tst.RestorationTask(locale="fr"),
    ],
)
def test_tasks_can_be_pickled(task: tst.AnnotationTask | tst.RestorationTask) -> None:
    assert pickle.loads(pickle.dumps(task)) == task  # noqa: S301 -- our own bytes


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"path": "-"}, "convert_file takes a file, not standard input"),
        ({"path": ""}, "'' is not the path of a file"),
        ({"path": "a\0.txt"}, r"'a\x00.txt' is not the path of a file"),
        ({"path": "a\ud800.txt"}, r"'a\ud800.txt' is not the path of a file"),
        ({"path": "a" * 300}, f"cannot write {'a' * 300}: File name too long"),
        ({"output": "a" * 300}, f"cannot write {'a' * 300}: File name too long"),
        ({"path": "a" * 300, "output": "b"}, f"cannot read {'a' * 300}: File name too long"),
        ({"path": "no/such/file"}, "cannot write no/such/file: No such file or directory"),
        ({"output": "b\0"}, r"'b\x00' is not the path of a file"),
        ({"output": "folder/"}, "cannot write folder/: it names a folder"),
        ({"workers": 0}, "workers must be 1 to 999"),
        ({"workers": 10**9}, "workers must be 1 to 999"),
        ({"task": tst.RestorationTask(delimiters=("\n", "x"))}, "delimiters cannot contain a line end"),
    ],
)
def test_bad_options_are_refused(notes: Path, options: dict[str, Any], message: str) -> None:
    before = notes.read_bytes()
    with pytest.raises(tst.OptionError) as caught:
        tst.convert_file(**{"task": tst.AnnotationTask(), "path": notes, **options})
    assert caught.value.message.startswith(message)
    assert notes.read_bytes() == before


@pytest.mark.parametrize("options", [{"fields": "text"}, {"fields": (5,)}, {"task": tst.annotate}])
def test_wrong_types_are_refused(notes: Path, options: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="takes a"):
        tst.convert_file(**{"task": tst.AnnotationTask(), "path": notes, **options})


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"locale": "german"}, tst.LocaleError),
        ({"skip": ("dates",)}, tst.OptionError),
        ({"separator": "ab"}, tst.OptionError),
        ({"delimiters": ("", "x")}, tst.OptionError),
        ({"scheme": 3}, TypeError),
        ({"scheme": "option-aa"}, tst.SchemeError),
    ],
)
def test_a_task_checks_its_options_when_it_is_made(options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        tst.AnnotationTask(**options)
