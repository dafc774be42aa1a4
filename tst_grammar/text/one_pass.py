"""Annotates and restores whole texts and columns in one pass of the native kernel."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from attrs import frozen

from tst_grammar.language.fast_codec import plain_writer_for, reader_for, writer_for
from tst_grammar.language.layout import Layout, layout_of
from tst_grammar.language.scheme import Scheme
from tst_grammar.language.scheme_grammar import CANONICAL
from tst_grammar.text.text_tokens import TextTokens, neighbours_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from typing_extensions import Buffer

    from tst_grammar.automata._kernel import Writer


@frozen
class OnePass:
    """Annotates a text, or returns None if `restore` might not read the result as it was written.

    `tokens` finds the numbers of some `kinds`, and `restored` is what `restore` will find in the result.
    `plain` is a writer of the restored form. With `exact`, a number that it would change is left alone.
    """

    tokens: TextTokens
    kinds: frozenset[str]
    restored: TextTokens
    writer: "Writer"
    plain: "Writer"
    is_enclosed: bool
    is_exact: bool

    @classmethod
    def of(  # noqa: PLR0913 -- the options of annotation
        cls,
        tokens: TextTokens,
        kinds: "Collection[str]",
        restored: TextTokens,
        scheme: Scheme,
        pair: tuple[str, str] | None,
        *,
        exact: bool,
    ) -> "OnePass | None":
        """Return the pass for these options, or None if the kernel cannot do it."""
        layout = layout_of(scheme)
        has_kernels = all(
            each.runner.kernel and (not each.tst or each.tst.kernel) for each in (tokens, restored)
        )
        if not has_kernels or not (pair or tokens.tst):
            return None
        writer = writer_for(layout, *(pair or ("", "")))
        if writer is None:
            return None
        plain = plain_writer_for(layout)
        return cls(tokens, frozenset(kinds), restored, writer, plain, pair is not None, exact)

    def annotated(self, text: str) -> str | None:
        """Return a text with its numbers written as TST, or None if one pass is not enough."""
        return self._enclosed(text) if self.is_enclosed else self._apart(text)

    def _enclosed(self, text: str) -> str | None:
        """Write the numbers between delimiters, which must occur neither in the text nor in TST."""
        runner = self.tokens.runner
        kernel, mask = runner.kernel, runner.mask(self.kinds)
        if kernel is None:
            return None
        if self.is_exact:
            return kernel.annotate(text, self.writer, mask, self.plain)
        restored = kernel.annotate(text, self.plain, mask)
        if restored is not text and not kernel.agree(text, restored, self.plain, mask):
            return None
        return kernel.annotate(text, self.writer, mask)

    def _apart(self, text: str) -> str | None:
        """Write the numbers without delimiters, except beside TST."""
        runner, tst, checker = self.tokens.runner, self.tokens.tst, self.restored.runner.kernel
        if runner.kernel is None or tst is None or tst.kernel is None or checker is None:
            return None
        scheme = self.tokens.scheme
        if scheme is None:
            return None
        around = neighbours_of(scheme)
        return runner.kernel.annotate_beside(
            text,
            self.writer,
            runner.mask(self.kinds),
            tst.kernel,
            tst.mask((CANONICAL,)),
            checker,
            around.enders,
            around.reach,
            *([self.plain] if self.is_exact else []),
        )


def restored_plain(tokens: TextTokens, text: str, layout: Layout) -> str | None:
    """Write the TST numbers of a text with plain digits, or return None if the kernel cannot do it."""
    tst, kernel = tokens.tst, tokens.runner.kernel
    if tst is None or tst.kernel is None or kernel is None or not (reader := reader_for(layout)):
        return None
    return tst.kernel.restore(text, reader, tst.mask((CANONICAL,)), kernel)


Rest = Callable[[int, str], str]
"""Rewrites a row that needs more than one pass, given with its number."""


class RowPass(Protocol):
    """Rewrites rows of UTF-8, and returns their new bytes and offsets.

    Row i is from offset i to offset i + 1; offsets are 64 bits wide, or 32 if not `is_wide`.
    """

    def __call__(
        self,
        data: "Buffer",
        offsets: "Buffer",
        is_wide: bool,  # noqa: FBT001 -- the order of the kernel
        rest: Rest,
        /,
    ) -> tuple[bytes, bytes]:
        """Return the rewritten rows."""


def annotating_rows(
    tokens: TextTokens, kinds: "Collection[str]", restored: TextTokens, scheme: Scheme, *, exact: bool
) -> RowPass | None:
    """Return a pass that writes numbers except beside TST, or None if the kernel cannot do it.

    `restored` is what `restore` will find in the result.
    """
    layout, tst = layout_of(scheme), tokens.tst
    kernel, checker = tokens.runner.kernel, restored.runner.kernel
    beside = tst.kernel if tst else None
    writer = writer_for(layout) if kernel else None
    if tst is None or kernel is None or beside is None or checker is None or writer is None:
        return None
    around = neighbours_of(scheme)
    how: tuple[Any, ...] = (writer, tokens.runner.mask(kinds), beside, tst.mask((CANONICAL,)), checker)
    how += (around.enders, around.reach, *([plain_writer_for(layout)] if exact else []))
    run = kernel.annotate_rows
    return lambda data, offsets, is_wide, rest: run(data, offsets, is_wide, rest, *how)


def restoring_rows(tokens: TextTokens, scheme: Scheme) -> RowPass | None:
    """Return a pass that writes TST numbers with plain digits, or None if the kernel cannot do it."""
    tst, kernel = tokens.tst, tokens.runner.kernel
    beside = tst.kernel if tst else None
    reader = reader_for(layout_of(scheme)) if beside else None
    if tst is None or kernel is None or beside is None or reader is None:
        return None
    run, mask = beside.restore_rows, tst.mask((CANONICAL,))
    return lambda data, offsets, is_wide, rest: run(data, offsets, is_wide, rest, reader, mask, kernel)
