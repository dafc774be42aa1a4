"""What all adapters for frames promise: pandas, datasets, Ray and Spark."""

from collections import Counter
from decimal import Decimal

import frame_kinds
import pytest
from frame_kinds import FrameKind, Row

import tst_grammar as tst
from tst_grammar import columns

pytestmark = pytest.mark.filterwarnings("ignore")  # these packages warn about each other

TEXTS = [
    "by 1,234.50",
    None,
    "",
    "no number",
    "5k 1234",
    "$1,234$ and 5,678",
    "−1,234 漢 5,678",
    "It is 5k 678",
]
ROWS: list[Row] = [{"id": number, "text": text} for number, text in enumerate(TEXTS)]
OPTIONS: list[Row] = [
    {},
    {"scheme": "option-a", "exact": True},
    {"scheme": tst.Scheme(group_size=4), "delimiters": ("⟦", "⟧")},
    {"locale": "de", "skip": iter(["date"])},
    {"locale": "auto"},
]


@pytest.fixture(params=["pandas", "datasets", "ray", "spark"], scope="module")
def kind(request: pytest.FixtureRequest) -> FrameKind:
    """Each engine in turn, with its smallest session."""
    sessions = {"ray": ["ray_data"], "spark": ["spark"]}.get(request.param, [])
    made: FrameKind = getattr(frame_kinds, f"{request.param}_kind")(*map(request.getfixturevalue, sessions))
    return made


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: ",".join(options) or "default")
def test_a_column_is_annotated_as_each_text_alone(kind: FrameKind, options: Row) -> None:
    if "skip" in options:
        options = {**options, "skip": ["date"]}
    expected = [text if text is None else tst.annotate(text, **options) for text in TEXTS]
    changed = kind.changed("annotate", ROWS, "text", **options)
    assert [row["text"] for row in changed] == expected
    assert [row["id"] for row in changed] == [row["id"] for row in ROWS]


def test_an_iterator_of_shapes_is_read_once_and_used_for_all_rows(kind: FrameKind) -> None:
    rows = [{"id": number, "text": "on 2024-01-15 or 12:30"} for number in range(3)]
    changed = kind.changed("annotate", rows, "text", skip=iter(["time"]))
    assert {row["text"] for row in changed} == {tst.annotate("on 2024-01-15 or 12:30", skip=["time"])}


@pytest.mark.parametrize("options", [{}, {"locale": "de"}], ids=["plain", "de"])
def test_a_column_is_restored_beside_the_original(kind: FrameKind, options: Row) -> None:
    changed = kind.changed("restore", ROWS, "text", into="plain", **options)
    assert [row["text"] for row in changed] == TEXTS
    expected = [text if text is None else tst.restore(text, **options) for text in TEXTS]
    assert [row["plain"] for row in changed] == expected


def test_the_numbers_of_each_text_are_a_list(kind: FrameKind) -> None:
    changed = kind.changed("find", ROWS, "text")
    expected = columns.find_lists(TEXTS).to_pylist()
    assert [row["numbers"] if row["numbers"] is None else [*row["numbers"]] for row in changed] == expected
    assert expected[0][0]["value"] == Decimal("1234.5")


def test_mistakes_are_counted_by_rule(kind: FrameKind) -> None:
    texts = ["It has 1m 23k 456 cells.", None, "none", "1m  234к 567 and 1m 23k 456"]
    rows = [{"id": number, "text": text} for number, text in enumerate(texts)]
    changed = kind.changed("lint", rows, "text", scheme="tst")
    assert len(changed) == len(texts)
    for text, row in zip(texts, changed, strict=True):
        if text is None:
            assert row["mistakes"] is None
        else:
            counts = {each["code"]: each["count"] for each in row["mistakes"]}
            assert counts == Counter(found.code for found in tst.lint(text))


def test_the_answer_of_each_text_is_a_row(kind: FrameKind) -> None:
    texts = ["9 * 2 = 18\n#### 18", None, "It is 1/3", "unknown"]
    rows = [{"id": number, "text": text} for number, text in enumerate(texts)]
    changed = kind.changed("answers", rows, "text", rules=iter(["hash", "last"]))
    expected = columns.answers(texts, rules=["hash", "last"]).to_pylist()
    assert [row["answer"] for row in changed] == expected
    assert expected[0]["value"] == Decimal(18)
    assert expected[2]["value_text"] == "1/3"


FAILING: list[Row] = [
    {"id": 1, "text": "⟦1k 234⟧"},
    {"id": 2, "text": "⟦zł 1k 234⟧"},
    {"id": 3, "text": None},
]
IN_GERMAN: Row = {"locale": "de", "delimiters": ("⟦", "⟧")}


def test_an_error_says_the_row_and_the_reason(kind: FrameKind) -> None:
    rows = FAILING[:2]
    with pytest.raises(Exception, match=r"row [01]: 'zł' is not a currency in de") as caught:
        kind.changed("restore", rows, "text", **IN_GERMAN)
    if kind.adapter.__name__.endswith("pandas"):
        assert caught.type is tst.NotationError


def test_reasons_are_collected_in_a_column(kind: FrameKind) -> None:
    changed = kind.changed("restore", FAILING, "text", into="plain", reasons="why", **IN_GERMAN)
    assert [row["plain"] for row in changed] == ["1.234", None, None]
    assert changed[0]["why"] is None
    assert changed[2]["why"] is None
    assert "'zł' is not a currency in de" in changed[1]["why"]
    kept = kind.changed("restore", FAILING, "text", reasons="why", errors="keep", **IN_GERMAN)
    assert [row["text"] for row in kept] == ["1.234", "⟦zł 1k 234⟧", None]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"scheme": "tts"}, "tts"),
        ({"locale": "xx"}, "xx"),
        ({"errors": "no"}, "errors is 'no'"),
        ({"into": "id"}, "there is a column 'id' already: choose another name"),
        ({"rejects": []}, "rows that fail are collected in a column here: use reasons instead of rejects"),
    ],
)
def test_wrong_options_are_refused_before_a_row_is_read(kind: FrameKind, options: Row, message: str) -> None:
    frame = kind.made(ROWS)
    with pytest.raises(tst.TstGrammarError, match=message):
        kind.adapter.annotate(frame, "text", **options)


def test_a_wrong_column_is_refused_before_a_row_is_read(kind: FrameKind) -> None:
    frame = kind.made(ROWS)
    with pytest.raises(tst.TstGrammarError, match="there is no column 'tex': did you mean 'text'"):
        kind.adapter.annotate(frame, "tex")
    with pytest.raises(TypeError, match="unexpected keyword argument 'shceme'"):
        kind.adapter.annotate(frame, "text", shceme="tst")


def test_a_column_without_text_is_refused(kind: FrameKind) -> None:
    with pytest.raises(Exception, match="a column of text is needed, not one of int64"):
        kind.changed("annotate", ROWS, "id")


def test_no_rows_are_no_rows(kind: FrameKind) -> None:
    frame = kind.emptied(kind.made(ROWS))
    assert kind.rows(kind.adapter.annotate(frame, "text")) == []
