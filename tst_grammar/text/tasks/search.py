"""The task that searches texts for numbers."""

from typing import Self

from attrs import evolve, field, frozen

from tst_grammar.language.scheme import TST, Scheme
from tst_grammar.language.schemes import scheme_of
from tst_grammar.notation.locales import find_locale
from tst_grammar.notation.number import Number
from tst_grammar.notation.parts import Parts
from tst_grammar.option_checks import checked_flag, checked_text
from tst_grammar.text.annotator import finder_for
from tst_grammar.text.evidence import Pieces, Settled
from tst_grammar.text.finding import Finder, checked_separator, checked_skip
from tst_grammar.text.restoration import restorer_for
from tst_grammar.text.tasks.task import Attributes, Lister, ListingTask


@frozen(kw_only=True)
class SearchTask(ListingTask):
    """Lists the plain numbers of texts, with the options of `find_numbers`, or the TST numbers of a scheme.

    Each number has its start, its end, its spelling and its value. The task can be pickled.

    >>> SearchTask(locale="de").lister()("1.234,5 kg")
    [(0, 7, '1.234,5', '1234.5')]
    >>> SearchTask(tst=True).lister()("1k 234. 500p kg or 5,000")
    [(0, 12, '1k 234. 500p', '1234.5')]
    """

    scheme: Scheme = field(default=TST, converter=scheme_of)
    locale: str = "en"
    skip: tuple[str, ...] | None = None
    separator: str = ""
    tst: bool = False
    settled: Settled | None = None

    def __attrs_post_init__(self) -> None:
        checked_flag("tst", self.tst)
        if checked_text("locale", self.locale) != "auto":
            find_locale(self.locale)
        checked_skip(self.skip)
        checked_separator(self.separator)

    @property
    def needs_all(self) -> bool:
        """Whether the numbers of a document decide together how each of them is read."""
        return self.locale == "auto" and not self.tst

    def settled_by(self, pieces: Pieces) -> Self:
        """Return the task with the evidence from the numbers of a document."""
        finder = self._finder(pieces)
        return evolve(self, settled=Settled(finder.evidence))

    def lister(self) -> Lister:
        """Return a function that lists the numbers of a text."""
        if self.tst:
            restorer = restorer_for(scheme=self.scheme, locale=None, delimiters=None, read_in=self.locale)
            return lambda text: [
                (start, end, text[start:end], str(digits.number.value))
                for start, end, digits in restorer.numbers(text)
            ]
        if self.needs_all and self.settled is None:
            return lambda text: _listed(self._finder(lambda: [text]), text)
        finder = self._finder(list)
        return lambda text: _listed(finder, text)

    def _finder(self, pieces: Pieces) -> Finder:
        return finder_for(pieces, self.locale, self.skip, self.separator, self.scheme, self.settled)


def _listed(finder: Finder, text: str) -> Attributes:
    return [
        (start, end, text[start:end], str(Number(*what).value))
        for start, end, what in finder.digit_tokens(text)
        if isinstance(what, Parts)
    ]
