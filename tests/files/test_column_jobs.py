"""Jobs of Parquet and Arrow files: texts change, and nothing else does."""

import json
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from commands import run
from hypothesis import given
from hypothesis import strategies as st

import tst_grammar as tst

pa: Any = pytest.importorskip("pyarrow", reason="the package pyarrow is not installed")
ipc: Any = pytest.importorskip("pyarrow.ipc", reason="the package pyarrow is not installed")
pq: Any = pytest.importorskip("pyarrow.parquet", reason="the package pyarrow is not installed")

TEXTS = ["It cost 1,234", None, "none", "on 2024-01-15 5,678 of 9", ""]
MADE = ["It cost 1k 234", None, "none", "on 2024-01-15 5k 678 of 9", ""]


def table(kind: Any = None) -> Any:
    """Return a table with a column of texts and others of many types."""
    columns = {
        "id": pa.array([5, 4, 3, 2, None], pa.int16()),
        "text": pa.array(TEXTS, kind or pa.string()),
        "when": pa.array([1, 2, 3, 4, None], pa.timestamp("ms", tz="UTC")),
        "price": pa.array([Decimal("1.10"), None, Decimal(2), Decimal(3), Decimal(4)], pa.decimal128(9, 2)),
        "tags": pa.array([["1,234"], None, [], ["a", None], ["b"]], pa.list_(pa.string())),
        "kind": pa.array(["x", "y", "x", None, "x"]).dictionary_encode(),
        "meta": pa.array([{"a": "1,234", "b": 1.5}, None, {"a": None, "b": None}, {"a": "c"}, {"b": 2.0}]),
        "raw": pa.array([b"\xff", b"", None, b"1,234", b"x"], pa.binary()),
    }
    schema = pa.schema(
        [
            pa.field(name, column.type, nullable=True, metadata={b"note": name.encode()})
            for name, column in columns.items()
        ],
        metadata={b"origin": b"a test", b"huggingface": b"{}"},
    )
    return pa.table(list(columns.values()), schema=schema)


def converted(folder: Path, name: str = "a.parquet", **options: Any) -> Path:
    """Annotate a file into the folder `out`, and return its path."""
    options = {"task": tst.AnnotationTask(), "fields": ("text",), **options}
    tst.convert_files(options.pop("task"), [folder / name], folder / "out", **options)
    return folder / "out" / name


@pytest.mark.parametrize("codec", ["zstd", "snappy", "gzip", "none"])
def test_nothing_but_the_texts_of_a_parquet_file_changes(tmp_path: Path, codec: str) -> None:
    given = table()
    pq.write_table(
        given, tmp_path / "a.parquet", row_group_size=2, compression=codec, use_dictionary=["kind"]
    )
    made = pq.ParquetFile(converted(tmp_path))
    before = pq.ParquetFile(tmp_path / "a.parquet")
    read = before.read()
    expected = read.set_column(1, read.schema.field("text"), pa.array(MADE))
    assert made.read().equals(expected, check_metadata=True)
    assert made.schema.equals(before.schema)
    assert made.metadata.metadata.keys() == before.metadata.metadata.keys()
    groups = [[file.metadata.row_group(n) for n in range(file.num_row_groups)] for file in (before, made)]
    assert [group.num_rows for group in groups[1]] == [group.num_rows for group in groups[0]] == [2, 2, 1]
    for was, now in zip(*groups, strict=True):
        for place in range(was.num_columns):
            assert now.column(place).compression == was.column(place).compression
            assert now.column(place).encodings == was.column(place).encodings
            assert now.column(place).is_stats_set == was.column(place).is_stats_set


@pytest.mark.parametrize(
    "kind", ["string", "large_string", "string_view", "dictionary", "large dictionary", "null group"]
)
def test_every_type_of_text_is_kept(tmp_path: Path, kind: str) -> None:
    kinds = {
        "string": pa.string(),
        "large_string": pa.large_string(),
        "string_view": pa.string_view(),
        "dictionary": pa.dictionary(pa.int8(), pa.string()),
        "large dictionary": pa.dictionary(pa.int32(), pa.large_string()),
        "null group": pa.string(),
    }
    texts = [None] * 5 if kind == "null group" else TEXTS
    array = pa.array(texts, pa.string()).cast(kinds[kind])
    given = pa.table({"n": range(5), "text": array})
    pq.write_table(given, tmp_path / "a.parquet", row_group_size=3)
    assert pq.read_schema(converted(tmp_path)).equals(pq.read_schema(tmp_path / "a.parquet"))
    assert pq.read_table(tmp_path / "out/a.parquet")["text"].to_pylist() == (
        texts if kind == "null group" else MADE
    )
    with ipc.new_file(tmp_path / "a.arrow", given.schema) as writer:
        writer.write_table(given, max_chunksize=3)
    with ipc.open_file(converted(tmp_path, "a.arrow", force=True)) as made:
        assert made.schema.equals(given.schema)
        assert made.num_record_batches == 2
        assert made.read_all()["text"].to_pylist() == (texts if kind == "null group" else MADE)


@pytest.mark.parametrize("rows", [0, 5])
@pytest.mark.parametrize("codec", [None, "lz4", "zstd"])
@pytest.mark.parametrize("make", ["new_file", "new_stream"])
def test_arrow_files_and_streams_keep_their_batches(
    tmp_path: Path, make: str, codec: str | None, rows: int
) -> None:
    given = table().slice(0, rows)
    options = ipc.IpcWriteOptions(compression=codec)
    with getattr(ipc, make)(tmp_path / "a.arrow", given.schema, options=options) as writer:
        writer.write_table(given, max_chunksize=2)
    path = converted(tmp_path, "a.arrow")
    opened = getattr(ipc, make.replace("new", "open"))(path.read_bytes())
    made = opened.read_all()
    assert made.equals(
        given.set_column(1, given.schema.field("text"), pa.array(MADE[:rows], pa.string())),
        check_metadata=True,
    )
    assert [len(batch) for batch in made.to_batches()] == ([2, 2, 1] if rows else [])


def test_an_empty_parquet_file_stays_empty(tmp_path: Path) -> None:
    pq.write_table(table().slice(0, 0), tmp_path / "a.parquet")
    made = pq.read_table(converted(tmp_path))
    assert made.equals(pq.read_table(tmp_path / "a.parquet"), check_metadata=True)
    assert len(made) == 0


CHATS = [
    {"messages": [{"role": "1,234", "content": "1,234"}, {"role": "user", "content": None}], "n": 1},
    {"messages": None, "n": 2},
    {"messages": [], "n": None},
    {"messages": [{"role": None, "content": "and 5,678"}, None], "n": 4},
]


def test_texts_inside_lists_and_structs_are_converted(tmp_path: Path) -> None:
    given = pa.Table.from_pylist(CHATS)
    pq.write_table(given, tmp_path / "a.parquet", row_group_size=3)
    made = pq.read_table(converted(tmp_path, fields=("messages.content",)))
    expected = json.loads(
        json.dumps(CHATS).replace('content": "1,234', 'content": "1k 234').replace("5,678", "5k 678")
    )
    assert made.schema.equals(given.schema)
    assert made.to_pylist() == expected


def test_a_job_goes_there_and_back(tmp_path: Path) -> None:
    pq.write_table(pa.table({"text": ["1234", "0.5", None]}), tmp_path / "a.parquet")
    converted(tmp_path)
    tst.convert_files(tst.RestorationTask(), [tmp_path / "out"], tmp_path / "back", fields=("text",), jobs=2)
    assert pq.read_table(tmp_path / "back/a.parquet")["text"].to_pylist() == ["1234", "0.5", None]


def test_all_texts_of_a_column_tell_how_marks_are_used(tmp_path: Path) -> None:
    pq.write_table(
        pa.table({"text": ["1.234 kg", "3,5 and 1.000.000"]}), tmp_path / "a.parquet", row_group_size=1
    )
    made = pq.read_table(converted(tmp_path, task=tst.AnnotationTask(locale="auto")))
    assert made["text"].to_pylist() == ["1k 234 kg", "3. 500p and 1m 000k 000"]


def broken(texts: list[bytes | None], kind: Any) -> Any:
    """Return an array of text with bytes that may not be UTF-8."""
    as_bytes = pa.array(texts, pa.large_binary() if kind == pa.large_string() else pa.binary())
    return pa.Array.from_buffers(kind, len(texts), as_bytes.buffers(), as_bytes.null_count)


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()], ids=str)
@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (b"1,234 \xff", "the text has bytes that are not UTF-8"),
        (b"1,234 " * 99, "it has more than 500 bytes: --max-document, or max_document, allows more"),
        (
            b"<1k 234>",
            "'<1k 234>' shows that the text was annotated before: use --again to annotate it again",
        ),
    ],
)
def test_bad_rows_stop_the_job_or_are_kept_or_skipped(
    tmp_path: Path, kind: Any, bad: bytes, reason: str
) -> None:
    texts = [b"1,234", bad, None, bad, b"5,678", b""]
    given = pa.table({"n": range(6), "text": broken(texts, kind), "also": ["1,234"] * 6})
    pq.write_table(given, tmp_path / "a.parquet", row_group_size=3)
    options: dict[str, Any] = {
        "task": tst.AnnotationTask(delimiters=("<", ">")),
        "fields": ("text", "also"),
        "max_document": 500,
    }
    with pytest.raises(tst.OptionError) as caught:
        converted(tmp_path, **options)
    advice = "use --on-error, or on_error=, with keep or skip to continue"
    assert caught.value.message == f"{tmp_path}/a.parquet: line 2: {reason}; {advice}"
    good = [(0, b"<1k 234>"), (2, None), (4, b"<5k 678>"), (5, b"")]
    for way, rows in (("keep", sorted([*good, (1, bad), (3, bad)])), ("skip", good)):
        made = pq.read_table(converted(tmp_path, on_error=way, rejects=tmp_path / "bad", **options))
        shown = made.set_column(1, "text", made["text"].cast(pa.large_string()).cast(pa.large_binary()))
        assert list(zip(shown["n"].to_pylist(), shown["text"].to_pylist(), strict=True)) == rows
        assert made["also"].to_pylist() == ["1,234" if n in {1, 3} else "<1k 234>" for n, _ in rows]
        rejects = [json.loads(line) for line in (tmp_path / "bad").read_text().splitlines()]
        assert [each["line"] for each in rejects] == [2, 4]
        assert [each["document"].encode(errors="surrogateescape") for each in rejects] == [bad, bad]


def test_a_bad_text_inside_a_list_names_its_row(tmp_path: Path) -> None:
    given = pa.table({"text": [["1,234"], [], ["a", "5,678", "<1>"], ["x"]]})
    pq.write_table(given.slice(1), tmp_path / "a.parquet")
    task = tst.AnnotationTask(delimiters=("<", ">"))
    made = converted(tmp_path, task=task, on_error="skip", rejects=tmp_path / "bad")
    assert pq.read_table(made)["text"].to_pylist() == [[], ["x"]]
    assert json.loads((tmp_path / "bad").read_text())["line"] == 2


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (("txt",), "there is no column 'txt', or more than one: the columns are 'n', 'text', 'meta'"),
        (("n",), "the column 'n' holds int64, not text"),
        (("meta.b",), "there is no field 'b' in the column 'meta.b'"),
        (("text.b",), "there is no field 'b' in the column 'text.b'"),
    ],
)
def test_columns_that_hold_no_text_are_refused(tmp_path: Path, fields: tuple[str, ...], message: str) -> None:
    pq.write_table(pa.table({"n": [1], "text": ["1"], "meta": [{"a": 1}]}), tmp_path / "a.parquet")
    with pytest.raises(tst.OptionError) as caught:
        converted(tmp_path, fields=fields)
    assert caught.value.message == f"{tmp_path}/a.parquet: {message}"


def test_a_file_is_converted_in_place_and_to_standard_output(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(table(), path, row_group_size=2)
    command = ("annotate", str(path), "--column", "text")
    piped = subprocess.run(
        [sys.executable, "-P", "-m", "tst_grammar", *command], capture_output=True, check=True
    )
    assert pq.read_table(pa.BufferReader(piped.stdout))["text"].to_pylist() == MADE
    assert run(*command, "-i") == (0, "", "")
    assert path.read_bytes() == piped.stdout
    tally = tst.convert_file(tst.RestorationTask(), path, fields=("text",))
    assert tally == tst.Tally()
    assert pq.read_table(path)["text"].to_pylist() == [row and row.replace(",", "") for row in TEXTS]
    before = path.read_bytes()
    assert run("annotate", str(path), "-i", "--column", "id") == (
        2,
        "",
        f"tst: {path}: the column 'id' holds int16, not text\n",
    )
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["a.parquet", "a.arrow"])
def test_a_damaged_file_is_refused(tmp_path: Path, name: str) -> None:
    pq.write_table(table(), tmp_path / "a.parquet")
    with ipc.new_file(tmp_path / "a.arrow", table().schema) as writer:
        writer.write_table(table())
    whole = (tmp_path / name).read_bytes()
    for content in (whole[:-3], whole[:20], whole[:6] + b"\xff" * (len(whole) - 6)):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(tst.OptionError, match="it is damaged"):
            converted(tmp_path, name)
        assert [path.name for path in (tmp_path / "out").iterdir()] == [".tst-job.jsonl"]


@given(rows=st.lists(st.none() | st.text(max_size=12) | st.from_regex(r"\A[0-9,. ]{1,9}\Z"), max_size=9))
def test_rows_are_converted_as_annotate_converts_them(
    tmp_path_factory: pytest.TempPathFactory, rows: list[Any]
) -> None:
    folder = tmp_path_factory.mktemp("rows")
    texts = [row and "".join(c for c in row if not "\ud800" <= c <= "\udfff") for row in rows]
    pq.write_table(pa.table({"text": pa.array(texts, pa.string())}), folder / "a.parquet", row_group_size=4)
    made = pq.read_table(converted(folder))["text"].to_pylist()
    assert made == [None if text is None else tst.annotate(text) for text in texts]


def test_rows_are_listed(tmp_path: Path) -> None:
    given = pa.table({"text": [["1,234", "no"], None, ["5"]], "id": ["a", "b", "c"], "n": [1, 2, 3]})
    pq.write_table(given, tmp_path / "a.parquet", row_group_size=2)
    tst.convert_files(tst.SearchTask(), [tmp_path], tmp_path / "out", fields=("text",))
    rows = [json.loads(line) for line in (tmp_path / "out/a.parquet.jsonl").read_text().splitlines()]
    assert rows == [
        {"line": 1, "id": "a", "attributes": {"text[0]": [[0, 5, "1,234", "1234"]], "text[1]": []}},
        {"line": 2, "id": "b", "attributes": {}},
        {"line": 3, "id": "c", "attributes": {"text[0]": [[0, 1, "5", "5"]]}},
    ]
