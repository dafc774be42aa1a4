"""Annotated text: `lint` finds mistakes in its numbers, and `fix` corrects those that are certain."""

from collections.abc import Iterable

from tst_grammar.diagnostics import Diagnostic
from tst_grammar.language.scheme import TST
from tst_grammar.language.schemes import AnyScheme, scheme_of
from tst_grammar.linter.fixing import apply_fixes
from tst_grammar.linter.linter import Linter
from tst_grammar.linter.project.rule_selection import SELECTED, Selection
from tst_grammar.linter.protection import Protection
from tst_grammar.option_checks import checked_flag, checked_text
from tst_grammar.text.delimiters import checked_delimiters
from tst_grammar.text.finding import checked_separator, checked_skip
from tst_grammar.text.lines import lines_of
from tst_grammar.text.text_grammar import shapes


def lint(
    text: str,
    *,
    scheme: AnyScheme = TST,
    locale: str = "en",
    separator: str = "",
    skip: Iterable[str] | None = None,
    delimiters: tuple[str, str] | None = None,
    against: str | None = None,
    select: Iterable[str] = SELECTED,
) -> list[Diagnostic]:
    """Return the mistakes in the numbers of an annotated text, in order.

    `against` is the source of the annotated text: numbers that were lost, added or changed are found too.
    `select` names the rules, by default all that begin with `TST`; `["ALL"]` reports plain numbers too.
    `separator` is a character that only separates numbers, and `skip` names the shapes in which no plain
    numbers are looked for; both are as for `annotate`.

    >>> [(found.code, found.message) for found in lint("It has 1m 23k 456 cells.")]
    [('TST107', "'23k' has 2 digits: a group after the first has 3 digits")]
    >>> lint("It has 1m 023k 456 cells.")
    []
    >>> [found.name for found in lint("It has 1,234 cells.", select=["ALL"])]
    ['unannotated-number']
    """
    _require_text("lint", text)
    selection = _selection("lint", select)
    linter = linter_for(
        scheme=scheme,
        locale=locale,
        separator=separator,
        skip=skip,
        delimiters=delimiters,
        selection=selection,
    )
    found = [
        each.moved(offset) for offset, segment in linter.segments(text) for each in linter.findings(segment)
    ]
    if against is not None:
        from tst_grammar.linter.source_comparison.against import Comparison  # noqa: PLC0415 -- slow to import

        checked_text("against", against)
        found += Comparison(linter, locale, delimiters).findings(lines_of(text), lines_of(against))
    selected = (each for each in found if selection.selects(each.code))
    marked = Protection(selection.named, is_delimited=bool(delimiters)).of(text).marked(selected)
    return sorted(marked, key=lambda each: (each.start, each.end))


def fix(
    text: str,
    *,
    scheme: AnyScheme = TST,
    locale: str = "en",
    separator: str = "",
    skip: Iterable[str] | None = None,
    delimiters: tuple[str, str] | None = None,
    select: Iterable[str] = SELECTED,
    unsafe: bool = False,
) -> str:
    """Return an annotated text with all safe fixes applied, and the other fixes too if `unsafe`.

    A safe fix never changes a value. Text without a fix stays as it is. In code, in preformatted text and in
    names, a fix is applied only if `select` has the code or the name of its rule. The options are those of
    `lint`.

    >>> fix("It has 01k 234 of 1m 23k 456 cells.")
    'It has 1k 234 of 1m 23k 456 cells.'
    >>> fix("It has 01k 234 of 1m 23k 456 cells.", unsafe=True)
    'It has 1k 234 of 1m 023k 456 cells.'
    """
    _require_text("fix", text)
    checked_flag("unsafe", unsafe)
    selection = _selection("fix", select)
    linter = linter_for(
        scheme=scheme,
        locale=locale,
        separator=separator,
        skip=skip,
        delimiters=delimiters,
        selection=selection,
    )

    def is_wanted(found: Diagnostic) -> bool:
        return bool(found.fix and (found.fix.is_safe or unsafe)) and selection.selects(found.code)

    protection, fixed = Protection(selection.named, is_delimited=bool(delimiters)), []
    protected = protection.of("")
    for _, segment in linter.segments(text):
        protected = protection.of(segment, protected.places.end_after)
        fixed.append(apply_fixes(linter, segment, is_wanted, protected.covers))
    return "".join(fixed)


def linter_for(
    *,
    scheme: AnyScheme,
    locale: str,
    separator: str,
    delimiters: tuple[str, str] | None,
    selection: Selection,
    skip: Iterable[str] | None = None,
) -> Linter:
    """Return a linter for annotated text, with or without delimiters around its numbers."""
    chosen = scheme_of(scheme)
    pair = checked_delimiters(delimiters)
    field = checked_separator(separator)
    opened = frozenset(shapes()) - checked_skip(skip)
    if pair:
        from tst_grammar.linter.delimited import DelimitedLinter  # noqa: PLC0415 -- slow to import

        return DelimitedLinter(
            chosen, locale, pair, separator=field, opened=opened, plain=selection.has_plain
        )
    return Linter(chosen, locale, separator=field, opened=opened, plain=selection.has_plain)


def _selection(function: str, select: Iterable[str]) -> Selection:
    if isinstance(select, str) or not isinstance(select, Iterable):
        raise TypeError(f"{function} takes names of rules in select, not {type(select).__name__}")
    chosen = list(select)
    for name in chosen:
        if not isinstance(name, str):
            raise TypeError(f"{function} takes names of rules in select, not {type(name).__name__}")
    return Selection.of(chosen)


def _require_text(function: str, text: object) -> None:
    if not isinstance(text, str):
        raise TypeError(f"{function} takes a str, not {type(text).__name__}")
