"""How tables are packed, shipped and kept."""

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_marks import HAS_KERNEL, needs_kernel
from sampling import DEEP, every
from small_automata import SHIPPED, made, matched, shipped_table

import tst_grammar as tst
from tst_grammar.automata import grammar, stored, tables
from tst_grammar.automata.automaton import Automaton
from tst_grammar.automata.charsets import ranges_of
from tst_grammar.automata.compiler import library
from tst_grammar.automata.compiler.compilation import whole
from tst_grammar.automata.compiler.network import Network
from tst_grammar.automata.compiler.productions import definitions_of
from tst_grammar.automata.engine import runner_of
from tst_grammar.automata.lazy import LazyAutomaton
from tst_grammar.automata.python_runner import PythonRunner
from tst_grammar.automata.tables import Tables
from tst_grammar.language.scheme_grammar import grammar_of_scheme
from tst_grammar.notation.number_grammar import grammar_of_number
from tst_grammar.notation.parts import NUMBER_PARTS
from tst_grammar.notation.roles import ascii_automaton, ascii_runner_of, definition_of, number_automaton
from tst_grammar.text.text_grammar import grammar_of, shapes

ROOT = Path(__file__).parents[2]
LOCALES = ("en", "de", "fr", "hi", "ar", "de-AT")


@pytest.mark.parametrize("path", every(8, SHIPPED), ids=lambda path: path.stem)
def test_packed_tables_are_the_same(path: Path) -> None:
    automaton = shipped_table(path)
    assert tables.unpack(tables.pack(Tables.of(automaton))).automaton == automaton


def test_what_is_used_most_is_shipped() -> None:
    grammars = [
        *(grammar_of(tst.find_locale(locale), shapes()) for locale in LOCALES),
        grammar_of(None, shapes()),
        grammar_of(tst.find_locale("en"), shapes(), ","),
        *(grammar_of_number(tst.find_locale(locale).terminals) for locale in LOCALES),
        *(grammar_of_scheme(scheme) for scheme in (tst.TST, tst.gst(1), tst.DIGIT_HYBRID, tst.PREFIX)),
    ]
    for text in grammars:
        assert [found.kinds for found in stored.find(definition_of(text))]


SMALL = "start: A | B\nA: /[0-9]+/\nB: /[a-z]+/"
TABLES = Tables.of(made(SMALL, anchors=ranges_of("0123456789")))
FILE = f"{stored.key_of(SMALL)}.dfa"
KEY = f"{stored.key_of(SMALL)}\n".encode()
KEPT = KEY + tables.pack(TABLES)


class Compiler:
    """Compiles the small grammar and counts how often."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self) -> Automaton:
        self.calls += 1
        return made(SMALL, anchors=ranges_of("0123456789"))


def lazy() -> LazyAutomaton:
    return LazyAutomaton(Network(definitions_of(grammar.analysed(SMALL)), anchors=ranges_of("0123456789")))


def kept_in(folder: Path) -> list[str]:
    """Return the names of the files in the cache except those of locks."""
    return [name for name in names_in(folder) if not name.endswith(".lock")]


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the cache, which does not exist yet."""
    monkeypatch.setenv("TST_GRAMMAR_CACHE", str(tmp_path / "some" / "cache"))
    return tmp_path / "some" / "cache"


def test_a_key_changes_with_the_grammar_and_names_a_file() -> None:
    keys = {stored.key_of(text) for text in ("", "start: A", "start: A ", "start: B", SMALL)}
    assert len(keys) == 5
    assert all(re.fullmatch("[0-9a-f]{32}", key) for key in keys)


def test_tables_are_compiled_once(folder: Path) -> None:
    compiler = Compiler()
    assert list(stored.find(SMALL)) == []
    assert not folder.exists()  # only `keep` writes
    for _ in range(2):
        assert stored.keep(SMALL, compiler) == folder / FILE
        assert list(stored.find(SMALL)) == [TABLES]
        assert kept_in(folder) == [FILE]
        assert (folder / FILE).read_bytes() == KEPT
        assert os.name == "nt" or (folder / FILE).stat().st_mode & 0o777 == 0o644  # for other users too
    assert compiler.calls == 1
    other = Compiler()
    stored.keep(f"{SMALL}\n", other)
    assert other.calls == 1
    assert len(kept_in(folder)) == 2


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


FOREIGN: dict[str, Callable[[bytes], bytes]] = {
    "another grammar's tables": lambda _: f"{stored.key_of('start: A')}\n".encode() + tables.pack(TABLES),
    "no key": lambda packed: packed,
    "a key alone": lambda _: KEY,
}
IMPOSSIBLE: dict[str, Tables] = {
    "a state that is not there": TABLES._replace(starts=tables.packed([99] * (len(TABLES.starts) // 4))),
    "a kind that is not there": TABLES._replace(accepts=b"\x09" * len(TABLES.accepts)),
    "a class that is not there": TABLES._replace(
        class_names=tables.packed([77] * (len(TABLES.class_names) // 4))
    ),
    "classes in disorder": TABLES._replace(class_starts=TABLES.class_starts[::-1]),
    "an anchor that is not there": TABLES._replace(anchors=(99,)),
    "too many states": TABLES._replace(states=99),
    "no rows": TABLES._replace(rows=b""),
    "no starts": TABLES._replace(starts=b""),
}
IN_CACHE: dict[str, bytes] = {
    **{name: KEY + damage(tables.pack(TABLES)) for name, damage in DAMAGES.items()},
    **{name: foreign(tables.pack(TABLES)) for name, foreign in FOREIGN.items()},
    **{name: KEY + tables.pack(some) for name, some in IMPOSSIBLE.items()},
}


@pytest.mark.parametrize("native", [pytest.param(True, marks=needs_kernel), False])
@pytest.mark.parametrize("damage", IN_CACHE)
def test_damaged_and_foreign_tables_are_passed_over_and_replaced(
    damage: str,
    native: bool,  # noqa: FBT001
    folder: Path,
) -> None:
    folder.mkdir(parents=True)
    (folder / FILE).write_bytes(IN_CACHE[damage])
    some = runner_of(SMALL, lazy, NUMBER_PARTS, native=native)
    assert matched(some, "12 ab 3") == matched(PythonRunner(lazy()), "12 ab 3")
    compiler = Compiler()
    stored.keep(SMALL, compiler)
    assert compiler.calls == 1
    assert (folder / FILE).read_bytes() == KEPT
    assert kept_in(folder) == [FILE]


@given(st.data())
def test_any_other_bytes_raise_what_find_expects(data: st.DataObject) -> None:
    right = tables.pack(TABLES)
    place = data.draw(st.integers(0, len(right) - 1))
    flipped = right[:place] + bytes([right[place] ^ data.draw(st.integers(1, 255))]) + right[place + 1 :]
    wrong = data.draw(st.sampled_from((flipped, right[:place])) | st.binary())
    with pytest.raises(ValueError, match="checksum"):
        tables.unpack(wrong)


@pytest.mark.parametrize("damage", ["empty", "half", "a flipped bit in the tables", "text", "missing"])
def test_damaged_tables_of_the_package_are_passed_over(
    damage: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = grammar_of_scheme(tst.TST)
    original = (stored.shipped() / "tst-tst.dfa").read_bytes()
    installed = tmp_path / "installed"
    shutil.copytree(stored.shipped(), installed)
    if damage == "missing":
        (installed / "tst-tst.dfa").unlink()
    else:
        (installed / "tst-tst.dfa").write_bytes(DAMAGES[damage](original))
    before = names_in(installed)
    monkeypatch.setattr(stored, "shipped", lambda: installed)
    some = ascii_runner_of(text, native=HAS_KERNEL)
    assert matched(some, "a 1k 234 b") == [(2, 8, "tst")]
    assert names_in(installed) == before  # what is installed is not written to
    assert not folder.exists()


@pytest.mark.parametrize("place", ["file", "file/below", "/dev/null/below", "/proc/below"])
def test_a_folder_that_cannot_be_is_an_error_only_for_who_writes(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("TST_GRAMMAR_CACHE", str(tmp_path / place))
    assert list(stored.find(SMALL)) == []
    with pytest.raises(OSError, match=r"\w"):
        stored.keep(SMALL, Compiler())
    assert names_in(tmp_path) == ["file"]


def test_a_full_disk_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        stored.keep(SMALL, Compiler())
    assert kept_in(folder) == []


def test_where_the_cache_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("TST_GRAMMAR_CACHE", str(tmp_path / "own"))
    assert stored.cache_folder() == tmp_path / "own"
    monkeypatch.setenv("TST_GRAMMAR_CACHE", "")
    assert stored.cache_folder() == tmp_path / "xdg" / "tst-grammar"
    monkeypatch.delenv("TST_GRAMMAR_CACHE")
    assert stored.cache_folder() == tmp_path / "xdg" / "tst-grammar"
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    assert stored.cache_folder() == tmp_path / "home" / ".cache" / "tst-grammar"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert stored.cache_folder() == tmp_path / "home" / ".cache" / "tst-grammar"


def test_without_a_home_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("TST_GRAMMAR_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert list(stored.find(SMALL)) == []


def test_of_eight_processes_one_compiles(folder: Path) -> None:
    program = (
        "import sys\n"
        "from tst_grammar.automata import grammar, stored\n"
        "from tst_grammar.automata.compiler.compilation import compile_grammar\n"
        "def compiled():\n"
        "    print('compiled')\n"
        "    return compile_grammar(grammar.analysed(sys.argv[1]), anchors=((48, 57),))\n"
        "print(flush=True)\n"
        "sys.stdin.read()\n"
        "stored.keep(sys.argv[1], compiled)\n"
    )
    command = [sys.executable, "-c", program, SMALL]
    running = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) for _ in range(8)
    ]
    for process in running:  # wait until all are ready
        assert process.stdout
        process.stdout.readline()
    printed = []
    for process in running:
        assert process.stdin
        process.stdin.close()
    for process in running:
        with process:
            assert process.stdout
            printed.append(process.stdout.read().strip())
            assert process.wait() == 0
    assert sorted(printed) == [b""] * 7 + [b"compiled"]
    assert kept_in(folder) == [FILE]
    assert (folder / FILE).read_bytes() == KEPT


def test_the_shipped_tables_are_those_of_the_grammars() -> None:
    index = runpy.run_path(str(ROOT / "scripts" / "make_tables.py"))["index"]()
    shipped = json.loads((stored.shipped() / "index.json").read_text(encoding="utf-8"))
    assert shipped == index, "run scripts/make_tables.py: the shipped tables are stale"
    names = ["index.json", "library.json", *(f"{name}.dfa" for name in index.values())]
    assert names_in(stored.shipped()) == sorted(names)


def test_the_stored_grammars_are_those_that_lark_reads() -> None:
    assert library.path().read_text(encoding="utf-8") == library.made(), "run scripts/make_tables.py --new"


@pytest.mark.parametrize(
    ("name", "make"),
    [
        pytest.param(
            "text-en", lambda: number_automaton(grammar_of(tst.find_locale("en"), shapes())), marks=DEEP
        ),
        pytest.param(
            "number-en",
            lambda: number_automaton(grammar_of_number(tst.find_locale("en").terminals)),
            marks=DEEP,
        ),
        ("tst-tst", lambda: ascii_automaton(grammar_of_scheme(tst.TST))),
        ("tst-gst-1", lambda: ascii_automaton(grammar_of_scheme(tst.gst(1)))),
    ],
)
def test_the_shipped_tables_are_what_the_compiler_makes(name: str, make: Callable[[], LazyAutomaton]) -> None:
    assert tables.pack(Tables.of(whole(make()))) == (stored.shipped() / f"{name}.dfa").read_bytes()
