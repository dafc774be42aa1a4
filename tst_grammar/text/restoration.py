"""Reads the TST numbers in running text and writes them in plain digits or as a locale does."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cached_property, lru_cache, partial
from typing import Protocol

from tst_grammar.arrow_columns import RowPass
from tst_grammar.automata import engine
from tst_grammar.diagnostics import Span
from tst_grammar.errors import LocaleError
from tst_grammar.language.conversion import is_valid
from tst_grammar.language.fast_codec import decoder
from tst_grammar.language.layout import Digits, has_tables, layout_of
from tst_grammar.language.scheme import Scheme
from tst_grammar.language.scheme_grammar import require_tables, scheme_runner
from tst_grammar.language.schemes import AnyScheme, scheme_of
from tst_grammar.notation.locales import Locale, find_locale
from tst_grammar.notation.number import Number
from tst_grammar.notation.parts import Parts
from tst_grammar.notation.written import format_in
from tst_grammar.rows import Failing
from tst_grammar.text.alignment import replaced
from tst_grammar.text.delimiters import Delimiters, checked_delimiters
from tst_grammar.text.lines import (
    SEGMENT,
    Change,
    RowsChange,
    changed_column,
    changed_rows,
    lines_of,
    require_text,
    segments,
)
from tst_grammar.text.mathematics import without_mathematics
from tst_grammar.text.one_pass import OnePass, RowPasses, beside_mathematics, restoring_pass, restoring_rows
from tst_grammar.text.text_tokens import TextTokens, text_tokens


class Form(Protocol):
    """Writes a number in the form in which it is restored."""

    def __call__(self, digits: Digits, *, grouped: bool = True) -> str:
        """Return the text of a number, with group marks if the form has any."""


def form_of(locale: str | None) -> Form:
    r"""Return the function that writes a number as a locale does, or in plain digits without a locale.

    >>> form_of("de")(Digits("-", "1234", "5", "", "%"))
    '-1.234,5\xa0%'
    """
    if locale is None:
        return _plain
    if locale == "auto":
        raise LocaleError(
            "'auto' can only read numbers: name a locale to write them, or leave it out",
            fault="unknown-locale",
        )
    known = find_locale(locale)

    def form(digits: Digits, *, grouped: bool = True) -> str:
        return format_in(digits.number, known, grouped=grouped)

    return form


def is_plain(form: Form) -> bool:
    """Tell whether numbers are written as plain digits.

    >>> is_plain(form_of(None)), is_plain(form_of("de"))
    (True, False)
    """
    return form is _plain


def _plain(digits: Digits, *, grouped: bool = True) -> str:  # noqa: ARG001 -- plain digits are never grouped
    return digits.plain


class Restorer:
    """Restores the numbers of a scheme, between delimiters or, without delimiters, anywhere.

    >>> Restorer(Scheme(), form_of(None), find_locale("en")).text("from 1k 234 to 2k 345")
    'from 1234 to 2345'
    """

    def __init__(
        self, scheme: Scheme, form: Form, locale: Locale, delimiters: Delimiters | None = None
    ) -> None:
        self._scheme = scheme
        self.form = form
        self._locale = locale
        self._delimiters = delimiters
        self._layout = layout_of(scheme)

    @cached_property
    def tokens(self) -> TextTokens:
        """The tokens of annotated text."""
        return text_tokens(self._locale, "", self._scheme)

    def text(self, text: str) -> str:
        """Return a text with its numbers restored."""
        if self._delimiters:
            return self._delimiters.disclose(text, self._whole, self._layout.longest)
        require_tables(self._scheme)
        if len(text) > SEGMENT:
            return "".join(self._segment(segment) for _, segment in segments(text))
        return self._segment(text)

    def _segment(self, text: str) -> str:
        at_once = self._at_once(text)
        if at_once is not None:
            return at_once
        if self._row_passes:
            return "".join(
                filter(None, self._row_passes.texts(list(lines_of(text)), lambda _, line: self.line(line)))
            )
        lines = ((line, self._at_once(line)) for line in lines_of(text))
        return "".join(self.line(line) if restored is None else restored for line, restored in lines)

    @cached_property
    def _at_once(self) -> OnePass:
        """The function that restores a text, or returns None if one pass is not enough."""
        if not is_plain(self.form) or not self.tokens.has_affixes:
            return lambda _: None
        in_one_pass = restoring_pass(self.tokens, self._layout)
        return beside_mathematics(in_one_pass) if in_one_pass else lambda _: None

    @cached_property
    def _row_passes(self) -> RowPasses | None:
        if self._delimiters or not is_plain(self.form) or not self.tokens.has_affixes:
            return None
        require_tables(self._scheme)
        return restoring_rows(self.tokens, self._scheme)

    @property
    def row_pass(self) -> RowPass | None:
        """The pass that restores most rows of an Arrow column, if these options allow it."""
        return self._row_passes.buffers if self._row_passes else None

    @property
    def rows_at_once(self) -> RowsChange | None:
        """The function that restores many rows together, if these options allow it."""
        if self._row_passes:
            return self._row_passes.texts
        is_by_line = not (self._delimiters and self._delimiters.span_lines)
        return partial(changed_rows, self.text) if is_by_line else None

    def line(self, line: str) -> str:
        """Return a line with its numbers restored, without group marks that would be misread."""
        numbers = list(self.numbers(line))
        forms = [self.form(digits) for _, _, digits in numbers]
        places = [(start, end) for start, end, _ in numbers]
        while True:
            restored, spans = replaced(line, places, forms)
            read = {} if is_plain(self.form) else self._read(restored)
            wrong = [
                (index, bare)
                for index, (span, (_, _, digits)) in enumerate(zip(spans, numbers, strict=True))
                if (bare := self.form(digits, grouped=False)) != forms[index]
                and read.get(span) != digits.number.value
            ]
            if not wrong:
                return restored
            for index, bare in wrong:
                forms[index] = bare

    def _read(self, text: str) -> dict[Span, Decimal]:
        """Return the spans and the values of the plain numbers in a restored text."""
        found = self.tokens.runner.find(without_mathematics(text))
        return {
            Span(start, end): Number(*what).value for start, end, _, what in found if isinstance(what, Parts)
        }

    def numbers(self, text: str) -> Iterator[tuple[int, int, Digits]]:
        """Yield the start, end and digits of each TST number in a text."""
        for start, end, _ in self.tokens.tst_places(without_mathematics(text)):
            yield start, end, self._layout.read(text[start:end])

    def places(self, text: str) -> set[Span]:
        """Return the spans of the TST numbers in a text."""
        return {Span(start, end) for start, end, _ in self.tokens.tst_places(without_mathematics(text))}

    def is_number(self, text: str) -> bool:
        """Tell whether a text is one TST number."""
        return 0 < len(text) <= self._layout.longest and self._whole(text) is not None

    def _whole(self, text: str) -> str | None:
        """Return the restored form of a text that is one number, or None."""
        if has_tables(self._scheme):
            digits = decoder(scheme_runner(self._scheme), self._layout)(text)
            return self.form(digits) if digits else None
        return self.form(self._layout.read(text)) if is_valid(text, scheme=self._scheme) else None


def restorer_for(
    *, scheme: AnyScheme, locale: str | None, delimiters: tuple[str, str] | None, read_in: str = "auto"
) -> Restorer:
    """Return a restorer for a text whose plain numbers are read in a locale, as `restore` does by default."""
    form = form_of(locale)
    read_in = locale or ("en" if read_in == "auto" else read_in)
    return Restorer(scheme_of(scheme), form, find_locale(read_in), checked_delimiters(delimiters))


@lru_cache(128, typed=True)
def restoring(
    scheme: AnyScheme,
    locale: str | None,
    delimiters: tuple[str, str] | None,
    native: bool,  # noqa: FBT001 -- a key of the cache
) -> Change:
    """Return the function that restores a text with the options of `restore`.

    >>> restoring("tst", "de", None, engine.NATIVE)("It is 1k 234")
    'It is 1.234'
    """
    return _restorer(scheme, locale, delimiters, native).text


@lru_cache(128, typed=True)
def _restorer(
    scheme: AnyScheme,
    locale: str | None,
    delimiters: tuple[str, str] | None,
    native: bool,  # noqa: ARG001, FBT001
) -> Restorer:
    return restorer_for(scheme=scheme, locale=locale, delimiters=delimiters)


def restored_rows(  # noqa: PLR0913, PLR0917 -- the options of `restore_many`
    values: Iterable[str | None],
    scheme: AnyScheme,
    locale: str | None,
    delimiters: tuple[str, str] | None,
    failing: Failing,
    threads: int = 1,
) -> list[str | None]:
    """Return each text of a column restored.

    >>> restored_rows(["1k 234"], "tst", None, None, Failing("raise", None))
    ['1234']
    """
    if not delimiters:
        require_tables(scheme_of(scheme))
    restorer = _restorer(scheme, locale, delimiters, engine.NATIVE)
    change = partial(_restored, restorer.text)
    return changed_column("restore_many", values, change, restorer.rows_at_once, failing, threads)


def _restored(change: Change, text: str) -> str:
    require_text("restore", text)
    return change(text)
