"""Jobs that write documents in another format, with `--to`."""

import gzip
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard
from commands import Folder

import tst_grammar as tst

COMMAND = ("annotate", "in", "--field", "text", "--output-dir", "out", "--to")


@pytest.fixture
def folder(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> Folder:
    monkeypatch.chdir(tmp_path)
    return Folder(tmp_path, capfdbinary)


def write_shards(folder: Folder) -> None:
    """Write a shard of JSON Lines and one of Parquet."""
    line = '{"id": 1e0, "text": "It cost 1,234", "more": [{"n": null}]}\n'
    folder.write("in/web/1.jsonl.gz", gzip.compress(line.encode()))
    table = pa.table({"id": [7, 8], "text": ["5,678", None], "more": [{"x": [0.1]}, None]})
    pq.write_table(table, folder.write("in/2.parquet", ""))


def test_documents_become_lines_of_json(folder: Folder) -> None:
    write_shards(folder)
    assert folder.run(*COMMAND, "jsonl.zst").code == 0
    out = folder.path / "out"
    with zstandard.open(out / "web/1.jsonl.zst", "rt") as file:
        assert file.read() == '{"id": 1e0, "text": "It cost 1k 234", "more": [{"n": null}]}\n'
    with zstandard.open(out / "2.jsonl.zst", "rt") as file:
        assert [*map(json.loads, file)] == [
            {"id": 7, "text": "5k 678", "more": {"x": [0.1]}},
            {"id": 8, "text": None, "more": None},
        ]
    assert folder.run(*COMMAND, "jsonl").errors.startswith(
        'tst: out was made with other options (to was "jsonl.zst", and is now "jsonl")'
    )


def test_documents_become_parquet(folder: Folder) -> None:
    write_shards(folder)
    folder.write(
        "in/3.jsonl", '\ufeff{"text": "1,000", "a": 1}\n\n{"b": [1], "a": 2.5}\n{"b": [], "text": null}'
    )
    folder.write("in/4.jsonl", "")
    assert folder.run(*COMMAND, "parquet", "--jobs", "2").code == 0
    out = folder.path / "out"
    assert pq.read_table(out / "3.parquet").to_pylist() == [
        {"text": "1k 000", "a": 1.0, "b": None},
        {"text": None, "a": 2.5, "b": [1]},
        {"text": None, "a": None, "b": []},
    ]
    assert pq.read_table(out / "4.parquet").schema == pa.schema([("text", pa.string())])
    assert pq.read_table(out / "2.parquet")["text"].to_pylist() == ["5k 678", None]
    assert pq.read_table(out / "web/1.parquet")["more"].to_pylist() == [[{"n": None}]]


NOT_FOR_COLUMNS = {
    '{"text": "x", "n": 0.12345678901234567890}': "a column of floats cannot hold 0.12345678901234567890",
    '{"text": "x", "n": 1e999}': "a column of floats cannot hold 1e999",
    '{"text": "x", "n": 18446744073709551616}': "it does not fit into the columns",
    '{"text": "x", "n": "one"}': "it does not fit into the columns",
    '{"text": "x", "n": 1, "n": 2}': "an object has the same key twice",
    '[{"text": "x"}]': "it is not an object",
    '{"text": "x", "other": "\\ud800"}': "it does not fit into the columns",
}


@pytest.mark.parametrize("line", NOT_FOR_COLUMNS)
def test_lines_that_columns_cannot_hold_are_bad_documents(folder: Folder, line: str) -> None:
    good = '{"text": "1,000", "n": 1}'
    folder.write("in/1.jsonl", f"{good}\n{line}\n{good}\n")
    stopped = folder.run(*COMMAND, "parquet")
    assert stopped.errors.startswith(f"tst: in/1.jsonl: line 2: {NOT_FOR_COLUMNS[line]}")
    assert folder.run(*COMMAND, "parquet", "--on-error", "skip", "--rejects", "bad").code == 1
    assert pq.read_table(folder.path / "out/1.parquet")["n"].to_pylist() == [1, 1]
    assert json.loads(folder.read("bad"))["document"] == line


@pytest.mark.parametrize(
    ("column", "problem"),
    [
        (pa.array([5], pa.timestamp("us")), "the column 'other' holds timestamp[us], which JSON cannot hold"),
        (pa.array([b"5"]), "the column 'other' holds binary, which JSON cannot hold"),
        (pa.array([float("nan")]), "a row cannot be written as JSON"),
    ],
)
def test_columns_that_json_cannot_hold_are_refused(folder: Folder, column: Any, problem: str) -> None:
    pq.write_table(pa.table({"text": ["5"], "other": column}), folder.write("in/1.parquet", ""))
    assert folder.run(*COMMAND, "jsonl").errors.startswith(f"tst: in/1.parquet: {problem}")
    assert not (folder.path / "out/1.jsonl").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("jsonl.lz4",), "to is 'jsonl.lz4', but must be one of jsonl, jsonl.gz,"),
        (("parquet", "--sidecar"), "lists are written as JSON Lines, not as Parquet"),
        (("parquet", "--on-error", "keep"), "a bad document that is kept is written as JSON Lines, not"),
        (("jsonl",), "in/a.jsonl and in/a.parquet have the same output a.jsonl: use another folder for one"),
    ],
)
def test_formats_that_do_not_fit_are_refused(folder: Folder, options: tuple[str, ...], message: str) -> None:
    for name in ("in/a.jsonl", "in/a.parquet"):
        folder.write(name, "")
    assert folder.run(*COMMAND, *options).errors.startswith(f"tst: {message}")


def test_plain_text_has_no_documents(folder: Folder) -> None:
    folder.write("in/a.txt", "1,234")
    problem = "plain text has no documents to write as jsonl: convert it without --to, or to="
    assert folder.run(*COMMAND, "jsonl").errors.startswith(f"tst: in/a.txt: {problem}\n")


def test_lists_can_be_compressed(folder: Folder) -> None:
    folder.write("in/a.txt", "1,234")
    report = tst.convert_files(tst.SearchTask(), ["in"], "out", to="jsonl.gz")
    assert [record.name for record in report.records] == ["a.txt.jsonl.gz"]
    assert b"1,234" in gzip.decompress((folder.path / "out/a.txt.jsonl.gz").read_bytes())


def test_an_output_without_a_suffix_is_compressed_as_its_input(folder: Folder) -> None:
    folder.write("in/a", gzip.compress(b"1,234"))
    tst.convert_files(tst.AnnotationTask(), ["in"], "out")
    assert gzip.decompress((folder.path / "out/a").read_bytes()) == b"1k 234"
