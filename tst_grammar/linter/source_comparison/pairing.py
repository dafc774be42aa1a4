"""Pairs the elements of two streams: equal ones, changed ones, and those that only one stream has."""

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Generic, TypeVar

from tst_grammar.linter.source_comparison.subsequences import Pair, common

T = TypeVar("T")

Keys = Callable[[T], Sequence[Hashable]]
"""The keys by which an element is paired, the most specific first."""

_MOST = 1 << 14
"""How many elements of each stream are compared at once where the streams differ."""

_LARGEST = 1 << 24
"""How large these elements may be in total."""


def paired(
    ours: Iterable[T], theirs: Iterable[T], keys: Keys[T], size: Callable[[T], int]
) -> Iterator[tuple[T | None, T | None]]:
    """Yield the elements of two streams in order, side by side where they belong together.

    Elements with the same first key belong together, then between them those with the same second key, and
    so on. The rest is paired in order. Only a window of each stream is held in memory.

    >>> list(paired(["a1", "b2", "d4"], ["a1", "b3", "c3", "d4"], lambda each: (each, each[0]), len))
    [('a1', 'a1'), ('b2', 'b3'), (None, 'c3'), ('d4', 'd4')]
    """
    left, right = _Window(ours, size), _Window(theirs, size)
    while left.has_more() and right.has_more():
        if keys(left.held[0])[0] == keys(right.held[0])[0]:
            yield left.taken(), right.taken()
        else:
            yield from _realigned(left, right, keys)
    while left.has_more():
        yield left.taken(), None
    while right.has_more():
        yield None, right.taken()


class _Window(Generic[T]):
    """The next elements of a stream, as far as they were read."""

    def __init__(self, elements: Iterable[T], size: Callable[[T], int]) -> None:
        self._elements = iter(elements)
        self._size = size
        self._held_size = 0
        self.held: deque[T] = deque()
        self.is_at_end = False

    def has_more(self) -> bool:
        """Read the next element if none is held, and tell whether there is one."""
        return bool(self.held) or self._read()

    def filled(self) -> list[T]:
        """Return the next elements, as many as may be compared at once."""
        while len(self.held) < _MOST and self._held_size < _LARGEST and self._read():
            pass
        return list(self.held)

    def taken(self) -> T:
        """Remove the next element and return it."""
        element = self.held.popleft()
        self._held_size -= self._size(element)
        return element

    def _read(self) -> bool:
        for element in self._elements:
            self.held.append(element)
            self._held_size += self._size(element)
            return True
        self.is_at_end = True
        return False


def _realigned(left: _Window[T], right: _Window[T], keys: Keys[T]) -> Iterator[tuple[T | None, T | None]]:
    """Yield the elements of the windows side by side, up to the last that surely belong together."""
    ours, theirs = left.filled(), right.filled()
    pairs = _matched(ours, theirs, keys)
    i = j = 0
    for place, other in pairs:
        yield from _side_by_side(left, right, place - i, other - j)
        yield left.taken(), right.taken()
        i, j = place + 1, other + 1
    if left.is_at_end and right.is_at_end:
        yield from _side_by_side(left, right, len(ours) - i, len(theirs) - j)
    elif 4 * (i + j) < len(ours) + len(theirs):  # so that a window is not searched again for a few elements
        shared = min(len(ours) - i, len(theirs) - j)
        yield from _side_by_side(left, right, shared, shared)


def _side_by_side(
    left: _Window[T], right: _Window[T], ours: int, theirs: int
) -> Iterator[tuple[T | None, T | None]]:
    """Yield the next elements in order: `ours` of the left stream and `theirs` of the right."""
    for mine, other in zip_longest(range(ours), range(theirs)):
        yield None if mine is None else left.taken(), None if other is None else right.taken()


def _matched(ours: Sequence[T], theirs: Sequence[T], keys: Keys[T]) -> list[Pair]:
    """Return the index pairs of elements that belong together, key by key."""
    pairs: list[Pair] = []
    for one, two in zip(
        zip(*map(keys, ours), strict=True), zip(*map(keys, theirs), strict=True), strict=True
    ):
        found: list[Pair] = []
        i = j = 0
        for place, other in [*pairs, (len(ours), len(theirs))]:
            if i < place and j < other:
                found += ((i + at, j + side) for at, side in common(one[i:place], two[j:other]))
            i, j = place + 1, other + 1
        pairs = sorted(pairs + found)
    return pairs
