"""Divides work among threads. It pays for work that native code does without Python's lock."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from tst_grammar.diagnostics import represented
from tst_grammar.errors import OptionError

Part = TypeVar("Part")
Made = TypeVar("Made")

_MOST_THREADS = 999
_PARTS_EACH = 4
"""How many parts of the work a thread gets, so that all of them end at about the same time."""


def checked_threads(threads: object) -> int:
    """Return the number of threads of an option.

    >>> checked_threads(0)
    Traceback (most recent call last):
    tst_grammar.errors.OptionError: threads must be 1 to 999, not 0
    """
    if not isinstance(threads, int) or isinstance(threads, bool):
        raise TypeError(f"threads takes an int, not {type(threads).__name__}")
    if not 1 <= threads <= _MOST_THREADS:
        raise OptionError(
            f"threads must be 1 to {_MOST_THREADS}, not {represented(threads)}", fault="threads"
        )
    return threads


def slices(length: int, threads: int) -> Sequence[slice]:
    """Divide a sequence into parts for some threads.

    >>> slices(5, 1), slices(16, 2)[:3]
    ([slice(0, 5, None)], [slice(0, 2, None), slice(2, 4, None), slice(4, 6, None)])
    """
    if threads == 1 or not length:
        return [slice(0, length)]
    size = -(-length // (threads * _PARTS_EACH))
    return [slice(start, min(start + size, length)) for start in range(0, length, size)]


def mapped(work: Callable[[Part], Made], parts: Iterable[Part], threads: int) -> list[Made]:
    """Return the result for each part, in order, with the work done by some threads.

    Of several errors, that of the first part is raised.

    >>> mapped(str.upper, ["a", "b", "c"], 2)
    ['A', 'B', 'C']
    """
    listed = list(parts)
    if threads == 1 or len(listed) < 2:
        return [work(part) for part in listed]
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 -- rarely needed

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, listed))
