"""Findings with their file, line and column, and the source line to show to a person."""

from collections.abc import Iterable, Iterator

from attrs import evolve, frozen

from tst_grammar.diagnostics import Diagnostic, visible
from tst_grammar.linter.reports.positions import START, Position, Positions

_SHOWN = 80
"""How many characters of a line are kept before a finding, after it, and of the finding itself."""

_BYTE_ORDER_MARK = "\ufeff"


@frozen
class Located:
    r"""A finding in a file, or in the string of a field in a line of JSON.

    In a field, the line of each position is that of the file, and everything else counts within the string.
    A position has a `line` and a `column`, which count from 1, and an `offset`, which counts from 0. The
    finding's own `line` is the source line without its line end, or the part around the finding if it is
    long; its first character is in column `line_offset + 1`. `replaced` is the text that the fix replaces,
    cut if it is long.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from tst_grammar import lint_paths
    >>> with TemporaryDirectory() as folder:
    ...     written = Path(folder, "notes.txt").write_text("Cells:\n1m 23k 456")
    ...     (found,) = lint_paths([folder])
    >>> Path(found.path).name, found.start.line, found.start.column, found.start.offset, found.line
    ('notes.txt', 2, 4, 10, '1m 23k 456')
    """

    path: str
    diagnostic: Diagnostic
    start: Position
    end: Position
    line: str = ""
    line_offset: int = 0
    fix_start: Position | None = None
    fix_end: Position | None = None
    replaced: str = ""
    field: str = ""
    has_mark: bool = False
    """Whether the file starts with a byte order mark, which counts as a character but not in all formats."""

    @property
    def place(self) -> str:
        """File, line and column as a person reads them, with the field if there is one."""
        field = f"{visible(self.field)}:" if self.field else ""
        return f"{visible(self.path)}:{self.start.line}:{field}{self.start.column}"


def located(path: str, pieces: Iterable[tuple[str, Iterable[Diagnostic]]]) -> Iterator[Located]:
    """Yield the findings of a file with their places. Each piece of the file comes with its findings."""
    start = START
    has_mark = False
    for text, found in pieces:
        has_mark = has_mark or (start.offset == 0 and text.startswith(_BYTE_ORDER_MARK))
        positions = Positions(text, start)
        for each in found:
            yield _placed(path, text, each, positions, has_mark=has_mark)
        start = positions.end


def unplaced(path: str, pieces: Iterable[tuple[str, Iterable[Diagnostic]]]) -> Iterator[Located]:
    """Yield the findings of a file to be counted, all of them at its start."""
    return (Located(path, each, START, START) for _, found in pieces for each in found)


def located_in_field(
    path: str, line: int, field: str, text: str, found: Iterable[Diagnostic]
) -> Iterator[Located]:
    """Yield the findings in the string of a field; `line` is its line in the file, counted from 1."""
    positions = Positions(text)
    for each in found:
        placed = _placed(path, text, each, positions, has_mark=False)
        yield evolve(
            placed,
            field=field,
            start=_flat(placed.start, line),
            end=_flat(placed.end, line),
            line_offset=placed.line_offset + placed.start.offset + 1 - placed.start.column,
            fix_start=placed.fix_start and _flat(placed.fix_start, line),
            fix_end=placed.fix_end and _flat(placed.fix_end, line),
        )


def _flat(position: Position, line: int) -> Position:
    return evolve(position, line=line, column=position.offset + 1)


def _placed(path: str, text: str, found: Diagnostic, positions: Positions, *, has_mark: bool) -> Located:
    start = positions.at(found.start)
    line, before = _shown(text, found, start)
    fix = found.fix
    return Located(
        path,
        found.moved(start.offset - found.start),
        start,
        positions.at(found.end),
        line,
        start.column - 1 - before,
        fix_start=positions.at(fix.start) if fix else None,
        fix_end=positions.at(fix.end) if fix else None,
        replaced=text[fix.start : min(fix.end, fix.start + _SHOWN)] if fix else "",
        has_mark=has_mark,
    )


def _shown(text: str, found: Diagnostic, start: Position) -> tuple[str, int]:
    """Return the line around a finding, and how many of its characters come before the finding."""
    first = max(found.start - min(start.column - 1, _SHOWN), 0)
    reach = min(found.end, found.start + _SHOWN) + _SHOWN
    line_end = text.find("\n", found.start, reach + len("\r\n"))
    if line_end >= 0:
        line = text[first:line_end].removesuffix("\r")
    else:
        line = text[first:reach] + ("…" if reach < len(text) else "")
    is_cut = start.column - 1 > found.start - first
    return ("…" if is_cut else "") + line, found.start - first + is_cut
