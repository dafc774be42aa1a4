"""Applies a task to the texts of a file: to all of it, or to the strings of some fields of JSON Lines."""

from collections.abc import Callable, Iterable, Iterator

from attrs import evolve, frozen

from tst_grammar.errors import TstGrammarError
from tst_grammar.files.file_options import MOST_HELD
from tst_grammar.files.json_fields import Fields
from tst_grammar.files.json_rows import JsonRows
from tst_grammar.files.streams import LineError, check_line_delimiters, decoded, encoded, pieces_of, texts_of
from tst_grammar.text.lines import Change, LastBreak
from tst_grammar.text.tasks.task import Tally, Task


@frozen
class Summary:
    """The result for a part of a file: its lines and texts, the tally, and the error if there was one."""

    lines: int
    tally: Tally
    failure: TstGrammarError | None = None
    texts: int = 0


@frozen
class FileTask:
    """A task with the fields of JSON Lines that hold its texts; without fields, the file is one text.

    >>> from tst_grammar import RestorationTask
    >>> list(FileTask(RestorationTask()).outcomes([b"1k 234"]))[0]
    b'1234'
    """

    task: Task
    fields: tuple[str, ...] = ()
    max_document: int = MOST_HELD
    """How many bytes a line of JSON may have."""

    def __attrs_post_init__(self) -> None:
        if not self.fields:
            check_line_delimiters(self.task.delimiters)

    def cuts(self) -> LastBreak | None:
        """Return the function that finds where to cut a long line, or None, because JSON is never cut."""
        return None if self.fields else self.task.last_break()

    def settled(self, blocks: Callable[[], Iterable[bytes]], name: str) -> "FileTask":
        """Return the task for a file, which is read if the task depends on all of it."""
        if not self.task.needs_all:
            return self
        return evolve(self, task=self.task.settled_by(lambda: self._texts(blocks(), name)))

    def outcomes(self, blocks: Iterable[bytes]) -> Iterator[bytes | Summary]:
        """Yield the changed pieces of a file or of some of its lines, and a summary at the end."""
        lines = texts = 0
        done: list[bytes] = []
        tally = Tally()
        failure: TstGrammarError | None = None
        try:
            change = self.task.change(tally)

            def counted(text: str) -> str:
                nonlocal texts
                texts += 1
                return change(text)

            changed = Fields.of(self.fields).changed if self.fields else _changed
            rows = JsonRows.of(self.fields, self.task.row_pass, change) if self.fields else None
            for piece in pieces_of(blocks, self.cuts(), most=self.max_document):
                if rows and (made := rows.changed(piece)):
                    done.append(made[0])
                    texts += made[1]
                else:
                    for part in changed(piece, counted):
                        done.append(part)  # noqa: PERF402 -- keep the parts before an error
                yield b"".join(done)
                done.clear()
                lines += piece.count(b"\n")
        except TstGrammarError as error:
            failure = error.moved(lines) if isinstance(error, LineError) else error
        if done:
            yield b"".join(done)
        yield Summary(lines, tally, failure, texts)

    def _texts(self, blocks: Iterable[bytes], name: str) -> Iterator[str]:
        texts = Fields.of(self.fields).strings if self.fields else _whole
        return texts_of(pieces_of(blocks, self.cuts(), most=self.max_document), texts, name)


def _whole(piece: bytes) -> Iterator[str]:
    yield decoded(piece)


def _changed(piece: bytes, change: Change) -> Iterator[bytes]:
    yield encoded(change(decoded(piece)))
