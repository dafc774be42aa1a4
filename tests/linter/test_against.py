"""Annotated text beside its source: what became otherwise is found, though lines were lost or added."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import pytest
from commands import Folder
from damaged_sources import damaged_copy, rules_by_line
from hypothesis import given
from hypothesis import strategies as st
from sampling import every, examples

import tst_grammar as tst
from tst_grammar.diagnostics import Diagnostic
from tst_grammar.linter.source_comparison.pairing import paired
from tst_grammar.linter.source_comparison.subsequences import common

NUMBERS = ("5", "1,234", "-3%", "$12.50", "1,000,000", "0.25")
WORDS = ("alpha", "beta", "gamma", "delta", "")


@st.composite
def lines(draw: st.DrawFn, *, most: int = 12) -> list[str]:
    """Lines with some numbers, of which some may be the same."""
    line = st.lists(st.sampled_from((*NUMBERS, *WORDS)), max_size=4).map(
        lambda words: " x ".join(words) + "\n"
    )
    return draw(st.lists(line, max_size=most))


@st.composite
def places(draw: st.DrawFn, size: int) -> list[int]:
    return sorted(draw(st.sets(st.integers(0, max(size - 1, 0)), max_size=4)))


def compared(source: Sequence[str], kept: Sequence[str], **options: object) -> list[Diagnostic]:
    """Return the findings in the annotated form of some lines beside a source."""
    text = "".join(tst.annotate(line, **options) for line in kept)  # type: ignore[arg-type]
    return tst.lint(text, against="".join(source), **options)  # type: ignore[arg-type]


def numbers_of(text: Sequence[str]) -> Counter[str]:
    return Counter(found.raw for line in text for found in tst.find_numbers(line))


def quoted_in(found: Sequence[Diagnostic]) -> Counter[str]:
    return Counter(each.message.split("'")[1] for each in found)


@given(st.data(), lines(), st.sampled_from((None, ("⟦", "⟧"))))
def test_only_the_numbers_of_lost_lines_are_lost(
    data: st.DataObject, source: list[str], delimiters: tuple[str, str] | None
) -> None:
    lost = data.draw(places(len(source)))
    kept = [line for place, line in enumerate(source) if place not in lost]
    found = compared(source, kept, delimiters=delimiters)
    assert {each.name for each in found} <= {"lost-number"}
    assert quoted_in(found) == numbers_of([source[place] for place in lost if place < len(source)])


@given(st.data(), lines(), lines(most=3))
def test_only_the_numbers_of_added_lines_are_added(
    data: st.DataObject, source: list[str], added: list[str]
) -> None:
    kept = list(source)
    for line in added:
        kept.insert(data.draw(st.integers(0, len(kept))), line)
    found = compared(source, kept)
    assert {each.name for each in found} <= {"added-number"}
    assert quoted_in(found) == Counter({tst.annotate(raw): count for raw, count in numbers_of(added).items()})


@given(st.data(), lines())
def test_numbers_of_repeated_lines_are_added_once_more(data: st.DataObject, source: list[str]) -> None:
    again = data.draw(places(len(source)))
    kept = [line for place, line in enumerate(source) for _ in range(1 + (place in again))]
    found = compared(source, kept)
    assert {each.name for each in found} <= {"added-number"}
    assert len(found) == sum(numbers_of([source[place] for place in again if place < len(source)]).values())


def prose(size: int) -> list[str]:
    """Return paragraphs of one line, and tables whose rows are often the same."""
    chance = random.Random(7)
    kinds = (
        lambda: "",
        lambda: f"Row {chance.randrange(3)}",
        lambda: f"It sold {chance.randrange(10**6)} units.",
    )
    return [f"{chance.choice(kinds)()}\n" for _ in range(size)]


@pytest.mark.parametrize(
    ("start", "end", "instead"),
    [
        (0, 1, []),
        (100, 101, []),
        (100, 1100, []),
        (0, 3000, []),
        (2000, 4000, []),
        (50, 50, ["It has 777.\n"] * 9),
    ],
)
def test_text_after_what_was_lost_or_added_is_compared_rightly(
    start: int, end: int, instead: list[str]
) -> None:
    source = prose(4000)
    kept = [*source[:start], *instead, *source[end:]]
    found = compared(source, kept)
    names = "added-number" if instead else "lost-number"
    assert [each.name for each in found] == [names] * numbers_of(instead or source[start:end]).total()


def test_a_changed_number_beside_a_lost_line_is_told_apart_from_it() -> None:
    source = "a 1\nThe sum is 2.\nThe rest is 3.\nz 4\n"
    found = tst.lint("a 1\nThe rest is 5.\nz 4\n", against=source)
    assert [(each.name, each.start, each.message) for each in found] == [
        ("lost-number", 4, "'2' is in line 2 of the source but missing here"),
        ("changed-number", 16, "'5' is '3' in the source"),
    ]


def test_a_number_lost_in_a_long_line_is_the_only_one() -> None:
    numbers = [str(number % 997) for number in range(5000)]
    found = tst.lint(" x ".join(numbers[:9] + numbers[10:]), against=" x ".join(numbers))
    assert [(each.name, each.message) for each in found] == [
        ("lost-number", "'9' is in the source but missing here")
    ]


@pytest.mark.parametrize("paths", every(3, [(("a.txt",),), (("-",),), ((),)]))
def test_pieces_of_a_large_file_are_compared_with_the_lines_they_came_from(
    folder: Folder, paths: tuple[str, ...]
) -> None:
    source = prose(30_000)
    kept = [*source[:20_000], *source[20_010:]]
    annotated = "".join(map(tst.annotate, kept))
    folder.write("source.txt", "".join(source))
    folder.write("a.txt", annotated)
    given = "" if paths == ("a.txt",) else annotated
    done = folder.lint("--against", "source.txt", "--output-format", "concise", *paths, given=given)
    name = paths[0] if paths else "-"
    lost = numbers_of(source[20_000:20_010]).total()
    assert [line.split()[:2] for line in done.output.splitlines()[:-1]] == [
        [f"{name}:20001:1:", "TST401"] for _ in range(lost)
    ]


def test_records_that_were_lost_or_added_do_not_hide_the_others(folder: Folder) -> None:
    source = "".join(f'{{"text": "It has {number} x."}}\n' for number in range(20))
    lines = source.splitlines(keepends=True)
    folder.write("s.jsonl", source)
    folder.write("a.jsonl", "".join([*lines[:3], *lines[4:9], '{"text": "77"}\n', *lines[9:]]))
    done = folder.lint("--against", "s.jsonl", "--field", "text", "--output-format", "concise", "a.jsonl")
    assert done.output.splitlines()[:-1] == [
        "a.jsonl:4:text:1: TST401 '3' is in line 4 of the source but missing here",
        "a.jsonl:9:text:1: TST402 '77' is not in the source",
    ]


@given(st.lists(st.integers(0, 5), max_size=30), st.lists(st.integers(0, 5), max_size=30))
@examples(200)
def test_a_common_subsequence_is_one(one: list[int], two: list[int]) -> None:
    pairs = common(one, two)
    assert all(one[i] == two[j] for i, j in pairs)
    assert all(i < k and j < m for (i, j), (k, m) in pairwise(pairs))


@given(st.lists(st.integers(0, 9), max_size=60), st.sets(st.integers(0, 59), max_size=9))
def test_what_is_left_of_a_sequence_is_all_in_common(whole: list[int], out: set[int]) -> None:
    left = [each for place, each in enumerate(whole) if place not in out]
    assert [each for _, each in common(whole, left)] == list(range(len(left)))


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ([0] * 200_000, [1] + [0] * 200_000),
        ([0, 1] * 50_000, [1, 0, 0] * 30_000),
        ([0] * 50_000 + [1] * 50_000, [1] * 50_000 + [0] * 50_000),
        (list(range(100_000)), list(range(100_000))[::-1]),
    ],
    ids=["one kind", "two kinds", "two blocks", "the other way round"],
)
def test_streams_of_any_kind_are_paired_in_little_time(one: list[int], two: list[int]) -> None:
    pairs = list(paired(one, two, lambda each: (each,), lambda _: 1))
    assert [mine for mine, _ in pairs if mine is not None] == one
    assert [other for _, other in pairs if other is not None] == two


@pytest.mark.parametrize("seed", [1, 2])
def test_exactly_the_damaged_numbers_of_a_text_are_found(seed: int) -> None:
    damaged = damaged_copy(60_000, 100, random.Random(seed))
    found = rules_by_line(damaged.copy, damaged.source)
    assert found == {at: [rule] for at, rule in damaged.rules.items()}
