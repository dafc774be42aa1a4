"""Reads the TST numbers in running text and writes them in plain digits or as a locale does."""

from collections.abc import Callable, Iterator

from tst_grammar.errors import LocaleError
from tst_grammar.language.conversion import is_valid
from tst_grammar.language.fast_codec import decoder
from tst_grammar.language.layout import Digits, has_tables, layout_of
from tst_grammar.language.scheme import Scheme
from tst_grammar.language.scheme_grammar import CANONICAL, scheme_runner
from tst_grammar.notation.locales import find_locale
from tst_grammar.notation.written import format_number
from tst_grammar.text import one_pass
from tst_grammar.text.delimiters import Delimiters
from tst_grammar.text.lines import segments

Form = Callable[[Digits], str]
"""Writes a number in the form in which it is restored."""


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
    name = find_locale(locale).id
    return lambda digits: format_number(digits.number, locale=name)


def is_plain(form: Form) -> bool:
    """Tell whether numbers are written as plain digits.

    >>> is_plain(form_of(None)), is_plain(form_of("de"))
    (True, False)
    """
    return form is _plain


def _plain(digits: Digits) -> str:
    return digits.plain


class Restorer:
    """Restores the numbers of a scheme, between delimiters or, without delimiters, anywhere.

    >>> Restorer(Scheme(), form_of(None)).text("from 1k 234 to 2k 345")
    'from 1234 to 2345'
    """

    def __init__(self, scheme: Scheme, form: Form, delimiters: Delimiters | None = None) -> None:
        self._scheme = scheme
        self._form = form
        self._delimiters = delimiters
        self._layout = layout_of(scheme)

    def text(self, text: str) -> str:
        """Return a text with its numbers restored."""
        if self._delimiters:
            return self._delimiters.disclose(text, self._whole, self._layout.longest)
        if is_plain(self._form):
            return one_pass.restore(scheme_runner(self._scheme), text, self._layout)
        pieces = []
        for _, segment in segments(text):
            copied = 0
            for start, end, digits in self.numbers(segment):
                pieces += [segment[copied:start], self._form(digits)]
                copied = end
            pieces.append(segment[copied:])
        return "".join(pieces)

    def numbers(self, text: str) -> Iterator[tuple[int, int, Digits]]:
        """Yield the start, end and digits of each TST number in a text."""
        return one_pass.numbers(scheme_runner(self._scheme), text, self._layout)

    def places(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield the start and end of each TST number in a text."""
        return ((start, end) for start, end, _ in scheme_runner(self._scheme).find_kinds(text, (CANONICAL,)))

    def _whole(self, text: str) -> str | None:
        """Return the restored form of a text that is one number, or None."""
        if has_tables(self._scheme):
            digits = decoder(scheme_runner(self._scheme), self._layout)(text)
            return self._form(digits) if digits else None
        return self._form(self._layout.read(text)) if is_valid(text, scheme=self._scheme) else None
