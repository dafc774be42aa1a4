"""Numbers in running text: `find_numbers`, `annotate`, `align` and `restore`, for one text and for many."""

from collections.abc import Iterable, Iterator

from tst_grammar.automata import engine
from tst_grammar.language.scheme import TST
from tst_grammar.language.schemes import AnyScheme, scheme_of
from tst_grammar.option_checks import checked_text
from tst_grammar.rows import Failing, OnError, Rejects
from tst_grammar.text.alignment import Alignment
from tst_grammar.text.annotator import Annotator, Exact, annotating, checked_pair, finder_for
from tst_grammar.text.finding import Found, checked_skip, found_by
from tst_grammar.text.lines import require_text
from tst_grammar.text.restoration import restored_rows, restoring


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
    require_text("find_numbers", text)
    known = None if scheme is None else scheme_of(scheme)
    return found_by(finder_for(lambda: [text], locale, skip, separator, known), text)


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
    if not isinstance(text, str):
        require_text("annotate", text)
    if skip is not None:
        skip = tuple(sorted(checked_skip(skip)))
    if delimiters is not None:
        delimiters = checked_pair(delimiters)
    if not (isinstance(locale, str) and isinstance(separator, str) and isinstance(exact, bool | str)):
        Annotator(locale=locale, separator=separator, exact=exact)  # says which is wrong; a cache needs a key
    return annotating(scheme, locale, delimiters, skip, separator, exact, engine.NATIVE)(text)


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
    require_text("align", text)
    options = Annotator(
        scheme=scheme, locale=locale, delimiters=delimiters, skip=skip, separator=separator, exact=exact
    )
    return options.align(text)


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
    require_text("restore", text)
    if locale is not None:
        checked_text("locale", locale)
    return restoring(scheme, locale, checked_pair(delimiters), engine.NATIVE)(text)


def annotate_many(
    values: Iterable[str | None],
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
) -> list[str | None]:
    """Annotate each text of a column, as `annotate` does, in much less time.

    The column is an iterable, a numpy array, a series of pandas or polars, or an Arrow array. The result is a
    list, or a series for a series, and a pandas series keeps its index. None and nulls stay. With
    `locale="auto"`, each row is a document: its own numbers decide how they are read.

    A row fails if it is not text. Then the error names the row; with `errors="null"`, the row becomes None
    instead. `rejects` is a list that collects the row numbers, from 0, and the errors. `threads` is how many
    threads do the work; with the native kernel they run at the same time.

    >>> annotate_many(["It rose by 1234567.89", None, "in 2024."])
    ['It rose by 1m 234k 567. 890p', None, 'in 2k 024.']
    """
    options = Annotator(
        scheme=scheme, locale=locale, delimiters=delimiters, skip=skip, separator=separator, exact=exact
    )
    return options.annotate_many(values, errors=errors, rejects=rejects, threads=threads)


def restore_many(
    values: Iterable[str | None],
    *,
    scheme: AnyScheme = TST,
    locale: str | None = None,
    delimiters: tuple[str, str] | None = None,
    errors: OnError = "raise",
    rejects: Rejects | None = None,
    threads: int = 1,
) -> list[str | None]:
    """Restore each text of a column, as `restore` does, in much less time.

    Columns, nulls, errors and threads are as in `annotate_many`. A row also fails if the locale cannot write
    its currency; with `errors="keep"`, it stays as it is.

    >>> restore_many(["It rose by 1m 234k 567. 890p", None, "in 2k 024."])
    ['It rose by 1234567.89', None, 'in 2024.']
    """
    failing = Failing(errors, rejects)
    return restored_rows(values, scheme, locale, checked_pair(delimiters), failing, threads)
