"""Reads the TST numbers in running text and writes plain ones."""

from collections.abc import Callable, Iterator

from tst_grammar.delimiters import Delimiters
from tst_grammar.errors import LocaleError, TstGrammarError
from tst_grammar.layout import Digits, is_learnable, layout_of
from tst_grammar.lines import segments
from tst_grammar.locales import find_locale
from tst_grammar.notation import format_number
from tst_grammar.runner import TST
from tst_grammar.scheme import Scheme
from tst_grammar.text_grammar import scheme_matcher

Form = Callable[[Digits], str]
"""How a number is written again."""


def form_of(locale: str | None) -> Form:
    r"""Return how a locale writes a number; without one it is plain digits.

    >>> form_of("de")(Digits("-", "1234", "5", "", "%"))
    '-1.234,5\xa0%'
    """
    if locale is None:
        return _plain
    if locale == "auto":
        raise LocaleError(
            "auto is a way to read numbers: name a locale to write them, or none", fault="unknown-locale"
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
    """Restores numbers of a scheme, between delimiters or wherever they stand.

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
            return scheme_matcher(self._scheme).restore(text, self._layout)
        pieces = []
        for _, segment in segments(text):
            copied = 0
            for start, end, digits in self.numbers(segment):
                pieces += [segment[copied:start], self._form(digits)]
                copied = end
            pieces.append(segment[copied:])
        return "".join(pieces)

    def numbers(self, text: str) -> Iterator[tuple[int, int, Digits]]:
        """Yield the start, the end and the digits of each TST number that stands in a text."""
        return scheme_matcher(self._scheme).numbers(text, self._layout)

    def places(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield the start and the end of each TST number that stands in a text."""
        return ((start, end) for start, end, _ in scheme_matcher(self._scheme).spot(text, (TST,)))

    def _whole(self, text: str) -> str | None:
        """Return the plain form of a text that is one number."""
        if is_learnable(self._scheme):
            digits = scheme_matcher(self._scheme).decode(text, self._layout)
            return self._form(digits) if digits else None
        try:
            return self._form(self._layout.read(text))
        except TstGrammarError:
            return None
