"""The task that lints texts, for jobs of many files."""

from attrs import field, frozen

from tst_grammar.linter.lint import linter_for
from tst_grammar.linter.linter import Linter
from tst_grammar.linter.project.annotated_file import ordered
from tst_grammar.linter.project.settings import Settings
from tst_grammar.text.tasks.task import Attributes, Listed, Lister, ListingTask


@frozen(kw_only=True)
class LintTask(ListingTask):
    """Lists the mistakes in annotated texts: start, end, code and message of each. It can be pickled.

    Comments that silence rules are not read: a job looks at each text alone.

    >>> LintTask().lister()("It has 1m 23k 456 cells.")
    [(10, 13, 'TST107', "'23k' has 2 digits: a group after the first has 3 digits")]
    """

    settings: Settings = field(factory=Settings)

    def __attrs_post_init__(self) -> None:
        self._linter()

    def lister(self) -> Lister:
        """Return a function that lists the mistakes in a text."""
        linter, selection = self._linter(), self.settings.selection_for("-")

        def listed(text: str) -> Attributes:
            return [
                (found.start, found.end, found.code, found.message)
                for found in ordered(linter.findings(text))
                if selection.selects(found.code)
            ]

        return listed

    def kind_of(self, listed: Listed) -> str:
        """Return the rule of a mistake."""
        return str(listed[2])

    def _linter(self) -> Linter:
        chosen = self.settings
        return linter_for(
            scheme=chosen.scheme,
            locale=chosen.locale,
            separator=chosen.separator,
            skip=chosen.skip,
            delimiters=chosen.delimiters,
            selection=chosen.selection_for("-"),
        )
