"""Annotates, restores and searches whole texts and columns in one pass of the native kernel."""

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any, NamedTuple

from tst_grammar.arrow_columns import RowPass
from tst_grammar.language.fast_codec import plain_writer_for, reader_for, writer_for
from tst_grammar.language.layout import Layout, layout_of
from tst_grammar.language.scheme import Scheme
from tst_grammar.language.scheme_grammar import CANONICAL
from tst_grammar.text.lines import RowsChange
from tst_grammar.text.mathematics import has_mathematics, without_mathematics
from tst_grammar.text.text_tokens import TextTokens, neighbours_of

if TYPE_CHECKING:
    from typing_extensions import Buffer

OnePass = Callable[[str], str | None]
"""Rewrites a text, or returns None for a text that needs more than one pass."""


def beside_mathematics(change: OnePass) -> OnePass:
    """Return a pass that leaves texts with mathematics to more than one pass."""
    return lambda text: None if "$" in text and has_mathematics(text) else change(text)


def enclosing_pass(
    tokens: TextTokens, kinds: Collection[str], scheme: Scheme, pair: tuple[str, str], *, exact: bool
) -> OnePass | None:
    """Return a function that writes numbers between delimiters, or None if the kernel cannot do it.

    The delimiters must occur neither in the text nor in TST. With `exact`, a number that `restore` would
    spell differently is left alone.
    """
    layout, kernel = layout_of(scheme), tokens.runner.kernel
    writer = writer_for(layout, *pair) if kernel else None
    if kernel is None or writer is None:
        return None
    plain, mask = plain_writer_for(layout), tokens.runner.mask(kinds)
    if exact:
        return lambda text: kernel.annotate(text, writer, mask, plain)

    def annotated(text: str) -> str | None:
        restored = kernel.annotate(text, plain, mask)
        if restored is not text and not kernel.agree(text, restored, plain, mask):
            return None
        return kernel.annotate(text, writer, mask)

    return annotated


def apart_pass(
    tokens: TextTokens, kinds: Collection[str], restored: TextTokens, scheme: Scheme, *, exact: bool
) -> OnePass | None:
    """Return a function that writes numbers except beside TST, or None if the kernel cannot do it.

    `restored` is what `restore` will find in the result.
    """
    kernel = tokens.runner.kernel
    how = _annotating(tokens, kinds, restored, scheme, exact=exact)
    if kernel is None or how is None:
        return None
    run = kernel.annotate_beside
    return lambda text: run(text, *how)


def _annotating(
    tokens: TextTokens, kinds: Collection[str], restored: TextTokens, scheme: Scheme, *, exact: bool
) -> tuple[Any, ...] | None:
    """Return the tables with which the kernel writes numbers except beside TST, or None if one is missing."""
    layout, tst, checker = layout_of(scheme), tokens.tst, restored.runner.kernel
    beside = tst.kernel if tst else None
    writer = writer_for(layout) if beside else None
    if tst is None or checker is None or writer is None:
        return None
    around = neighbours_of(scheme)
    plain = (plain_writer_for(layout),) if exact else ()
    mask, its_mask = tokens.runner.mask(kinds), tst.mask((CANONICAL,))
    return writer, mask, beside, its_mask, checker, around.enders, around.reach, *plain


def restoring_pass(tokens: TextTokens, layout: Layout) -> OnePass | None:
    """Return a function that writes TST numbers with plain digits, or None if the kernel cannot do it."""
    beside = tokens.tst.kernel if tokens.tst else None
    how = _restoring(tokens, layout)
    if beside is None or how is None:
        return None
    run = beside.restore
    return lambda text: run(text, *how)


def _restoring(tokens: TextTokens, layout: Layout) -> tuple[Any, ...] | None:
    """Return the tables with which the kernel writes plain digits, or None if one is missing."""
    tst, kernel = tokens.tst, tokens.runner.kernel
    reader = reader_for(layout) if kernel else None
    return None if tst is None or reader is None else (reader, tst.mask((CANONICAL,)), kernel)


class RowPasses(NamedTuple):
    """The same pass over the rows of an Arrow column, and over the texts of a sequence."""

    buffers: RowPass
    texts: RowsChange


def annotating_rows(
    tokens: TextTokens, kinds: Collection[str], restored: TextTokens, scheme: Scheme, *, exact: bool
) -> RowPasses | None:
    """Return passes that write numbers except beside TST, or None if the kernel cannot do it.

    `restored` is what `restore` will find in the result.
    """
    kernel = tokens.runner.kernel
    how = _annotating(tokens, kinds, restored, scheme, exact=exact)
    return _row_passes(kernel.annotate_rows, kernel.annotate_texts, how) if kernel and how else None


def restoring_rows(tokens: TextTokens, scheme: Scheme) -> RowPasses | None:
    """Return passes that write TST numbers with plain digits, or None if the kernel cannot do it."""
    beside = tokens.tst.kernel if tokens.tst else None
    how = _restoring(tokens, layout_of(scheme))
    return _row_passes(beside.restore_rows, beside.restore_texts, how) if beside and how else None


def _row_passes(
    on_buffers: Callable[..., tuple[bytes, bytes]],
    on_texts: Callable[..., list[str | None]],
    how: tuple[Any, ...],
) -> RowPasses:
    return RowPasses(
        lambda data, offsets, is_wide, rest: on_buffers(data, offsets, is_wide, rest, *how),
        lambda rows, rest: on_texts(rows, rest, *how),
    )


FoundColumns = tuple[bytes, bytes, bytes, bytes, bytes, bytes, str]
"""The numbers of rows as columns in the layout of Arrow.

The columns are the row, start, end and kind of each number, its value in 128 bits, and a bit that tells
whether the value fits there. The text has the other values, one in each line.
"""

FindPass = Callable[["Buffer", "Buffer", bool, int], FoundColumns]
"""Finds the numbers in rows, which are as for a `RowPass`, given with the number of the first row."""


def finding_rows(tokens: TextTokens, kinds: Collection[str]) -> FindPass | None:
    """Return a pass that finds plain numbers and TST numbers, or None if the kernel cannot do it."""
    kernel, tst, scheme = tokens.runner.kernel, tokens.tst, tokens.scheme
    if kernel is None:
        return None
    how: tuple[Any, ...] = (tokens.runner.mask(kinds),)
    if tst and scheme:
        reader = reader_for(layout_of(scheme))
        if tst.kernel is None or reader is None:
            return None
        how = (*how, tst.kernel, tst.mask((CANONICAL,)), reader)
    run = kernel.find_rows
    return lambda data, offsets, is_wide, first: run(data, offsets, is_wide, _bracketed, first, *how)


def _bracketed(_: int, text: str) -> str:
    return without_mathematics(text)
