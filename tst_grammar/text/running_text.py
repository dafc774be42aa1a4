"""Numbers in running text: `find_numbers`, `annotate`, `align` and `restore`."""

from collections.abc import Iterable, Iterator
from typing import Literal

from tst_grammar.language.layout import has_tables
from tst_grammar.language.scheme import TST, Scheme
from tst_grammar.language.schemes import AnyScheme, scheme_of
from tst_grammar.notation.locales import find_locale
from tst_grammar.notation.parts import Parts
from tst_grammar.text.alignment import Alignment
from tst_grammar.text.annotation import Annotator
from tst_grammar.text.delimiters import checked_delimiters
from tst_grammar.text.evidence import Pieces, Settled, Uncertain
from tst_grammar.text.finding import (
    Finder,
    Found,
    LocaleFinder,
    checked_exact,
    checked_separator,
    checked_skip,
)
from tst_grammar.text.lines import segments
from tst_grammar.text.restoration import Restorer, form_of
from tst_grammar.text.text_grammar import BARE, shapes, text_runner
from tst_grammar.text.text_tokens import TextTokens, text_tokens

Exact = bool | Literal["locale"]
"""Whether `restore`, or `restore` with the same locale, must spell every number as it was."""


def find_numbers(
    text: str,
    *,
    locale: str = "en",
    skip: Iterable[str] | None = None,
    separator: str = "",
    scheme: AnyScheme | None = TST,
) -> Iterator[Found]:
    """Yield each plain number in a running text, in order, as the locale writes it.

    Tokens that only look like numbers, such as dates, are left alone, and so are the TST numbers of the
    scheme unless it is None. `skip` names the shapes to leave alone; by default it is all of `shapes()`.
    `separator` is a character that only separates, such as the comma of a CSV file. With `locale="auto"`,
    unambiguous numbers decide how the others are read.

    >>> [found.raw for found in find_numbers("On 2024-01-15 it cost $1,234.50, 3% more.")]
    ['$1,234.50', '3%']
    >>> [found.number.value for found in find_numbers("309,241", separator=",")]
    [Decimal('309'), Decimal('241')]
    """
    _require_text("find_numbers", text)
    known = None if scheme is None else scheme_of(scheme)
    return _found(finder_for(lambda: [text], locale, skip, separator, known), text)


def annotate(
    text: str,
    *,
    scheme: AnyScheme = TST,
    locale: str = "en",
    delimiters: tuple[str, str] | None = None,
    skip: Iterable[str] | None = None,
    separator: str = "",
    exact: Exact = False,
) -> str:
    """Write the numbers of a running text as TST, and leave all other text as it is.

    A number beyond the scheme's range also stays as it is; `align` lists these with the reason. `delimiters`
    is a pair of texts to put around each number, so that `restore` finds exactly these. With `exact=True`, a
    number stays plain if `restore` would spell it differently, and with `exact="locale"`, if `restore` with
    the same locale would.

    >>> annotate("It rose by 1234567.89 in 2024.")
    'It rose by 1m 234k 567. 890p in 2k 024.'
    >>> annotate("won 100k, 2024 times", delimiters=("⟦", "⟧"))
    'won 100k, ⟦2k 024⟧ times'
    >>> annotate("1,234 or 1234", exact=True)
    '1,234 or 1k 234'
    """
    _require_text("annotate", text)
    annotator = annotator_for(
        lambda: [text],
        scheme=scheme,
        locale=locale,
        delimiters=delimiters,
        skip=skip,
        separator=separator,
        exact=exact,
    )
    return annotator.text(text)


def align(
    text: str,
    *,
    scheme: AnyScheme = TST,
    locale: str = "en",
    delimiters: tuple[str, str] | None = None,
    skip: Iterable[str] | None = None,
    separator: str = "",
    exact: Exact = False,
) -> Alignment:
    """Annotate a text, and return the position of each number and remarks.

    A remark names the reason why a token was left alone, or why `restore` will spell a number differently.

    >>> alignment = align("On 2024-01-15 it cost 1,234")
    >>> alignment.text
    'On 2024-01-15 it cost 1k 234'
    >>> [(number.source, number.target) for number in alignment.numbers]
    [(Span(start=22, end=27), Span(start=22, end=28))]
    >>> [(remark.raw, remark.reason) for remark in alignment.remarks]
    [('2024-01-15', 'date'), ('1,234', 'group-marks')]
    """
    _require_text("align", text)
    annotator = annotator_for(
        lambda: [text],
        scheme=scheme,
        locale=locale,
        delimiters=delimiters,
        skip=skip,
        separator=separator,
        exact=exact,
        reports=True,
    )
    return annotator.align(text)


def restore(
    text: str,
    *,
    scheme: AnyScheme = TST,
    locale: str | None = None,
    delimiters: tuple[str, str] | None = None,
) -> str:
    """Write the TST numbers of a running text in plain digits, or as a locale writes them.

    >>> restore("It rose by 1m 234k 567. 890p in 2k 024.")
    'It rose by 1234567.89 in 2024.'
    >>> restore("It rose by 1m 234k 567. 890p", locale="de")
    'It rose by 1.234.567,89'
    """
    _require_text("restore", text)
    return restorer_for(scheme=scheme, locale=locale, delimiters=delimiters).text(text)


def finder_for(
    pieces: Pieces,
    locale: str,
    skip: Iterable[str] | None,
    separator: str,
    scheme: Scheme | None,
    settled: Settled | None = None,
) -> Finder:
    """Return a finder for a text in pieces, in which the scheme's TST numbers are left alone.

    Without a locale, it first reads all pieces unless `settled`.
    """
    opened = frozenset(shapes()) - checked_skip(skip)
    field = checked_separator(separator)
    known = None if locale == "auto" else find_locale(locale)
    whole = text_tokens(known, field, scheme)
    inside = text_runner(known, BARE, field) if opened else whole.runner
    if known:
        return LocaleFinder(whole, opened, LocaleFinder(TextTokens(inside, None), opened))
    if settled:
        return Uncertain(whole, opened, inside, settled.evidence)
    uncertain = Uncertain(whole, opened, inside)
    offset = 0
    for piece in pieces():
        uncertain.gather(piece, offset)
        offset += len(piece)
    return uncertain


def annotator_for(
    pieces: Pieces,
    *,
    scheme: AnyScheme,
    locale: str,
    delimiters: tuple[str, str] | None,
    skip: Iterable[str] | None,
    separator: str,
    exact: Exact = False,
    reports: bool = False,
    settled: Settled | None = None,
) -> Annotator:
    """Return an annotator for a text in pieces; with `reports`, it must report what cannot be restored."""
    chosen = scheme_of(scheme)
    pair = checked_delimiters(delimiters)
    finder = finder_for(pieces, locale, skip, separator, None if pair else chosen, settled)
    is_plain = locale in ("en", "auto") if not checked_exact(exact) else exact is True
    restorer = restorer_for(
        scheme=chosen, locale=None if is_plain else locale, delimiters=delimiters, read_in=locale
    )
    annotator = Annotator(
        finder,
        chosen,
        restorer,
        pair,
        exact=bool(exact),
        cautious=bool(settled and settled.is_cautious),
    )
    if settled or exact:
        return annotator
    is_checked = pair or (reports and has_tables(chosen))
    if (
        is_checked
        and isinstance(finder, Uncertain)
        and not finder.agrees_on(pieces, lambda piece: restorer.text(annotator.text(piece)))
    ):
        return Annotator(finder, chosen, restorer, pair, cautious=True)
    return annotator


def restorer_for(
    *, scheme: AnyScheme, locale: str | None, delimiters: tuple[str, str] | None, read_in: str = "auto"
) -> Restorer:
    """Return a restorer for a text whose plain numbers are read in a locale, as `restore` does by default."""
    form = form_of(locale)
    read_in = locale or ("en" if read_in == "auto" else read_in)
    return Restorer(scheme_of(scheme), form, find_locale(read_in), checked_delimiters(delimiters))


def _found(finder: Finder, text: str) -> Iterator[Found]:
    for offset, segment in segments(text):
        for start, end, what in finder.digit_tokens(segment):
            if isinstance(what, Parts):
                yield Found(offset + start, offset + end, segment[start:end], what)


def _require_text(function: str, text: object) -> None:
    if not isinstance(text, str):
        raise TypeError(f"{function} takes a str, not {type(text).__name__}")
