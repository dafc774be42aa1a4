"""Makes each allocation of the kernel fail in turn. Each must raise MemoryError and leak nothing.

It needs the kernel that `scripts/check_kernel.sh` builds from `scripts/failing_kernel.c`.
"""

import contextlib
import sys
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Any
from unittest.mock import patch

from attrs import fields

import tst_grammar as tst
from tst_grammar.automata import _kernel, native_runner
from tst_grammar.language.fast_codec import plain_writer_for, reader_for, writer_for
from tst_grammar.language.layout import layout_of
from tst_grammar.language.scheme_grammar import CANONICAL, scheme_runner
from tst_grammar.notation.number_grammar import number_runner
from tst_grammar.notation.parts import Parts
from tst_grammar.notation.roles import NUMBERS
from tst_grammar.text.text_grammar import shapes, text_runner

Call = tuple[Callable[..., object], tuple[object, ...]]
"""A function and its arguments."""

_SWEEPS = 3
"""How often each allocation fails. A leak shows every time, but a cache of Python is filled only once."""

_TEXTS = (
    "5 of 1,234.5%, $6 and 1e9",
    "−5 of 1,234.5‰, €6 and 1 × 10⁻⁹",
    "𝟙 of 1,234.5",
    "1" * 700 + " and 1,234.5",
    "no number",
)
_NUMBERS = ("1,234.5", "-$1,234.5e-3", "−1٬234", "𝟙", "1" * 600, "$" + "1" * 600, "none")
_ROWS = [*_TEXTS, None, "$5$ or $6", "5k 1234", "1k 234 and 5m 000k 000", "1e999", "漢 5k 678"]
_IN_TST = ("1k 234. 500p", "-$1k 234", "€1k 234", "5\U0001e2ff", "none")


def constructors() -> Iterator[Call]:
    """Yield the calls that make kernels, writers and readers, and the first calls of new kernels."""
    layout = layout_of(tst.TERMINATED)
    recorded: list[Call] = []

    def recording(cls: type) -> Callable[..., object]:
        def made(*arguments: object) -> object:
            recorded.append((cls, arguments))
            return cls(*arguments)

        return made

    with contextlib.ExitStack() as patches:
        for cls in (_kernel.Kernel, _kernel.Writer, _kernel.Reader):
            for module in (_kernel, native_runner):
                if hasattr(module, cls.__name__):
                    patches.enter_context(patch.object(module, cls.__name__, recording(cls)))
        text_runner(tst.find_locale("de"), shapes(), "")
        scheme_runner(tst.TERMINATED)
        writer_for(layout)
        reader_for(layout)
    yield from recorded
    yield _kernel.Record, (tst.Number, tuple(each.name for each in fields(tst.Number)))
    of_text, of_scheme = (arguments for made, arguments in recorded if made is _kernel.Kernel)
    writes, reads = writer_for(layout), reader_for(layout)
    yield _used_once, (of_text, "encode", "1.234,5", writes)
    yield _used_once, (of_text, "annotate", "5 und 1.234,5", writes, b"\1" * 256)
    make: Any = _kernel.Kernel
    beside = make(*of_text)
    yield _used_once, (of_scheme, "restore", "5 und 1k 234", reads, b"\1" * 256, beside)


def _used_once(made_of: tuple[Any, ...], name: str, *arguments: object) -> object:
    return getattr(_kernel.Kernel(*made_of), name)(*arguments)


def calls() -> Iterator[Call]:
    """Yield the calls that read texts."""
    text = text_runner(tst.find_locale("en"), shapes(), "")
    number = number_runner(tst.find_locale("en")).kernel
    scheme = scheme_runner(tst.TST)
    if not text.kernel or not number or not scheme.kernel:
        raise SystemExit("the kernel was not built")
    layouts = [layout_of(tst.TST), layout_of(tst.Scheme(group_size=4, magnitudes=("万", "億")))]
    plain = plain_writer_for(layouts[0])
    writers = [plain, writer_for(layouts[0], "⟦", "⟧"), *map(writer_for, layouts)]
    reads = reader_for(layouts[0])
    kinds = text.mask(NUMBERS)
    is_tst = scheme.mask((CANONICAL,))
    record = _kernel.Record(tst.Number, tuple(each.name for each in fields(tst.Number)))
    for each in _TEXTS:
        for long in (each, f"{each}\n" * 400):
            yield text.kernel.find, (long[:2_000], Parts)
            yield text.kernel.spot, (long[:2_000], kinds, bytes(len(kinds)))
            yield text.kernel.find, (long[:2_000], Parts, scheme.kernel, is_tst, kinds)
            yield scheme.kernel.restore, (long.replace(",", "k "), reads, is_tst, text.kernel)
            yield text.kernel.agree, (long, long.replace(",", ""), plain, kinds)
            for writes in writers:
                yield text.kernel.annotate, (long, writes, kinds)
                yield text.kernel.annotate, (long, writes, kinds, plain)
                beside = (scheme.kernel, is_tst, text.kernel, b"\0" * 256, 8)
                yield text.kernel.annotate_beside, (long, writes, kinds, *beside)
                yield text.kernel.annotate_beside, (long, writes, kinds, *beside, plain)
    plus = (scheme.kernel, is_tst, text.kernel, b"\0" * 256, 8)
    back = (reads, is_tst, text.kernel)
    for rows in (_ROWS, _ROWS * 100):
        yield text.kernel.annotate_texts, (rows, _unchanged, writers[2], kinds, *plus)
        yield scheme.kernel.restore_texts, (rows, _unchanged, *back)
        data, offsets = in_arrow([row or "" for row in rows])
        yield text.kernel.annotate_rows, (data, offsets, True, _unchanged, writers[2], kinds, *plus)
        yield scheme.kernel.restore_rows, (data, offsets, True, _unchanged, *back)
        yield text.kernel.find_rows, (data, offsets, True, _unchanged, 0, kinds)
        yield text.kernel.find_rows, (data, offsets, True, _unchanged, 0, kinds, *plus[:2], reads)
    for each in _NUMBERS:
        yield number.whole, (each, Parts)
        yield number.parts, (each, Parts)
        yield number.number, (each, record, str)
        for writes in writers:
            yield number.encode, (each, writes)
    for each in _IN_TST:
        yield scheme.kernel.decode, (each, reads, is_tst, Parts)


def in_arrow(rows: list[str]) -> tuple[bytes, bytes]:
    """Return the bytes and the offsets of rows, as Arrow holds large strings."""
    encoded = [row.encode() for row in rows]
    ends = accumulate(map(len, encoded), initial=0)
    return b"".join(encoded), b"".join(end.to_bytes(8, sys.byteorder) for end in ends)


def _unchanged(_: int, row: str) -> str:
    return row


def sweep(function: Callable[..., object], arguments: tuple[object, ...]) -> int:
    """Make each allocation of a call fail in turn, and return how many there are."""
    failing: Any = _kernel
    expected = function(*arguments)
    number = 0
    has_failed = True
    while has_failed:
        number += 1
        with contextlib.suppress(MemoryError):
            has_failed, result = failing.call_failing(number, function, arguments)
            if not isinstance(function, type) and result != expected:  # some allocations are optional
                raise AssertionError(f"{function} returns {result!r}, not {expected!r}")
    return number - 1


def main() -> None:
    """Sweep over all calls, and check that all blocks are freed."""
    failing: Any = _kernel
    failed = count = 0
    for function, arguments in [*constructors(), *calls()]:
        left = [0] * _SWEEPS
        for order in range(_SWEEPS):
            before = failing.count_blocks()
            failed += sweep(function, arguments)
            left[order] = failing.count_blocks() - before
        if all(left):
            raise AssertionError(f"{function} leaks {left} blocks, with {arguments!r:.200}")
        count += 1
    print(f"{count} calls, {failed} failed allocations, no leaks")  # noqa: T201


if __name__ == "__main__":
    main()
