"""Numbers in running text: `find_numbers`, `annotate`, `align` and `restore`."""

from collections.abc import Iterable, Iterator

from tst_grammar.language.layout import has_tables
from tst_grammar.language.scheme import TST
from tst_grammar.language.schemes import AnyScheme, scheme_of
from tst_grammar.notation.locales import find_locale
from tst_grammar.notation.parts import Parts
from tst_grammar.text.alignment import Alignment
from tst_grammar.text.annotation import Annotator
from tst_grammar.text.delimiters import checked_delimiters
from tst_grammar.text.evidence import Pieces, Settled, Uncertain
from tst_grammar.text.finding import Finder, Found, LocaleFinder, checked_separator, checked_skip
from tst_grammar.text.lines import segments
from tst_grammar.text.restoration import Restorer, form_of
from tst_grammar.text.text_grammar import BARE, shapes, text_runner


def find_numbers(
    text: str, *, locale: str = "en", skip: Iterable[str] | None = None, separator: str = ""
) -> Iterator[Found]:
    """Yield each number in a running text, in order, as the locale writes it.

    Tokens that only look like numbers, such as dates, are left alone. `skip` names these shapes; by default
    it is all of `shapes()`. `separator` is a character that only separates, such as the comma of a CSV file.
    With `locale="auto"`, unambiguous numbers decide how the others are read.

    >>> [found.raw for found in find_numbers("On 2024-01-15 it cost $1,234.50, 3% more.")]
    ['$1,234.50', '3%']
    >>> [found.number.value for found in find_numbers("309,241", separator=",")]
    [Decimal('309'), Decimal('241')]
    """
    _require_text("find_numbers", text)
    return _found(finder_for(lambda: [text], locale, skip, separator), text)


def annotate(
    text: str,
    *,
    scheme: AnyScheme = TST,
    locale: str = "en",
    delimiters: tuple[str, str] | None = None,
    skip: Iterable[str] | None = None,
    separator: str = "",
) -> str:
    """Write the numbers of a running text as TST, and leave all other text as it is.

    A number beyond the scheme's range also stays as it is; `align` lists these with the reason. `delimiters`
    is a pair of texts to put around each number, so that `restore` finds exactly these.

    >>> annotate("It rose by 1234567.89 in 2024.")
    'It rose by 1m 234k 567. 890p in 2k 024.'
    >>> annotate("won 100k, 2024 times", delimiters=("⟦", "⟧"))
    'won 100k, ⟦2k 024⟧ times'
    """
    _require_text("annotate", text)
    annotator = annotator_for(
        lambda: [text], scheme=scheme, locale=locale, delimiters=delimiters, skip=skip, separator=separator
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
) -> Alignment:
    """Annotate a text, and return the position of each number and the reasons for what was left alone.

    >>> alignment = align("On 2024-01-15 it cost 1,234")
    >>> alignment.text
    'On 2024-01-15 it cost 1k 234'
    >>> [(number.source, number.target) for number in alignment.numbers]
    [(Span(start=22, end=27), Span(start=22, end=28))]
    >>> [(remark.raw, remark.reason) for remark in alignment.remarks]
    [('2024-01-15', 'date')]
    """
    _require_text("align", text)
    annotator = annotator_for(
        lambda: [text],
        scheme=scheme,
        locale=locale,
        delimiters=delimiters,
        skip=skip,
        separator=separator,
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
    pieces: Pieces, locale: str, skip: Iterable[str] | None, separator: str, settled: Settled | None = None
) -> Finder:
    """Return a finder for a text in pieces. Without a locale, it first reads all pieces unless `settled`."""
    opened = frozenset(shapes()) - checked_skip(skip)
    field = checked_separator(separator)
    known = None if locale == "auto" else find_locale(locale)
    whole = text_runner(known, shapes(), field)
    inside = text_runner(known, BARE, field) if opened else whole
    if known:
        return LocaleFinder(whole, opened, LocaleFinder(inside, opened))
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
    reports: bool = False,
    settled: Settled | None = None,
) -> Annotator:
    """Return an annotator for a text in pieces; with `reports`, it must report what cannot be restored."""
    chosen = scheme_of(scheme)
    pair = checked_delimiters(delimiters)
    finder = finder_for(pieces, locale, skip, separator, settled)
    form = form_of(None if locale in ("en", "auto") else locale)
    annotator = Annotator(finder, chosen, form, pair, cautious=bool(settled and settled.is_cautious))
    if settled:
        return annotator
    if isinstance(finder, Uncertain) and (pair or (reports and has_tables(chosen))):
        restorer = Restorer(chosen, form, pair)
        if not finder.agrees_on(pieces, lambda piece: restorer.text(annotator.text(piece))):
            return Annotator(finder, chosen, form, pair, cautious=True)
    return annotator


def restorer_for(*, scheme: AnyScheme, locale: str | None, delimiters: tuple[str, str] | None) -> Restorer:
    """Return a restorer for a text."""
    return Restorer(scheme_of(scheme), form_of(locale), checked_delimiters(delimiters))


def _found(finder: Finder, text: str) -> Iterator[Found]:
    for offset, segment in segments(text):
        for start, end, what in finder.digit_tokens(segment):
            if isinstance(what, Parts):
                yield Found(offset + start, offset + end, segment[start:end], what)


def _require_text(function: str, text: object) -> None:
    if not isinstance(text, str):
        raise TypeError(f"{function} takes a str, not {type(text).__name__}")
