"""What every file that is looked at has: the settings that count for it, and what comes of them."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import cached_property

from attrs import frozen

from tst_grammar.diagnostics import Diagnostic
from tst_grammar.files.streams import Source
from tst_grammar.linter.against import Comparison
from tst_grammar.linter.lint import linter_for
from tst_grammar.linter.linter import Linter
from tst_grammar.linter.project.rule_selection import Selection
from tst_grammar.linter.project.settings import Settings
from tst_grammar.linter.reports.located import Located


@frozen
class LintedFile(ABC):
    """A file with the settings that count for it; `name` is what it is called, also standard input."""

    source: Source
    name: str
    settings: Settings
    against: str | None = None
    """The path of the text that was annotated, if this one is to be compared with it."""

    @abstractmethod
    def findings(self) -> Iterator[Located]:
        """Yield what is wrong with the file, in order."""

    @abstractmethod
    def changes(self, *, unsafe: bool) -> Iterator[tuple[str, str]]:
        """Yield the pieces of the file as they are and as they are mended."""

    @cached_property
    def linter(self) -> Linter:
        """What looks at its texts."""
        chosen = self.settings
        return linter_for(scheme=chosen.scheme, locale=chosen.locale, delimiters=chosen.delimiters)

    @cached_property
    def comparison(self) -> Comparison:
        """What looks at its texts beside those that were annotated."""
        return Comparison(self.linter, self.settings.locale, self.settings.delimiters)

    def selects(self, found: Diagnostic) -> bool:
        """Tell whether the rule of a finding counts in this file."""
        return self._selection.selects(found.code)

    @cached_property
    def _selection(self) -> Selection:
        return self.settings.selection_for(self.name)


def ordered(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return findings in the order of their places."""
    return sorted(found, key=lambda each: (each.start, each.end))


def is_fixable(found: Diagnostic, *, unsafe: bool) -> bool:
    """Tell whether a finding has a fix that is wanted."""
    return bool(found.fix and (found.fix.is_safe or unsafe))
