"""Annotated text: `lint` finds mistakes in its numbers, and `fix` corrects those that are certain."""

from tst_grammar.diagnostics import Diagnostic
from tst_grammar.language.scheme import TST
from tst_grammar.language.schemes import AnyScheme, scheme_of
from tst_grammar.linter.against import Comparison
from tst_grammar.linter.delimited import DelimitedLinter
from tst_grammar.linter.fixing import apply_fixes
from tst_grammar.linter.linter import Linter
from tst_grammar.text.delimiters import checked_delimiters
from tst_grammar.text.lines import lines_of


def lint(
    text: str,
    *,
    scheme: AnyScheme = TST,
    locale: str = "en",
    delimiters: tuple[str, str] | None = None,
    against: str | None = None,
) -> list[Diagnostic]:
    """Return the mistakes in the numbers of an annotated text, in order.

    `against` is the source of the annotated text: numbers that were lost, added or changed are found too.

    >>> [(found.code, found.message) for found in lint("It has 1m 23k 456 cells.")]
    [('TST107', "'23k' has 2 digits: a group after the first has 3 digits")]
    >>> lint("It has 1m 023k 456 cells.")
    []
    """
    _require_text("lint", text)
    linter = linter_for(scheme=scheme, locale=locale, delimiters=delimiters)
    found = [
        each.moved(offset) for offset, segment in linter.segments(text) for each in linter.findings(segment)
    ]
    if against is not None:
        _require_text("lint", against)
        found += Comparison(linter, locale, delimiters).findings(lines_of(text), lines_of(against))
    return sorted(found, key=lambda each: (each.start, each.end))


def fix(
    text: str,
    *,
    scheme: AnyScheme = TST,
    locale: str = "en",
    delimiters: tuple[str, str] | None = None,
    unsafe: bool = False,
) -> str:
    """Return an annotated text with all safe fixes applied, and the other fixes too if `unsafe`.

    A safe fix never changes a value. Text without a fix stays as it is.

    >>> fix("It has 01k 234 of 1m 23k 456 cells.")
    'It has 1k 234 of 1m 23k 456 cells.'
    >>> fix("It has 01k 234 of 1m 23k 456 cells.", unsafe=True)
    'It has 1k 234 of 1m 023k 456 cells.'
    """
    _require_text("fix", text)
    linter = linter_for(scheme=scheme, locale=locale, delimiters=delimiters)
    return "".join(
        apply_fixes(linter, segment, lambda found: bool(found.fix and (found.fix.is_safe or unsafe)))
        for _, segment in linter.segments(text)
    )


def linter_for(*, scheme: AnyScheme, locale: str, delimiters: tuple[str, str] | None) -> Linter:
    """Return a linter for annotated text, with or without delimiters around its numbers."""
    chosen = scheme_of(scheme)
    pair = checked_delimiters(delimiters)
    return DelimitedLinter(chosen, locale, pair) if pair else Linter(chosen, locale)


def _require_text(function: str, text: object) -> None:
    if not isinstance(text, str):
        raise TypeError(f"{function} takes a str, not {type(text).__name__}")
