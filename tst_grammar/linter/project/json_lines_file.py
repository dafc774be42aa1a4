"""Lints and fixes the strings of fields in lines of JSON."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cached_property
from itertools import groupby, repeat, zip_longest
from typing import TypeVar

from attrs import evolve, frozen

from tst_grammar.diagnostics import Diagnostic, either, quoted
from tst_grammar.files.json_fields import Fields, FieldText
from tst_grammar.files.streams import LineError, Source, decoded, pieces_of, source_of
from tst_grammar.linter.fixing import apply_fixes
from tst_grammar.linter.project.annotated_file import LintedFile, is_fixable, ordered
from tst_grammar.linter.reports.located import Located, located_in_field
from tst_grammar.linter.source_comparison.against import Line
from tst_grammar.linter.source_comparison.pairing import paired
from tst_grammar.text.lines import lines_of

_T = TypeVar("_T")


@frozen
class LintedFields(LintedFile):
    """A file with lines of JSON, where the strings of some fields are annotated text."""

    def findings(self) -> Iterator[Located]:
        """Yield the findings in the strings, in order."""
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
            yield from self._located(text, self.mistakes(text.text))
        if has_lines and not has_texts:
            names = either([quoted(name) for name in self.settings.field])
            self.warned(f"{self.name}: no line has a string in the field {names}")

    def changes(self, *, unsafe: bool) -> Iterator[tuple[str, str]]:
        """Yield each piece of the file before and after its fixes."""

        def is_wanted(found: Diagnostic) -> bool:
            return is_fixable(found, unsafe=unsafe) and self.selects(found)

        def fixed(text: str) -> str:
            return apply_fixes(self.linter, text, is_wanted, self.protection.of(text).covers)

        def changed(piece: bytes) -> Iterator[tuple[str, str]]:
            lines = self._fields.changed(piece, fixed)
            yield decoded(piece), decoded(b"".join(lines))

        return (change for _, change in _read(self.source, changed))

    @cached_property
    def _fields(self) -> Fields:
        return Fields.of(self.settings.field)

    def _compared(self, against: str) -> Iterator[Located]:
        """Yield the findings in the strings, and the differences from those of the source."""
        after = 0
        with source_of(against, again=False) as source:
            ours = self._records(self.source, lambda text, _: self.comparison.annotated(text))
            theirs = self._records(source, self.comparison.plain)
            for record, original in paired(
                ours, theirs, lambda record: record.keys, lambda record: record.size
            ):
                if record:
                    after = record.line + 1
                    yield from self._compared_record(record, original)
                elif original:
                    for text, line in zip(original.texts, original.lines, strict=True):
                        place = evolve(text, line=after, text="")
                        yield from self._located(place, self.comparison.lost(line))

    def _records(self, source: Source, line_of: Callable[[str, int], Line]) -> Iterator["_Record"]:
        """Yield a record for each line that has strings in the fields."""
        for line, found in groupby(_texts(source, self._fields.found), key=lambda text: text.line):
            texts = tuple(found)
            yield _Record(texts, tuple(line_of(text.text, line + 1) for text in texts))

    def _compared_record(self, record: "_Record", original: "_Record | None") -> Iterator[Located]:
        """Yield the findings in the strings of a line, and the differences from its source line."""
        for text, was in zip_longest(record.texts, original.texts if original else ()):
            here = text or evolve(was, line=record.line, text="")
            source, places = (was.text, repeat(was.line + 1)) if was else ("", None)
            changed = self.comparison.findings(lines_of(here.text), lines_of(source), places)
            yield from self._located(here, (*self.mistakes(here.text), *changed))

    def _located(self, text: FieldText, found: Iterable[Diagnostic]) -> Iterator[Located]:
        chosen = filter(self.selects, ordered(found))
        return located_in_field(self.name, text.line + 1, text.name, text.text, chosen)


@frozen
class _Record:
    """The strings of a line of JSON, each also as a `Line` to compare."""

    texts: tuple[FieldText, ...]
    lines: tuple[Line, ...]

    @property
    def line(self) -> int:
        """Its line number in the file, counted from 0."""
        return self.texts[0].line

    @property
    def size(self) -> int:
        """How many characters it has."""
        return sum(len(each.text) for each in self.texts)

    @property
    def keys(self) -> tuple[Hashable, ...]:
        """The keys by which records are paired, the most specific first."""
        return tuple(zip(*(line.keys for line in self.lines), strict=True))


def _texts(source: Source, found: Callable[[bytes], Iterable[FieldText]]) -> Iterator[FieldText]:
    """Yield the strings that `found` returns for each piece, with their line numbers in the file."""
    return (evolve(text, line=lines + text.line) for lines, text in _read(source, found))


def _read(source: Source, read: Callable[[bytes], Iterable[_T]]) -> Iterator[tuple[int, _T]]:
    """Yield the results of `read` for each piece of whole lines, with the number of lines before it."""
    lines = 0
    try:
        for piece in pieces_of(source.blocks(lambda _: None), None):
            yield from ((lines, each) for each in read(piece))
            lines += piece.count(b"\n")
    except LineError as error:
        raise error.moved(lines).placed(source.name) from None
