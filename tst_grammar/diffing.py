"""Writes changes of lines, whose number stays the same, as a unified diff."""

from collections.abc import Iterable, Iterator

from tst_grammar.lines import lines_of

_AROUND = 3
"""How many lines are shown before and after those that change."""


def unified(name: str, pieces: Iterable[tuple[str, str]]) -> Iterator[str]:
    r"""Yield the diff of a file that comes in pieces, as they are and as they become.

    >>> print("".join(unified("a.txt", [("1\n2\n3\n", "1\n2\n4\n")])), end="")
    --- a.txt
    +++ a.txt
    @@ -1,3 +1,3 @@
     1
     2
    -3
    +4
    """
    line, is_first = 1, True
    for before, after in pieces:
        if before != after:
            if is_first:
                yield f"--- {name}\n+++ {name}\n"
                is_first = False
            yield from _hunks(list(lines_of(before)), list(lines_of(after)), line)
        line += before.count("\n")


def _hunks(before: list[str], after: list[str], line: int) -> Iterator[str]:
    changed = [index for index, (one, two) in enumerate(zip(before, after, strict=True)) if one != two]
    hunks: list[tuple[int, int]] = []
    for index in changed:
        start, end = max(index - _AROUND, 0), min(index + _AROUND + 1, len(before))
        if hunks and start <= hunks[-1][1]:
            hunks[-1] = hunks[-1][0], end
        else:
            hunks.append((start, end))
    for start, end in hunks:
        place = f"{line + start},{end - start}"
        yield f"@@ -{place} +{place} @@\n"
        yield from _body(before[start:end], after[start:end])


def _body(before: list[str], after: list[str]) -> Iterator[str]:
    """Yield the lines of a hunk: those that change come together, the old ones first."""
    old: list[str] = []
    new: list[str] = []
    for one, two in zip(before, after, strict=True):
        if one != two:
            old.append(_ended("-", one))
            new.append(_ended("+", two))
            continue
        yield from (*old, *new)
        old, new = [], []
        yield _ended(" ", one)
    yield from (*old, *new)


def _ended(mark: str, line: str) -> str:
    return f"{mark}{line}" if line.endswith("\n") else f"{mark}{line}\n\\ No newline at end of file\n"
