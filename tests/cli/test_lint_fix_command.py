"""`tst lint --fix` and `--diff`: the fixes, where the result goes, and the texts that stay as they are."""

import gzip
import os
import stat
import subprocess
import sys

import pytest
import zstandard
from commands import Done, Folder
from programs import needs_patch

BAD = "It has 01k 234 of\n1m 23k 456 cells, 01k 234 each.\n"
SAFE = "It has 1k 234 of\n1m 23k 456 cells, 1k 234 each.\n"
ALL = "It has 1k 234 of\n1m 023k 456 cells, 1k 234 each.\n"
NOTE = "Use --select ALL to check plain numbers too."
FINE = f"All TST numbers are fine. {NOTE}\n"
LEFT = f"""\
-:2:4: TST107 '23k' has 2 digits: a group after the first has 3 digits
Found 1 error. 1 fixable with --unsafe-fixes. {NOTE}
"""


def test_files_are_mended_and_what_is_left_is_reported(folder: Folder) -> None:
    folder.write("a.txt", BAD)
    folder.write("b.txt", "01k 234\n")
    done = folder.lint("--fix", "--output-format", "concise", ".")
    assert done == Done(1, LEFT.replace("-:", "a.txt:", 1), "tst: fixed 3 findings in 2 files\n")
    assert (folder.read("a.txt"), folder.read("b.txt")) == (SAFE, "1k 234\n")
    assert folder.lint("--fix", "--output-format", "concise", ".") == Done(1, done.output, "")


def test_unsafe_fixes(folder: Folder) -> None:
    folder.write("a.txt", BAD)
    assert folder.lint("--fix", "--unsafe-fixes", "a.txt") == Done(
        0, FINE, "tst: fixed 3 findings in 1 file\n"
    )
    assert folder.read("a.txt") == ALL
    assert folder.lint("--unsafe-fixes", given=BAD).code == 1, "it changes nothing by itself"


def test_one_fix_may_mend_several_findings(folder: Folder) -> None:
    folder.write("a.txt", "−1M 234k  567\n")
    assert folder.lint("--fix", "a.txt") == Done(0, FINE, "tst: fixed 3 findings in 1 file\n")
    assert folder.read("a.txt") == "-1m 234k 567\n"


def test_standard_input_is_mended_on_standard_output(folder: Folder) -> None:
    assert folder.lint("--fix", "--output-format", "concise", given=BAD) == Done(
        1, SAFE, f"{LEFT}tst: fixed 2 findings in 1 file\n"
    )
    assert folder.lint("--fix", "--unsafe-fixes", given=BAD) == Done(
        0, ALL, f"{FINE}tst: fixed 3 findings in 1 file\n"
    )
    assert folder.lint("--fix", "-", given=ALL) == Done(0, ALL, FINE)
    plain = BAD.replace("cells", "cells of 1,234")
    assert folder.lint("--fix", "--exit-zero", "--select", "NUM", given=plain).output == plain.replace(
        "1,234", "1k 234"
    )


def test_standard_input_besides_files(folder: Folder) -> None:
    folder.write("a.txt", "01k 234\n")
    done = folder.lint("--fix", "a.txt", "-", given="01k 234\n")
    assert done == Done(0, "1k 234\n", f"{FINE}tst: fixed 2 findings in 2 files\n")


def test_a_closed_standard_error_stops_nothing() -> None:
    command = f"echo 01k 234, 1m 23k 456 | '{sys.executable}' -P -m tst_grammar lint --fix 2>&-"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False, text=True)
    assert (done.returncode, done.stdout) == (1, "1k 234, 1m 23k 456\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("\ufeff01k 234\r\n\r\na\r01k 234", "\ufeff1k 234\r\n\r\na\r1k 234"),
        ("\udcff 01k 234 \udced\udca0\udc80\1\n", "\udcff 1k 234 \udced\udca0\udc80\1\n"),
        ("\t01k 234  \n\n\n", "\t1k 234  \n\n\n"),
        ("01k 234", "1k 234"),
        ("It has 1k 234 cells. " * 30_000 + "01k 234", "It has 1k 234 cells. " * 30_000 + "1k 234"),
    ],
    ids=lambda text: text[:10].encode("unicode_escape").decode(),
)
def test_all_other_bytes_stay(folder: Folder, before: str, after: str) -> None:
    file = folder.write("a.txt", before)
    file.chmod(0o640)
    code, _, _ = folder.lint("--fix", "a.txt")
    assert (code, folder.read("a.txt")) == (0, after)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert [path.name for path in folder.path.iterdir()] == ["a.txt"]
    assert folder.lint("--fix", given=before).output == after


@pytest.mark.parametrize("text", ["", "1k 234 \udcff\r\n", "1m 23k 456", "01k 234 # tst: ignore\n"])
def test_a_file_is_only_written_if_something_changes(folder: Folder, text: str) -> None:
    file = folder.write("a.txt", text)
    os.utime(file, ns=(0, 0))
    before = file.stat()
    folder.lint("--fix", "a.txt")
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == (before.st_ino, 0)


@pytest.mark.parametrize(
    ("suffix", "compress", "decompress"),
    [
        ("gz", gzip.compress, gzip.decompress),
        (
            "zst",
            zstandard.compress,
            lambda data: zstandard.ZstdDecompressor().stream_reader(data).read(),
        ),
    ],
)
def test_compressed_files_stay_compressed(
    folder: Folder, suffix: str, compress: type[bytes], decompress: type[bytes]
) -> None:
    file = folder.write(f"a.txt.{suffix}", compress(BAD.encode()))
    assert folder.lint("--fix", file.name).code == 1
    assert decompress(file.read_bytes()) == SAFE.encode()


def test_a_link_stays_a_link(folder: Folder) -> None:
    folder.write("a.txt", BAD)
    (folder.path / "b.txt").symlink_to("a.txt")
    assert folder.lint("--fix", "b.txt").code == 1
    assert (folder.path / "b.txt").is_symlink()
    assert folder.read("a.txt") == SAFE


def test_only_the_strings_of_fields_are_mended(folder: Folder) -> None:
    before = '{"n": 1e0, "text":"caf\\u00e9 01k 234\\n"}\r\n\n{"text" : ["é 01k 234", "5"], "a": "01k 234"}'
    after = before.replace("é 01k 234", "é 1k 234").replace("9 01k", "9 1k")
    folder.write("a.jsonl", before)
    assert folder.lint("--fix", "--field", "text", "a.jsonl") == Done(
        0, FINE, "tst: fixed 2 findings in 1 file\n"
    )
    assert folder.read("a.jsonl") == after
    assert folder.lint("--fix", "--field", "text", given=before).output == after


@pytest.mark.parametrize("mode", ["--fix", "--diff"])
def test_a_file_with_a_line_that_is_no_json_stays(folder: Folder, mode: str) -> None:
    text = '{"text": "01k 234"}\n{"text": 5}\n'
    folder.write("a.jsonl", text)
    errors = "line 2: the field 'text' is a number, not a string\n"
    done = folder.lint(mode, "--field", "text", "--output-format", "concise", "a.jsonl")
    assert done == Done(2, "", f"tst: a.jsonl: {errors}")
    assert folder.read("a.jsonl") == text
    done = folder.lint(mode, "--field", "text", "--output-format", "concise", given=text)
    assert done == Done(2, "", f"tst: standard input: {errors}")


def test_a_file_that_cannot_be_read_again_is_refused(folder: Folder) -> None:
    os.mkfifo(folder.path / "pipe.txt")
    errors = "tst: cannot fix pipe.txt: it is not a regular file\n"
    assert folder.lint("--fix", "pipe.txt") == Done(2, "", errors)


def test_a_comment_keeps_what_it_silences(folder: Folder) -> None:
    folder.write("a.txt", "01k 234, 1M 234k 567 # tst: ignore[TST109]\n01k 234\n")
    assert folder.lint("--fix", "a.txt").code == 0
    assert folder.read("a.txt") == "01k 234, 1m 234k 567 # tst: ignore[TST109]\n1k 234\n"


def test_only_what_is_selected_is_mended(folder: Folder) -> None:
    folder.write("tst.toml", "per-file-ignores = {'drafts/' = ['TST207']}\n")
    text = f"{BAD}1M 234k 567\n"
    folder.write("drafts/a.txt", text)
    folder.lint("--fix", "--ignore", "TST109", "--unsafe-fixes", ".")
    assert folder.read("drafts/a.txt") == text.replace("23k", "023k")


def test_delimiters_are_set(folder: Folder) -> None:
    given, mended = "⟦01k 234⟧ and 5\n", "⟦1k 234⟧ and ⟦5⟧\n"
    done = folder.lint("--fix", "--delimiters", "⟦", "⟧", given=given)
    assert done == Done(0, mended, f"{FINE}tst: fixed 2 findings in 1 file\n")


def test_a_diff_shows_what_would_change(folder: Folder) -> None:
    folder.write("a.txt", BAD)
    expected = """\
--- a.txt
+++ a.txt
@@ -1,2 +1,2 @@
-It has 01k 234 of
-1m 23k 456 cells, 01k 234 each.
+It has 1k 234 of
+1m 23k 456 cells, 1k 234 each.
"""
    assert folder.lint("--diff", "a.txt") == Done(1, expected, "")
    assert folder.lint("--diff", "--fix", "a.txt") == Done(1, expected, ""), "it changes nothing"
    assert folder.lint("--diff", given=BAD) == Done(1, expected.replace("a.txt", "-"), "")
    assert folder.read("a.txt") == BAD
    assert folder.lint("--diff", given=SAFE) == Done(0, "", ""), "no safe fix is left"
    assert folder.lint("--diff", "--unsafe-fixes", given=SAFE).code == 1


@needs_patch
def test_a_diff_can_be_applied(folder: Folder) -> None:
    lines = [f"line {number} \udcff\r\n" for number in range(9)]
    lines[3] = lines[8] = "01k 234 \udcff\r\n"
    texts = {
        "a.txt": "".join(lines),
        "docs/two words.md": "01k 234\n" + "nothing much\n" * 40_000 + "01k 234 at the end",
        "long.txt": "It has 1k 234 cells. " * 30_000 + "01k 234\n" + "a\n" * 9 + "01k 234",
        "data.jsonl": '{"text": "01k 234"}\n' * 1000,
        "fine.txt": "1k 234\n",
    }
    for name, text in texts.items():
        folder.write(name, text)
    code, diff, errors = folder.lint("--diff", "--field", "text", *texts, "missing.txt")
    assert (code, errors) == (2, "tst: cannot read missing.txt: No such file or directory\n")
    assert "fine.txt" not in diff
    given = diff.encode("utf-8", "surrogateescape")
    command = ["patch", "--strip=0", "--binary", "--fuzz=0"]
    subprocess.run(command, input=given, cwd=folder.path, check=True, capture_output=True)
    patched = {name: folder.read(name) for name in texts}
    for name, text in texts.items():
        folder.write(name, text)
    folder.lint("--fix", "--field", "text", *texts)
    assert patched == {name: folder.read(name) for name in texts}
    assert patched["a.txt"] == texts["a.txt"].replace("01k", "1k")


def test_a_link_out_of_the_folders_named_is_not_fixed(folder: Folder) -> None:
    outside = folder.write("outside.md", "It has 1m 234K 567 cells.\n")
    inside = folder.write("notes/inside.md", "It has 1m 234K 567 cells.\n")
    (folder.path / "notes" / "out.md").symlink_to(outside)
    (folder.path / "notes" / "in.md").symlink_to(inside)
    problem = f"it is a link to {outside}, outside the folders named: name that file to fix it"
    for paths in (["notes"], ["notes/*.md"]):
        code, _, errors = folder.run("lint", "--fix", *paths)
        assert code == 2
        assert f"tst: cannot fix notes/out.md: {problem}\n" in errors
        assert "234K" in folder.read("outside.md")
        assert "234k" in folder.read("notes/inside.md")
    assert folder.run("lint", "--fix", "notes/out.md").code == 0
    assert "234k" in folder.read("outside.md")
