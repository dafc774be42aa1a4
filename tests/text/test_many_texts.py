"""Many texts at once: each row comes out as it does alone."""

import pickle
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from kernel_marks import needs_kernel
from sampling import is_deep
from strategies import POOL, delimiters, texts

import tst_grammar as tst
from tst_grammar.automata import engine
from tst_grammar.text.lines import SEGMENT

ROWS = st.lists(
    st.one_of(
        texts(),
        st.sampled_from(
            ("", "\n", "5\n", "\n5", "1m 234567", "$12k 345$", "$5", "5$", "1,234", "12:34", "2,024-01-15")
        ),
        st.none(),
    ),
    max_size=8,
)
PAIRS = st.one_of(st.none(), st.just(("⟦", "⟧")), st.just(("<", ">")), delimiters())


@given(rows=ROWS, scheme=st.sampled_from(POOL), pair=PAIRS, exact=st.sampled_from((False, True, "locale")))
@example(rows=["1234", None, "5 1234\n", "", "\n"], scheme=tst.TST, pair=None, exact=False)
@example(rows=["<", "1000>", "<", ">"], scheme=tst.TST, pair=("<", ">"), exact=False)
@example(rows=["1234", "5\n6"], scheme=tst.TST, pair=("\n", "\n"), exact=False)
def test_each_row_is_annotated_and_restored_as_alone(
    rows: list[str | None], scheme: tst.Scheme, pair: tuple[str, str] | None, exact: Any
) -> None:
    options: Any = {"scheme": scheme, "delimiters": pair, "exact": exact}
    annotated = [row if row is None else tst.annotate(row, **options) for row in rows]
    assert tst.annotate_many(rows, **options) == annotated
    for name in (None, "de"):
        options = {"scheme": scheme, "delimiters": pair, "locale": name}
        for given_rows in (rows, annotated):
            alone = [row if row is None else tst.restore(row, **options) for row in given_rows]
            assert tst.restore_many(given_rows, **options) == alone


MORE = ({"separator": ","}, {"skip": ("date",)}) if is_deep() else ()
"""Options whose tables do not ship."""


@given(
    rows=ROWS,
    locale=st.sampled_from(("de", "fr", "auto")),
    options=st.sampled_from(({}, {"delimiters": ("⟦", "⟧"), "exact": "locale"}, *MORE)),
)
def test_each_row_is_annotated_as_alone_in_every_locale(
    rows: list[str | None], locale: str, options: dict[str, Any]
) -> None:
    assume(locale != "auto" or "exact" not in options)
    options = {**options, "locale": locale}
    annotated = [row if row is None else tst.annotate(row, **options) for row in rows]
    assert tst.annotate_many(rows, **options) == annotated
    annotator = tst.Annotator(**options)
    assert annotator.annotate_many(rows) == annotated
    aligned = [row if row is None else tst.align(row, **options) for row in rows]
    assert annotator.align_many(rows) == aligned
    found = annotator.find_many(rows)
    assert found == [row if row is None else list(annotator.find(row)) for row in rows]
    assert annotator.restore_many(annotated) == [
        row if row is None else annotator.restore(row) for row in annotated
    ]


def test_each_row_is_a_document_with_locale_auto() -> None:
    rows = ["1,234", "1,234 and 3.5", "1,234 and 3,5"]
    assert tst.annotate_many(rows, locale="auto") == ["1,234", "1k 234 and 3. 500p", "1. 234p and 3. 500p"]


@pytest.mark.parametrize("length", [1, SEGMENT // 2, SEGMENT, 3 * SEGMENT])
def test_rows_of_any_length(length: int) -> None:
    huge = "It is 1234. " * (length // 12 + 1)
    rows = ["5000", huge, "x", None, huge + "\n" + huge, "6000"] * 3
    done = tst.annotate_many(rows)
    assert done == [row if row is None else tst.annotate(row) for row in rows]
    assert tst.restore_many(done) == rows


def test_many_short_rows_keep_their_order() -> None:
    rows = [f"row {number}" for number in range(20_000)]
    assert tst.restore_many(tst.annotate_many(rows)) == rows
    assert tst.annotate_many(row for row in rows[:3]) == ["row 0", "row 1", "row 2"]
    assert tst.annotate_many([]) == tst.annotate_many(iter(())) == []


class Subclass(str):
    __slots__ = ()


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("threads", [1, 2, 7])
def test_several_threads_do_what_one_does(
    threads: int,
    native: bool,  # noqa: FBT001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine, "NATIVE", native and engine.NATIVE)
    some = [
        "It is 1234.",
        None,
        "no number",
        "",
        "漢 1,234 é 5",
        "5k 1234",
        "$1,234$",
        Subclass("x"),
        "\ud800 1,234",
    ]
    rows = [*some, *(f"{n} of {n * 1234}" for n in range(3000)), "It is 1234. " * 9000, *some]
    annotated = [row if row is None else tst.annotate(row) for row in rows]
    assert tst.annotate_many(rows, threads=threads) == annotated
    restored = [row if row is None else tst.restore(row) for row in annotated]
    assert tst.restore_many(annotated, threads=threads) == restored
    assert {type(row) for row in tst.annotate_many(rows, threads=threads)} == {str, type(None)}
    pair = ("⟦", "⟧")
    enclosed = tst.annotate_many(rows, delimiters=pair, threads=threads)
    assert enclosed == [row if row is None else tst.annotate(row, delimiters=pair) for row in rows]
    rejects: list[tuple[int, Exception]] = []
    wrong = [5 if n % 3 == 0 else "1,234" for n in range(300)]
    made = tst.annotate_many(wrong, threads=threads, errors="null", rejects=rejects)  # type: ignore[arg-type]
    assert made == [None if n % 3 == 0 else "1k 234" for n in range(300)]
    assert [row for row, _ in rejects] == list(range(0, 300, 3))
    with pytest.raises(TypeError, match=r"^row 0: "):
        tst.annotate_many(wrong, threads=threads)  # type: ignore[arg-type]


@pytest.mark.parametrize("threads", [0, 1000, -1])
def test_threads_are_counted_from_one(threads: int) -> None:
    with pytest.raises(tst.OptionError, match=f"^threads must be 1 to 999, not {threads}$"):
        tst.annotate_many(["1,234"], threads=threads)
    with pytest.raises(TypeError, match=r"^threads takes an int, not bool$"):
        tst.restore_many(["1,234"], threads=True)


@needs_kernel
def test_rows_that_stay_as_they_are_are_the_same_objects() -> None:
    rows = ["no number", "漢字", "1k 234"]
    assert all(made is row for made, row in zip(tst.annotate_many(rows), rows, strict=True))


def test_rows_may_change_the_list_that_they_come_from() -> None:
    rows: list[Any] = ["1,234", 5, "6,789"]

    class Clearing(list[tuple[int, Exception]]):
        def append(self, item: tuple[int, Exception]) -> None:
            rows.clear()
            super().append(item)

    assert tst.annotate_many(rows, errors="null", rejects=Clearing()) == ["1k 234", None, "6k 789"]


@pytest.mark.parametrize("change", [tst.annotate_many, tst.restore_many])
def test_a_row_that_is_not_text_is_named(change: Callable[..., list[Any]]) -> None:
    rows = ["a", None, 5, "b", b"c"]
    with pytest.raises(TypeError, match=r"^row 2: \w+ takes a str, not int$"):
        change(rows)
    rejects: list[tuple[int, Exception]] = []
    assert change(rows, errors="null", rejects=rejects) == ["a", None, None, "b", None]
    assert [(row, type(error)) for row, error in rejects] == [(2, TypeError), (4, TypeError)]
    with pytest.raises(TypeError, match=r"^row 2: "):
        change(rows, errors="keep")


def test_a_row_that_the_locale_cannot_write_is_named_or_kept() -> None:
    rows = ["⟦5k 000⟧", "a ⟦Ikr 5k 000⟧ b", "⟦6k 000⟧"]
    options: Any = {"locale": "de", "delimiters": ("⟦", "⟧")}
    with pytest.raises(tst.NotationError) as caught:
        tst.restore_many(rows, **options)
    assert (caught.value.row, str(caught.value)) == (1, "row 1: 'Ikr' is not a currency in de")
    assert tst.restore_many(rows, **options, errors="null") == ["5.000", None, "6.000"]
    rejects: list[tuple[int, Exception]] = []
    kept = tst.restore_many(rows, **options, errors="keep", rejects=rejects)
    assert kept == ["5.000", rows[1], "6.000"]
    assert [(row, str(error)) for row, error in rejects] == [(1, "'Ikr' is not a currency in de")]


def test_options_are_checked_before_any_row() -> None:
    def never() -> Iterator[str]:
        raise AssertionError
        yield ""

    wrong: tuple[tuple[type[Exception], dict[str, Any]], ...] = (
        (tst.SchemeError, {"scheme": "nope"}),
        (tst.LocaleError, {"locale": "nope"}),
        (tst.OptionError, {"delimiters": ("", "")}),
        (tst.OptionError, {"errors": "ignore"}),
        (TypeError, {"rejects": ()}),
    )
    for kind, options in wrong:
        for change in (tst.annotate_many, tst.restore_many):
            with pytest.raises(kind):
                change(never(), **options)
    for options in ({"skip": ["nope"]}, {"separator": "x"}, {"exact": "no"}):
        with pytest.raises(tst.OptionError):
            tst.annotate_many(never(), **options)
    with pytest.raises(tst.LocaleError, match="'auto' can only read"):
        tst.Annotator(locale="auto", exact="locale")
    with pytest.raises(tst.OptionError, match="needs delimiters"):
        tst.restore_many(never(), scheme=tst.Scheme(integer_digits=1000))
    with pytest.raises(tst.OptionError, match="keep is for texts that become texts"):
        tst.Annotator().align_many(["5"], errors="keep")
    for values in ("1234", b"1234", 5, None):
        with pytest.raises(TypeError, match="annotate_many takes an iterable of values, not"):
            tst.annotate_many(values)  # type: ignore[arg-type]


def test_annotators_with_the_same_options_are_equal() -> None:
    one = tst.Annotator(scheme="option-a", delimiters=["<", ">"], skip=["time", "date"])
    same = tst.Annotator(scheme=tst.OPTION_A, delimiters=("<", ">"), skip=iter(("date", "time")))
    assert one == same == pickle.loads(pickle.dumps(one))  # noqa: S301 -- our own
    assert len({one, same, tst.Annotator()}) == 2
    assert repr(tst.Annotator()).startswith("Annotator(scheme=Scheme(), locale='en', delimiters=None, ")
    with pytest.raises(AttributeError):
        one.locale = "de"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("options", "restored"),
    [
        ({}, "1234.5"),
        ({"locale": "auto"}, "1234.5"),
        ({"locale": "de"}, "1.234,5"),
        ({"locale": "de", "exact": True}, "1234.5"),
        ({"locale": "de", "exact": "locale"}, "1.234,5"),
    ],
)
def test_an_annotator_restores_as_its_locale_writes(options: dict[str, Any], restored: str) -> None:
    annotator = tst.Annotator(**options)
    assert annotator.restore("1k 234. 500p") == restored
    assert annotator.restore_many(["1k 234. 500p"]) == [restored]
    assert [found.number.value for found in annotator.find("5000")] == [Decimal(5000)]
