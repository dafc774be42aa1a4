"""Jobs of many files: what they write, how they are continued, and what becomes of bad documents."""

import contextlib
import gzip
import json
import os
import pickle
import pty
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from commands import Folder, hear_interrupts

import tst_grammar as tst

COMMAND = [sys.executable, "-P", "-m", "tst_grammar"]


@pytest.fixture
def folder(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> Folder:
    monkeypatch.chdir(tmp_path)
    return Folder(tmp_path, capfdbinary)


def outputs(folder: Path) -> dict[str, bytes]:
    """Return the files of an output folder, without the hidden ones."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name[0] != "." and not path.relative_to(folder).parts[0].startswith(".")
    }


def records(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(folder, ".tst-job.jsonl").read_text().splitlines()][1:]


def test_a_folder_is_converted_and_restored(folder: Folder) -> None:
    folder.write("in/a.txt", "It cost 1,234\n")
    folder.write("in/deep/b.jsonl", '{"id": 1e3, "text": "It cost 5,678"}\n')
    folder.write("in/deep/c.txt.gz", gzip.compress(b"It cost 1,234\n"))
    folder.write("in/.hidden", "1,234")
    done = folder.run("annotate", "in", "--output-dir", "out", "--field", "text")
    assert done == (0, "", "tst: 3 files done: 3 documents\n")
    made = outputs(folder.path / "out")
    assert list(made) == ["a.txt", "deep/b.jsonl", "deep/c.txt.gz"]
    assert made["a.txt"] == b"It cost 1k 234\n"
    assert made["deep/b.jsonl"] == b'{"id": 1e3, "text": "It cost 5k 678"}\n'
    assert gzip.decompress(made["deep/c.txt.gz"]) == b"It cost 1k 234\n"

    assert folder.run("restore", "out", "--output-dir", "back", "--field", "text", "--jobs", "2").code == 0
    assert outputs(folder.path / "back")["deep/b.jsonl"] == b'{"id": 1e3, "text": "It cost 5678"}\n'


def test_patterns_and_files_keep_their_names(folder: Folder) -> None:
    for name in ("in/a/1.txt", "in/b/2.txt", "in/b/3.md", "4.txt"):
        folder.write(name, "5,000")
    folder.run("annotate", "in/**/*.txt", "4.txt", "in/b/*.md", "--output-dir", "out")
    assert list(outputs(folder.path / "out")) == ["3.md", "4.txt", "a/1.txt", "b/2.txt"]


def test_a_repeated_command_does_only_what_is_missing(folder: Folder) -> None:
    command = ("annotate", "in", "--output-dir", "out")
    for name in ("in/1.txt", "in/2.txt", "in/3.txt"):
        folder.write(name, "5,000")
    folder.run(*command)
    folder.write("in/4.txt", "6,000")
    folder.write("in/2.txt", "7,000")
    (folder.path / "out/3.txt").unlink()
    (folder.path / "in/1.txt").touch()
    before = (folder.path / "out/1.txt").stat()
    assert folder.run(*command) == (0, "", "tst: 4 files done (1 of them before this run): 4 documents\n")
    assert folder.read("out/2.txt") == "7k 000"
    assert (folder.path / "out/1.txt").stat() == before
    assert folder.run(*command) == (0, "", "tst: 4 files done (4 of them before this run): 4 documents\n")


def test_an_output_that_was_changed_is_made_again(folder: Folder) -> None:
    folder.write("in/1.txt", "5,000")
    folder.run("annotate", "in", "--output-dir", "out")
    folder.write("out/1.txt", "5k 001")
    folder.run("annotate", "in", "--output-dir", "out")
    assert folder.read("out/1.txt") == "5k 000"


def test_other_options_are_refused_and_named(folder: Folder) -> None:
    folder.write("in/1.txt", "5,000")
    folder.run("annotate", "in", "--output-dir", "out")
    other = ("annotate", "in", "--output-dir", "out", "--locale", "de")
    problem = 'out was made with other options (locale was "en", and is now "de")'
    remedy = "use the same, or another folder, or --force to start anew"
    assert folder.run(*other) == (2, "", f"tst: {problem}: {remedy}\n")
    assert folder.read("out/1.txt") == "5k 000"
    assert folder.run(*other, "--force").code == 0
    assert folder.read("out/1.txt") == "5"
    assert folder.run("restore", "in", "--output-dir", "out").code == 2


def test_a_record_that_was_cut_off_is_made_again(folder: Folder) -> None:
    for name in ("in/1.txt", "in/2.txt"):
        folder.write(name, "5,000")
    folder.run("annotate", "in", "--output-dir", "out")
    file = folder.path / "out/.tst-job.jsonl"
    for cut in range(1, 60):
        file.write_bytes(file.read_bytes()[:-cut])
        assert folder.run("annotate", "in", "--output-dir", "out").code == 0
        assert len(records(folder.path / "out")) == 2
    file.write_bytes(b"{\n" + file.read_bytes())
    done = folder.run("annotate", "in", "--output-dir", "out")
    assert done == (2, "", "tst: out/.tst-job.jsonl is damaged: use --force, or force=True, to start anew\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("in", "--jobs", "2"), "--jobs is for many files: name a folder with --output-dir"),
        (("in", "--rejects", "r"), "--rejects is for many files: name a folder with --output-dir"),
        (("--output-dir", "out"), "--output-dir needs files, folders or patterns to convert"),
        (("-", "--output-dir", "out"), "a job reads files, not standard input"),
        (("none", "--output-dir", "out"), "cannot read none: No such file or directory"),
        (("none/*.txt", "--output-dir", "out"), "cannot read none/*.txt: no file matches"),
        (
            ("in", "--output-dir", "in/1.txt"),
            "in/1.txt is a file, not a folder: name a folder for the outputs",
        ),
        (
            ("in", "--output-dir", "out", "--stats", "--sidecar"),
            "--stats counts what is converted, and --sidecar converts nothing: leave out one of them",
        ),
        (("in",), "in is a folder: use --output-dir to name the folder for the results of its files"),
        (("in", "-i"), "in is a folder: use --output-dir to name the folder for the results of its files"),
        (("in/1.txt", "--output-dir", "in"), "in/1.txt would be its own output: name another folder"),
        (
            ("in/1.txt", "in/a/1.txt", "--output-dir", "out"),
            "in/1.txt and in/a/1.txt have the same output 1.txt: name the folder above both",
        ),
        (
            ("in", "--output-dir", "out", "--workers", "2"),
            "--workers shares one file; with --output-dir, --jobs shares the files",
        ),
        (
            ("in/2.jsonl", "--output-dir", "out"),
            "in/2.jsonl: use --field, or fields=, to name the fields of its lines that hold text",
        ),
    ],
)
def test_what_cannot_be_a_job_is_refused(folder: Folder, arguments: tuple[str, ...], message: str) -> None:
    for name in ("in/1.txt", "in/a/1.txt", "in/2.jsonl"):
        folder.write(name, "")
    assert folder.run("annotate", *arguments) == (2, "", f"tst: {message}\n")


BAD = {
    "cut off": b'{"text": "1,234',
    "a number": b'{"text": 1234}',
    "not UTF-8": b'{"text": "1,234 \xff"}',
    "too large": b'{"text": "' + b"a" * (1 << 20) + b'"}',
}


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("kind", BAD)
def test_bad_documents_stop_the_job_or_are_kept_or_skipped(folder: Folder, kind: str, jobs: str) -> None:
    good = b'{"n": 1e3, "text": "1,234"}'
    folder.write("in/1.jsonl", b"\n".join((good, BAD[kind], good)) + b"\n")
    folder.write("in/2.jsonl", good)
    command = (
        "annotate",
        "in",
        "--output-dir",
        "out",
        "--field",
        "text",
        "--max-document",
        "1",
        "--jobs",
        jobs,
    )
    stopped = folder.run(*command)
    assert (stopped.code, stopped.errors.count("\n")) == (2, 2)
    assert stopped.errors.startswith("tst: in/1.jsonl: line 2: ")
    assert not (folder.path / "out/1.jsonl").exists()

    made = good.replace(b"1,234", b"1k 234")
    for way, middle in (("keep", BAD[kind] + b"\n"), ("skip", b"")):
        done = folder.run(*command, "--on-error", way, "--rejects", "bad.jsonl")
        assert (done.code, done.output) == (1, "")
        assert done.errors.endswith("4 documents, 1 bad\n")
        assert (folder.path / "out/1.jsonl").read_bytes() == made + b"\n" + middle + made + b"\n"
        (reject,) = map(json.loads, folder.read("bad.jsonl").splitlines())
        assert (reject["path"], reject["line"]) == ("in/1.jsonl", 2)
        assert f"line 2: {reject['reason']}; use --on-error" in stopped.errors
        document = None if kind == "too large" else BAD[kind].decode(errors="surrogateescape")
        assert reject["document"] == document
    assert folder.run(*command, "--on-error", "skip").code == 1, "the bad document is still known"


UNREADABLE = {
    "1.zip": b"PK\3\4",
    "2.jsonl.gz": gzip.compress(b'{"text": "1,234"}\n' * 99)[:-9],
    "3.txt": b"1,234 \0",
    "4.txt.gz": b"\x1f\x8bno archive",
    "5.txt.bz2": gzip.compress(b"1,234 \0"),
    "6.parquet": b"PAR1 and no more",
}


def test_a_whole_file_that_cannot_be_read_is_kept_byte_for_byte_or_skipped(folder: Folder) -> None:
    for name, content in UNREADABLE.items():
        folder.write(f"in/{name}", content)
    folder.write("in/7.txt", "1,234")
    command = (
        "annotate",
        "in",
        "--output-dir",
        "out",
        "--field",
        "text",
        "--rejects",
        "bad.jsonl",
        "--on-error",
    )
    kept = folder.run(*command, "keep")
    assert kept == (1, "", "tst: 7 files done: 7 documents, 6 bad\n")
    assert outputs(folder.path / "out") == {**UNREADABLE, "7.txt": b"1k 234"}
    rejects = [json.loads(line) for line in folder.read("bad.jsonl").splitlines()]
    assert [reject["path"] for reject in rejects] == [f"in/{name}" for name in UNREADABLE]
    assert [bool(reject["reason"]) for reject in rejects] == [True] * 6
    again = folder.run(*command, "keep")
    assert again == (1, "", "tst: 7 files done (7 of them before this run): 7 documents, 6 bad\n")
    skipped = folder.run(*command, "skip")
    problem = "7 documents, 6 bad; 6 without an output"
    assert skipped == (1, "", f"tst: 7 files done (1 of them before this run): {problem}\n")
    assert outputs(folder.path / "out") == {"7.txt": b"1k 234"}


def test_a_file_that_cannot_be_read_has_no_list(folder: Folder) -> None:
    folder.write("in/1.txt", b"1,234 \0")
    done = folder.run("find", "in", "--output-dir", "out", "--on-error", "keep")
    assert done == (1, "", "tst: 1 file done: 1 document, 1 bad; 1 without an output\n")
    assert outputs(folder.path / "out") == {}


def test_a_job_that_stops_says_how_far_it_came_and_how_to_go_on(folder: Folder) -> None:
    folder.write("in/1.txt", "1,234")
    folder.write("in/2.jsonl", '{"text": 5}\n')
    folder.write("in/3.txt", "1,234")
    problem = "in/2.jsonl: line 1: the field 'text' is a number, not a string"
    remedy = "use --on-error, or on_error=, with keep or skip to continue"
    done = folder.run("annotate", "in", "--output-dir", "out", "--field", "text")
    assert done == (2, "", f"tst: {problem}; {remedy}\ntst: stopped: 1 of 3 files done\n")
    with pytest.raises(tst.OptionError) as error:
        tst.convert_files(tst.AnnotationTask(), ["in/2.jsonl"], "other", fields=("text",))
    assert str(error.value) == f"{problem}; {remedy}"


def test_a_job_reports_its_counts(folder: Folder) -> None:
    folder.write("in/1.txt", "1,234 on 2024-01-15")
    folder.write("in/2.txt", "5,678")
    command = ("annotate", "in", "--output-dir", "out", "--stats")
    counts = (
        "tst: converted: 2 (grouped 2)\ntst: left alone: 1 (date 1)\n"
        "tst: spelled differently when restored: 2 (group-marks 2); --exact leaves them alone\n"
    )
    assert folder.run(*command) == (0, "", f"tst: 2 files done: 2 documents\n{counts}")
    again = "tst: 2 files done (2 of them before this run): 2 documents\n"
    assert folder.run(*command) == (0, "", again + counts)


def test_a_text_that_cannot_be_converted_is_kept_whole(folder: Folder) -> None:
    folder.write("in/1.txt", "5,000 <1k 234>\n")
    command = ("annotate", "in", "--output-dir", "out", "--delimiters", "<", ">")
    assert folder.run(*command).errors.startswith(
        "tst: in/1.txt: '<1k 234>' shows that the text was annotated"
    )
    assert folder.run(*command, "--on-error", "keep").code == 1
    assert folder.read("out/1.txt") == "5,000 <1k 234>\n"
    assert folder.run(*command, "--on-error", "skip").code == 1
    assert outputs(folder.path / "out") == {}


def test_counts_are_written_for_each_file_and_for_all(folder: Folder) -> None:
    folder.write("in/1.txt", "1,234 on 2024-01-15")
    folder.write("in/2.jsonl", '{"text": "5,678"}\n{"text": "0.50"}\n')
    folder.run(
        "annotate", "in", "--output-dir", "out", "--field", "text", "--stats-file", "stats.json", "--stats"
    )
    stats = json.loads(folder.read("stats.json"))
    assert [shard["documents"] for shard in stats["shards"]] == [1, 2]
    total = stats["total"]
    assert (total["shards"], total["documents"], total["bad"]) == (2, 3, 0)
    assert total["converted"] == {"grouped": 2, "decimal": 1}
    assert (total["left alone"], total["spelled differently"]) == (
        {"date": 1},
        {"group-marks": 2, "trailing-zeros": 1},
    )


def test_a_job_can_be_pickled_and_its_shards_converted_anywhere(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("5,000")
    job = tst.Job(task=tst.AnnotationTask(scheme="option-a"))
    sent = pickle.loads(pickle.dumps((job, job.shards([tmp_path / "a.txt"], tmp_path / "out"))))  # noqa: S301
    assert sent[0] == job
    (shard,) = sent[1]
    assert sent[0].convert(shard).documents == 1
    assert (tmp_path / "out/a.txt").read_text() == "5 k 000"


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"task": tst.annotate}, TypeError),
        ({"fields": "text"}, TypeError),
        ({"fields": ("a..b",)}, tst.OptionError),
        ({"on_error": "ignore"}, tst.OptionError),
        ({"max_document": 0}, tst.OptionError),
    ],
)
def test_wrong_options_of_a_job_are_refused(options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        tst.Job(**{"task": tst.AnnotationTask(), **options})


def corpus(folder: Path, files: int = 12) -> None:
    """Write shards of several kinds, some with bad documents."""
    chance = random.Random(19)
    for number in range(files):
        lines = [
            json.dumps({"id": row, "text": f"It cost {chance.randrange(10**7):,} in {chance.random()}"})
            for row in range(400)
        ]
        lines[chance.randrange(400)] = '{"text": 5}' if number % 3 else '{"text": "cut'
        content = "\n".join(lines).encode()
        path = folder / f"{number % 3}" / f"{number}.jsonl{'.gz' if number % 2 else ''}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(content) if number % 2 else content)
        path.with_suffix(".txt").write_bytes(content)


@pytest.mark.parametrize("kills", [3, pytest.param(200, marks=pytest.mark.deep)])
def test_a_job_killed_at_any_moment_gives_the_same_bytes(tmp_path: Path, kills: int) -> None:
    corpus(tmp_path / "in")
    command = [*COMMAND, "annotate", "in", "--field", "text", "--on-error", "skip", "--jobs", "2"]

    def job(target: str) -> subprocess.Popen[bytes]:
        more = ("--output-dir", target, "--rejects", f"{target}.rejects")
        return subprocess.Popen([*command, *more], cwd=tmp_path, stderr=subprocess.DEVNULL)

    assert job("whole").wait() == 1
    expected = outputs(tmp_path / "whole"), (tmp_path / "whole.rejects").read_bytes()
    chance = random.Random(kills)
    killed = finished = 0
    while killed < kills:
        with job("out") as process:
            try:
                process.wait(chance.uniform(0.05, 1.5))
            except subprocess.TimeoutExpired:
                process.kill()
                killed += 1
                for name, content in outputs(tmp_path / "out").items():
                    assert content == expected[0][name], "an output is whole or missing"
                continue
        finished += 1
        assert process.returncode == 1
        assert (outputs(tmp_path / "out"), (tmp_path / "out.rejects").read_bytes()) == expected
        shutil.rmtree(tmp_path / "out")
    assert job("out").wait() == 1
    assert (outputs(tmp_path / "out"), (tmp_path / "out.rejects").read_bytes()) == expected
    assert list((tmp_path / "out").rglob("*.tst-part")) == []


def numbered(folder: Path, files: int, lines: int) -> None:
    """Write text files, of which the last ones take long."""
    folder.mkdir()
    for number in range(files):
        (folder / f"{number}.txt").write_text(f"It cost {number},234\n" * (lines if number > 1 else 1))


def started(folder: Path, *options: str, **more: Any) -> subprocess.Popen[bytes]:
    """Start a job, and wait until it has finished two shards."""
    command = [*COMMAND, "annotate", "in", "--output-dir", "out", *options]
    process = subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, **more)
    for _ in range(6000):
        with contextlib.suppress(OSError):
            if len(records(folder / "out")) >= 2:
                return process
        time.sleep(0.01)
    raise AssertionError(process.communicate())


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_an_interrupted_job_keeps_the_finished_shards(
    tmp_path: Path, number: int, code: int, jobs: str
) -> None:
    numbered(tmp_path / "in", 4, 700_000)
    with started(tmp_path, "--jobs", jobs, preexec_fn=hear_interrupts) as process:
        process.send_signal(number)
        assert process.wait() == code
    finished = {record["name"] for record in records(tmp_path / "out")}
    assert len(finished) >= 2, "which ones depends on how fast the processes start"
    assert finished <= outputs(tmp_path / "out").keys()
    assert list((tmp_path / "out").rglob("*.tst-part")) == []
    done = subprocess.run([*COMMAND, "annotate", "in", "--output-dir", "out"], cwd=tmp_path, check=True)
    assert done.returncode == 0
    assert [content[8:15] for content in outputs(tmp_path / "out").values()] == [
        *(b"0,234\n", b"1k 234\n", b"2k 234\n", b"3k 234\n")
    ]


def test_a_lost_worker_is_named_and_the_rest_resumes(tmp_path: Path) -> None:
    numbered(tmp_path / "in", 4, 700_000)
    with started(tmp_path, "--jobs", "2") as process:
        workers = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        (worker,) = [each for each in workers if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()][
            -1:
        ]
        os.kill(int(worker), signal.SIGKILL)
        assert process.wait() == 2
        assert process.stderr
        error = process.stderr.read().decode()
    assert re.fullmatch(
        r"tst: in/\d.txt: the process that converted it ended before its work was done \(SIGKILL\)\n"
        r"tst: stopped: [23] of 4 files done\n",
        error,
    )
    assert list((tmp_path / "out").rglob("*.tst-part")) == []
    subprocess.run([*COMMAND, "annotate", "in", "--output-dir", "out"], cwd=tmp_path, check=True)
    assert len(outputs(tmp_path / "out")) == 4


def test_a_full_disk_keeps_the_finished_shards(tmp_path: Path) -> None:
    numbered(tmp_path / "in", 3, 100_000)
    command = [*COMMAND, "annotate", "in", "--output-dir", "out"]

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, preexec_fn=limit)
    assert (done.returncode, done.stderr) == (
        2,
        b"tst: cannot write out/2.txt: File too large\ntst: stopped: 2 of 3 files done\n",
    )
    assert list(outputs(tmp_path / "out")) == ["0.txt", "1.txt"]
    assert list((tmp_path / "out").rglob("*.tst-part")) == []
    again = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    assert again.stderr == b"tst: 3 files done (2 of them before this run): 3 documents\n"


def test_two_runs_cannot_share_a_folder(tmp_path: Path) -> None:
    numbered(tmp_path / "in", 4, 4_000_000)
    with started(tmp_path) as process:
        command = [*COMMAND, "annotate", "in", "--output-dir", "out"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
        assert done.stderr == b"tst: cannot write out/.tst-job.jsonl: another run is writing it\n"
        process.kill()


def test_progress_is_drawn_on_a_terminal(tmp_path: Path) -> None:
    numbered(tmp_path / "in", 5, 30_000)
    ours, theirs = pty.openpty()
    command = [*COMMAND, "annotate", "in", "--output-dir", "out", "--stats"]  # counting is slow
    with subprocess.Popen(command, cwd=tmp_path, stderr=theirs) as process:
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # the end of a terminal
            while block := os.read(ours, 4096):
                shown += block
        os.close(ours)
        assert process.wait() == 0
    assert re.search(
        rb"[2-4]/5 files  \[#*-*\] +\d+%  [\d.]+/[\d.]+ MB  [\d.]+ MB/s  0:\d\d left  \d.txt", shown
    )
    assert b"tst: 5 files done: 5 documents\r\ntst: converted: 90003 (grouped 90001, integer 2)\r\n" in shown


@pytest.mark.parametrize("command", ["find", "annotate --sidecar", "find --tst", "restore --sidecar", "lint"])
def test_documents_are_listed_and_stay(folder: Folder, command: str) -> None:
    text = 'It cost 1,234 or 5 but "1k 234" and 1m 23k 456'
    read = [[17, 18, "5", "5"], [24, 30, "1k 234", "1234"], [39, 46, "23k 456", "23456"]]
    folder.write("in/a.txt", f"nothing\n{text}\n")
    folder.write(
        "in/b.jsonl", json.dumps({"id": 7, "text": text, "more": [{"t": "none"}, {"t": text}]}) + "\n\n{}\n"
    )
    expected = {
        "find": [[8, 13, "1,234", "1234"], [17, 18, "5", "5"]],
        "annotate --sidecar": [[8, 13, "1k 234", "1234"], [17, 18, "5", "5"]],
        "find --tst": read,
        "restore --sidecar": read,
        "lint": [[39, 42, "TST107", "'23k' has 2 digits: a group after the first has 3 digits"]],
    }[command]
    options = ("in", "--output-dir", "out", "--field", "text", "--field", "more.t", "--stats-file", "s.json")
    done = folder.run(*command.split(), *options)
    assert (done.code, done.output) == (int(command == "lint"), "")
    rows = [json.loads(line) for line in folder.read("out/a.txt.jsonl").splitlines()]
    assert rows == [{"line": 2, "attributes": {"text": expected}}]
    rows = [json.loads(line) for line in folder.read("out/b.jsonl").splitlines()]
    assert rows == [
        {"line": 1, "id": 7, "attributes": {"text": expected, "more[0].t": [], "more[1].t": expected}},
        {"line": 3, "attributes": {}},
    ]
    counted = json.loads(folder.read("s.json"))["total"]["listed"]
    assert sum(counted.values()) == 3 * len(expected)
    assert folder.run(*command.split(), *options).errors.startswith(
        "tst: 2 files done (2 of them before this run)"
    )


def test_bad_documents_have_no_attributes(folder: Folder) -> None:
    folder.write("in/a.jsonl", b'{"id": 1, "text": "5"}\n{"id": 2, "text": 5}\n{"id": 3, "text": "6"}\n')
    command = ("find", "in", "--output-dir", "out", "--field", "text", "--on-error")
    assert folder.run(*command, "keep").code == 1
    rows = [json.loads(line) for line in folder.read("out/a.jsonl").splitlines()]
    assert [(row["line"], bool(row["attributes"])) for row in rows] == [(1, True), (2, False), (3, True)]
    assert folder.run(*command, "skip").code == 1
    rows = [json.loads(line) for line in folder.read("out/a.jsonl").splitlines()]
    assert [row["line"] for row in rows] == [1, 3]


def test_tasks_that_list_can_be_used_in_python(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("1k 234 and 1m 23k 456\n")
    for task in (tst.SearchTask(locale="auto"), tst.LintTask(), tst.RestorationTask()):
        assert pickle.loads(pickle.dumps(task)) == task  # noqa: S301 -- our own bytes
        report = tst.convert_files(task, [tmp_path / "a.txt"], tmp_path / type(task).__name__, sidecar=True)
        assert (
            report.counts
            == {
                tst.SearchTask: {},
                tst.LintTask: {"listed": {"TST107": 1}},
                tst.RestorationTask: {"listed": {"number": 2}},
            }[type(task)]
        )
