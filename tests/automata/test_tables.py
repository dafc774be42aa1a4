"""How tables are packed, shipped and kept."""

import json
import re
import runpy
import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sampling import DEEP, every
from small_automata import SHIPPED, made, shipped_table

import tst_grammar as tst
from tst_grammar.automata import tables
from tst_grammar.automata.automaton import Automaton
from tst_grammar.automata.tables import Tables
from tst_grammar.language.scheme_grammar import grammar_of_scheme
from tst_grammar.notation.number_grammar import grammar_of_number
from tst_grammar.notation.roles import compiled, compiled_ascii, definition_of
from tst_grammar.text.text_grammar import grammar_of, shapes

ROOT = Path(__file__).parents[2]
LOCALES = ("en", "de", "fr", "hi", "ar", "de-AT")


@pytest.mark.parametrize("path", every(8, SHIPPED), ids=lambda path: path.stem)
def test_packed_tables_are_the_same(path: Path) -> None:
    automaton = shipped_table(path)
    assert tables.unpack(tables.pack(Tables.of(automaton))).automaton == automaton


def test_shipped_tables_need_no_compiler() -> None:
    def compiler() -> Automaton:
        raise AssertionError("the tables are not shipped")

    grammars = [
        *(grammar_of(tst.find_locale(locale), shapes()) for locale in LOCALES),
        grammar_of(None, shapes()),
        grammar_of(tst.find_locale("en"), shapes(), ","),
        *(grammar_of_number(tst.find_locale(locale).terminals) for locale in LOCALES),
        *(grammar_of_scheme(scheme) for scheme in (tst.TST, tst.gst(1), tst.DIGIT_HYBRID, tst.PREFIX)),
    ]
    for text in grammars:
        assert tables.find(definition_of(text), compiler).kinds


SMALL = "start: A | B\nA: /[0-9]+/\nB: /[a-z]+/"
TABLES = Tables.of(made(SMALL))
FILE = f"{tables.key_of(SMALL)}.dfa"


class Compiler:
    """Compiles the small grammar and counts how often."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self) -> Automaton:
        self.calls += 1
        return made(SMALL)


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the cache, which does not exist yet."""
    monkeypatch.setenv("TST_GRAMMAR_CACHE", str(tmp_path / "some" / "cache"))
    return tmp_path / "some" / "cache"


def test_a_key_changes_with_the_grammar_and_names_a_file() -> None:
    keys = {tables.key_of(text) for text in ("", "start: A", "start: A ", "start: B", SMALL)}
    assert len(keys) == 5
    assert all(re.fullmatch("[0-9a-f]{32}", key) for key in keys)


def test_tables_are_compiled_once(folder: Path) -> None:
    compiler = Compiler()
    assert tables.find(SMALL, compiler) == TABLES
    assert names_in(folder) == [FILE]
    assert (folder / FILE).read_bytes() == tables.pack(TABLES)
    assert tables.find(SMALL, compiler) == TABLES
    assert compiler.calls == 1
    other = Compiler()
    tables.find(f"{SMALL}\n", other)
    assert other.calls == 1
    assert len(names_in(folder)) == 2


def checked(body: bytes) -> bytes:
    return zlib.crc32(body).to_bytes(4, "little") + body


def with_header(**changes: Any) -> bytes:
    """Return the bytes of the small grammar's tables with another header, and with a right checksum."""
    line, _, arrays = zlib.decompress(tables.pack(TABLES)[4:]).partition(b"\n")
    return checked(zlib.compress(json.dumps({**json.loads(line), **changes}).encode() + b"\n" + arrays))


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "only a checksum": lambda packed: packed[:4],
    "half a checksum": lambda packed: packed[:2],
    "the checksum of nothing": lambda _: checked(b""),
    "half": lambda packed: packed[: len(packed) // 2],
    "all but the last byte": lambda packed: packed[:-1],
    "one byte more": lambda packed: packed + b"\0",
    "a flipped bit in the checksum": lambda packed: bytes([packed[0] ^ 1]) + packed[1:],
    "a flipped bit in the tables": lambda packed: packed[:-9] + bytes([packed[-9] ^ 1]) + packed[-8:],
    "zeros": lambda packed: bytes(len(packed)),
    "text": lambda _: b"start: A\n",
    "not compressed": lambda _: checked(b"{}"),
    "cut before the end of what is compressed": lambda packed: checked(packed[4:-5]),
    "not JSON": lambda _: checked(zlib.compress(b"{")),
    "not UTF-8": lambda _: checked(zlib.compress(b'"\xff"')),
    "a list": lambda _: checked(zlib.compress(b"[]")),
    "a number": lambda _: checked(zlib.compress(b"1")),
    "null": lambda _: checked(zlib.compress(b"null")),
    "an object without keys": lambda _: checked(zlib.compress(b"{}")),
    "null for sizes": lambda _: with_header(sizes=None),
    "a number for sizes": lambda _: with_header(sizes=1),
    "a text for a size": lambda _: with_header(sizes=["x"]),
    "too few sizes": lambda _: with_header(sizes=[1]),
    "sizes of more than there is": lambda _: with_header(sizes=[4, 4, 4, 4000, 4, 4]),
    "null for kinds": lambda _: with_header(kinds=None),
    "numbers for values": lambda _: with_header(values=[1]),
    "unknown roles": lambda _: with_header(roles=[1, 2, 3]),
    "a header without arrays": lambda packed: checked(
        zlib.compress(zlib.decompress(packed[4:]).partition(b"\n")[0])
    ),
    "too deep": lambda _: checked(zlib.compress(b"[" * 100_000)),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_tables_are_compiled_anew(damage: str, folder: Path) -> None:
    right = tables.pack(TABLES)
    folder.mkdir(parents=True)
    (folder / FILE).write_bytes(DAMAGES[damage](right))
    compiler = Compiler()
    assert tables.find(SMALL, compiler) == TABLES
    assert compiler.calls == 1
    assert (folder / FILE).read_bytes() == right
    assert names_in(folder) == [FILE]


@given(st.data())
def test_any_other_bytes_raise_what_find_expects(data: st.DataObject) -> None:
    right = tables.pack(TABLES)
    place = data.draw(st.integers(0, len(right) - 1))
    flipped = right[:place] + bytes([right[place] ^ data.draw(st.integers(1, 255))]) + right[place + 1 :]
    wrong = data.draw(st.sampled_from((flipped, right[:place])) | st.binary())
    with pytest.raises(ValueError, match="checksum"):
        tables.unpack(wrong)


@pytest.mark.parametrize("damage", ["empty", "half", "a flipped bit in the tables", "text", "missing"])
def test_damaged_tables_of_the_package_are_compiled_anew(
    damage: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = grammar_of_scheme(tst.TST)
    original = (tables.shipped() / "tst-tst.dfa").read_bytes()
    installed = tmp_path / "installed"
    shutil.copytree(tables.shipped(), installed)
    if damage == "missing":
        (installed / "tst-tst.dfa").unlink()
    else:
        (installed / "tst-tst.dfa").write_bytes(DAMAGES[damage](original))
    before = names_in(installed)
    monkeypatch.setattr(tables, "shipped", lambda: installed)
    compiler = Compiler()
    assert tables.find(definition_of(text), compiler) == TABLES
    assert compiler.calls == 1
    assert names_in(installed) == before  # what is installed is not written to
    assert names_in(folder) == [f"{tables.key_of(definition_of(text))}.dfa"]


def test_a_folder_that_cannot_be_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    for folder in (
        tmp_path / "file",
        tmp_path / "file" / "below",
        Path("/dev/null/below"),
        Path("/proc/below"),
    ):
        monkeypatch.setenv("TST_GRAMMAR_CACHE", str(folder))
        compiler = Compiler()
        for calls in (1, 2):
            assert tables.find(SMALL, compiler) == TABLES
            assert compiler.calls == calls
    assert names_in(tmp_path) == ["file"]


def test_a_file_that_cannot_be_written_is_no_error(folder: Path) -> None:
    (folder / FILE / "in the way").mkdir(parents=True)
    compiler = Compiler()
    assert tables.find(SMALL, compiler) == TABLES
    assert compiler.calls == 1
    assert names_in(folder) == sorted([FILE, "in the way"])


def test_a_full_disk_is_no_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert tables.find(SMALL, Compiler()) == TABLES
    assert names_in(folder) == []


def test_an_error_of_the_compiler_is_let_through(folder: Path) -> None:
    def refusing() -> Automaton:
        return made("start: x", 'x: "(" x ")" | "y"')

    with pytest.raises(tst.GrammarError):
        tables.find(SMALL, refusing)
    assert not folder.exists()


def test_where_the_cache_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def is_kept_in(folder: Path) -> bool:
        tables.find(SMALL, Compiler())
        found = names_in(tmp_path)
        is_there = (folder / FILE).is_file() and found.count(FILE) == 1
        (folder / FILE).unlink(missing_ok=True)
        return is_there

    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("TST_GRAMMAR_CACHE", str(tmp_path / "own"))
    assert is_kept_in(tmp_path / "own")
    monkeypatch.setenv("TST_GRAMMAR_CACHE", "")
    assert is_kept_in(tmp_path / "xdg" / "tst-grammar")
    monkeypatch.delenv("TST_GRAMMAR_CACHE")
    assert is_kept_in(tmp_path / "xdg" / "tst-grammar")
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    assert is_kept_in(tmp_path / "home" / ".cache" / "tst-grammar")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert is_kept_in(tmp_path / "home" / ".cache" / "tst-grammar")


def test_without_a_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("TST_GRAMMAR_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    compiler = Compiler()
    for calls in (1, 2):
        assert tables.find(SMALL, compiler) == TABLES
        assert compiler.calls == calls


def test_threads_that_write_at_once_leave_a_whole_file(folder: Path) -> None:
    together = Barrier(8)

    def compiler() -> Automaton:
        automaton = made(SMALL)
        together.wait()
        return automaton

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: tables.find(SMALL, compiler), range(8)))
    assert found == [TABLES] * 8
    assert names_in(folder) == [FILE]
    assert (folder / FILE).read_bytes() == tables.pack(TABLES)


def test_processes_that_write_at_once_leave_a_whole_file(folder: Path) -> None:
    program = (
        "import sys\n"
        "from tst_grammar.automata import grammar, tables\n"
        "from tst_grammar.automata.compilation import compile_grammar\n"
        "automaton = compile_grammar(grammar.analysed(sys.argv[1]))\n"
        "print(flush=True)\n"
        "sys.stdin.read()\n"
        "assert tables.find(sys.argv[1], lambda: automaton).automaton == automaton\n"
    )
    command = [sys.executable, "-c", program, SMALL]
    running = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) for _ in range(4)
    ]
    for process in running:  # wait until all are ready
        assert process.stdout
        process.stdout.readline()
    for process in running:
        assert process.stdin
        process.stdin.close()
    for process in running:
        with process:
            assert process.wait() == 0
    assert names_in(folder) == [FILE]
    assert (folder / FILE).read_bytes() == tables.pack(TABLES)


def test_the_shipped_tables_are_those_of_the_grammars() -> None:
    index = runpy.run_path(str(ROOT / "scripts" / "make_tables.py"))["index"]()
    shipped = json.loads((tables.shipped() / "index.json").read_text(encoding="utf-8"))
    assert shipped == index, "run scripts/make_tables.py: the shipped tables are stale"
    names = ["index.json", *(f"{name}.dfa" for name in index.values())]
    assert names_in(tables.shipped()) == sorted(names)


@pytest.mark.skipif(
    sys.version_info[:2] != (3, 11), reason="the tables are made with the Unicode data of Python 3.11"
)
@pytest.mark.parametrize(
    ("name", "make"),
    [
        pytest.param("text-en", lambda: compiled(grammar_of(tst.find_locale("en"), shapes())), marks=DEEP),
        pytest.param(
            "number-en", lambda: compiled(grammar_of_number(tst.find_locale("en").terminals)), marks=DEEP
        ),
        ("tst-tst", lambda: compiled_ascii(grammar_of_scheme(tst.TST))),
        ("tst-gst-1", lambda: compiled_ascii(grammar_of_scheme(tst.gst(1)))),
    ],
)
def test_the_shipped_tables_are_what_the_compiler_makes(name: str, make: Callable[[], Automaton]) -> None:
    assert tables.pack(Tables.of(make())) == (tables.shipped() / f"{name}.dfa").read_bytes()
