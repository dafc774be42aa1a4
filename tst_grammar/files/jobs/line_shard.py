"""Converts the documents of a shard of JSON Lines, line by line."""

import io
from collections.abc import Callable, Generator, Iterator

from attrs import frozen

from tst_grammar.errors import OptionError, TstGrammarError
from tst_grammar.files.file_options import too_large
from tst_grammar.files.jobs.bad_documents import BadDocuments
from tst_grammar.files.jobs.held_lines import LargePart, held_lines
from tst_grammar.files.json_fields import Fields
from tst_grammar.files.json_rows import JsonRows
from tst_grammar.files.streams import Source, decoded
from tst_grammar.text.tasks.task import Tally, Task


@frozen
class LineConversion:
    """How the lines of a shard are converted. A line of more than `most` bytes is a bad document."""

    task: Task
    fields: Fields
    bad: BadDocuments
    most: int
    check: Callable[[bytes], None] | None = None
    """Called with converted lines. It raises an error if the output cannot hold them."""

    def blocks(
        self, source: Source, tally: Tally, advance: Callable[[int], None]
    ) -> Generator[tuple[int, bytes], None, None]:
        """Yield the converted lines, with the number of lines that were read for them."""
        task = self.task
        if task.needs_all:
            task = task.settled_by(lambda: texts_of_lines(source, self.fields, self.most))
        convert = _converter(task, self.fields, tally, self.check)
        done = 0
        for piece in held_lines(source.blocks(advance), self.most):
            if isinstance(piece, LargePart):
                if piece.is_first:
                    keeps = self.bad.add(
                        OptionError(too_large(self.most), fault="large-document"), done + 1, None
                    )
                count, made = int(piece.is_first), piece.content if keeps else b""
            else:
                count, made = _lines_in(piece), self._converted(convert, piece, done)
            done += count
            yield count, made

    def _converted(self, convert: Callable[[bytes], bytes], piece: bytes, before: int) -> bytes:
        """Convert whole lines, one by one if one of them is bad."""
        try:
            return convert(piece)
        except TstGrammarError:
            made = []
            for number, line in enumerate(io.BytesIO(piece), before + 1):
                try:
                    made.append(convert(line))
                except TstGrammarError as error:
                    if self.bad.add(error, number, decoded(line.removesuffix(b"\n"))):
                        made.append(line)
            return b"".join(made)


def texts_of_lines(source: Source, fields: Fields, most: int) -> Iterator[str]:
    """Yield the texts of all lines of JSON but the bad ones."""
    for piece in held_lines(source.blocks(lambda _: None), most):
        if isinstance(piece, LargePart):
            continue
        for line in io.BytesIO(piece):
            try:
                texts = [*fields.strings(line)]
            except TstGrammarError:
                continue
            yield from texts


def _converter(
    task: Task, fields: Fields, tally: Tally, check: Callable[[bytes], None] | None
) -> Callable[[bytes], bytes]:
    """Return a function that converts lines, and counts only lines without an error."""
    counts = Tally()
    change = task.change(counts)
    rows = JsonRows.of(fields.names, task.row_pass, change)

    def converted(lines: bytes) -> bytes:
        counts.clear()
        quick = rows.changed(lines) if rows else None
        if quick:
            made = quick[0]
        else:
            counts.clear()
            made = b"".join(fields.changed(lines, change))
        if check:
            check(made)
        tally.add(counts)
        return made

    return converted


def _lines_in(piece: bytes) -> int:
    return piece.count(b"\n") + (not piece.endswith(b"\n"))
