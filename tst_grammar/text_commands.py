"""What the subcommands of `tst` for running text do: filters over files and standard input."""

import json
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import IO

from attrs import define, field

from tst_grammar.annotation import Annotator
from tst_grammar.commands import report
from tst_grammar.diagnostics import quoted
from tst_grammar.errors import OptionError, TstGrammarError
from tst_grammar.evidence import Evidence, Pieces
from tst_grammar.finding import checked_separator
from tst_grammar.layout import is_learnable
from tst_grammar.lines import lines_of
from tst_grammar.locales import RATIO_SIGNS, find_locale
from tst_grammar.number import Number
from tst_grammar.parts import Parts
from tst_grammar.streams import encoded, opened, pieces_of, replaced, rereadable
from tst_grammar.text import annotator_for, finder_for, restorer_for
from tst_grammar.text_grammar import matcher, scheme_matcher, shapes


def run_annotate(options: Namespace) -> int:
    """Write the numbers of texts as TST."""
    _check_delimiters(options)
    if options.scheme.unit == "digit" and not options.delimiters:
        report("with this scheme neighbouring numbers run together: --delimiters keeps them apart")
    tally = _Tally()

    def annotated(path: str) -> Iterator[str]:
        with _pieces(path, options, _last_break(options)) as pieces:
            annotator = annotator_for(
                pieces,
                scheme=options.scheme,
                locale=options.locale,
                delimiters=options.delimiters,
                skip=options.skip,
                separator=options.separator,
                reports=options.stats,
            )
            for piece in pieces():
                yield tally.counted(annotator, piece) if options.stats else annotator.text(piece)
            tally.evidence += annotator.finder.evidence

    code = _filter(options, annotated)
    if options.stats:
        for line in tally.summary(has_delimiters=bool(options.delimiters)):
            report(line)
    return code


def run_restore(options: Namespace) -> int:
    """Write the TST numbers of texts as plain ones."""
    _check_delimiters(options)
    restorer = restorer_for(scheme=options.scheme, locale=options.locale, delimiters=options.delimiters)
    besides = "".join(options.delimiters or ())

    def last_break(text: str) -> int:
        return scheme_matcher(options.scheme).last_break(text, besides) if is_learnable(options.scheme) else 0

    def restored(path: str) -> Iterator[str]:
        with _pieces(path, options, last_break) as pieces:
            yield from map(restorer.text, pieces())

    return _filter(options, restored)


def run_find(options: Namespace) -> int:
    """List the numbers of texts."""

    def listed(path: str) -> Iterator[str]:
        with _pieces(path, options, _last_break(options)) as pieces:
            finder = finder_for(pieces, options.locale, options.skip, options.separator)
            line = column = 1
            for piece in pieces():
                for text in lines_of(piece):
                    for start, end, what in finder.sightings(text):
                        if isinstance(what, Parts):
                            place: dict[str, str | int] = {
                                "path": path,
                                "line": line,
                                "column": column + start,
                            }
                            yield _shown(options, place, text[start:end], Number(*what))
                    line, column = (line + 1, 1) if text.endswith("\n") else (line, column + len(text))

    return _filter(options, listed)


def _shown(options: Namespace, place: dict[str, str | int], raw: str, number: Number) -> str:
    value = str(number.value)
    if options.format == "json":
        return json.dumps({**place, "raw": raw, "value": value}, ensure_ascii=False) + "\n"
    before = f"{place['path']}:" if len(options.paths) > 1 else ""
    return f"{before}{place['line']}:{place['column']}\t{raw}\t{value}\n"


def _check_delimiters(options: Namespace) -> None:
    if options.delimiters and "\n" in "".join(options.delimiters):
        raise OptionError(
            "delimiters in files are without line ends: they are read by lines", fault="delimiters"
        )


def _last_break(options: Namespace) -> Callable[[str], int]:
    """Return what tells where a long line may be cut."""
    locale = None if options.locale == "auto" else find_locale(options.locale)
    found_by = matcher(locale, shapes(), checked_separator(options.separator))
    besides = "".join(getattr(options, "delimiters", None) or ())
    return lambda text: found_by.last_break(text, besides)


@contextmanager
def _pieces(path: str, options: Namespace, last_break: Callable[[str], int]) -> Iterator[Pieces]:
    """Give the pieces of a file: once, or as often as an unknown locale needs them."""

    def read(open_file: Callable[[], IO[bytes]]) -> Iterator[str]:
        with open_file() as file:
            yield from pieces_of(file, last_break, "standard input" if path == "-" else path)

    if options.locale == "auto":
        with rereadable(path) as again:
            yield lambda: read(again)
    else:
        yield lambda: read(lambda: opened(path))


def _filter(options: Namespace, changed: Callable[[str], Iterator[str]]) -> int:
    """Write each file as it is changed: in its place, to one output, or to standard output."""
    paths = options.paths or ["-"]
    in_place, output = getattr(options, "in_place", False), getattr(options, "output", None)
    if in_place and "-" in paths:
        raise OptionError("--in-place takes files, not standard input", fault="unreadable")
    if output:
        with replaced(output) as file:
            for path in paths:
                _write(changed(path), file)
        return 0
    code = 0
    for path in paths:
        try:
            with replaced(path) if in_place else nullcontext(sys.stdout.buffer) as file:
                _write(changed(path), file)
        except TstGrammarError as error:
            report(str(error))
            code = 2
    return code


def _write(pieces: Iterator[str], file: IO[bytes]) -> None:
    for piece in pieces:
        file.write(encoded(piece))
        file.flush()


@define
class _Tally:
    """Counts what annotating did."""

    notations: Counter[str] = field(factory=Counter)
    reasons: Counter[str] = field(factory=Counter)
    evidence: tuple[Evidence, ...] = ()

    def counted(self, annotator: Annotator, piece: str) -> str:
        """Annotate a piece and count its numbers and what was left alone."""
        aligned = annotator.align(piece)
        for each in aligned.numbers:
            self.notations[_notation(piece[each.source.start : each.source.end], each.number)] += 1
        self.reasons.update(remark.reason for remark in aligned.remarks)
        return aligned.text

    def summary(self, *, has_delimiters: bool) -> Iterator[str]:
        """Yield the lines of the summary."""
        unsure = Counter() if has_delimiters else Counter({each: self.reasons[each] for each in _UNSURE})
        yield _counts("converted", self.notations)
        yield _counts("left alone", self.reasons - unsure)
        if unsure.total():
            hint = "; --delimiters keeps them apart" if unsure["reads-otherwise"] else ""
            yield f"{_counts('not restored as they were', +unsure)}{hint}"
        for each in self.evidence:
            yield f"{quoted(each.mark)} is a {each.use} mark, as in {quoted(each.raw)} ({each.count} in all)"


_UNSURE = ("reads-otherwise", "tangled")


def _counts(what: str, counter: Counter[str]) -> str:
    parts = ", ".join(f"{name} {count}" for name, count in counter.most_common())
    return f"{what}: {counter.total()}{f' ({parts})' if parts else ''}"


def _notation(raw: str, number: Number) -> str:
    """Return the name of the notation that a number is written in."""
    affix = number.prefix or number.suffix
    if affix:
        return "percentage" if affix in RATIO_SIGNS else "money"
    if number.exponent:
        return "scientific"
    if number.fraction:
        return "decimal"
    return "grouped" if len(number.sign + number.integer) < len(raw) else "integer"
