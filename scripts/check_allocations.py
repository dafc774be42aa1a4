"""Lets each allocation of the kernel fail in turn: a MemoryError comes of it, and nothing is left behind.

It needs the kernel that `scripts/check_kernel.sh` builds for it from `scripts/failing_kernel.c`.
"""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

from attrs import fields

import tst_grammar as tst
from tst_grammar import _kernel, native
from tst_grammar.layout import layout_of
from tst_grammar.number_grammar import reader
from tst_grammar.parts import Parts
from tst_grammar.roles import NUMBERS
from tst_grammar.text_grammar import matcher, scheme_matcher, shapes

Call = tuple[Callable[..., object], tuple[object, ...]]
"""A function and its arguments."""

_SWEEPS = 3
"""How often each allocation fails: a leak leaves something behind each time, unlike a cache of Python."""

_TEXTS = (
    "5 of 1,234.5%, $6 and 1e9",
    "−5 of 1,234.5‰, €6 and 1 × 10⁻⁹",
    "𝟙 of 1,234.5",
    "1" * 700 + " and 1,234.5",
    "no number",
)
_NUMBERS = ("1,234.5", "-$1,234.5e-3", "−1٬234", "𝟙", "1" * 600, "$" + "1" * 600, "none")
_IN_TST = ("1k 234. 500p", "-$1k 234", "€1k 234", "5\U0001e2ff", "none")


class _Recorded:
    """Stands for the module of the kernel, and notes what its classes are made of."""

    def __init__(self) -> None:
        self.calls: list[Call] = []

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        found = getattr(_kernel, name)
        if not isinstance(found, type):
            return found

        def make(*arguments: object) -> object:
            self.calls.append((found, arguments))
            return found(*arguments)

        return make


def constructors() -> Iterator[Call]:
    """Yield what makes kernels, writers and readers, and what uses kernels that keep no memory yet."""
    recorded = _Recorded()
    layout = layout_of(tst.TERMINATED)
    with patch.object(tst, "_kernel", recorded), patch.object(native, "_kernel", recorded):
        matcher(tst.find_locale("de"), shapes(), "").annotate("1", layout, NUMBERS)
        scheme_matcher(tst.TERMINATED).restore("1", layout)
    yield from recorded.calls
    yield _kernel.Record, (tst.Number, tuple(each.name for each in fields(tst.Number)))
    of_text, of_scheme = (arguments for made, arguments in recorded.calls if made is _kernel.Kernel)
    writes, reads = native._writer(layout), native._reader(layout)  # noqa: SLF001
    yield _used_once, (of_text, "encode", "1.234,5", writes)
    yield _used_once, (of_text, "annotate", "5 und 1.234,5", writes, b"\1" * 256)
    yield _used_once, (of_scheme, "restore", "5 und 1k 234", reads, b"\1" * 256)


def _used_once(made_of: tuple[Any, ...], name: str, *arguments: object) -> object:
    return getattr(_kernel.Kernel(*made_of), name)(*arguments)


def calls() -> Iterator[Call]:
    """Yield what takes texts."""
    text: Any = matcher(tst.find_locale("en"), shapes(), "")
    number: Any = reader(tst.find_locale("en"))
    scheme: Any = scheme_matcher(tst.TST)
    layouts = [layout_of(tst.TST), layout_of(tst.Scheme(group_size=4, magnitudes=("万", "億")))]
    plain = native._plain_writer(layouts[0])  # noqa: SLF001
    writers = [plain, native._writer(layouts[0], "⟦", "⟧"), *map(native._writer, layouts)]  # noqa: SLF001
    reads = native._reader(layouts[0])  # noqa: SLF001
    kinds = text._mask(frozenset(NUMBERS))  # noqa: SLF001
    is_tst = scheme._mask(frozenset({"tst"}))  # noqa: SLF001
    for each in _TEXTS:
        for long in (each, f"{each}\n" * 400):
            yield text._kernel.find, (long[:2_000], Parts)  # noqa: SLF001
            yield text._kernel.spot, (long[:2_000], kinds)  # noqa: SLF001
            yield scheme._kernel.restore, (long.replace(",", "k "), reads, is_tst)  # noqa: SLF001
            yield text._kernel.agree, (long, long.replace(",", ""), plain, kinds)  # noqa: SLF001
            for writes in writers:
                yield text._kernel.annotate, (long, writes, kinds)  # noqa: SLF001
    for each in _NUMBERS:
        yield number._kernel.whole, (each, Parts)  # noqa: SLF001
        yield number._kernel.parts, (each, Parts)  # noqa: SLF001
        yield number._kernel.number, (each, native._NUMBER, str)  # noqa: SLF001
        for writes in writers:
            yield number._kernel.encode, (each, writes)  # noqa: SLF001
    for each in _IN_TST:
        yield scheme._kernel.decode, (each, reads, is_tst, Parts)  # noqa: SLF001


def sweep(function: Callable[..., object], arguments: tuple[object, ...]) -> int:
    """Let each allocation of a call fail in turn, and return how many there are."""
    failing: Any = _kernel
    expected = function(*arguments)
    number = 0
    has_failed = True
    while has_failed:
        number += 1
        with contextlib.suppress(MemoryError):
            has_failed, result = failing.call_failing(number, function, arguments)
            if not isinstance(function, type) and result != expected:  # some can be done without
                raise AssertionError(f"{function} gives {result!r} and not {expected!r}")
    return number - 1


def main() -> None:
    """Sweep over all calls, and see to it that all blocks are freed again."""
    failing: Any = _kernel
    failed = count = 0
    for function, arguments in [*constructors(), *calls()]:
        left = [0] * _SWEEPS
        for order in range(_SWEEPS):
            before = failing.count_blocks()
            failed += sweep(function, arguments)
            left[order] = failing.count_blocks() - before
        if all(left):
            raise AssertionError(f"{function} leaves {left} blocks behind, with {arguments!r:.200}")
        count += 1
    print(f"{count} calls, {failed} failed allocations, nothing left behind")  # noqa: T201


if __name__ == "__main__":
    main()
