"""Looks at the strings of fields in lines of JSON: finds what is wrong with them, and mends them."""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from heapq import merge
from itertools import groupby, zip_longest
from typing import TypeVar

from attrs import evolve, frozen

from tst_grammar.diagnostics import Diagnostic, either, quoted
from tst_grammar.fixing import mended
from tst_grammar.jsonl import Fields, FieldText
from tst_grammar.lines import lines_of
from tst_grammar.linted_file import LintedFile, is_fixable, ordered
from tst_grammar.located import Located, located_in_field
from tst_grammar.reporting import report
from tst_grammar.streams import LineError, Source, decoded, pieces_of, source_of

_T = TypeVar("_T")


@frozen
class LintedFields(LintedFile):
    """A file with lines of JSON, where the strings of some fields are annotated text."""

    def findings(self) -> Iterator[Located]:
        """Yield what is wrong with the strings, in order."""
        if self.against is not None:
            yield from self._compared(self.against)
            return
        has_lines = has_texts = False

        def strings(piece: bytes) -> Iterator[FieldText]:
            nonlocal has_lines
            has_lines = has_lines or bool(piece.strip())
            return self._fields.found(piece)

        for text in _texts(self.source, strings):
            has_texts = True
            yield from self._located(text, self.linter.findings(text.text))
        if has_lines and not has_texts:
            names = either([quoted(name) for name in self.settings.field])
            report(f"{self.name}: no line has a string in the field {names}")

    def changes(self, *, unsafe: bool) -> Iterator[tuple[str, str]]:
        """Yield the pieces of the file as they are and as they are mended."""

        def is_wanted(found: Diagnostic) -> bool:
            return is_fixable(found, unsafe=unsafe) and self.selects(found)

        def changed(piece: bytes) -> Iterator[tuple[str, str]]:
            lines = self._fields.changed(piece, lambda text: mended(self.linter, text, is_wanted))
            yield decoded(piece), decoded(b"".join(lines))

        return (change for _, change in _read(self.source, changed))

    @cached_property
    def _fields(self) -> Fields:
        return Fields.of(self.settings.field)

    def _compared(self, against: str) -> Iterator[Located]:
        """Yield what is wrong with the strings, and what became otherwise than in those of the same lines."""
        with source_of(against, again=False) as source:
            ours = ((text, True) for text in _texts(self.source, self._fields.found))
            theirs = ((text, False) for text in _texts(source, self._fields.found))
            both = merge(ours, theirs, key=lambda each: each[0].line)
            for _, line in groupby(both, key=lambda each: each[0].line):
                texts = list(line)
                annotated = [text for text, is_ours in texts if is_ours]
                originals = [text for text, is_ours in texts if not is_ours]
                for text, original in zip_longest(annotated, originals):
                    yield from self._beside(text or evolve(original, text=""), original)

    def _beside(self, text: FieldText, original: FieldText | None) -> Iterator[Located]:
        changed = self.comparison.findings(lines_of(text.text), lines_of(original.text if original else ""))
        return self._located(text, (*self.linter.findings(text.text), *changed))

    def _located(self, text: FieldText, found: Iterable[Diagnostic]) -> Iterator[Located]:
        chosen = filter(self.selects, ordered(found))
        return located_in_field(self.name, text.line + 1, text.name, text.text, chosen)


def _texts(source: Source, found: Callable[[bytes], Iterable[FieldText]]) -> Iterator[FieldText]:
    """Yield the strings that are found in pieces, each with its line in the file."""
    return (evolve(text, line=lines + text.line) for lines, text in _read(source, found))


def _read(source: Source, read: Callable[[bytes], Iterable[_T]]) -> Iterator[tuple[int, _T]]:
    """Yield what is read from pieces of whole lines, with how many lines stand before its piece."""
    lines = 0
    try:
        for piece in pieces_of(source.blocks(lambda _: None), None):
            yield from ((lines, each) for each in read(piece))
            lines += piece.count(b"\n")
    except LineError as error:
        raise error.moved(lines).placed(source.name) from None
