"""The native kernel takes UTF-8 in bytes and other buffers as it takes texts, and copies other bytes."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sampling import examples
from small_automata import running_text

from tst_grammar.language.fast_codec import reader_for, writer_for
from tst_grammar.language.layout import layout_of
from tst_grammar.language.scheme import TST
from tst_grammar.language.scheme_grammar import CANONICAL, scheme_runner
from tst_grammar.notation.locales import find_locale
from tst_grammar.notation.parts import Parts
from tst_grammar.notation.roles import NUMBERS
from tst_grammar.text.text_grammar import shapes, text_runner

pytest.importorskip("tst_grammar.automata._kernel", reason="the kernel was not built: is there a compiler?")

LAYOUT = layout_of(TST)
PIECES = (
    "by 1,234.50",
    "1m 234k 567",
    "−5",
    "漢",
    "é",
    "\U00020000",
    "٣٤٥",
    " ",
    "$9 €5",
    "5k",
    "2024-01-15",
)
texts = st.lists(st.sampled_from(PIECES)).map(" ".join) | running_text
valid = texts.filter(lambda text: not any("\ud800" <= c <= "\udfff" for c in text))


def text_kernel() -> tuple[Any, bytes]:
    runner = text_runner(find_locale("en"), shapes(), "")
    return runner.kernel, runner.mask(NUMBERS)


def scheme_kernel() -> tuple[Any, bytes]:
    runner = scheme_runner(TST)
    return runner.kernel, runner.mask((CANONICAL,))


def annotated(text: Any) -> Any:
    kernel, mask = text_kernel()
    return kernel.annotate(text, writer_for(LAYOUT), mask)


def restored(text: Any) -> Any:
    kernel, mask = scheme_kernel()
    return kernel.restore(text, reader_for(LAYOUT), mask, text_kernel()[0])


@given(text=valid)
@examples(60)
def test_bytes_are_rewritten_as_texts_are(text: str) -> None:
    data = text.encode()
    assert annotated(data) == annotated(text).encode()
    assert restored(data) == restored(text).encode()
    assert annotated(bytearray(data)) == annotated(memoryview(data)) == annotated(data)


@given(text=valid)
@examples(60)
def test_positions_in_bytes_count_bytes(text: str) -> None:
    kernel, mask = text_kernel()
    data = text.encode()
    tokens = [(data[start:end].decode(), *rest) for start, end, *rest in kernel.find(data, Parts)]
    assert tokens == [(text[start:end], *rest) for start, end, *rest in kernel.find(text, Parts)]
    places = [
        (data[start:end].decode(), kind) for start, end, kind in kernel.spot(data, mask, bytes(len(mask)))
    ]
    assert places == [
        (text[start:end], kind) for start, end, kind in kernel.spot(text, mask, bytes(len(mask)))
    ]


@pytest.mark.parametrize("text", ["1,234.50", "-1m 234k 567", "٣٤٥", "5 apples", ""])
def test_single_numbers_are_read_from_bytes(text: str) -> None:
    kernel, _ = text_kernel()
    beside, mask = scheme_kernel()
    data = text.encode()
    in_bytes, in_text = kernel.encode(data, writer_for(LAYOUT)), kernel.encode(text, writer_for(LAYOUT))
    assert in_bytes == (in_text if in_text is None else in_text.encode())
    assert kernel.parts(data, Parts) == kernel.parts(text, Parts)
    assert beside.decode(data, reader_for(LAYOUT), mask, Parts) == beside.decode(
        text, reader_for(LAYOUT), mask, Parts
    )


NOT_A_ZERO = st.binary(max_size=6).filter(lambda data: b"0" not in data)  # a negative zero is not rewritten
BROKEN = NOT_A_ZERO | st.sampled_from([b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf0\x9f\x92", b"\0"])


@given(pieces=st.lists(BROKEN | st.sampled_from([b"1234", b" 1,234.5 ", "−5 漢".encode(), b"5k 678 "])))
@examples(100)
def test_what_is_not_utf_8_is_copied_byte_for_byte(pieces: list[bytes]) -> None:
    kernel, mask = text_kernel()
    data = b"".join(pieces)
    made, rest, end = annotated(data), bytearray(), 0
    for start, stop, _ in kernel.spot(data, mask, bytes(len(mask))):
        rest += data[end:start]
        number = kernel.encode(data[start:stop], writer_for(LAYOUT))
        rest += data[start:stop] if number is None else number
        end = stop
    assert made == rest + data[end:]


def test_bytes_without_a_number_are_returned_as_they_are() -> None:
    for data in (b"", b"\xff\xfe no number \xc3", b"a" * 100_000):
        assert annotated(data) is data
