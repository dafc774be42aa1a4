"""The base of all linted files: a file with the settings, rules and linter that apply to it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING
from warnings import warn

from attrs import frozen

from tst_grammar.diagnostics import Diagnostic
from tst_grammar.files.streams import Source
from tst_grammar.linter.lint import linter_for
from tst_grammar.linter.linter import Linter
from tst_grammar.linter.project.rule_selection import Selection
from tst_grammar.linter.project.settings import Settings
from tst_grammar.linter.protection import Protection, is_code_file
from tst_grammar.linter.reports.located import Located
from tst_grammar.linter.reports.statistics import FileStatistics
from tst_grammar.text.alignment import Spans

if TYPE_CHECKING:
    from tst_grammar.linter.source_comparison.against import Comparison


@frozen
class LintedFile(ABC):
    """A file with the settings that apply to it. `name` is its name in reports, also for standard input."""

    source: Source
    name: str
    settings: Settings
    against: str | None = None
    """The path of the source text to compare the file with, if any."""
    warned: Callable[[str], None] = warn
    """Called with a message about options that do not fit the file."""
    counts: FileStatistics | None = None
    """Where the numbers of the file are counted while it is linted, if anywhere."""

    @abstractmethod
    def findings(self) -> Iterator[Located]:
        """Yield the findings in the file, in order."""

    @abstractmethod
    def changes(self, *, unsafe: bool) -> Iterator[tuple[str, str]]:
        """Yield each piece of the file before and after its fixes."""

    @cached_property
    def linter(self) -> Linter:
        """The linter for its texts."""
        chosen = self.settings
        return linter_for(
            scheme=chosen.scheme,
            locale=chosen.locale,
            separator=chosen.separator,
            skip=chosen.skip,
            delimiters=chosen.delimiters,
            selection=self._selection,
        )

    @cached_property
    def comparison(self) -> "Comparison":
        """The comparison of its texts with those of the source."""
        from tst_grammar.linter.source_comparison.against import Comparison  # noqa: PLC0415 -- slow to import

        return Comparison(self.linter, self.settings.locale, self.settings.delimiters)

    @cached_property
    def protection(self) -> Protection:
        """Which fixes are not applied in code."""
        return Protection(
            self._selection.named,
            is_delimited=bool(self.settings.delimiters),
            is_everywhere=is_code_file(self.name),
        )

    def mistakes(self, text: str, end: str = "") -> Iterable[Diagnostic]:
        """Return the mistakes in the numbers of a text, and count the numbers if asked to.

        `end` is a pattern for the end of the block of code in which the text begins.
        """
        return self.protection.of(text, end).marked(self._mistakes(text))

    def _mistakes(self, text: str) -> Iterable[Diagnostic]:
        if self.counts is None:
            return self.linter.findings(text)
        damages = list(self.linter.damages(text))
        damaged = {span for span, found in damages if self.selects(found)}
        touched = Spans(damaged)
        self.counts.damaged += len(damaged)
        self.counts.valid += sum(not touched.touch(span) for span in self.linter.numbers(text))
        return [found for _, found in damages]

    def selects(self, found: Diagnostic) -> bool:
        """Tell whether the rule of a finding is selected for this file."""
        return self._selection.selects(found.code)

    @cached_property
    def _selection(self) -> Selection:
        return self.settings.selection_for(self.name)


def ordered(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return findings sorted by their places."""
    return sorted(found, key=lambda each: (each.start, each.end))


def is_fixable(found: Diagnostic, *, unsafe: bool) -> bool:
    """Tell whether a finding has a fix that may be applied."""
    return bool(found.fix and (found.fix.is_safe or unsafe) and not found.fix.is_in_code)
