"""Files as a user has them: compressed, large, written by runs that are interrupted or killed."""

import bz2
import contextlib
import gzip
import lzma
import os
import pty
import re
import signal
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import zstandard
from commands import hear_interrupts, run
from sampling import every

from tst_grammar.files.replacement import part_name

COMMAND = [sys.executable, "-P", "-m", "tst_grammar"]
TEXT = b"It cost 1,234\n"
ANNOTATED = b"It cost 1k 234\n"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def until(condition: Callable[[], object]) -> None:
    """Wait for something that is bound to come."""
    for _ in range(3000):
        if condition():
            return
        time.sleep(0.01)
    pytest.fail("it never came")


@pytest.mark.parametrize(
    ("suffix", "compress", "decompress"),
    [
        (".gz", gzip.compress, gzip.decompress),
        (".GZ", gzip.compress, gzip.decompress),
        (".zst", zstandard.compress, lambda data: zstandard.ZstdDecompressor().stream_reader(data).read()),
        (".bz2", bz2.compress, bz2.decompress),
        (".xz", lzma.compress, lzma.decompress),
    ],
)
def test_compressed_files_are_read_and_written(
    tmp_path: Path, suffix: str, compress: Callable[[bytes], bytes], decompress: Callable[[bytes], bytes]
) -> None:
    file, target = tmp_path / f"a.txt{suffix}", tmp_path / f"b{suffix}"
    file.write_bytes(compress(TEXT) + compress(b"") + compress(TEXT))
    assert run("annotate", str(file)) == (0, 2 * ANNOTATED.decode(), "")
    assert run("find", str(file)) == (0, "1:9\t1,234\t1234\n2:9\t1,234\t1234\n", "")
    assert run("annotate", str(file), "--output", str(target)) == (0, "", "")
    assert run("annotate", "--in-place", str(file)) == (0, "", "")
    assert decompress(file.read_bytes()) == 2 * ANNOTATED
    assert target.read_bytes() == file.read_bytes(), "the same content is the same file"

    nameless = tmp_path / "nameless"
    nameless.write_bytes(compress(TEXT))
    assert run("annotate", given=compress(TEXT)) == (0, ANNOTATED.decode(), "")
    assert run("lint", str(nameless))[0] == 0
    assert run("annotate", "--workers", "2", "--in-place", str(nameless)) == (0, "", "")
    assert decompress(nameless.read_bytes()) == ANNOTATED


def test_a_link_to_a_compressed_file_is_read_as_one(tmp_path: Path) -> None:
    file, link = tmp_path / "a.gz", tmp_path / "link"
    file.write_bytes(gzip.compress(TEXT) + b"\0" * 512)
    link.symlink_to(file)
    assert run("annotate", "--in-place", str(link)) == (0, "", "")
    assert gzip.decompress(file.read_bytes()) == ANNOTATED


@pytest.mark.parametrize("suffix", ["gz", "zst"])
def test_a_damaged_file_is_refused_and_stays(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"a.{suffix}"
    content = b"".join(b"%d\n" % number for number in range(1000))
    whole = (
        gzip.compress(content)
        if suffix == "gz"
        else zstandard.ZstdCompressor(write_checksum=True).compress(content)
    )
    for damaged in (whole[:-1], whole[:20], whole + b"x", whole[:30] + b"\xff" + whole[31:]):
        file.write_bytes(damaged)
        code, output, errors = run("annotate", "--in-place", str(file))
        assert (code, output) == (2, "")
        assert re.fullmatch(rf"tst: cannot read {file}: it is damaged \(.*\)\n", errors)
        assert file.read_bytes() == damaged
        assert names(tmp_path) == [file.name]


def test_without_zstandard_the_extra_is_named() -> None:
    code = (
        "import sys; sys.modules['zstandard'] = None; from tst_grammar.cli.main import main; sys.exit(main())"
    )
    command = [sys.executable, "-c", code, "annotate"]
    done = subprocess.run(command, input=zstandard.compress(TEXT), capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (
        2,
        b"tst: files compressed by zstd need the package zstandard: pip install zstandard\n",
    )


def test_a_small_file_may_hold_a_large_text(tmp_path: Path) -> None:
    file = tmp_path / "a.gz"
    file.write_bytes(gzip.compress(b"a" * (1 << 25)))
    code, _, errors = run("annotate", str(file))
    assert (code, errors.split(": ")[2]) == (2, "line 1")


def test_what_is_not_needed_is_not_imported() -> None:
    needless = ("multiprocessing", "gzip", "bz2", "lzma", "zstandard", "fcntl", "tst_grammar.files.workers")
    code = f"import sys, tst_grammar.cli.main; print([name for name in {needless} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout == b"[]\n"


@contextlib.contextmanager
def writing(target: Path, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """A run in the middle of its input, with a part of its output written."""
    with subprocess.Popen(
        [*COMMAND, "annotate", "--output", str(target), *options],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=hear_interrupts,  # noqa: PLW1509 -- no test starts threads
    ) as process:
        assert process.stdin
        process.stdin.write(TEXT)
        process.stdin.flush()
        until((target.parent / part_name(target.name)).exists)
        yield process


def test_a_killed_run_leaves_the_old_file_and_the_next_run_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    target.write_bytes(b"old")
    with writing(target) as process:
        process.kill()
    assert target.read_bytes() == b"old"
    assert names(tmp_path) == [".a.txt.tst-part", "a.txt"]
    assert run("annotate", "--output", str(target), given=TEXT) == (0, "", "")
    assert target.read_bytes() == ANNOTATED
    assert names(tmp_path) == ["a.txt"]


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_an_interrupted_run_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, number: int, code: int
) -> None:
    target = tmp_path / "a.txt"
    target.write_bytes(b"old")
    with writing(target) as process:
        process.send_signal(number)
        assert process.wait() == code
        assert process.stderr
        assert process.stderr.read() == b""
    assert target.read_bytes() == b"old"
    assert names(tmp_path) == ["a.txt"]


def test_a_file_that_another_run_writes_is_refused(tmp_path: Path) -> None:
    target = tmp_path / "a.txt"
    with writing(target) as process:
        done = run("annotate", "--output", str(target), given=TEXT)
        assert done == (2, "", f"tst: cannot write {target}: another run is writing it\n")
        process.communicate()
        assert process.returncode == 0
    assert target.read_bytes() == ANNOTATED
    assert names(tmp_path) == ["a.txt"]


def test_a_link_in_the_way_is_not_followed(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(b"precious")
    (tmp_path / ".a.txt.tst-part").symlink_to(other)
    code, _, errors = run("annotate", "--output", str(tmp_path / "a.txt"), given=TEXT)
    assert (code, errors) == (2, f"tst: cannot write {tmp_path}/a.txt: {os.strerror(40)}\n")
    assert other.read_bytes() == b"precious"


def test_a_name_may_be_as_long_as_names_can_be(tmp_path: Path) -> None:
    target = tmp_path / ("é" * 127 + "a")
    for _ in range(2):
        assert run("annotate", "--output", str(target), given=TEXT) == (0, "", "")
    assert target.read_bytes() == ANNOTATED
    assert names(tmp_path) == [target.name]


def test_the_name_of_a_folder_is_no_file_to_write(tmp_path: Path) -> None:
    target = f"{tmp_path}/new/"
    assert run("annotate", "-o", target, given=TEXT) == (
        2,
        "",
        f"tst: cannot write {target}: it names a folder\n",
    )
    assert names(tmp_path) == []


def test_a_folder_that_cannot_be_written_is_named() -> None:
    code, _, errors = run("annotate", "--output", "/proc/a.txt", given=TEXT)
    assert code == 2
    assert errors.startswith("tst: cannot write /proc/a.txt: ")


def test_what_is_no_file_is_written_as_it_is() -> None:
    assert run("annotate", "--output", "/dev/null", given=TEXT) == (0, "", "")


@contextlib.contextmanager
def working(*options: str) -> Iterator[tuple[subprocess.Popen[bytes], list[int]]]:
    """An endless run with two workers that are at work, and the ids of these."""
    with (
        tempfile.TemporaryFile() as output,
        subprocess.Popen(["yes", "1,234 or 5,678"], stdout=subprocess.PIPE) as endless,
        subprocess.Popen(
            [*COMMAND, "annotate", "--workers", "2", *options],
            stdin=endless.stdout,
            stdout=output,
            stderr=subprocess.PIPE,
            preexec_fn=hear_interrupts,  # noqa: PLW1509 -- no test starts threads
            start_new_session=True,
        ) as process,
    ):
        assert endless.stdout
        endless.stdout.close()
        until(lambda: os.fstat(output.fileno()).st_size)
        yield process, workers_of(process.pid)


def workers_of(parent: int) -> list[int]:
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def is_gone(worker: int) -> bool:
    try:
        return Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return True


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGKILL, -9)]
)
def test_no_worker_outlives_the_run(number: int, code: int) -> None:
    with working() as (process, workers):
        if number == signal.SIGKILL:
            process.kill()
        else:
            os.killpg(process.pid, number)  # as Ctrl-C does
        assert process.wait() == code
        assert process.stderr
        assert process.stderr.read() == b""
        until(lambda: all(map(is_gone, workers)))


def test_a_worker_that_is_killed_ends_the_run() -> None:
    with working() as (process, workers):
        os.kill(workers[0], signal.SIGKILL)
        assert process.stderr
        assert process.stderr.read() == b"tst: a worker process ended before its work was done (SIGKILL)\n"
        assert process.wait() == 2
        until(lambda: all(map(is_gone, workers)))


@pytest.mark.parametrize("workers", every(2, ["2", "1"]))
def test_errors_are_the_same_with_workers(tmp_path: Path, workers: str) -> None:
    file = tmp_path / "a.jsonl"
    lines = [b'{"n": %d, "text": "abcdefghij and so on and so on"}\n' % number for number in range(60_000)]
    lines[50_000] = b'{"text": 5}\n'
    file.write_bytes(b"".join(lines))
    for path, name in ((str(file), str(file)), ("-", "standard input")):
        done = run("annotate", "--workers", workers, "--field", "text", path, given=file.read_bytes())
        assert done == (
            2,
            b"".join(lines[:50_000]).decode(),
            f"tst: {name}: line 50001: the field 'text' is a number, not a string\n",
        )


@pytest.mark.parametrize("workers", ["1", "2"])
def test_wrong_options_are_refused_with_workers(workers: str) -> None:
    code, output, errors = run("annotate", "--workers", workers, "--skip", "dates")
    assert (code, output) == (2, "")
    assert errors.startswith("tst: skip has no shape 'dates'")


def test_an_unknown_locale_with_workers(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(b"1.234 of them\n" + (b"and nothing " * 30 + b"\n") * 7000 + b"but 0,5\n")
    expected = file.read_text().replace("1.234", "1k 234").replace("0,5", "0. 500p")
    assert run("annotate", "--locale", "auto", "--workers", "2", str(file)) == (0, expected, "")


@pytest.mark.parametrize("workers", ["", "0", "-1", "1000", "²"])
def test_the_number_of_workers(workers: str) -> None:
    code, _, errors = run("annotate", "--workers", workers)
    assert code == 2
    assert errors == f"tst: argument --workers: expected a whole number from 1 to 999, not {workers!r}\n"


def shown(*options: str, given: list[bytes], output: int) -> str:
    """What a run shows on a terminal while its input comes slowly."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "annotate", *options],
        stdin=subprocess.PIPE,
        stdout=output if output >= 0 else theirs,
        stderr=theirs,
    ) as process:
        os.close(theirs)
        assert process.stdin
        for block in given:
            process.stdin.write(block)
            process.stdin.flush()
            time.sleep(0.8)
        process.stdin.close()
        seen = b""
        with contextlib.suppress(OSError):  # which is how a terminal ends
            while block := os.read(ours, 1024):
                seen += block
    os.close(ours)
    assert process.returncode == 0
    return seen.decode()


def test_progress_is_shown_on_a_terminal_and_taken_away(tmp_path: Path) -> None:
    given = [TEXT * 10_000] * 2
    with (tmp_path / "output").open("wb") as output:
        seen = shown(given=given, output=output.fileno())
    lines = [line.strip() for line in seen.split("\r") if line.strip()]
    assert lines
    assert all(re.fullmatch(r"0\.\d MB  \d+\.\d MB/s", line) for line in lines)
    assert seen.endswith("\r")
    assert seen.split("\r")[-2].strip() == ""
    assert shown("--output", "/dev/null", given=given, output=-1)


def test_no_progress_is_shown_where_the_output_goes_or_for_quick_runs(tmp_path: Path) -> None:
    assert shown(given=[TEXT, TEXT], output=-1).replace("\r", "") == (2 * ANNOTATED).decode()
    with (tmp_path / "output").open("wb") as output:
        assert shown(given=[TEXT], output=output.fileno()) == ""


def test_a_long_line_is_cut_in_the_same_places_by_any_number_of_workers(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(b"1,234 and some more words " * 90_000)
    done = [
        subprocess.run(
            [*COMMAND, "annotate", "--workers", count, str(file)], capture_output=True, check=True
        ).stdout
        for count in "12"
    ]
    assert zlib.crc32(done[0]) == zlib.crc32(done[1])
    assert done[0] == b"1k 234 and some more words " * 90_000
