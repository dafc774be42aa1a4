"""What a file is, its first bytes say: other files than text are refused, and stay as they are."""

import bz2
import gzip
import io
import lzma
import os
import zipfile
from collections.abc import Callable

import pyarrow as pa
import pyarrow.parquet
import pytest
from commands import Folder
from hypothesis import given
from hypothesis import strategies as st

import tst_grammar as tst
from tst_grammar.files.streams import source_of

TABLE = pa.table({"text": ["It cost 1,234"] * 3})


def parquet() -> bytes:
    file = io.BytesIO()
    pyarrow.parquet.write_table(TABLE, file)
    return file.getvalue()


def arrow() -> bytes:
    file = io.BytesIO()
    with pa.ipc.new_file(file, TABLE.schema) as writer:
        writer.write_table(TABLE)
    return file.getvalue()


def zipped() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a.txt", "It cost 1,234")
    return file.getvalue()


NUL = "it contains NUL bytes, so it is not text: use --binary, or binary=True, to read it anyway"
COLUMNS = "give it as a file, not compressed, and name its columns with --column, or fields="
OTHER_FILES = {
    "parquet": (parquet(), f"is a Parquet file, not text: {COLUMNS}"),
    "arrow": (arrow(), f"is an Arrow file, not text: {COLUMNS}"),
    "zip": (zipped(), "is a zip archive, not text: unpack it first"),
    "empty zip": (b"PK\5\6" + b"\0" * 18, "is a zip archive, not text: unpack it first"),
    "7z": (b"7z\xbc\xaf\x27\x1c 1,234", "is a 7z archive, not text: unpack it first"),
    "lz4": (b"\x04\x22\x4d\x18 1,234", "is compressed by lz4, not text: decompress it first"),
    "pdf": (b"%PDF-1.7\n1,234", "is a PDF file, not text: extract its text first"),
    "encrypted parquet": (b"PARE 1,234", "is an encrypted Parquet file, not text: decrypt it first"),
    "utf-32": ("It cost 1,234".encode("utf-32"), "is UTF-32, not text: convert it to UTF-8 first"),
    "utf-16": ("It cost 1,234".encode("utf-16"), "is UTF-16, not text: convert it to UTF-8 first"),
    "utf-16-be": (
        b"\xfe\xff" + "1,234".encode("utf-16-be"),
        "is UTF-16, not text: convert it to UTF-8 first",
    ),
}
LINTED = "files are linted only with --output-dir, or with convert_files and a LintTask"
COLUMN_FILES = {"parquet": f"Parquet {LINTED}", "arrow": f"Arrow {LINTED}"}


@pytest.mark.parametrize("kind", OTHER_FILES)
@pytest.mark.parametrize("compress", [bytes, gzip.compress, lzma.compress])
def test_other_files_are_refused_and_stay(
    folder: Folder, kind: str, compress: Callable[[bytes], bytes]
) -> None:
    content, problem = OTHER_FILES[kind]
    data = compress(content)
    file = folder.write("a.txt", data)
    shown = {}
    for command in ("annotate -i", "restore -i", "lint --fix", "annotate", "find"):
        code, _, errors = folder.run(*command.split(), str(file))
        assert code == 2
        shown[command] = errors.splitlines()[0]
        assert file.read_bytes() == data
    if kind in COLUMN_FILES and compress is bytes:
        assert shown.pop("lint --fix") == f"tst: {file}: {COLUMN_FILES[kind]}"
    assert set(shown.values()) == {f"tst: {file} {problem}"}
    given = data.decode("utf-8", "surrogateescape")
    assert folder.run("annotate", given=given) == (2, "", f"tst: standard input {problem}\n")


@pytest.mark.parametrize("place", [0, 13, 8191, 200_000])
def test_a_file_with_nul_bytes_is_refused_unless_it_is_called_binary(folder: Folder, place: int) -> None:
    content = b"a" * place + b"\0 It cost 1,234\n"
    file = folder.write("a.txt", content)
    assert folder.run("annotate", "-i", str(file)) == (2, "", f"tst: cannot read {file}: {NUL}\n")
    with pytest.raises(tst.TstGrammarError, match="it contains NUL bytes"):
        tst.convert_file(tst.AnnotationTask(), file)
    assert file.read_bytes() == content
    assert folder.run("annotate", "-i", "--binary", str(file)) == (0, "", "")
    assert file.read_bytes() == content.replace(b"1,234", b"1k 234")
    tst.convert_file(tst.RestorationTask(), file, binary=True)
    assert file.read_bytes() == content.replace(b",", b"")


def test_a_name_does_not_make_a_compressed_file(folder: Folder) -> None:
    file = folder.write("a.gz", b"It cost 1,234\n")
    assert folder.run("annotate", "-i", str(file)) == (0, "", "")
    assert file.read_bytes() == b"It cost 1k 234\n"


@given(
    st.binary(max_size=40),
    st.integers(1, 7),
    st.sampled_from([bytes, gzip.compress, bz2.compress, lzma.compress]),
)
def test_content_is_the_same_in_any_blocks(
    content: bytes, size: int, compress: Callable[[bytes], bytes]
) -> None:
    data = b"1" + compress(content)[1:] if compress is bytes else compress(content)
    expected = data if compress is bytes else content
    read, write = os.pipe()
    with os.fdopen(write, "wb", 0) as file:
        file.write(data)

    class InSmallBlocks(io.FileIO):
        def read(self, _: int | None = -1) -> bytes:
            return super().read(size) or b""

    with source_of("-", again=False, is_binary=True) as source:
        blocks = type(source)("-", lambda: InSmallBlocks(read), is_binary=True).blocks(lambda _: None)
        assert b"".join(blocks) == expected


@pytest.mark.parametrize("name", ["a.jsonl", "a.NDJSON", "a.jsonl.xz"])
def test_json_lines_need_the_names_of_their_fields(folder: Folder, name: str) -> None:
    file = folder.write(name, b'{"text": "1,234", "id": 1234}\n')
    message = f"tst: {file}: use --field, or fields=, to name the fields of its lines that hold text\n"
    assert folder.run("annotate", "-i", str(file)) == (2, "", message)
    assert folder.run("annotate", "-i", "--field", "text", str(file)) == (0, "", "")
    assert file.read_bytes() == b'{"text": "1k 234", "id": 1234}\n'


def test_a_replaced_file_keeps_its_mode_its_owner_and_if_asked_its_time(folder: Folder) -> None:
    for options, keeps_time in (((), False), (("--keep-time",), True)):
        file = folder.write("a.txt", b"1,234")
        file.chmod(0o640)
        if os.geteuid() == 0:
            os.chown(file, 12345, 54321)
        os.utime(file, ns=(10**18, 10**18))
        before = file.stat()
        assert folder.run("annotate", "-i", *options, str(file)) == (0, "", "")
        after = file.stat()
        assert file.read_bytes() == b"1k 234"
        assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
        assert (after.st_mtime_ns == before.st_mtime_ns) is keeps_time
