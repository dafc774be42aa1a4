"""Finds a long common subsequence of two sequences, in nearly linear time for any input."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise

Pair = tuple[int, int]
"""The index of an element in one sequence, and of an equal element in the other."""

_DEPTH = 16
"""How often the gaps between anchors are searched for further anchors."""

_MOST_EDITS = 64
"""How many elements a search for the shortest edit path may skip before it takes the best path so far."""


def common(one: Sequence[Hashable], two: Sequence[Hashable]) -> list[Pair]:
    """Return the index pairs of a long common subsequence, in order.

    Elements that occur once in each sequence are the anchors. Between them, as few as possible are skipped.

    >>> common("abcab", "xbcaab")
    [(1, 1), (2, 2), (3, 3), (4, 5)]
    """
    pairs: list[Pair] = []
    gaps = [(-1, -1, len(one), len(two), _DEPTH)]
    while gaps:
        before, prior, after, later, depth = gaps.pop()
        ours, theirs = one[before + 1 : after], two[prior + 1 : later]
        anchors = _anchors(ours, theirs) if depth else []
        found = [(before + 1 + i, prior + 1 + j) for i, j in anchors or _nearest(ours, theirs)]
        pairs += found
        if anchors:
            bounds = pairwise(((before, prior), *found, (after, later)))
            gaps += (
                (*left, *right, depth - 1)
                for left, right in bounds
                if min(right[0] - left[0], right[1] - left[1]) > 1
            )
    return sorted(pairs)


def _anchors(one: Sequence[Hashable], two: Sequence[Hashable]) -> list[Pair]:
    """Return the longest chain of elements that occur once in each sequence, in the same order in both."""
    ours, theirs = Counter(one), Counter(two)
    places = {each: place for place, each in enumerate(two) if theirs[each] == 1}
    shared = [(place, places[each]) for place, each in enumerate(one) if ours[each] == 1 and each in places]
    ends: list[int] = []
    last: list[int] = []
    previous: list[int] = []
    for index, (_, place) in enumerate(shared):
        length = bisect_left(ends, place)
        previous.append(last[length - 1] if length else -1)
        ends[length : length + 1] = [place]
        last[length : length + 1] = [index]
    chain: list[Pair] = []
    index = last[-1] if last else -1
    while index >= 0:
        chain.append(shared[index])
        index = previous[index]
    return chain[::-1]


def _nearest(one: Sequence[Hashable], two: Sequence[Hashable]) -> Iterator[Pair]:
    """Yield the equal elements on a short edit path between two sequences, searched in stretches."""
    shared = set(one) & set(two)
    ours = [place for place, each in enumerate(one) if each in shared]
    theirs = [place for place, each in enumerate(two) if each in shared]
    left, right = [one[place] for place in ours], [two[place] for place in theirs]
    i = j = 0
    while i < len(left) and j < len(right):
        i, j, pairs = _stretch(left, right, i, j)
        yield from ((ours[at], theirs[other]) for at, other in pairs)


def _stretch(one: Sequence[Hashable], two: Sequence[Hashable], i: int, j: int) -> tuple[int, int, list[Pair]]:
    """Return the end of the shortest edit path from (i, j), cut after `_MOST_EDITS`, and its equal elements.

    This is Myers' algorithm: for each number of edits, `reached` has the furthest place in the first sequence
    of a path that skips `shift` more elements there than in the second.
    """
    rounds: list[dict[int, int]] = []
    reached: dict[int, int] = {1: i}
    for edits in range(_MOST_EDITS + 1):
        now: dict[int, int] = {}
        for shift in range(-edits, edits + 1, 2):
            is_down = shift == -edits or (shift < edits and reached[shift - 1] < reached[shift + 1])
            place = reached[shift + 1] if is_down else reached[shift - 1] + 1
            other = place - i - shift + j
            while place < len(one) and other < len(two) and one[place] == two[other]:
                place, other = place + 1, other + 1
            now[shift] = place
            if place >= len(one) and other >= len(two):
                return len(one), len(two), _traced([*rounds, now], shift, i, j)
        rounds.append(now)
        reached = now
    best = max(now, key=lambda shift: (2 * now[shift] - shift, -abs(shift)))
    return now[best], now[best] - i - best + j, _traced(rounds, best, i, j)


def _traced(rounds: list[dict[int, int]], shift: int, i: int, j: int) -> list[Pair]:
    """Return the equal elements on the path that ends with a shift."""
    pairs: list[Pair] = []
    for edits in range(len(rounds) - 1, -1, -1):
        place = rounds[edits][shift]
        if edits:
            before = rounds[edits - 1]
            is_down = shift == -edits or (shift < edits and before[shift - 1] < before[shift + 1])
            came = shift + 1 if is_down else shift - 1
            start = before[came] + (not is_down)
        else:
            came, start = shift, i
        pairs += ((at, at - i - shift + j) for at in range(place - 1, start - 1, -1))
        shift = came
    return pairs[::-1]
