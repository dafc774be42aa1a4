"""Annotates and restores whole texts in one pass by tables."""

from collections.abc import Collection, Iterator

from tst_grammar.automata.runner import Runner
from tst_grammar.language.fast_codec import plain_writer_for, reader_for, writer_for, written
from tst_grammar.language.layout import Digits, Layout
from tst_grammar.language.scheme_grammar import CANONICAL
from tst_grammar.notation.parts import Parts
from tst_grammar.text.lines import segments


def annotate(runner: Runner[Parts], text: str, layout: Layout, kinds: Collection[str]) -> str:
    """Write the numbers of the given kinds as TST, except those beyond the scheme's range."""
    if runner.kernel and (writer := writer_for(layout)):
        return runner.kernel.annotate(text, writer, runner.mask(kinds))
    pieces = []
    for _, segment in segments(text):
        copied = 0
        for start, end, kind, parts in runner.find(segment):
            if kind in kinds and isinstance(parts, Parts) and (tst := written(parts, layout)):
                pieces += [segment[copied:start], tst]
                copied = end
        pieces.append(segment[copied:])
    return "".join(pieces)


def enclose(
    runner: Runner[Parts], text: str, layout: Layout, kinds: Collection[str], pair: tuple[str, str]
) -> str | None:
    """Write the numbers as TST between delimiters, or return None if `restore` might not find all of them.

    The delimiters must occur neither in the text nor in TST.
    """
    if not runner.kernel or not (writer := writer_for(layout, *pair)):
        return None
    mask, plain = runner.mask(kinds), plain_writer_for(layout)
    restored = runner.kernel.annotate(text, plain, mask)
    if restored is not text and not runner.kernel.agree(text, restored, plain, mask):
        return None
    return runner.kernel.annotate(text, writer, mask)


def numbers(runner: Runner[Parts], text: str, layout: Layout) -> Iterator[tuple[int, int, Digits]]:
    """Yield the start, end and digits of each canonical number in a text."""
    for start, end, _ in runner.find_kinds(text, (CANONICAL,)):
        yield start, end, layout.read(text[start:end])


def restore(runner: Runner[Parts], text: str, layout: Layout) -> str:
    """Write the canonical numbers of a text with plain digits."""
    if runner.kernel and (reader := reader_for(layout)):
        return runner.kernel.restore(text, reader, runner.mask((CANONICAL,)))
    pieces = []
    for _, segment in segments(text):
        copied = 0
        for start, end, digits in numbers(runner, segment, layout):
            pieces += [segment[copied:start], digits.plain]
            copied = end
        pieces.append(segment[copied:])
    return "".join(pieces)
