"""Decides which fixes are only shown: those in code and names whose rule was not selected by its code."""

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import evolve, frozen

from tst_grammar.diagnostics import Diagnostic
from tst_grammar.linter.code_places import CodePlaces, is_in_code_of_line
from tst_grammar.linter.project.rule_selection import PLAIN

_OUTSIDE: Final = "undelimited-number"
"""The rule about what is outside of delimiters. What is between them is a number, in code too."""

_CODE_FILES: Final = (
    *(".bash", ".bat", ".c", ".cc", ".cfg", ".cmake", ".conf", ".cpp", ".cs", ".css", ".cu"),
    *(".diff", ".go", ".h", ".hpp", ".ini", ".java", ".jl", ".js", ".jsx", ".kt", ".lua"),
    *(".m", ".patch", ".php", ".pl", ".ps1", ".py", ".pyi", ".r", ".rb", ".rs", ".scala"),
    *(".sh", ".sql", ".swift", ".toml", ".ts", ".tsx", ".vim", ".xsl", ".yaml", ".yml", ".zsh"),
)
"""The ends of the names of files with code."""


def is_code_file(name: str) -> bool:
    """Tell whether a file has code, by its name.

    >>> is_code_file("src/a.PY"), is_code_file("notes.md")
    (True, False)
    """
    return name.lower().endswith(_CODE_FILES)


@frozen
class Protection:
    """Which fixes need their rule to be selected by its code, as in `--select TST109`."""

    named: frozenset[str]
    """The rules that are selected by their codes or names."""
    is_delimited: bool = False
    is_everywhere: bool = False
    """Whether all of the text is code."""

    def needs(self, found: Diagnostic) -> bool:
        """Tell whether the fix of a finding is not to be applied in code."""
        is_outside = found.name == _OUTSIDE or found.code.startswith(PLAIN)
        return (
            found.fix is not None and found.code not in self.named and (is_outside or not self.is_delimited)
        )

    def of(self, text: str, end: str = "") -> "ProtectedText":
        """Return what is protected in a text. `end` is the end of the block in which it begins."""
        return ProtectedText(self, CodePlaces(text, end))


@frozen
class ProtectedText:
    """The fixes of one text that are only shown."""

    protection: Protection
    places: CodePlaces

    def covers(self, start: int, line: str, found: Diagnostic) -> bool:
        """Tell whether the fix of a finding is only shown. Its line began at `start`, and is now `line`."""
        if not self.protection.needs(found):
            return False
        return self._is_code_line(start) or is_in_code_of_line(line, found)

    def marked(self, findings: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """Yield the findings of the text, which are in order. The fixes that are only shown say so."""
        text, start, stop, line, is_code = self.places.text, 0, -1, "", False
        for found in findings:
            if not self.protection.needs(found):
                yield found
                continue
            if not start <= found.start <= found.end <= stop:  # once for each line, which may be long
                start = text.rfind("\n", 0, found.start) + 1
                stop = text.find("\n", found.end)
                stop = stop if stop >= 0 else len(text)
                line, is_code = text[start:stop], self._is_code_line(start)
            if is_code or is_in_code_of_line(line, found.moved(-start)):
                yield evolve(found, fix=found.fix and evolve(found.fix, is_safe=False, is_in_code=True))
            else:
                yield found

    def _is_code_line(self, start: int) -> bool:
        return self.protection.is_everywhere or self.places.is_code_line(start)
