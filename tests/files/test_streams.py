"""How files are cut: the result depends on neither the blocks they arrive in nor who works on them."""

import gzip
import tempfile
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sampling import every, examples
from strategies import blocks, documents

import tst_grammar as tst
from tst_grammar.files.file_task import FileTask, Summary
from tst_grammar.files.streams import blocks_between, decoded, encoded, pieces_of, ranges_of, source_of
from tst_grammar.files.workers import in_workers
from tst_grammar.text.tasks import last_break_for

PAIR = ("<n>", "</n>")
TASKS = [
    FileTask(task)
    for task in (
        tst.AnnotationTask(locale="en"),
        tst.AnnotationTask(locale="en", delimiters=PAIR, counts=True),
        tst.AnnotationTask(locale="de", skip=("date",)),
        tst.RestorationTask(locale="de"),
        tst.RestorationTask(delimiters=PAIR),
    )
]


def result(outcomes: list[bytes | Summary]) -> tuple[bytes, int, list[str]]:
    """The output, the number of lines, and the tally."""
    summaries = [each for each in outcomes if isinstance(each, Summary)]
    total = summaries[0].tally
    for each in summaries[1:]:
        total.add(each.tally)
    assert not any(each.failure for each in summaries)
    return (
        b"".join(each for each in outcomes if isinstance(each, bytes)),
        sum(each.lines for each in summaries),
        list(total.summary()),
    )


@given(blocks(), st.integers(1, 40))
@example([b"\r100k 4000\n"], 2)
@examples(100)
def test_pieces_are_the_same_in_any_blocks(arrived: list[bytes], span: int) -> None:
    content = b"".join(arrived)
    last_break = last_break_for("en", "", None)
    pieces = list(pieces_of(arrived, last_break, span))
    assert b"".join(pieces) == content
    for other in ([content], [content[place : place + 1] for place in range(len(content))]):
        assert cuts(list(pieces_of(other, last_break, span))) == cuts(pieces)
    assert "".join(tst.annotate(decoded(piece)) for piece in pieces) == tst.annotate(decoded(content))


def test_a_character_that_spans_two_windows_does_not_move_the_cut() -> None:
    pieces = list(pieces_of(["aé b".encode()], lambda text: text.rfind(" ") + 1, span=2))
    assert pieces == ["aé ".encode(), b"b"]


def cuts(pieces: list[bytes]) -> set[int]:
    """Where lines were cut."""
    places = set()
    length = 0
    for piece in pieces[:-1]:
        length += len(piece)
        if not piece.endswith(b"\n"):
            places.add(length)
    return places


@given(blocks(), st.sampled_from(TASKS))
def test_results_are_the_same_in_any_blocks(arrived: list[bytes], task: FileTask) -> None:
    content = b"".join(arrived)
    assert result(list(task.outcomes(arrived))) == result(list(task.outcomes([content])))


@given(documents(), st.integers(1, 60), st.sampled_from(TASKS))
def test_results_are_the_same_in_any_shards(content: bytes, size: int, task: FileTask) -> None:
    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        ranges = list(ranges_of(file.name, size))
        assert [start for start, _ in ranges] == [0, *(end for _, end in ranges)][: len(ranges)]
        assert all(content[end - 1 : end] == b"\n" for _, end in ranges[:-1])
        parts = [list(task.outcomes(blocks_between(file.name, *each))) for each in ranges]
        whole = result(list(task.outcomes([content])))
        assert not parts or result(list(chain(*parts))) == whole


@pytest.mark.parametrize(("count", "suffix"), every(4, [(2, ".gz"), (8, ""), (2, ""), (8, ".gz")]))
def test_results_are_the_same_from_any_number_of_workers(tmp_path: Path, count: int, suffix: str) -> None:
    task = TASKS[1]
    content = encoded(
        "\n".join(f"{number},234 or 2024-01-15 \udcff {number}e3 5kg" for number in range(3000))
    )
    file = tmp_path / f"a{suffix}"
    file.write_bytes(gzip.compress(content) if suffix else content)
    sizes: list[int] = []
    with source_of(str(file), again=False) as source:
        outcomes = list(in_workers(task, source, count, sizes.append, shard=4096))
    assert result(outcomes) == result(list(task.outcomes([content])))
    assert sum(sizes) == file.stat().st_size


@examples(3)
@given(documents(), st.sampled_from(TASKS))
def test_any_text_comes_back_from_workers(content: bytes, task: FileTask) -> None:
    with tempfile.NamedTemporaryFile() as file:
        file.write(content + b"\n")
        file.flush()
        with source_of(file.name, again=False, is_binary=True) as source:
            outcomes = list(in_workers(task, source, 2, lambda _: None, shard=16))
    assert result(outcomes) == result(list(task.outcomes([content + b"\n"])))


def test_a_line_that_arrives_byte_by_byte_is_searched_once() -> None:
    line = b"a" * (1 << 20)
    arrived = (line[place : place + 1] for place in range(len(line)))
    assert list(pieces_of(arrived, lambda _: 0)) == [line]
