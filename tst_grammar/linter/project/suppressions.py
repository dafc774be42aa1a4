"""Comments in a text that silence rules: on a line, on the next line, or from there on."""

import re
from collections.abc import Iterator, Mapping

from attrs import field, frozen

from tst_grammar.linter.project.rule_selection import codes_of, is_selector
from tst_grammar.rules import CODES

_MARK = "tst: ignore"

_COMMENT = re.compile(rf"(?<![\w-]){_MARK}(?P<file>-file)?(?![\w-])(?:[ \t]*\[(?P<list>[^\]]*)(?P<end>\]?))?")

_BEFORE = ("#", "//", "..")
"""What makes a comment of the rest of a line, where it is the first thing in it."""


@frozen
class Suppressions:
    r"""What comments silence in some lines of a text: codes by line, and the lines from which codes are.

    >>> text = "# tst: ignore[short-group]\n1m 23k 456\n1m 23k 456\n1k 2  # tst: ignore\n"
    >>> found = Suppressions().after(text, line=1)
    >>> [found.is_suppressed("TST107", line) for line in (2, 3, 4)]
    [True, False, True]
    """

    by_line: Mapping[int, frozenset[str]] = field(factory=dict)
    starts: Mapping[str, int] = field(factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is silenced."""
        return not self.by_line and not self.starts

    def is_suppressed(self, code: str, line: int) -> bool:
        """Tell whether a rule is silenced on a line."""
        return code in self.by_line.get(line, ()) or line >= self.starts.get(code, line + 1)

    def after(self, text: str, line: int) -> "Suppressions":
        """Return what is silenced in the lines that come next, the first of which has this number.

        Of the lines before them nothing is kept, so that a text may go on without end.
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
    """Yield the lines in which a comment may stand, with their numbers."""
    counted = 0
    place = text.find(_MARK)
    while place >= 0:
        line += text.count("\n", counted, place)
        start, end = text.rfind("\n", 0, place) + 1, text.find("\n", place) + 1 or len(text)
        yield line, text[start:end]
        counted = place
        place = text.find(_MARK, end)


def _codes(comment: re.Match[str]) -> frozenset[str]:
    """Return the codes that a comment names, or all if it names none; what is no rule silences nothing."""
    if comment["list"] is None:
        return frozenset(CODES)
    if not comment["end"]:
        return frozenset()
    names = {name.strip() for name in comment["list"].split(",")}
    return frozenset().union(*map(codes_of, filter(is_selector, names)))


def _is_alone(line: str, comment: re.Match[str]) -> bool:
    """Tell whether a line holds nothing but a comment.

    >>> line = "<!-- tst: ignore[NUM101]: as in the source -->"
    >>> _is_alone(line, _COMMENT.search(line))
    True
    """
    before, after = line[: comment.start()].strip(), line[comment.end() :].strip()
    if before == "<!--":
        return after.partition("-->")[1:] == ("-->", "")
    return before in _BEFORE or not before + after
