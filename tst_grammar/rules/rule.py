"""What a rule is: its code, name, sentence, severity and page."""

import re
from functools import cache
from pathlib import Path

from attrs import frozen

from tst_grammar.diagnostics import Diagnostic, Fix, Severity

HEADINGS = ("What it does", "Why is this bad?", "Example", "Use instead", "Fix safety")

_EXAMPLE = re.compile(r"```tst([^\n]*)\n(.*?)\n```", re.DOTALL)


@frozen
class Rule:
    """One rule of the linter. `summary` says in a sentence what is wrong."""

    code: str
    name: str
    summary: str
    severity: Severity = Severity.ERROR

    @property
    def documentation(self) -> str:
        """The summary and the page of the rule. The page is read from its file when it is first needed."""
        return f"{self.summary}\n\n{_page(self.name)}"

    def section(self, heading: str) -> str:
        """Return the text below a heading of the page.

        >>> from tst_grammar.rules import find_rule
        >>> find_rule("TST107").section("Example").splitlines()[1]
        'It has 1m 23k 456 cells.'
        """
        _, _, after = self.documentation.partition(f"## {heading}\n")
        return after.partition("\n## ")[0].strip()

    def example(self, heading: str) -> tuple[str, str]:
        """Return the options and the text of the example below a heading.

        >>> from tst_grammar.rules import find_rule
        >>> find_rule("TST116").example("Example")
        ('scheme=terminated', 'It weighs 0. 500p grams.')
        """
        found = _EXAMPLE.search(self.section(heading))
        return (found[1].strip(), found[2]) if found else ("", "")

    def finding(
        self,
        message: str,
        start: int,
        end: int,
        fix: Fix | None = None,
        expected: tuple[str, ...] = (),
    ) -> Diagnostic:
        """Return a finding of this rule."""
        return Diagnostic(self.code, self.name, message, start, end, self.severity, fix, expected)


@cache
def _page(name: str) -> str:
    return (Path(__file__).parent / "pages" / f"{name}.md").read_text(encoding="utf-8")
