"""Counts the whole and the damaged TST numbers of outputs."""

import re
from collections import Counter
from functools import cached_property

from tst_grammar.language.scheme import Scheme
from tst_grammar.linter.lint import linter_for
from tst_grammar.linter.linter import Linter
from tst_grammar.linter.markers import any_of, markers_of
from tst_grammar.linter.project.rule_selection import Selection


class Quality:
    """Counts the TST numbers of a scheme with at least one marker, and the rules that damaged ones break.

    >>> quality = Quality(Scheme())
    >>> quality.add("It is 1k 234, not 12k 34 or 5.")
    >>> quality.whole, dict(quality.damaged)
    (1, {'short-group': 1})
    """

    def __init__(self, scheme: Scheme) -> None:
        self._scheme = scheme
        self.whole = 0
        self.damaged: Counter[str] = Counter()

    @cached_property
    def _linter(self) -> Linter:
        return linter_for(
            scheme=self._scheme, locale="en", separator="", delimiters=None, selection=Selection.of()
        )

    @cached_property
    def _marker(self) -> re.Pattern[str]:
        return re.compile(any_of(markers_of(self._scheme).all))

    def add(self, text: str) -> None:
        """Count the TST numbers of a text."""
        damages = list(self._linter.damages(text))
        self.damaged.update(found.name for _, found in damages)
        self.whole += sum(
            bool(self._marker.search(text, span.start, span.end)) for span in self._linter.numbers(text)
        )
