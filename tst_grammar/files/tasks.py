"""What is done to files, as small options that another process can be sent, and what comes of it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Self

from attrs import evolve, frozen

from tst_grammar.errors import TstGrammarError
from tst_grammar.files.jsonl import Fields
from tst_grammar.files.streams import LastBreak, LineError, decoded, encoded, pieces_of, texts_of
from tst_grammar.language.layout import has_tables
from tst_grammar.language.scheme import Scheme
from tst_grammar.language.scheme_grammar import scheme_runner
from tst_grammar.notation.locales import find_locale
from tst_grammar.text.annotation import Annotator
from tst_grammar.text.evidence import Evidence, Pieces, Settled
from tst_grammar.text.finding import checked_separator
from tst_grammar.text.running_text import annotator_for, restorer_for
from tst_grammar.text.tally import Tally
from tst_grammar.text.text_grammar import shapes, text_runner

Change = Callable[[str], str]


@frozen
class Summary:
    """What is known after a part of a file: its lines and texts, what was counted, and what went wrong."""

    lines: int
    tally: Tally
    failure: TstGrammarError | None = None
    texts: int = 0


@frozen(kw_only=True)
class Task(ABC):
    """Something that is done to the texts of a file: to all of it, or to the strings of fields of JSON."""

    scheme: Scheme
    delimiters: tuple[str, str] | None = None
    fields: tuple[str, ...] = ()

    @property
    def needs_all(self) -> bool:
        """Whether a whole file has to be read before any of it can be changed."""
        return False

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """What the numbers of the file show, if it had to be read."""
        return ()

    def settled_by(self, pieces: Pieces) -> Self:  # noqa: ARG002 -- most tasks need not look
        """Return the task for a file with these pieces."""
        return self

    def cuts(self) -> LastBreak | None:
        """Return what tells where a long line can be cut; a line of JSON is not."""
        return None if self.fields else self._last_break()

    def texts(self, blocks: Iterable[bytes], name: str) -> Iterator[str]:
        """Yield the texts of a file."""
        texts = Fields.of(self.fields).strings if self.fields else _whole
        return texts_of(pieces_of(blocks, self.cuts()), texts, name)

    def outcomes(self, blocks: Iterable[bytes]) -> Iterator[bytes | Summary]:
        """Yield the pieces of a file, or of some lines of it, as they are changed, and at last a summary.

        >>> from tst_grammar import TST
        >>> list(Restoring(scheme=TST).outcomes([b"1k 234"]))[0]
        b'1234'
        """
        lines = texts = 0
        done: list[bytes] = []
        tally = Tally()
        failure: TstGrammarError | None = None
        try:
            change = self.change(tally)

            def counted(text: str) -> str:
                nonlocal texts
                texts += 1
                return change(text)

            changed = Fields.of(self.fields).changed if self.fields else _changed
            for piece in pieces_of(blocks, self.cuts()):
                for part in changed(piece, counted):
                    done.append(part)  # noqa: PERF402 -- what was done before an error is not lost
                yield b"".join(done)
                done.clear()
                lines += piece.count(b"\n")
        except TstGrammarError as error:
            failure = error.moved(lines) if isinstance(error, LineError) else error
        if done:
            yield b"".join(done)
        yield Summary(lines, tally, failure, texts)

    @abstractmethod
    def change(self, tally: Tally) -> Change:
        """Return what changes a text, and counts what it does."""

    @abstractmethod
    def _last_break(self) -> LastBreak:
        """Return what tells where a text can be cut."""


@frozen(kw_only=True)
class Annotating(Task):
    """Writes the numbers as TST."""

    locale: str
    skip: tuple[str, ...] | None = None
    separator: str = ""
    counts: bool = False
    settled: Settled | None = None

    @property
    def needs_all(self) -> bool:
        """Whether the numbers of a file settle each other."""
        return self.locale == "auto"

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """What the numbers of the file show."""
        return self.settled.evidence if self.settled else ()

    def settled_by(self, pieces: Pieces) -> Self:
        """Return the task with what the numbers of a file show."""
        return evolve(self, settled=self._annotator(pieces).settled)

    def change(self, tally: Tally) -> Change:
        """Return what annotates a text, and counts what it does."""
        annotator = self._annotator(list)
        return (lambda text: tally.counted(annotator, text)) if self.counts else annotator.text

    def _annotator(self, pieces: Pieces) -> Annotator:
        return annotator_for(
            pieces,
            scheme=self.scheme,
            locale=self.locale,
            delimiters=self.delimiters,
            skip=self.skip,
            separator=self.separator,
            reports=self.counts,
            settled=self.settled,
        )

    def _last_break(self) -> LastBreak:
        return last_break_for(self.locale, self.separator, self.delimiters)


@frozen(kw_only=True)
class Restoring(Task):
    """Writes TST numbers as plain ones."""

    locale: str | None = None

    def change(self, tally: Tally) -> Change:  # noqa: ARG002 -- nothing is counted
        """Return what restores a text."""
        return restorer_for(scheme=self.scheme, locale=self.locale, delimiters=self.delimiters).text

    def _last_break(self) -> LastBreak:
        if not has_tables(self.scheme):
            return lambda _: 0
        besides = "".join(self.delimiters or ())
        return lambda text: scheme_runner(self.scheme).last_break(text, besides)


def last_break_for(locale: str, separator: str, delimiters: tuple[str, str] | None = None) -> LastBreak:
    """Return what tells where a text with a locale's numbers can be cut."""
    known = None if locale == "auto" else find_locale(locale)
    runner = text_runner(known, shapes(), checked_separator(separator))
    besides = "".join(delimiters or ())
    return lambda text: runner.last_break(text, besides)


def _whole(piece: bytes) -> Iterator[str]:
    yield decoded(piece)


def _changed(piece: bytes, change: Change) -> Iterator[bytes]:
    yield encoded(change(decoded(piece)))
