"""The commands for running text, `annotate`, `restore` and `find`: filters for files and standard input."""

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, nullcontext
from typing import IO

from attrs import asdict, frozen

from tst_grammar.cli.standard_input import announce_keyboard, require_files
from tst_grammar.cli.user_messages import report
from tst_grammar.diagnostics import either, quoted
from tst_grammar.errors import OptionError, TstGrammarError
from tst_grammar.files.progress import Progress, progress
from tst_grammar.files.replacement import replaced
from tst_grammar.files.streams import (
    LineError,
    Source,
    decoded,
    encoded,
    pieces_of,
    size_of,
    source_of,
    texts_of,
)
from tst_grammar.files.tasks import Annotating, Restoring, Summary, Task, last_break_for
from tst_grammar.notation.number import Number
from tst_grammar.notation.parts import Parts
from tst_grammar.text.lines import lines_of
from tst_grammar.text.running_text import finder_for
from tst_grammar.text.tally import Tally

Changed = Callable[[str, Progress], Generator[bytes, None, None]]
"""Yields the changed content of the file at a path, in blocks."""

_SMALL = 1 << 21
"""The most bytes of a file for which no worker processes are started."""


def run_annotate(options: Namespace) -> int:
    """Convert the numbers in texts to TST."""
    _check(options)
    if options.scheme.unit == "digit" and not options.delimiters:
        report("with this scheme neighbouring numbers run together: --delimiters keeps them apart")
    task = Annotating(
        scheme=options.scheme,
        delimiters=_pair(options),
        fields=tuple(options.field),
        locale=options.locale,
        skip=None if options.skip is None else tuple(options.skip),
        separator=options.separator,
        counts=options.stats,
    )
    tally = Tally()
    code = _filter(options, _done(task, options.workers, tally))
    if options.stats:
        for line in tally.summary(has_delimiters=bool(options.delimiters)):
            report(line)
    return code


def run_restore(options: Namespace) -> int:
    """Convert the TST numbers in texts to plain numbers."""
    _check(options)
    task = Restoring(
        scheme=options.scheme,
        delimiters=_pair(options),
        fields=tuple(options.field),
        locale=options.locale,
    )
    return _filter(options, _done(task, options.workers, Tally()))


def run_find(options: Namespace) -> int:
    """List the numbers in texts."""
    last_break = last_break_for(options.locale, options.separator)

    def listed(path: str, state: Progress) -> Generator[bytes, None, None]:
        with source_of(path, again=options.locale == "auto") as source:

            def pieces() -> Iterator[str]:
                state.restart()
                cut = pieces_of(source.blocks(state.advance), last_break)
                return texts_of(cut, lambda piece: [decoded(piece)], source.name)

            finder = finder_for(pieces, options.locale, options.skip, options.separator)
            line = column = 1
            for piece in pieces():
                found = []
                for text in lines_of(piece):
                    for start, end, what in finder.sightings(text):
                        if isinstance(what, Parts):
                            place = _Place(path, line, column + start, text[start:end])
                            found.append(_shown(options, place, Number(*what)))
                    line, column = (line + 1, 1) if text.endswith("\n") else (line, column + len(text))
                yield encoded("".join(found))

    return _filter(options, listed)


@frozen
class _Place:
    path: str
    line: int
    column: int
    raw: str


def _shown(options: Namespace, place: _Place, number: Number) -> str:
    value = str(number.value)
    if options.format == "json":
        return json.dumps({**asdict(place), "value": value}, ensure_ascii=False) + "\n"
    before = f"{place.path}:" if len(options.paths) > 1 else ""
    return f"{before}{place.line}:{place.column}\t{place.raw}\t{value}\n"


def _check(options: Namespace) -> None:
    if options.delimiters and not options.field and "\n" in "".join(options.delimiters):
        raise OptionError(
            "delimiters in files are without line ends: they are read by lines", fault="delimiters"
        )


def _pair(options: Namespace) -> tuple[str, str] | None:
    return None if options.delimiters is None else tuple(options.delimiters)


def _done(task: Task, workers: int, tally: Tally) -> Changed:
    """Return a function that applies a task to a file and adds to the tally."""

    def changed(path: str, state: Progress) -> Generator[bytes, None, None]:
        with source_of(path, again=task.needs_all) as source:

            def texts() -> Iterator[str]:
                state.restart()
                return task.texts(source.blocks(state.advance), source.name)

            settled = task.settled_by(texts) if task.needs_all else task
            state.restart()
            lines = changed_texts = size = 0
            with closing(_outcomes(settled, source, workers, state)) as outcomes:
                for outcome in outcomes:
                    if isinstance(outcome, bytes):
                        size += len(outcome)
                        yield outcome
                        continue
                    if isinstance(outcome.failure, LineError):
                        raise outcome.failure.moved(lines).placed(source.name)
                    if outcome.failure:
                        raise outcome.failure
                    lines += outcome.lines
                    changed_texts += outcome.texts
                    tally.add(outcome.tally)
            tally.add(Tally(evidence=settled.evidence))
            if size and not changed_texts:
                names = either([quoted(name) for name in task.fields])
                report(f"{source.name}: no line has a string in the field {names}")

    return changed


def _outcomes(
    task: Task, source: Source, workers: int, state: Progress
) -> Generator[bytes | Summary, None, None]:
    """Yield the results for a file, computed by this process or by workers."""
    size = size_of(source.path)
    if workers > 1 and (size is None or size > _SMALL):
        from tst_grammar.files.workers import in_workers  # noqa: PLC0415 -- most runs use one process

        task.change(Tally())  # refuse wrong options before starting a process
        yield from in_workers(task, source, workers, state.advance)
    else:
        yield from task.outcomes(source.blocks(state.advance))


def _filter(options: Namespace, changed: Changed) -> int:
    """Write each changed file: in place, to one output file, or to standard output."""
    paths = options.paths or ["-"]
    require_files(paths, options.command)
    in_place, output = getattr(options, "in_place", False), getattr(options, "output", None)
    if in_place and "-" in paths:
        raise OptionError("--in-place takes files, not standard input", fault="unreadable")
    if "-" in paths:
        announce_keyboard("text")
    if output:
        with replaced(output) as file:
            for path in paths:
                _write(changed, path, file)
        return 0
    code = 0
    for path in paths:
        try:
            with replaced(path) if in_place else nullcontext(sys.stdout.buffer) as file:
                _write(changed, path, file)
        except TstGrammarError as error:
            report(str(error))
            code = 2
    return code


def _write(changed: Changed, path: str, file: IO[bytes]) -> None:
    is_filter = file is sys.stdout.buffer
    with progress(size_of(path), to_file=not is_filter) as state, closing(changed(path, state)) as pieces:
        for piece in pieces:
            file.write(piece)
            if is_filter:
                file.flush()
