"""Comments in a text that suppress rules: on a line, on the next line, or in the rest of the file."""

import re
from collections.abc import Iterator, Mapping

from attrs import field, frozen

from tst_grammar.linter.project.rule_selection import codes_of, is_selector
from tst_grammar.rules import CODES

_MARK = "tst: ignore"

_COMMENT = re.compile(rf"(?<![\w-]){_MARK}(?P<file>-file)?(?![\w-])(?:[ \t]*\[(?P<list>[^\]]*)(?P<end>\]?))?")

_BEFORE = ("#", "//", "..")
"""Marks at the start of a line that make the whole line a comment."""


@frozen
class Suppressions:
    r"""The suppressed codes of each line, and for other codes the line from which they are suppressed.

    >>> text = "# tst: ignore[short-group]\n1m 23k 456\n1m 23k 456\n1k 2  # tst: ignore\n"
    >>> found = Suppressions().after(text, line=1)
    >>> [found.is_suppressed("TST107", line) for line in (2, 3, 4)]
    [True, False, True]
    """

    by_line: Mapping[int, frozenset[str]] = field(factory=dict)
    starts: Mapping[str, int] = field(factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether no rule is suppressed."""
        return not self.by_line and not self.starts

    def is_suppressed(self, code: str, line: int) -> bool:
        """Tell whether a rule is suppressed on a line."""
        return code in self.by_line.get(line, ()) or line >= self.starts.get(code, line + 1)

    def after(self, text: str, line: int) -> "Suppressions":
        """Return the suppressions for the next lines of a text, the first of which has the number `line`.

        Those of single lines before it are dropped, to keep the memory small for a text of any length.
        """
        by_line = {number: codes for number, codes in self.by_line.items() if number >= line}
        starts = dict(self.starts)
        for number, content in _marked_lines(text, line):
            comments = list(_COMMENT.finditer(content))
            for comment in comments:
                if comment["file"]:
                    starts = {**dict.fromkeys(_codes(comment), number), **starts}
            codes = frozenset().union(*(_codes(comment) for comment in comments if not comment["file"]))
            lines = (number, number + 1) if comments and _is_alone(content, comments[0]) else (number,)
            for each in lines if codes else ():
                by_line[each] = by_line.get(each, frozenset()) | codes
        return Suppressions(by_line, starts)


def _marked_lines(text: str, line: int) -> Iterator[tuple[int, str]]:
    """Yield the lines that may contain a comment, with their numbers."""
    counted = 0
    place = text.find(_MARK)
    while place >= 0:
        line += text.count("\n", counted, place)
        start, end = text.rfind("\n", 0, place) + 1, text.find("\n", place) + 1 or len(text)
        yield line, text[start:end]
        counted = place
        place = text.find(_MARK, end)


def _codes(comment: re.Match[str]) -> frozenset[str]:
    """Return the codes that a comment names, or all codes if it has no list. Unknown names are skipped."""
    if comment["list"] is None:
        return frozenset(CODES)
    if not comment["end"]:
        return frozenset()
    names = {name.strip() for name in comment["list"].split(",")}
    return frozenset().union(*map(codes_of, filter(is_selector, names)))


def _is_alone(line: str, comment: re.Match[str]) -> bool:
    """Tell whether a line has nothing but a comment.

    >>> line = "<!-- tst: ignore[NUM101]: as in the source -->"
    >>> _is_alone(line, _COMMENT.search(line))
    True
    """
    before, after = line[: comment.start()].strip(), line[comment.end() :].strip()
    if before == "<!--":
        return after.partition("-->")[1:] == ("-->", "")
    return before in _BEFORE or not before + after
