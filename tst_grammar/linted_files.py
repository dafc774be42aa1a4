"""Looks at one file of annotated text in pieces: finds what is wrong with it, and mends it."""

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from itertools import zip_longest

from attrs import frozen

from tst_grammar.comparison import Comparison
from tst_grammar.diagnostics import Diagnostic
from tst_grammar.discovery import is_json_lines
from tst_grammar.errors import OptionError
from tst_grammar.fixing import mended
from tst_grammar.jsonl import Fields, FieldText
from tst_grammar.lines import lines_of
from tst_grammar.linter import Linter
from tst_grammar.linting import linter_for
from tst_grammar.located import Located, located, located_in_field
from tst_grammar.selection import Selection
from tst_grammar.settings import Settings
from tst_grammar.streams import LineError, Source, decoded, pieces_of, source_of
from tst_grammar.suppressions import Suppressions

Wanted = Callable[[Diagnostic], bool]


@frozen
class LintedFile:
    """A file with the settings that count for it; `name` is what it is called, also standard input."""

    path: str
    name: str
    settings: Settings
    against: str | None = None
    """The path of the text that was annotated, if this one is to be compared with it."""

    @cached_property
    def _linter(self) -> Linter:
        chosen = self.settings
        return linter_for(scheme=chosen.scheme, locale=chosen.locale, delimiters=chosen.delimiters)

    @cached_property
    def _selection(self) -> Selection:
        return self.settings.selection_for(self.name)

    @cached_property
    def _fields(self) -> Fields | None:
        """The fields to look at, if the file has lines of JSON."""
        if is_json_lines(self.name) and not self.settings.field:
            raise OptionError(
                f"{self.name}: say with --field which strings of its lines to look at", fault="field"
            )
        is_json = is_json_lines(self.name) or (self.path == "-" and bool(self.settings.field))
        return Fields.of(self.settings.field) if is_json else None

    def findings(self) -> Iterator[Located]:
        """Yield what is wrong with the file, in order."""
        with source_of(self.path, again=False) as source:
            if self._fields:
                yield from self._in_fields(source, self._fields)
            else:
                yield from located(self.name, self._in_text(source))

    def changes(self, *, unsafe: bool) -> Iterator[tuple[str, str]]:
        """Yield the pieces of the file as they are and as they are mended."""

        def is_fixable(found: Diagnostic) -> bool:
            return bool(found.fix and (found.fix.is_safe or unsafe))

        with source_of(self.path, again=False) as source:
            silenced, line = Suppressions(), 1
            for piece in self._pieces(source):
                text = decoded(piece)
                if self._fields:
                    change = partial(self._mended, line=1, silenced=Suppressions(), is_fixable=is_fixable)
                    try:
                        yield text, decoded(b"".join(self._fields.changed(piece, change)))
                    except LineError as error:
                        raise error.moved(line - 1).placed(source.name) from None
                else:
                    silenced = silenced.after(text, line)
                    yield text, self._mended(text, line, silenced, is_fixable)
                line += text.count("\n")

    def _mended(self, text: str, line: int, silenced: Suppressions, is_fixable: Wanted) -> str:
        """Return a text, whose first line has this number, with what is wanted and not silenced mended."""

        def by_line() -> Iterator[str]:
            for number, each in enumerate(lines_of(text), line):
                counts = partial(self._counts, silenced=silenced, line=number)
                yield mended(self._linter, each, lambda found: is_fixable(found) and counts(found))  # noqa: B023

        if not silenced.is_empty:
            return "".join(by_line())
        return mended(
            self._linter, text, lambda found: is_fixable(found) and self._selection.selects(found.code)
        )

    def _pieces(self, source: Source) -> Iterator[bytes]:
        is_cut = self._fields is None and self.against is None
        cut = self._linter.last_break if is_cut else lambda _: 0
        return pieces_of(source.blocks(lambda _: None), cut)

    def _in_text(self, source: Source) -> Iterator[tuple[str, list[Diagnostic]]]:
        silenced, line = Suppressions(), 1
        originals = self._originals()
        for piece in self._pieces(source):
            text = decoded(piece)
            silenced = silenced.after(text, line)
            found = list(self._linter.findings(text))
            if originals:
                lines = list(lines_of(text))
                found += self._comparison.findings(lines, [next(originals, "") for _ in lines])
                found.sort(key=lambda each: (each.start, each.end))
            yield (
                text,
                [
                    each
                    for each in found
                    if self._counts(each, silenced, line + text.count("\n", 0, each.start) if found else line)
                ],
            )
            line += text.count("\n")
        if originals:
            yield "", [found for rest in originals for found in self._comparison.line("", rest)]

    def _counts(self, found: Diagnostic, silenced: Suppressions, line: int) -> bool:
        return self._selection.selects(found.code) and not silenced.is_suppressed(found.code, line)

    @cached_property
    def _comparison(self) -> Comparison:
        return Comparison(self._linter, self.settings.locale)

    def _originals(self) -> Iterator[str] | None:
        """Return the lines of the text that was annotated."""
        if self.against is None:
            return None
        return (line for text in self._original_pieces(self.against) for line in lines_of(decoded(text)))

    def _original_pieces(self, path: str) -> Iterator[bytes]:
        with source_of(path, again=False) as source:
            yield from pieces_of(source.blocks(lambda _: None), None)

    def _in_fields(self, source: Source, fields: Fields) -> Iterator[Located]:
        texts = self._field_texts(self._pieces(source), source.name, fields)
        if self.against is None:
            for line, text in texts:
                yield from self._in_field(line, text, self._linter.findings(text.text))
            return
        others = self._field_texts(self._original_pieces(self.against), self.against, fields)
        last = 0
        for ours, theirs in zip_longest(texts, others):
            line, text = ours or (last, FieldText(last, (), ""))
            last = line
            found = [*self._linter.findings(text.text)]
            found += self._comparison.findings(
                lines_of(text.text) if text.text else [""], lines_of(theirs[1].text if theirs else "")
            )
            yield from self._in_field(line, text, sorted(found, key=lambda each: (each.start, each.end)))

    def _in_field(
        self, line: int, text: FieldText, found: Iterator[Diagnostic] | list[Diagnostic]
    ) -> Iterator[Located]:
        chosen = (each for each in found if self._selection.selects(each.code))
        return located_in_field(self.name, line, text.name, text.text, chosen)

    def _field_texts(
        self, pieces: Iterator[bytes], name: str, fields: Fields
    ) -> Iterator[tuple[int, FieldText]]:
        """Yield the strings of the fields with their lines, counted from 1."""
        lines = 0
        for piece in pieces:
            try:
                yield from ((lines + text.line + 1, text) for text in fields.found(piece))
            except LineError as error:
                raise error.moved(lines).placed(name) from None
            lines += piece.count(b"\n")
