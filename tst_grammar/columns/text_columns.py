"""Annotates and restores columns of text."""

from collections.abc import Iterable
from typing import Any

from tst_grammar.arrow_columns import Column, rewritten
from tst_grammar.language.scheme import TST
from tst_grammar.language.schemes import AnyScheme
from tst_grammar.text import running_text
from tst_grammar.text.annotator import Exact, annotator_for
from tst_grammar.text.restoration import restorer_for
from tst_grammar.threads import checked_threads


def annotate(  # noqa: PLR0913 -- the options of `tst_grammar.annotate`
    column: Column,
    *,
    scheme: AnyScheme = TST,
    locale: str = "en",
    delimiters: tuple[str, str] | None = None,
    skip: Iterable[str] | None = None,
    separator: str = "",
    exact: Exact = False,
    threads: int = 1,
) -> Any:  # noqa: ANN401 -- an Arrow array
    """Write the numbers of each text of a column as TST, with the options of `tst_grammar.annotate`.

    The result is an Arrow array of pyarrow with the type, the chunks and the nulls of the column. With
    `locale="auto"`, each text shows on its own how it uses its marks. `threads` is how many threads do the
    work; with the native kernel they run at the same time.

    >>> annotate(["It is 1,234", None, "none"]).to_pylist()
    ['It is 1k 234', None, 'none']
    """
    shapes = None if skip is None else [*skip]

    def change(text: str) -> str:
        return running_text.annotate(
            text,
            scheme=scheme,
            locale=locale,
            delimiters=delimiters,
            skip=shapes,
            separator=separator,
            exact=exact,
        )

    if locale == "auto":
        return rewritten(column, None, change, checked_threads(threads))
    annotator = annotator_for(
        list,
        scheme=scheme,
        locale=locale,
        delimiters=delimiters,
        skip=shapes,
        separator=separator,
        exact=exact,
    )
    return rewritten(
        column,
        annotator.row_passes and annotator.row_passes.buffers,
        annotator.text,
        checked_threads(threads),
    )


def restore(
    column: Column,
    *,
    scheme: AnyScheme = TST,
    locale: str | None = None,
    delimiters: tuple[str, str] | None = None,
    threads: int = 1,
) -> Any:  # noqa: ANN401 -- an Arrow array
    """Write the TST numbers of each text of a column in plain digits, or as a locale writes them.

    >>> restore(["It is 1k 234", None, "none"]).to_pylist()
    ['It is 1234', None, 'none']
    """
    restorer = restorer_for(scheme=scheme, locale=locale, delimiters=delimiters)
    return rewritten(
        column, restorer.row_passes and restorer.row_passes.buffers, restorer.text, checked_threads(threads)
    )
