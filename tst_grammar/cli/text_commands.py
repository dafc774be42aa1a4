"""The commands for running text, `annotate`, `restore` and `find`: filters for files and standard input."""

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, nullcontext
from typing import IO

from attrs import asdict, frozen

from tst_grammar.cli.jobs.job_options import is_job
from tst_grammar.cli.standard_input import announce_keyboard, require_files
from tst_grammar.cli.user_messages import report
from tst_grammar.errors import OptionError, TstGrammarError
from tst_grammar.files.convert_file import Conversion
from tst_grammar.files.file_task import FileTask
from tst_grammar.files.progress import Progress, progress
from tst_grammar.files.replacement import replaced
from tst_grammar.files.streams import decoded, encoded, pieces_of, size_of, source_of, texts_of
from tst_grammar.notation.number import Number
from tst_grammar.notation.parts import Parts
from tst_grammar.text.annotator import finder_for
from tst_grammar.text.lines import lines_of
from tst_grammar.text.restoration import restorer_for
from tst_grammar.text.tasks.conversions import AnnotationTask, RestorationTask, last_break_for
from tst_grammar.text.tasks.search import SearchTask
from tst_grammar.text.tasks.task import Tally, Task

Changed = Callable[[str, Progress], Generator[bytes, None, None]]
"""Yields the changed content of the file at a path, in blocks."""


def run_annotate(options: Namespace) -> int:
    """Convert the numbers in texts to TST."""
    if options.scheme.unit == "digit" and not options.delimiters:
        report("in this scheme, numbers side by side stay plain: use --delimiters to convert them too")
    task = AnnotationTask(
        scheme=options.scheme,
        delimiters=_pair(options),
        locale=options.locale,
        skip=None if options.skip is None else tuple(options.skip),
        separator=options.separator,
        exact=options.exact,
        again=options.again,
        counts=options.stats,
    )
    tally = Tally()
    code = _convert(options, task, tally)
    if options.stats and options.output_dir is None:  # a job reports its own counts
        for line in tally.summary():
            report(line)
    return code


def run_restore(options: Namespace) -> int:
    """Convert the TST numbers in texts to plain numbers."""
    task = RestorationTask(
        scheme=options.scheme,
        delimiters=_pair(options),
        locale=options.locale,
    )
    return _convert(options, task, Tally())


def _convert(options: Namespace, task: Task, tally: Tally) -> int:
    if is_job(options):
        from tst_grammar.cli.jobs.job_commands import run_task  # noqa: PLC0415 -- few runs are jobs

        return run_task(options, task)
    conversion = Conversion(
        FileTask(task, tuple(options.field), options.max_document << 20),
        options.workers,
        tally,
        report,
        options.binary,
    )
    return _filter(options, conversion.blocks)


def run_find(options: Namespace) -> int:
    """List the plain numbers or the TST numbers in texts."""
    if is_job(options):
        from tst_grammar.cli.jobs.job_commands import run_task  # noqa: PLC0415 -- few runs are jobs

        return run_task(options, _search(options))
    if options.field:
        raise OptionError("tst find reads fields only with --output-dir", fault="field")
    last_break = last_break_for(options.locale, options.separator, scheme=options.scheme)
    restorer = restorer_for(scheme=options.scheme, locale=None, delimiters=None, read_in=options.locale)

    def listed(path: str, state: Progress) -> Generator[bytes, None, None]:
        with source_of(path, again=options.locale == "auto", is_binary=options.binary) as source:

            def pieces() -> Iterator[str]:
                state.restart()
                cut = pieces_of(source.blocks(state.advance), last_break)
                return texts_of(cut, lambda piece: [decoded(piece)], source.name)

            def numbers(text: str) -> Iterator[tuple[int, int, Number]]:
                if options.tst:
                    return ((start, end, digits.number) for start, end, digits in restorer.numbers(text))
                return (
                    (start, end, Number(*what))
                    for start, end, what in finder.digit_tokens(text)
                    if isinstance(what, Parts)
                )

            finder = finder_for(pieces, options.locale, options.skip, options.separator, options.scheme)
            line = column = 1
            for piece in pieces():
                found = []
                for text in lines_of(piece):
                    for start, end, number in numbers(text):
                        place = _Place(path, line, column + start, text[start:end])
                        found.append(_shown(options, place, number))
                    line, column = (line + 1, 1) if text.endswith("\n") else (line, column + len(text))
                yield encoded("".join(found))

    return _filter(options, listed)


def _search(options: Namespace) -> SearchTask:
    return SearchTask(
        scheme=options.scheme,
        locale=options.locale,
        skip=None if options.skip is None else tuple(options.skip),
        separator=options.separator,
        tst=options.tst,
    )


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


def _pair(options: Namespace) -> tuple[str, str] | None:
    return None if options.delimiters is None else tuple(options.delimiters)


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
            with (
                replaced(path, in_place=True, keeps_time=options.keep_time)
                if in_place
                else nullcontext(sys.stdout.buffer) as file
            ):
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
