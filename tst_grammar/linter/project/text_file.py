"""Lints and fixes a file of annotated text, piece by piece."""

from collections import deque
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import accumulate

from attrs import frozen

from tst_grammar.diagnostics import Diagnostic
from tst_grammar.files.streams import Source, decoded, pieces_of, source_of, texts_of
from tst_grammar.linter.code_places import CodePlaces
from tst_grammar.linter.fixing import apply_fixes
from tst_grammar.linter.project.annotated_file import LintedFile, is_fixable, ordered
from tst_grammar.linter.project.suppressions import Suppressions
from tst_grammar.linter.reports.located import Located, located, unplaced
from tst_grammar.text.lines import LastBreak, lines_of

_LONGEST = 1 << 24
"""How many characters of a line are held at most, to find a comment at its end."""


@frozen
class _Piece:
    """A piece of a text, the number of its first line, its suppressions, and the block in which it begins."""

    text: str
    line: int
    suppressions: Suppressions
    end: str = ""
    """A pattern for the end of the block of code in which it begins."""


@frozen
class LintedText(LintedFile):
    """A file of annotated text."""

    def findings(self) -> Iterator[Located]:
        """Yield the findings in the file, in order."""
        pieces = self._found() if self.against is None else self._compared(self.against)
        return located(self.name, pieces) if self.counts is None else unplaced(self.name, pieces)

    def changes(self, *, unsafe: bool) -> Iterator[tuple[str, str]]:
        """Yield each piece of the file before and after its fixes."""
        return ((piece.text, self._fixed(piece, unsafe=unsafe)) for piece in self._pieces())

    def _found(self) -> Iterator[tuple[str, Iterable[Diagnostic]]]:
        for piece in self._pieces():
            yield piece.text, self._reported(piece, self.mistakes(piece.text, piece.end))

    def _compared(self, against: str) -> Iterator[tuple[str, Iterable[Diagnostic]]]:
        """Yield each piece with its findings and its differences from the source."""
        pieces: deque[_Piece] = deque()
        last = _Piece("", 1, Suppressions())

        def lines() -> Iterator[str]:
            for piece in self._pieces():
                pieces.append(piece)
                yield from lines_of(piece.text)

        with source_of(against, again=False) as source:
            originals = (line for text in _texts(source, None) for line in lines_of(text))
            offset, changed = 0, list[Diagnostic]()
            for line, changes in self.comparison.changes(lines(), originals):
                if not pieces:
                    yield "", self._reported(last, changes)
                    continue
                changed += (found.moved(offset) for found in changes)
                offset += len(line)
                piece = pieces[0]
                if offset == len(piece.text):
                    yield piece.text, self._reported(piece, (*self.mistakes(piece.text, piece.end), *changed))
                    last = _Piece("", piece.line + piece.text.count("\n"), pieces.popleft().suppressions)
                    offset, changed = 0, []

    def _pieces(self) -> Iterator[_Piece]:
        suppressions, line, last = Suppressions(), 1, CodePlaces("")
        cut = self.linter.last_break if self.against is None else None
        for texts in _whole_lines(_texts(self.source, cut)):
            suppressions = suppressions.after("".join(texts), line)
            for text in texts:
                last = CodePlaces(text, last.end_after)  # for the last piece, its end is never looked for
                yield _Piece(text, line, suppressions, last.end)
                line += text.count("\n")

    def _reported(self, piece: _Piece, found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """Yield the findings of a piece that are selected and not suppressed, in order."""
        line, passed = piece.line, 0
        for each in ordered(found):
            line += piece.text.count("\n", passed, each.start)
            passed = each.start
            if self.selects(each) and not piece.suppressions.is_suppressed(each.code, line):
                yield each

    def _fixed(self, piece: _Piece, *, unsafe: bool) -> str:
        def is_wanted(found: Diagnostic) -> bool:
            return is_fixable(found, unsafe=unsafe) and self.selects(found)

        def is_wanted_in(line: int, found: Diagnostic) -> bool:
            return is_wanted(found) and not piece.suppressions.is_suppressed(found.code, line)

        protected = self.protection.of(piece.text, piece.end)
        if piece.suppressions.is_empty:
            return apply_fixes(self.linter, piece.text, is_wanted, protected.covers)
        lines = list(lines_of(piece.text))
        starts = accumulate(map(len, lines), initial=0)

        def is_protected_at(start: int, _: int, line: str, found: Diagnostic) -> bool:
            return protected.covers(start, line, found)

        return "".join(
            apply_fixes(self.linter, text, partial(is_wanted_in, line), partial(is_protected_at, start))
            for line, (text, start) in enumerate(zip(lines, starts, strict=False), piece.line)
        )


def _whole_lines(texts: Iterable[str]) -> Iterator[list[str]]:
    """Yield the pieces of whole lines together, because a comment at the end of a line is for all of it."""
    held: list[str] = []
    size = 0
    for text in texts:
        held.append(text)
        size += len(text)
        if text.endswith("\n") or size >= _LONGEST:
            yield held
            held, size = [], 0
    if held:
        yield held


def _texts(source: Source, cut: LastBreak | None) -> Iterator[str]:
    """Yield a text in pieces. Without `cut`, as for a comparison, lines are not cut."""
    return texts_of(
        pieces_of(source.blocks(lambda _: None), cut), lambda piece: [decoded(piece)], source.name
    )
