"""Annotates and restores columns of text."""

from collections.abc import Iterable
from typing import Any

from tst_grammar.arrow_columns import Column, rewritten
from tst_grammar.language.scheme import TST
from tst_grammar.language.schemes import AnyScheme
from tst_grammar.rows import Failing, OnError, Rejects
from tst_grammar.text.annotator import Annotator, Exact, annotator_for
from tst_grammar.text.restoration import restorer_for


def annotate(
    column: Column,
    *,
    scheme: AnyScheme = TST,
    locale: str = "en",
    delimiters: tuple[str, str] | None = None,
    skip: Iterable[str] | None = None,
    separator: str = "",
    exact: Exact = False,
    errors: OnError = "raise",
    rejects: Rejects | None = None,
    threads: int = 1,
) -> Any:
    """Write the numbers of each text of a column as TST, with the options of `tst_grammar.annotate_many`.

    The result is an Arrow array of pyarrow with the type, the chunks and the nulls of the column. With
    `locale="auto"`, each text shows on its own how it uses its marks. `threads` is how many threads do the
    work; with the native kernel they run at the same time.

    >>> annotate(["It is 1,234", None, "none"]).to_pylist()
    ['It is 1k 234', None, 'none']
    """
    failing = Failing(errors, rejects)
    options = Annotator(
        scheme=scheme, locale=locale, delimiters=delimiters, skip=skip, separator=separator, exact=exact
    )
    if locale == "auto":
        return rewritten(column, None, options.annotate, failing, threads)
    annotator = annotator_for(
        list,
        scheme=options.scheme,
        locale=locale,
        delimiters=options.delimiters,
        skip=options.skip,
        separator=separator,
        exact=exact,
    )
    return rewritten(column, annotator.row_pass, annotator.text, failing, threads)


def restore(
    column: Column,
    *,
    scheme: AnyScheme = TST,
    locale: str | None = None,
    delimiters: tuple[str, str] | None = None,
    errors: OnError = "raise",
    rejects: Rejects | None = None,
    threads: int = 1,
) -> Any:
    """Write the TST numbers of each text of a column in plain digits, or as a locale writes them.

    >>> restore(["It is 1k 234", None, "none"]).to_pylist()
    ['It is 1234', None, 'none']
    """
    restorer = restorer_for(scheme=scheme, locale=locale, delimiters=delimiters)
    return rewritten(column, restorer.row_pass, restorer.text, Failing(errors, rejects), threads)
