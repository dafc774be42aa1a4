"""The native kernel: to every text it does what plain Python does, and no table or text makes it fail."""

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from attrs import evolve, frozen
from automata import NASTY, PIECES, made, running_text
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import money, numbers_as_written, schemes, texts, written

import tst_grammar as tst
from tst_grammar.automaton import Automaton
from tst_grammar.charsets import ranges_of
from tst_grammar.layout import Layout, layout_of
from tst_grammar.matcher import Matcher
from tst_grammar.number import Spans
from tst_grammar.number_grammar import reader
from tst_grammar.parts import Parts
from tst_grammar.roles import NUMBERS, compiled, compiled_scheme
from tst_grammar.runner import Runner
from tst_grammar.runners import runner_of
from tst_grammar.scheme import PRESETS, Scheme
from tst_grammar.tables import Tables, packed
from tst_grammar.text_grammar import grammar_of, grammar_of_scheme, shapes

_kernel = pytest.importorskip("tst_grammar._kernel", reason="the kernel was not built: is there a compiler?")
native = pytest.importorskip("tst_grammar.native")

ROOT = Path(__file__).parent.parent
LOCALES = ("en", "de", "fr", "hi", "ar", "de-AT")
WIDE = Scheme(group_size=4, magnitudes=("万", "億"))
SCHEMES = {**PRESETS, "gst-1": tst.gst(1), "fill-none": Scheme(fill="none")}
WIDTHS = ("", "\xe9", "漢", "\U00020000", "\ud800")
DIGIT_ZEROS = "0٠०𝟎"

slow = settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])


@frozen
class Both:
    """The kernel and plain Python, with the same tables."""

    kernel: Runner
    plain: Runner

    @classmethod
    def of(cls, tables: Tables) -> "Both":
        return cls(native.NativeMatcher(tables), Matcher(tables.automaton))

    @classmethod
    def of_grammar(cls, grammar: str, compiler: Callable[[], Automaton]) -> "Both":
        return cls(*(runner_of(grammar, compiler, native=each) for each in (True, False)))


@cache
def of_text(locale: str | None) -> Both:
    """Return the readers of running text; without a locale their tables tell no parts."""
    grammar = grammar_of(tst.find_locale(locale) if locale else None, shapes())
    return Both.of_grammar(grammar, lambda: compiled(grammar, with_roles=locale is not None))


@cache
def of_number(locale: str) -> Both:
    return Both(*(reader(tst.find_locale(locale), native=each) for each in (True, False)))


@cache
def of_scheme(scheme: Scheme) -> Both:
    grammar = grammar_of_scheme(scheme)
    return Both.of_grammar(grammar, lambda: compiled_scheme(grammar))


def no_spans(_: str) -> Spans:
    return {}


def agreed(both: Both, run: Callable[[Runner], Any]) -> Any:
    """Return what both give, after a check that it is the same in every way that can be told."""
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
    agreed(both, lambda runner: runner.whole(text))
    agreed(both, lambda runner: runner.parts(text))
    number = agreed(both, lambda runner: runner.number(text, no_spans))
    assert number is None or (number.source == text and number.spans == {})


def agree_on_writing(both: Both, text: str, layout: Layout) -> None:
    agreed(both, lambda runner: runner.encode(text, layout))
    for kinds in (frozenset(NUMBERS), {"number", "code"}, ()):
        agreed(both, lambda runner, kinds=kinds: runner.annotate(text, layout, kinds))


def agree_on_reading(both: Both, text: str, layout: Layout) -> None:
    agreed(both, lambda runner: runner.decode(text, layout))
    agreed(both, lambda runner: runner.restore(text, layout))
    agreed(both, lambda runner: list(runner.numbers(text, layout)))


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
    number = draw(written(scheme=scheme).filter(lambda text: text.isascii() and "S" not in text))
    text = tst.encode(number.replace("R$", "").strip(), scheme=scheme)
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


@pytest.mark.parametrize("locale", LOCALES)
@given(data=st.data(), scheme=schemes() | st.sampled_from([*SCHEMES.values(), WIDE]))
@slow
def test_the_same_is_written(locale: str, data: st.DataObject, scheme: Scheme) -> None:
    layout = layout_of(scheme)
    agree_on_writing(of_number(locale), data.draw(numbers_of(locale)), layout)
    agree_on_writing(of_text(locale), data.draw(of_running_text), layout)


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
@given(data=st.data())
@settings(max_examples=50)
def test_the_same_is_read_back(scheme: Scheme, data: st.DataObject) -> None:
    text = data.draw(tst_of(scheme))
    agree_on_reading(of_scheme(scheme), text, layout_of(scheme))
    around = data.draw(of_running_text)
    agree_on_reading(of_scheme(scheme), f"{around} {text} {around}", layout_of(scheme))


@given(scheme=schemes(), data=st.data())
@settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow])
def test_the_same_is_read_back_in_any_scheme(scheme: Scheme, data: st.DataObject) -> None:
    small = evolve(
        scheme,
        integer_digits=min(scheme.integer_digits, 9),
        fraction_digits=min(scheme.fraction_digits, 7),
    )
    for _ in range(10):
        text = data.draw(tst_of(small))
        agree_on_reading(of_scheme(small), text, layout_of(small))
        agree_on_reading(of_scheme(small), data.draw(wide(st.just(f"from {text} to {text},"))), layout_of(small))


AUTOMATA = {
    "words": made(
        "start: NUMBER | WORD",
        "NUMBER: /[0-9]+/",
        "WORD: /[a-z0-9]+/",
        anchors=ranges_of("0123456789"),
    ),
    "looks around": made(
        "start: A | B",
        r"A: /(?<![a-z])[0-9]{1,3}(?![0-9])/",
        r"B: /[0-9]{5}[a-c]+/",
        anchors=ranges_of("0123456789"),
    ),
    "ends inside a leap": made(
        "start: A | B", "A: /[0-9]{1,12}/", "B: /[0-9]{13,20}x/", anchors=ranges_of("0123456789")
    ),
    "anchors beyond Latin": made("start: A", "A: /[-+]?[٠-٩𝟎-𝟙]+z?/", anchors=ranges_of("٠١٢٣٤٥٦٧٨٩𝟎𝟏𝟐")),
    "scattered anchors": made("start: A | B", "A: /[acx]+/", "B: /b[acx]{2}/", anchors=ranges_of("acx")),
    "one anchor": made("start: A", "A: /(a|b)?-(a|b)*/", anchors=ranges_of("-")),
    "no anchor": made("start: A", "A: /[0-9]+/"),
    "roles": made(
        "start: a | b",
        "a: SIGN? DIGITS (POINT FRACTION)?",
        "b: SIGN? DIGITS LETTERS",
        "SIGN: /[-+]/",
        "DIGITS: /[0-9٠-٩]+/",
        "POINT: /[.]/",
        "FRACTION: /[0-9٠-٩]+/",
        "LETTERS: /[a-z]+/",
        roles={
            "SIGN": {"minus": ranges_of("-"), "plus": ranges_of("+")},
            "DIGITS": {"integer": ranges_of("0123456789٠١٢٣٤٥٦٧٨٩")},
            "FRACTION": {"fraction": ranges_of("0123456789٠١٢٣٤٥٦٧٨٩")},
        },
        kinds_with_roles=("a",),
        anchors=ranges_of("0123456789٠١٢٣٤٥٦٧٨٩"),
        values=((ord("0"), 0, 10), (ord("٠"), 0, 10)),
    ),
}


@cache
def of_automaton(name: str) -> Both:
    return Both.of(Tables.of(AUTOMATA[name]))


@pytest.mark.parametrize("name", AUTOMATA)
@given(text=wide(st.text("0123456789abcxz-+. ٠١𝟎𝟏", max_size=60) | running_text))
@settings(max_examples=50)
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
    "lines": "1,234.5 and\n" * 8_000,
    "signs": "-" * 70_000 + "5",
    "nothing": "",
    "a NUL": "\0",
    "lone surrogates": "\ud800\udc005",
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
@pytest.mark.parametrize("scheme", [tst.TST, tst.TERMINATED, WIDE], ids=["tst", "terminated", "wide"])
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
    annotated = agreed(of_text("en"), lambda runner: runner.annotate(text, layout, NUMBERS))
    in_tst = agreed(of_number("en"), lambda runner: runner.encode(number, layout))
    assert annotated == text.replace(number, in_tst or number)


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
    assert of_text("en").kernel.annotate(text, layout, NUMBERS) is text
    assert of_text("en").kernel.annotate(text, layout_of(WIDE), NUMBERS) is text
    assert of_scheme(tst.TST).kernel.restore(text, layout) is text


@pytest.mark.parametrize(
    ("text", "expected"),
    [("−5", "-5"), ("٣", "3"), ("𝟙", "1"), ("1\u202f%", "1%"), ("−5 é", "-5 é"), ("𝟙 ж", "1 ж")],
)
def test_a_result_takes_no_more_room_than_it_needs(text: str, expected: str) -> None:
    for both in (of_text("en"), of_number("en")):
        annotated = agreed(both, lambda runner: runner.annotate(text, layout_of(tst.TST), (*NUMBERS, "written")))
        assert annotated == expected or both is of_number("en")
        assert sys.getsizeof(annotated) == sys.getsizeof("".join(list(annotated)))


def test_threads_share_a_kernel() -> None:
    layouts = [layout_of(scheme) for scheme in (tst.TST, WIDE, tst.TERMINATED, tst.gst(1))]
    runner = of_text("en").kernel
    restorer = of_scheme(tst.TST).kernel
    documents = [f"{n},234.5 of {n * 7} 漢 "[: 12 + n % 9] * (20 + 90 * n) for n in range(1, 9)]
    calls = [
        *(
            partial(runner.annotate, document, layout, NUMBERS)
            for document in documents
            for layout in layouts
        ),
        *(partial(restorer.restore, document.replace(",", "k "), layouts[0]) for document in documents),
        *(partial(runner.encode, f"{n},234.5", layouts[n % 4]) for n in range(1, 9)),
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
