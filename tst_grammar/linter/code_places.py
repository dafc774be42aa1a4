"""Finds code, preformatted text and names: fixes are applied there only if their rules are named."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property, lru_cache
from heapq import merge
from typing import Final

from attrs import frozen

from tst_grammar.diagnostics import Diagnostic, Span
from tst_grammar.text.alignment import Spans

_ENVIRONMENTS: Final = "verbatim|Verbatim|lstlisting|minted|alltt"

_BLOCKS: Final = {
    "```": re.compile(r"^[ \t>]*(?:[-*+][ \t]+)?(?P<fence>`{3,})[^`\n]*$", re.MULTILINE),
    "~~~": re.compile(r"^(?<![^\n]\n)[ \t>]*(?:[-*+][ \t]+)?(?P<fence>~{3,})", re.MULTILINE),
    "<pre": re.compile(r"<(?P<tag>pre)\b"),
    "\\begin{": re.compile(rf"\\begin\{{(?P<environment>{_ENVIRONMENTS})\*?\}}"),
}
"""The starts of blocks of code, by the fixed text in each."""

_INLINE = re.compile(
    r"<(?P<tag>code|samp|kbd|tt|var)\b[^<>]*>[^<]*</(?P=tag)>"
    r"|\\(?:verb|lstinline|mintinline\{[^{}]*\})\*?(?:(?P<mark>[^\w\s{*])[^\n]{0,500}?(?P=mark)|\{[^{}]*\})"
    r"|\\(?:texttt|url|path|code|href)\{[^{}]*\}"
)
"""Code inside a line, apart from that between backticks."""

_SESSION = re.compile(r"[ \t]*(?:>>> |\$ (?=[a-z./]))")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]")
_INDENTED = re.compile(r" {4}| {0,3}\t")

_NAME_BEFORE = re.compile(r"[/\\_@]$")
_NAME_AFTER = re.compile(r"[\\_@]|\.[A-Za-z]")
_NAME_WORD = re.compile(r"(?:^|[^\w])[A-Z][\w.+-]{0,30}[ \xa0-]$")

_LINES_BACK: Final = 200
"""How many lines above an indented line are looked at, to see to what it belongs."""


@frozen
class CodePlaces:
    r"""The blocks of code in a text. `end` is a pattern for the end of the block in which the text begins.

    >>> text = "It has 01k 234.\n```\n01k 234\n```\n"
    >>> places = CodePlaces(text)
    >>> [places.is_code_line(text.index(line)) for line in ("It", "01k 234\n")]
    [False, True]
    """

    text: str
    end: str = ""

    def is_code_line(self, start: int) -> bool:
        """Tell whether the line that begins at a place is code."""
        spans, _ = self._blocks
        stop = self.text.find("\n", start) + 1 or len(self.text)
        index = bisect_right(spans, start, key=lambda span: span.end)
        if index < len(spans) and spans[index].start < stop:
            return True
        return bool(_SESSION.match(self.text, start)) or self._is_indented_code(start)

    @property
    def end_after(self) -> str:
        """The pattern for the end of the block in which the text after this one begins."""
        return self._blocks[1]

    @cached_property
    def _blocks(self) -> tuple[list[Span], str]:
        """The blocks, and the pattern for the end of the last one if the text does not have it."""
        spans: list[Span] = []
        place = 0
        if self.end:
            closing = self._end_of_block(0, self.end)
            place = len(self.text) if closing is None else closing
            spans.append(Span(0, place))
            if closing is None:
                return spans, self.end
        found = (_openings(self.text, mark, pattern) for mark, pattern in _BLOCKS.items())
        for opening in merge(*found, key=lambda each: each.start()):
            if opening.start() >= place:
                end = _end_of(opening)
                closing = self._end_of_block(opening.end(), end)
                place = len(self.text) if closing is None else closing
                spans.append(Span(opening.start(), place))
                if closing is None:
                    return spans, end
        return spans, ""

    def _end_of_block(self, place: int, end: str) -> int | None:
        found = re.compile(end, re.MULTILINE).search(self.text, place)
        return found.end() if found else None

    def _is_indented_code(self, start: int) -> bool:
        """Tell whether a line is indented after an empty line, and not a part of a list."""
        line = self._line(start)
        if not _INDENTED.match(line) or _ITEM.match(line):
            return False
        is_apart = False
        for _ in range(_LINES_BACK):
            if start == 0:
                return not line.startswith("\t")
            start = self.text.rfind("\n", 0, start - 1) + 1
            line = self._line(start)
            if not line.strip():
                is_apart = True
            elif _ITEM.match(line):
                return False
            elif not line[0].isspace():
                return is_apart
            elif not _INDENTED.match(line):
                return False
            else:
                is_apart = False
        return True

    def _line(self, start: int) -> str:
        stop = self.text.find("\n", start)
        return self.text[start : stop if stop >= 0 else len(self.text)]


def _openings(text: str, mark: str, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Yield the starts of blocks with a mark, which is searched first because that is much faster."""
    is_of_line = pattern.pattern.startswith("^")
    at = text.find(mark)
    while at >= 0:
        found = pattern.match(text, text.rfind("\n", 0, at) + 1 if is_of_line else at)
        if found:
            yield found
        at = text.find(mark, max(found.end() if found else 0, at + len(mark)))


def _end_of(found: re.Match[str]) -> str:
    """Return a pattern for the end of a block."""
    kind = found.lastgroup or ""
    if kind == "fence":
        return rf"^[ \t>]*{re.escape(found[kind][0])}{{{len(found[kind])},}}[ \t]*$"
    return rf"</{found[kind]}\b" if kind == "tag" else rf"\\end\{{{found[kind]}\*?\}}"


def is_in_code_of_line(line: str, found: Diagnostic) -> bool:
    """Tell whether a finding in a line is in code or in a name.

    >>> from tst_grammar.rules import find_rule
    >>> rule = find_rule("leading-zero")
    >>> [
    ...     is_in_code_of_line(line, rule.finding("", line.index("0"), line.index("0") + 7))
    ...     for line in ("has `01k 234` cells", "has 01k 234 cells", "in 01k 234.txt")
    ... ]
    [True, False, True]
    """
    start, end = (found.fix.start, found.fix.end) if found.fix else (found.start, found.end)
    if _NAME_BEFORE.search(line[max(start - 1, 0) : start]) or _NAME_AFTER.match(line, end):
        return True
    if line[start:end].isdecimal() and _NAME_WORD.search(line[max(start - 40, 0) : start]):
        return True  # RFC 2616
    return _code_in(line).touch(Span(start, end))


@lru_cache(4)
def _code_in(line: str) -> Spans:
    """Return the places of code in a line, which may be long and have many findings."""
    return Spans({*_inline(line)})


def _inline(line: str) -> Iterator[Span]:
    if "`" in line:
        yield from _between_backticks(line)
    if "<" in line or "\\" in line:
        yield from (Span(*found.span()) for found in _INLINE.finditer(line))


def _between_backticks(line: str) -> Iterator[Span]:
    """Yield the code between runs of equally many backticks."""
    runs = [found.span() for found in re.finditer("`+", line)]
    by_length: dict[int, list[tuple[int, int]]] = {}
    for run in runs:
        by_length.setdefault(run[1] - run[0], []).append(run)
    place = 0
    for start, end in runs:
        if start >= place:
            same = by_length[end - start]
            index = bisect_right(same, (start, end))
            if index < len(same):
                place = same[index][1]
                yield Span(start, place)
