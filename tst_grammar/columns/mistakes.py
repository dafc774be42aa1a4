"""Lints columns of annotated text: how many mistakes of which rule each row has."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tst_grammar.arrow_columns import Column, arrow, text_chunks
from tst_grammar.language.scheme import TST
from tst_grammar.language.schemes import AnyScheme
from tst_grammar.linter import lint as linting
from tst_grammar.linter.project.rule_selection import SELECTED


def lint(
    column: Column,
    *,
    scheme: AnyScheme = TST,
    locale: str = "en",
    separator: str = "",
    skip: Iterable[str] | None = None,
    delimiters: tuple[str, str] | None = None,
    select: Iterable[str] = SELECTED,
) -> Any:
    """Count the mistakes in each text of a column by rule, with the options of `tst_grammar.lint`.

    The result is an Arrow array. Each row is a list of codes with their counts, in the order of the codes.

    >>> lint(["It has 1m 23k 456 cells.", None, "none"]).to_pylist()
    [[{'code': 'TST107', 'count': 1}], None, []]
    """
    pa = arrow()
    options: dict[str, Any] = {
        "scheme": scheme,
        "locale": locale,
        "separator": separator,
        "skip": None if skip is None else tuple(skip),
        "delimiters": delimiters,
        "select": select if isinstance(select, str) else tuple(select),
    }
    linting.lint("", **options)  # checks the options, even if there are no rows

    def counts(text: str) -> list[dict[str, object]]:
        found = Counter(each.code for each in linting.lint(text, **options))
        return [{"code": code, "count": found[code]} for code in sorted(found)]

    rows = [
        None if text is None else counts(text) for chunk in text_chunks(column) for text in chunk.to_pylist()
    ]
    return pa.array(rows, pa.list_(pa.struct([("code", pa.string()), ("count", pa.int64())])))
