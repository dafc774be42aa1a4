"""The native kernel: to every text it does what plain Python does, and no table or text makes it fail."""

import contextlib
import subprocess
import sys
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st
from sampling import every, examples
from small_automata import AUTOMATA, running_text
from strategies import money, numbers_as_written, schemes, texts, written

import tst_grammar as tst
from tst_grammar.automata import engine
from tst_grammar.automata.engine import runner_of
from tst_grammar.automata.lazy import LazyAutomaton
from tst_grammar.automata.python_runner import PythonRunner
from tst_grammar.automata.runner import Other, Runner
from tst_grammar.automata.tables import Tables, packed
from tst_grammar.language.fast_codec import decoder, encoder, reader_for, writer_for
from tst_grammar.language.fast_codec import written as written_as_tst
from tst_grammar.language.layout import Layout, layout_of
from tst_grammar.language.scheme import Scheme
from tst_grammar.language.scheme_grammar import CANONICAL, grammar_of_scheme
from tst_grammar.language.schemes import SCHEMES as REGISTERED
from tst_grammar.notation.number import Spans
from tst_grammar.notation.number_grammar import number_runner, table_reader
from tst_grammar.notation.parts import NUMBER_PARTS, Parts
from tst_grammar.notation.roles import NUMBERS, ascii_automaton, definition_of, number_automaton
from tst_grammar.text.one_pass import OnePass, apart_pass, enclosing_pass
from tst_grammar.text.text_grammar import grammar_of, shapes
from tst_grammar.text.text_tokens import text_tokens

_kernel = pytest.importorskip(
    "tst_grammar.automata._kernel", reason="the kernel was not built: is there a compiler?"
)
native_runner = pytest.importorskip("tst_grammar.automata.native_runner")
lazy_kernel_of = native_runner.lazy_kernel_of

ROOT = Path(__file__).parents[2]
LOCALES = ("en", "de", "fr", "hi", "ar", "de-AT")
WIDE = Scheme(group_size=4, magnitudes=("万", "億"))
SCHEMES = {**REGISTERED, "fill-none": Scheme(fill="none")}
WIDTHS = ("", "\xe9", "漢", "\U00020000", "\ud800")
DIGIT_ZEROS = "0٠०𝟎"

few = examples(8)


@frozen
class Both:
    """The kernel and plain Python, with the same tables."""

    kernel: Runner[Parts]
    plain: Runner[Parts]

    @classmethod
    def of(cls, tables: Tables) -> "Both":
        return cls(
            native_runner.NativeRunner(tables, NUMBER_PARTS), PythonRunner(tables.automaton, NUMBER_PARTS)
        )

    @classmethod
    def of_grammar(cls, grammar: str, compiler: Callable[[], LazyAutomaton]) -> "Both":
        return cls(
            *(
                runner_of(definition_of(grammar), compiler, NUMBER_PARTS, native=each)
                for each in (True, False)
            )
        )


@cache
def of_text(locale: str | None) -> Both:
    """Return the readers of running text; without a locale their tables tell no parts."""
    grammar = grammar_of(tst.find_locale(locale) if locale else None, shapes())
    return Both.of_grammar(grammar, lambda: number_automaton(grammar, with_roles=locale is not None))


@cache
def of_number(locale: str) -> Both:
    return Both(*(number_runner(tst.find_locale(locale), native=each) for each in (True, False)))


@cache
def of_scheme(scheme: Scheme) -> Both:
    grammar = grammar_of_scheme(scheme)
    return Both.of_grammar(grammar, lambda: ascii_automaton(grammar))


def no_spans(_: str) -> Spans:
    return {}


def agreed(both: Both, run: Callable[[Runner[Parts]], Any]) -> Any:
    """Return the common result of both, after a check that it is the same in every way that can be told."""
    one, other = run(both.kernel), run(both.plain)
    assert one == other
    assert type(one) is type(other)
    if isinstance(one, str):
        assert hash(one) == hash(other)
        assert one.isascii() == other.isascii()
    return one


def agree_on_tokens(both: Both, text: str) -> None:
    found = agreed(both, lambda runner: list(runner.find(text)))
    assert all(isinstance(what, Parts | str | None) for _, _, _, what in found)
    some = agreed(both, lambda runner: list(runner.find_kinds(text, runner.kinds[::2])))
    kinds = both.plain.kinds[::2]
    assert some == [(start, end, kind) for start, end, kind, _ in found if kind in kinds]
    agreed(both, lambda runner: runner.whole(text))
    agreed(both, lambda runner: runner.parts(text))
    number = agreed(both, lambda runner: table_reader(runner, no_spans)(text))
    assert number is None or (number.source == text and number.spans == {})


def annotated(runner: Runner[Parts], text: str, layout: Layout, kinds: Collection[str] = NUMBERS) -> str:
    """Write the numbers of some kinds as TST: with the kernel, or by their parts."""
    writer = writer_for(layout)
    if runner.kernel and writer:
        return runner.kernel.annotate(text, writer, runner.mask(kinds))
    return replaced(
        text,
        ((start, end, in_tst(what, layout)) for start, end, kind, what in runner.find(text) if kind in kinds),
    )


def in_tst(parts: Parts | str | None, layout: Layout) -> str | None:
    """Return a number as TST, or None if it is not a number, out of range, or a zero with a sign."""
    is_zero = isinstance(parts, Parts) and not (parts.integer + parts.fraction).strip("0")
    is_written = isinstance(parts, Parts) and not (is_zero and parts.sign == "-")
    return written_as_tst(parts, layout) if isinstance(parts, Parts) and is_written else None


def replaced(text: str, places: Iterable[tuple[int, int, str | None]]) -> str:
    """Return a text with the texts of some places replaced."""
    pieces = []
    copied = 0
    for start, end, new in places:
        if new is not None:
            pieces += [text[copied:start], new]
            copied = end
    return "".join((*pieces, text[copied:]))


def restored(runner: Runner[Parts], text: str, layout: Layout) -> str:
    """Write TST with plain digits: with the kernel, or by its layout."""
    beside = of_text("en")
    reader = reader_for(layout)
    if runner.kernel and reader and beside.kernel.kernel:
        return runner.kernel.restore(text, reader, runner.mask((CANONICAL,)), beside.kernel.kernel)
    found = beside.plain.find(text, Other(runner, frozenset({CANONICAL})))
    return replaced(
        text,
        (
            (start, end, layout.read(text[start:end]).plain)
            for start, end, kind, _ in found
            if kind == CANONICAL
        ),
    )


def agree_on_writing(both: Both, text: str, layout: Layout) -> None:
    agreed(both, lambda runner: encoder(runner, layout)(text))
    agreed(both, lambda runner: annotated(runner, text, layout))
    agreed(both, lambda runner: annotated(runner, text, layout, runner.kinds))


def agree_on_reading(both: Both, text: str, layout: Layout) -> None:
    agreed(both, lambda runner: decoder(runner, layout)(text))
    agreed(both, lambda runner: restored(runner, text, layout))
    for keeps in (frozenset(NUMBERS), frozenset[str]()):
        other = Other(both.kernel, frozenset({CANONICAL}), keeps)
        agreed(of_text("en"), lambda runner: list(runner.find(text, other)))  # noqa: B023


def wide(texts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Texts as they are, and with something beside them that makes their characters take more bytes."""
    beside = st.sampled_from(WIDTHS)
    return st.builds(lambda before, text, after: before + text + after, beside, texts, beside)


@st.composite
def numbers_of(draw: st.DrawFn, locale: str) -> str:
    """A number as a locale writes it, or with other digits, signs and marks of direction."""
    text = tst.format_number(draw(numbers_as_written() | money()), locale=locale)
    zero = ord(draw(st.sampled_from(DIGIT_ZEROS)))
    text = text.translate({ord("0") + value: zero + value for value in range(10)})
    text = text.replace("-", draw(st.sampled_from("-−")), draw(st.integers(0, 2)))
    text = text.replace("$", draw(st.sampled_from("$¢€\U0001e2ff")))
    return draw(st.sampled_from(("", "", "\u200e", "($"))) + text + draw(st.sampled_from(("", "", "%", ")")))


@st.composite
def tst_of(draw: st.DrawFn, scheme: Scheme) -> str:
    """A number of a scheme as TST with a sign of a currency or none, or with a character changed."""
    number = "".join(each for each in draw(written(scheme=scheme)) if not each.isalpha() and each != " ")
    text = tst.encode(number, scheme=scheme)
    text = text.replace("$", draw(st.sampled_from("$¢€\U0001e2ff")))
    place = draw(st.integers(0, len(text)))
    return text[:place] + draw(st.sampled_from(("", "", "", "0", " ", ".", "k"))) + text[place:]


of_running_text = wide(running_text | texts())


@pytest.mark.parametrize("locale", [*LOCALES, None])
@given(text=of_running_text)
def test_the_same_tokens_are_found(locale: str | None, text: str) -> None:
    agree_on_tokens(of_text(locale), text)


@pytest.mark.parametrize("locale", LOCALES)
@given(data=st.data())
def test_the_same_numbers_are_read(locale: str, data: st.DataObject) -> None:
    text = data.draw(numbers_of(locale) | of_running_text)
    agree_on_tokens(of_number(locale), text)
    agree_on_tokens(of_text(locale), text)


@pytest.mark.parametrize("locale", [*LOCALES, None])
@given(data=st.data(), scheme=schemes() | st.sampled_from([*SCHEMES.values(), WIDE]))
@few
def test_the_same_is_written(locale: str | None, data: st.DataObject, scheme: Scheme) -> None:
    layout = layout_of(scheme)
    if locale:
        agree_on_writing(of_number(locale), data.draw(numbers_of(locale)), layout)
    agree_on_writing(of_text(locale), data.draw(of_running_text), layout)


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
@given(data=st.data())
@examples(16)
def test_the_same_is_read_back(scheme: Scheme, data: st.DataObject) -> None:
    text = data.draw(tst_of(scheme))
    agree_on_reading(of_scheme(scheme), text, layout_of(scheme))
    around = data.draw(of_running_text)
    agree_on_reading(of_scheme(scheme), f"{around} {text} {around}", layout_of(scheme))


@given(scheme=schemes(), data=st.data())
@few
def test_the_same_is_read_back_in_any_scheme(scheme: Scheme, data: st.DataObject) -> None:
    small = evolve(
        scheme,
        integer_digits=min(scheme.integer_digits, 9),
        fraction_digits=min(scheme.fraction_digits, 7),
    )
    for _ in range(10):
        text = data.draw(tst_of(small))
        agree_on_reading(of_scheme(small), text, layout_of(small))
        agree_on_reading(
            of_scheme(small), data.draw(wide(st.just(f"from {text} to {text},"))), layout_of(small)
        )


@pytest.mark.parametrize("pair", [("⟦", "⟧"), ("<n>", "</n>"), ("{", "k"), ("|", "|")])
@given(text=of_running_text, name=st.sampled_from(sorted(SCHEMES)))
def test_the_same_is_enclosed(pair: tuple[str, str], text: str, name: str) -> None:
    results = []
    for is_native in (True, False):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(engine, "NATIVE", is_native)
            results.append(tst.annotate(text, scheme=SCHEMES[name], delimiters=pair))
    assert results[0] == results[1]


def one_pass_for(pair: tuple[str, str] | None, *, exact: bool = False) -> OnePass:
    tokens = text_tokens(tst.find_locale("en"), "", None if pair else tst.TST)
    if pair:
        made = enclosing_pass(tokens, NUMBERS, tst.TST, pair, exact=exact)
    else:
        made = apart_pass(tokens, NUMBERS, tokens, tst.TST, exact=exact)
    assert made
    return made


def test_what_could_not_be_restored_is_not_enclosed_natively() -> None:
    enclosing = one_pass_for(("<", ">"))
    assert enclosing("by 1,234.50") == "by <1k 234. 500p>"
    assert enclosing("2,024-01-15") is None  # 2024-01-15 is a date


@pytest.mark.parametrize(
    "text", ["1m 234567", "It was 1234. 500p", "5k 1234", "k$-5", "$\u22125k", "\u200e.5"]
)
def test_what_would_be_joined_is_not_written_natively(text: str) -> None:
    assert one_pass_for(None)(text) is None


@given(text=of_running_text, name=st.sampled_from(sorted(SCHEMES)), exact=st.booleans())
def test_the_same_is_annotated(text: str, name: str, *, exact: bool) -> None:
    results = []
    for is_native in (True, False):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(engine, "NATIVE", is_native)
            results.append(tst.annotate(text, scheme=SCHEMES[name], exact=exact))
            results.append(tst.align(text, scheme=SCHEMES[name], exact=exact).text)
    assert len({*results}) == 1


@cache
def of_automaton(name: str) -> Both:
    return Both.of(Tables.of(AUTOMATA[name]))


@pytest.mark.parametrize("name", AUTOMATA)
@given(text=wide(st.text("0123456789abcxz-+. ٠١𝟎𝟏", max_size=60) | running_text))
@examples(16)
def test_any_automaton_is_run_alike(name: str, text: str) -> None:
    agree_on_tokens(of_automaton(name), text)
    agree_on_writing(of_automaton(name), text, layout_of(tst.TST))


LONG = {
    "digits": "9" * 70_001,
    "some digits": "9" * 257,
    "zeros before": "0" * 70_000 + "7",
    "zeros after": "7." + "0" * 70_000,
    "groups": "1" + ",000" * 20_000,
    "a long exponent": "1e" + "0" * 70_000 + "5",
    "an exponent beyond all": "1e" + "9" * 300,
    "zero with a huge exponent": "0e999999999999999",
    "zero with a huge negative exponent": "0.00e-999999999999999",
    "the largest exponent": "1e1000000000000000",
    "beyond the largest exponent": "1e1000000000000001",
    "other digits": "٣" * 70_000,
    "wide digits": "𝟙" * 300,
    "a percentage": "1" * 300 + "%",
    "words": "a1" * 40_000,
    "spaces": " " * 70_000,
    "lines": "1,234.5 and\n" * 6_000,
    "signs": "-" * 70_000 + "5",
    "nothing": "",
    "a NUL": "\0",
    "lone surrogates": "\ud800\udc005",
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
@pytest.mark.parametrize(
    "scheme", every(3, [WIDE, tst.TST, tst.TERMINATED]), ids=["wide", "tst", "terminated"]
)
def test_long_and_strange_texts(text: str, scheme: Scheme) -> None:
    layout = layout_of(scheme)
    for given_text in (text, f"in {text}, and {text}.", f"{text} é", f"{text} 漢", f"{text} 𝟙"):
        agree_on_writing(of_number("en"), given_text, layout)
        agree_on_writing(of_text("en"), given_text, layout)


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_long_and_strange_texts_are_read_alike(text: str) -> None:
    for both in (of_text("en"), of_number("en"), of_text(None)):
        agree_on_tokens(both, text)
    for scheme in (tst.TST, tst.TERMINATED):
        agree_on_reading(of_scheme(scheme), text, layout_of(scheme))


@given(
    before=st.integers(0, 20),
    between=st.integers(0, 20),
    after=st.integers(0, 40),
    number=st.sampled_from(("1234", "0", "1234567.891", "$5", "−5%", "7" * 18 + "." + "7" * 15)),
    beside=st.sampled_from(WIDTHS),
    scheme=st.sampled_from([*SCHEMES.values(), WIDE]),
)
def test_wherever_numbers_stand_the_rest_is_left_alone(  # noqa: PLR0913, PLR0917 -- each moves them otherwise
    before: int, between: int, after: int, number: str, beside: str, scheme: Scheme
) -> None:
    text = f"{'a' * before} {number} {'b' * between} {number} {'c' * after}{beside}"
    layout = layout_of(scheme)
    result = agreed(of_text("en"), lambda runner: annotated(runner, text, layout))
    as_tst = agreed(of_number("en"), lambda runner: encoder(runner, layout)(number))
    assert result == text.replace(number, as_tst or number)


class Text(str):
    """A str of another class."""

    __slots__ = ()


@given(text=of_running_text)
def test_a_text_may_be_of_a_subclass_of_str(text: str) -> None:
    layout = layout_of(tst.TST)
    agree_on_tokens(of_text("en"), Text(text))
    agree_on_writing(of_text("en"), Text(text), layout)
    agree_on_writing(of_text("en"), Text(text), layout_of(WIDE))
    agree_on_reading(of_scheme(tst.TST), Text(text), layout)


@pytest.mark.parametrize("text", ["", "no number", "кот", "漢字", "\U00020000"])
def test_without_a_number_the_result_is_the_text(text: str) -> None:
    layout = layout_of(tst.TST)
    assert annotated(of_text("en").kernel, text, layout) is text
    assert annotated(of_text("en").kernel, text, layout_of(WIDE)) is text
    assert restored(of_scheme(tst.TST).kernel, text, layout) is text


@pytest.mark.parametrize(
    ("text", "expected"),
    [("−5", "-5"), ("٣", "3"), ("𝟙", "1"), ("1\u202f%", "1%"), ("−5 é", "-5 é"), ("𝟙 ж", "1 ж")],
)
def test_a_result_takes_no_more_room_than_it_needs(text: str, expected: str) -> None:
    for both in (of_text("en"), of_number("en")):
        result = agreed(
            both, lambda runner: annotated(runner, text, layout_of(tst.TST), (*NUMBERS, "written"))
        )
        assert result == expected or both is of_number("en")
        assert sys.getsizeof(result) == sys.getsizeof("".join(list(result)))


def test_threads_share_a_kernel() -> None:
    layouts = [layout_of(scheme) for scheme in (tst.TST, WIDE, tst.TERMINATED, tst.gst(1))]
    runner = of_text("en").kernel
    restorer = of_scheme(tst.TST).kernel
    documents = [f"{n},234.5 of {n * 7} 漢 "[: 12 + n % 9] * (20 + 90 * n) for n in range(1, 9)]
    calls: list[Callable[[], str | None]] = [
        *(partial(annotated, runner, document, layout) for document in documents for layout in layouts),
        *(partial(restored, restorer, document.replace(",", "k "), layouts[0]) for document in documents),
        *(partial(encoder(runner, layouts[n % 4]), f"{n},234.5") for n in range(1, 9)),
    ]
    expected = [call() for call in calls]
    barrier = Barrier(8)

    def all_at_once(first: int) -> list[str | None]:
        barrier.wait()
        order = [*range(first, len(calls)), *range(first)]
        results = {index: calls[index]() for index in order}
        return [results[index] for index in range(len(calls))]

    with ThreadPoolExecutor(8) as pool:
        assert all(results == expected for results in pool.map(all_at_once, range(0, 40, 5)))


SMALL = Tables.of(AUTOMATA["roles"])
ARRAYS = ("class_starts", "class_names", "starts", "accepts", "patterns", "rows")


@st.composite
def damaged(draw: st.DrawFn, content: bytes) -> bytes:
    """Bytes with a few of them changed, dropped or added, or numbers with one of them changed."""
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, max(len(content) - 1, 0)))
        number = draw(st.sampled_from((0, 1, 2, 255, 2**16, 2**31, 2**32 - 1)) | st.integers(0, 300))
        content = draw(
            st.sampled_from(
                (
                    content[: place // 4 * 4] + packed([number]) + content[place // 4 * 4 + 4 :],
                    content[:place] + bytes([number % 256]) + content[place + 1 :],
                    content[:place],
                    content[: place // 4 * 4],
                    content[place:],
                    content + packed([number]),
                    content + b"\0",
                )
            )
        )
    return content


def run_all(runner: Any, text: str, layout: Layout) -> None:
    """Call each function that takes a text. Damage may only show in wrong results and in ValueErrors."""
    runs: list[Callable[[], object]] = [
        lambda: runner.find(text),
        lambda: runner.find_kinds(text, ("a", "b")),
        lambda: runner.whole(text),
        lambda: runner.parts(text),
        lambda: table_reader(runner, no_spans)(text),
        lambda: encoder(runner, layout)(text),
        lambda: annotated(runner, text, layout, ("a", "b")),
        lambda: restored(runner, text, layout),
        lambda: decoder(runner, layout)(text),
    ]
    for run in runs:
        with contextlib.suppress(ValueError):
            run()


@pytest.mark.parametrize("name", ARRAYS)
@given(data=st.data(), text=wide(st.text("0123456789٣abc-+. ", max_size=40)))
def test_damaged_tables_are_refused_or_run_safely(name: str, data: st.DataObject, text: str) -> None:
    change: dict[str, Any] = {name: data.draw(damaged(getattr(SMALL, name)))}
    tables = SMALL._replace(**change)
    try:
        runner = native_runner.NativeRunner(tables, NUMBER_PARTS)
    except ValueError:
        return
    run_all(runner, text, layout_of(tst.TST))
    run_all(runner, "1234567890" * 60 + text, layout_of(tst.TST))


@given(states=st.sampled_from((0, 1, SMALL.states - 1, SMALL.states + 1, 2**20, 2**31, 2**32 - 1, 2**32, -1)))
def test_tables_with_another_number_of_states_are_refused(states: int) -> None:
    with pytest.raises(ValueError, match="the tables are damaged"):
        native_runner.NativeRunner(SMALL._replace(states=states, roles={}), NUMBER_PARTS)


NO_NUMBERS = "expected numbers of four bytes each"
DAMAGED = "the tables are damaged"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rows": b""}, DAMAGED),
        ({"rows": SMALL.rows[:-4]}, DAMAGED),
        ({"rows": SMALL.rows + bytes(4)}, DAMAGED),
        ({"rows": SMALL.rows[:-1]}, NO_NUMBERS),
        ({"rows": packed([2**32 - 1]) + SMALL.rows[4:]}, DAMAGED),
        ({"starts": b""}, DAMAGED),
        ({"starts": SMALL.starts[:-4]}, DAMAGED),
        ({"starts": packed([SMALL.states]) + SMALL.starts[4:]}, DAMAGED),
        ({"starts": bytes(4 * 257)}, DAMAGED),
        ({"class_starts": b"", "class_names": b""}, DAMAGED),
        ({"class_starts": packed([1]) + SMALL.class_starts[4:]}, DAMAGED),
        ({"class_starts": SMALL.class_starts[:4] * (len(SMALL.class_starts) // 4)}, DAMAGED),
        ({"class_names": SMALL.class_names[4:]}, DAMAGED),
        ({"class_names": packed([len(SMALL.starts) // 4]) + SMALL.class_names[4:]}, DAMAGED),
        ({"class_names": packed([2**32 - 1]) + SMALL.class_names[4:]}, DAMAGED),
        ({"accepts": b""}, DAMAGED),
        ({"accepts": b"\xff" * len(SMALL.accepts)}, DAMAGED),
        ({"patterns": b""}, DAMAGED),
        ({"patterns": b"\xff" * len(SMALL.patterns)}, DAMAGED),
        ({"kinds": ()}, DAMAGED),
        ({"kinds": ("a",) * 255}, DAMAGED),
        ({"kinds": (1, 2)}, DAMAGED),
        ({"roles": {0: bytes(SMALL.states)}}, DAMAGED),
        ({"roles": {3: bytes(SMALL.states)}}, DAMAGED),
        ({"roles": {10**30: bytes(SMALL.states)}}, DAMAGED),
        ({"roles": {1: b""}}, DAMAGED),
        ({"role_names": ("", "unheard of")}, "not in tuple"),
    ],
)
def test_damage_is_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        native_runner.NativeRunner(SMALL._replace(**change), NUMBER_PARTS)


def writer(**changes: Any) -> Any:
    """Return a writer of a digit or two before the point, and of one after it, with some of it changed."""
    parts: dict[str, Any] = {
        "integers": packed([0, 2, 2]),
        "fractions": packed([0, 2]),
        "pieces": packed([*(1, 0, 0), *(0, 0, 0), *(1, 1, 0), *(1, 0, 0), *(0, 1, 1), *(1, 1, 0)]),
        "literals": "k.",
        "group_size": 1,
        "fills_first": False,
        "keeps_zeros": False,
        "opening": "",
        "closing": "",
        **changes,
    }
    return _kernel.Writer(*parts.values())


def number_reader(**changes: Any) -> Any:
    """Return a reader of what that writes, with some of it changed."""
    parts: dict[str, Any] = {
        "forms": packed([*(1, 1, 1, 0), *(3, 2, 2, 0), *(3, 1, 1, 1)]),
        "runs": packed([*(0, 1), *(0, 1), *(2, 1), *(1, 1)]),
        "tails": "k",
        "letters": "",
        "integers": 2,
        "keeps_zeros": False,
        **changes,
    }
    return _kernel.Reader(*parts.values())


def test_templates_are_taken_as_they_are() -> None:
    runner: Any = of_text("en").kernel
    kernel = runner.kernel
    assert [kernel.encode(text, writer()) for text in ("5", "12", "1.5", "123", "x")] == [
        *("5", "1k2", "1.5k", None, None)
    ]
    mask = bytes([0, *[1] * 255])
    assert kernel.restore("1k2", number_reader(), mask, kernel) == "12"


@pytest.mark.parametrize(
    "change",
    [
        *({"integers": b""}, {"fractions": b""}, {"integers": packed([0])}, {"pieces": b""}),
        *({"integers": packed([0, 1, 3])}, {"integers": packed([0, 2, 2**32 - 2])}, {"integers": b"\0"}),
        *({"literals": ""}, {"literals": "k"}, {"group_size": 0}, {"group_size": 2**17}),
        *({"group_size": 2}, {"pieces": packed([2**32 - 1] * 18)}, {"pieces": bytes(4)}),
    ],
)
def test_a_damaged_writer_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"{DAMAGED}|{NO_NUMBERS}"):
        writer(**change)


@pytest.mark.parametrize(
    "change",
    [
        *({"forms": bytes(4)}, {"forms": bytes(3)}, {"runs": b""}, {"runs": bytes(4)}),
        *({"integers": 4}, {"tails": ""}, {"runs": packed([2**32 - 1] * 8)}),
        *(
            {"forms": packed([0xFFFFFFFF, 0, 0, 0])},
            {"forms": packed([1, 2, 1, 0])},
            {"forms": packed([0, 0, 0, 1])},
        ),
    ],
)
def test_a_damaged_reader_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"{DAMAGED}|{NO_NUMBERS}"):
        number_reader(**change)


@given(data=st.data(), text=wide(st.text("0123456789k.-$ ", max_size=20)))
def test_damaged_templates_are_refused_or_used_safely(data: st.DataObject, text: str) -> None:
    runner: Any = of_text("en").kernel
    kernel, every_kind = runner.kernel, bytes([0, *[1] * 255])
    pieces = packed([*(1, 0, 0), *(0, 0, 0), *(1, 1, 0), *(1, 0, 0), *(0, 1, 1), *(1, 1, 0)])
    forms = packed([*(1, 1, 1, 0), *(3, 2, 2, 0), *(3, 1, 1, 1)])
    try:
        some_writer = writer(
            pieces=data.draw(damaged(pieces)),
            literals=data.draw(st.sampled_from(("k.", "", "k.k.k.", "万.", "\U00020000."))),
            group_size=data.draw(st.integers(1, 3)),
            fills_first=data.draw(st.booleans()),
            keeps_zeros=data.draw(st.booleans()),
        )
        kernel.encode(text, some_writer)
        kernel.annotate(text, some_writer, every_kind)
    except ValueError:
        pass
    try:
        some_reader = number_reader(
            forms=data.draw(damaged(forms)),
            integers=data.draw(st.integers(0, 3)),
            keeps_zeros=data.draw(st.booleans()),
        )
        kernel.decode(text, some_reader, every_kind, Parts)
        kernel.restore(text, some_reader, every_kind, kernel)
    except ValueError:
        pass


@pytest.mark.parametrize(
    "call",
    [
        lambda kernel: kernel.find(1, Parts),
        lambda kernel: kernel.find("1", int),
        lambda kernel: kernel.spot(1, bytes(256)),
        lambda kernel: kernel.whole("1", str),
        lambda kernel: kernel.parts("1"),
        lambda kernel: kernel.parts(1, Parts),
        lambda kernel: kernel.parts("1", dict),
        lambda kernel: kernel.number("1", Parts, no_spans),
        lambda kernel: kernel.encode("1", None),
        lambda kernel: kernel.encode(None, writer()),
        lambda kernel: kernel.annotate("1", number_reader(), bytes(256)),
        lambda kernel: kernel.restore("1", writer(), bytes(256)),
        lambda kernel: kernel.decode("1", writer(), bytes(256), Parts),
        lambda kernel: kernel.decode("1", number_reader(), bytes(256), list),
        lambda _: _kernel.Kernel(),
        lambda _: _kernel.Record(int, ("real",) * 8),
        lambda _: _kernel.Record(tst.Number, ("sign",)),
        lambda _: _kernel.Record(Parts, Parts._fields),
    ],
)
def test_what_is_of_another_type_is_refused(call: Callable[[Any], object]) -> None:
    runner: Any = of_text("en").kernel
    with pytest.raises(TypeError):
        call(runner.kernel)


@pytest.mark.parametrize("kinds", [b"", bytes(26)])
def test_each_kind_must_be_chosen_or_not(kinds: bytes) -> None:
    runner: Any = of_text("en").kernel
    with pytest.raises(ValueError, match=DAMAGED):
        runner.kernel.annotate("1", writer(), kinds)


CHECK_PLAIN_PYTHON = """
import sys
{before}
import tst_grammar as tst
from tst_grammar.automata import engine
from tst_grammar.automata.python_runner import PythonRunner
from tst_grammar.language.scheme_grammar import scheme_runner
assert not engine.NATIVE
assert isinstance(scheme_runner(tst.TST), PythonRunner)
assert tst.encode("1,234.5") == "1k 234. 500p"
assert tst.decode("1k 234. 500p") == tst.parse_number("1,234.5").value
assert tst.annotate("by 1,234.5 or so") == "by 1k 234. 500p or so"
assert tst.restore("by 1k 234. 500p or so") == "by 1234.5 or so"
assert not sys.modules.get("tst_grammar.automata._kernel")
"""


@pytest.mark.parametrize(
    "before",
    [
        "import os; os.environ['TST_GRAMMAR_ENGINE'] = 'python'",
        "sys.modules['tst_grammar.automata._kernel'] = None  # as if it had not been built",
    ],
)
def test_plain_python_does_without_the_kernel(before: str) -> None:
    code = CHECK_PLAIN_PYTHON.format(before=before)
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.deep
def test_kernel_python_and_lark_agree() -> None:
    script = ROOT / "scripts" / "check_agreement.py"
    command = [sys.executable, str(script), "--count", "10000", "--schemes", "1"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert printed.endswith("10,000  strings, on which the kernel, plain Python and Lark agree\n")


@pytest.mark.parametrize(
    ("source", "result", "words"), [(0, 1, b""), (1, 255, b""), (1, 2, b"\x05fig"), (1, 2, b"\x03fig\x01")]
)
def test_words_that_do_not_fit_the_tables_are_refused(source: int, result: int, words: bytes) -> None:
    kernel: Any = lazy_kernel_of(number_automaton(grammar_of(tst.find_locale("en"), ())))
    with pytest.raises(ValueError, match="damaged"):
        kernel.set_words(source, result, words)
