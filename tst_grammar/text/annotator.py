"""The options of running text, checked once: `Annotator`."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal

from attrs import field, frozen

from tst_grammar.automata import engine
from tst_grammar.language.layout import has_tables
from tst_grammar.language.scheme import TST, Scheme
from tst_grammar.language.schemes import AnyScheme, scheme_of
from tst_grammar.notation.locales import find_locale
from tst_grammar.option_checks import checked_text
from tst_grammar.rows import Failing, OnError, Rejects, rows_of
from tst_grammar.text.alignment import Alignment
from tst_grammar.text.annotation import NumberAnnotator
from tst_grammar.text.delimiters import checked_delimiters
from tst_grammar.text.evidence import Pieces, Settled, Uncertain
from tst_grammar.text.finding import (
    Finder,
    Found,
    LocaleFinder,
    checked_exact,
    checked_separator,
    checked_skip,
    found_by,
)
from tst_grammar.text.lines import Change, changed_column, require_text
from tst_grammar.text.restoration import form_of, restored_rows, restorer_for, restoring
from tst_grammar.text.text_grammar import BARE, shapes, text_runner
from tst_grammar.text.text_tokens import TextTokens, text_tokens

Exact = bool | Literal["locale"]
"""Whether `restore`, or `restore` with the same locale, must spell every number as it was."""


def checked_pair(delimiters: object) -> tuple[str, str] | None:
    """Return the delimiters of an option as a pair of texts, or None if it is None.

    >>> checked_pair(["<", ">"])
    ('<', '>')
    """
    pair = checked_delimiters(delimiters)
    return (pair.opening, pair.closing) if pair else None


def _shapes(skip: Iterable[str] | None) -> tuple[str, ...] | None:
    return None if skip is None else tuple(sorted(checked_skip(skip)))


@frozen(kw_only=True, cache_hash=True)
class Annotator:
    """The options of `annotate`, checked once, for many texts. It can be pickled, and be a key.

    >>> annotator = Annotator(locale="de", delimiters=("⟦", "⟧"))
    >>> annotator.annotate("1.234,5 kg")
    '⟦1k 234. 500p⟧ kg'
    >>> annotator.restore(_)
    '1.234,5 kg'
    """

    scheme: Scheme = field(default=TST, converter=scheme_of)
    locale: str = "en"
    delimiters: tuple[str, str] | None = field(default=None, converter=checked_pair)
    skip: tuple[str, ...] | None = field(default=None, converter=_shapes)
    separator: str = field(default="", converter=checked_separator)
    exact: Exact = False

    def __attrs_post_init__(self) -> None:
        if checked_text("locale", self.locale) != "auto":
            find_locale(self.locale)
        if checked_exact(self.exact) and self.exact is not True:
            form_of(self.locale)  # `auto` writes no numbers

    def annotate(self, text: str) -> str:
        """Write the numbers of a running text as TST, as `annotate` does.

        >>> Annotator(scheme="option-a").annotate("It rose by 1234567.89.")
        'It rose by 1 m 234 k 567. 890 p.'
        """
        require_text("annotate", text)
        return _annotating(self, engine.NATIVE)(text)

    def align(self, text: str) -> Alignment:
        """Annotate a text, and return the position of each number and remarks, as `align` does.

        >>> [remark.reason for remark in Annotator().align("On 2024-01-15 it cost 1,234").remarks]
        ['date', 'group-marks']
        """
        require_text("align", text)
        return self._number_annotator(text, reports=True).align(text)

    def restore(self, text: str) -> str:
        """Write the TST numbers of a running text in plain digits, or as the locale writes them.

        Plain digits are for the locales `en` and `auto`, and for `exact=True`.

        >>> Annotator(locale="de").restore("1m 234k 567. 890p"), Annotator().restore("1m 234k 567. 890p")
        ('1.234.567,89', '1234567.89')
        """
        require_text("restore", text)
        return restoring(self.scheme, self._restored_locale, self.delimiters, engine.NATIVE)(text)

    def find(self, text: str) -> Iterator[Found]:
        """Yield each plain number in a running text, as `find_numbers` does.

        >>> [found.raw for found in Annotator(locale="de").find("am 15.1.2024 um 1.234,5 kg")]
        ['1.234,5']
        """
        require_text("find", text)
        return found_by(self._number_annotator(text).finder, text)

    def annotate_many(
        self,
        values: Iterable[str | None],
        *,
        errors: OnError = "raise",
        rejects: Rejects | None = None,
        threads: int = 1,
    ) -> list[str | None]:
        """Annotate each text of a column, as `annotate_many` does.

        >>> Annotator(locale="de").annotate_many(["1.234,5 kg", None])
        ['1k 234. 500p kg', None]
        """
        is_by_row = self.locale == "auto"  # each text shows on its own how it uses its marks
        at_once = None if is_by_row else _settled(self, engine.NATIVE).rows_at_once
        failing = Failing(errors, rejects)
        return changed_column("annotate_many", values, self.annotate, at_once, failing, threads)

    def align_many(
        self, values: Iterable[str | None], *, errors: OnError = "raise", rejects: Rejects | None = None
    ) -> list[Alignment | None]:
        """Return the alignment of each text of a column.

        >>> [alignment.text for alignment in Annotator().align_many(["1,234 kg", "5000"])]
        ['1k 234 kg', '5k 000']
        """
        return Failing(errors, rejects, may_keep=False).rows(self.align, rows_of("align_many", values))

    def restore_many(
        self,
        values: Iterable[str | None],
        *,
        errors: OnError = "raise",
        rejects: Rejects | None = None,
        threads: int = 1,
    ) -> list[str | None]:
        """Restore each text of a column, as `restore_many` does.

        >>> Annotator(locale="de").restore_many(["1k 234. 500p kg", None])
        ['1.234,5 kg', None]
        """
        failing = Failing(errors, rejects)
        return restored_rows(values, self.scheme, self._restored_locale, self.delimiters, failing, threads)

    def find_many(
        self, values: Iterable[str | None], *, errors: OnError = "raise", rejects: Rejects | None = None
    ) -> list[list[Found] | None]:
        """Return the plain numbers in each text of a column.

        >>> [[found.raw for found in row] for row in Annotator().find_many(["1,234 kg", "none", "5 or 6"])]
        [['1,234'], [], ['5', '6']]
        """
        failing = Failing(errors, rejects, may_keep=False)
        return failing.rows(lambda text: list(self.find(text)), rows_of("find_many", values))

    @property
    def _restored_locale(self) -> str | None:
        """The locale for `restore`, which brings back what `exact` promises."""
        return None if self.exact is True or self.locale in ("en", "auto") else self.locale

    def _number_annotator(self, text: str, *, reports: bool = False) -> NumberAnnotator:
        return annotator_for(
            lambda: [text],
            scheme=self.scheme,
            locale=self.locale,
            delimiters=self.delimiters,
            skip=self.skip,
            separator=self.separator,
            exact=self.exact,
            reports=reports,
        )


@lru_cache(128, typed=True)
def annotating(
    scheme: AnyScheme,
    locale: str,
    delimiters: tuple[str, str] | None,
    skip: tuple[str, ...] | None,
    separator: str,
    exact: Exact,
    native: bool,  # noqa: FBT001
) -> Change:
    """Return the function that annotates a text with the options of `annotate`.

    >>> annotating(TST, "en", None, None, "", False, engine.NATIVE)("It is 1234")
    'It is 1k 234'
    """
    options = Annotator(
        scheme=scheme, locale=locale, delimiters=delimiters, skip=skip, separator=separator, exact=exact
    )
    return _annotating(options, native)


@lru_cache(128)
def _annotating(options: Annotator, native: bool) -> Change:  # noqa: FBT001 -- a key of the cache
    if options.locale == "auto":
        return lambda text: options._number_annotator(text).text(text)  # noqa: SLF001 -- the same module
    return _settled(options, native).text


@lru_cache(128)
def _settled(options: Annotator, native: bool) -> NumberAnnotator:  # noqa: ARG001, FBT001
    """Return the annotator of all texts, with a locale that needs no evidence."""
    return options._number_annotator("")  # noqa: SLF001


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
) -> NumberAnnotator:
    """Return an annotator for a text in pieces; with `reports`, it must report what cannot be restored."""
    chosen = scheme_of(scheme)
    pair = checked_delimiters(delimiters)
    finder = finder_for(pieces, locale, skip, separator, None if pair else chosen, settled)
    is_plain = locale in ("en", "auto") if not checked_exact(exact) else exact is True
    restorer = restorer_for(
        scheme=chosen, locale=None if is_plain else locale, delimiters=delimiters, read_in=locale
    )
    annotator = NumberAnnotator(
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
        return NumberAnnotator(finder, chosen, restorer, pair, cautious=True)
    return annotator
