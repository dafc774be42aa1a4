"""What a rule is: its code, its name, its severity, and its documentation in five parts."""

import re

from attrs import frozen

from tst_grammar.diagnostics import Diagnostic, Fix, Severity

HEADINGS = ("What it does", "Why is this bad?", "Example", "Use instead", "Fix safety")

_EXAMPLE = re.compile(r"```tst([^\n]*)\n(.*?)\n```", re.DOTALL)


@frozen
class Rule:
    """One rule of the linter; its documentation is the docstring of the module that it stands in."""

    code: str
    name: str
    severity: Severity
    documentation: str

    @property
    def summary(self) -> str:
        """The first line of the documentation."""
        return self.documentation.partition("\n")[0]

    def section(self, heading: str) -> str:
        """Return what stands below a heading.

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
        ('scheme=terminated', '0. 500p')
        """
        found = _EXAMPLE.search(self.section(heading))
        return (found[1].strip(), found[2]) if found else ("", "")

    def finding(  # noqa: PLR0913 -- each is a field of the finding
        self,
        message: str,
        start: int,
        end: int,
        fix: Fix | None = None,
        expected: tuple[str, ...] = (),
    ) -> Diagnostic:
        """Return a finding of this rule."""
        return Diagnostic(self.code, self.name, message, start, end, self.severity, fix, expected)
