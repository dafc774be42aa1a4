"""Writes changes of lines as a unified diff. The number of lines stays the same."""

from collections import deque
from collections.abc import Iterable, Iterator

from tst_grammar.diagnostics import visible
from tst_grammar.text.lines import lines_of

_AROUND = 3
"""How many unchanged lines are shown before and after changed ones."""

Pair = tuple[str, str]
"""A text before and after its change."""


def unified(name: str, pieces: Iterable[Pair]) -> Iterator[str]:
    r"""Yield the diff of a file, from its pieces before and after their changes.

    >>> print("".join(unified("a.txt", [("1\n2\n", "1\n2\n"), ("3\n", "4\n")])), end="")
    --- a.txt
    +++ a.txt
    @@ -1,3 +1,3 @@
     1
     2
    -3
    +4
    """
    # `patch` needs the tab to find the end of a name with spaces
    ended = f"{visible(name)}\t" if " " in name else visible(name)
    head = f"--- {ended}\n+++ {ended}\n"
    for start, hunk in _hunks(_lines(pieces)):
        place = f"{start},{len(hunk)}"
        yield f"{head}@@ -{place} +{place} @@\n"
        yield from _body(hunk)
        head = ""


def _lines(pieces: Iterable[Pair]) -> Iterator[Pair]:
    """Yield each line before and after its change; a long line may come in several pieces."""
    held: list[Pair] = []
    for piece in pieces:
        held.append(piece)
        if piece[0].endswith("\n"):
            yield from _split(held)
            held = []
    yield from _split(held)


def _split(pieces: list[Pair]) -> Iterator[Pair]:
    before, after = ("".join(texts) for texts in zip(*pieces, strict=True)) if pieces else ("", "")
    return zip(lines_of(before), lines_of(after), strict=True)


def _hunks(lines: Iterable[Pair]) -> Iterator[tuple[int, list[Pair]]]:
    """Yield each run of changed lines with the lines around it, and the number of its first line."""
    passed: deque[Pair] = deque(maxlen=_AROUND)
    hunk: list[Pair] = []
    unchanged = 0
    for number, line in enumerate(lines, 1):
        is_changed = line[0] != line[1]
        if not hunk:
            if not is_changed:
                passed.append(line)
                continue
            start, hunk = number - len(passed), [*passed]
        hunk.append(line)
        unchanged = 0 if is_changed else unchanged + 1
        if unchanged > 2 * _AROUND:
            yield start, hunk[: _AROUND - unchanged]
            passed.extend(hunk[-_AROUND:])
            hunk, unchanged = [], 0
    if hunk:
        yield start, hunk[: len(hunk) - max(unchanged - _AROUND, 0)]


def _body(hunk: list[Pair]) -> Iterator[str]:
    """Yield the lines of a hunk. Changed lines come together, the old ones first."""
    old: list[str] = []
    new: list[str] = []
    for before, after in hunk:
        if before != after:
            old.append(_ended("-", before))
            new.append(_ended("+", after))
            continue
        yield from (*old, *new)
        old, new = [], []
        yield _ended(" ", before)
    yield from (*old, *new)


def _ended(mark: str, line: str) -> str:
    return f"{mark}{line}" if line.endswith("\n") else f"{mark}{line}\n\\ No newline at end of file\n"
