r"""Rewrites the LaTeX of a text as plain text, with the position of each character in the source."""

import re
import unicodedata
from collections.abc import Callable
from typing import Final

from attrs import frozen

from tst_grammar.text.mathematics import without_mathematics

_SPECIAL: Final = re.compile(r"[\\{}$\xbc-\xbe\u2150-\u215e\u2189\u2044]")

_PART: Final = r"\s*[-\u2212+]?\d(?:[\d.,]|\{[.,]\}|\\\\?[,!; ])*\s*"
_SLASHES: Final = r"\\\\?"  # two in a JSON string

_PIECE: Final = re.compile(
    rf"(?P<fraction>{_SLASHES}[dtc]?frac\s*(?:\{{(?P<top>{_PART})\}}|(?P<one>\d))\s*(?:\{{(?P<bottom>{_PART})\}}|(?P<two>\d)))"
    r"|(?P<mark> ?\{[.,] ?\})"
    r"|(?P<degree>\^\s*(?:\{\s*\\\\?circ\s*\}|\\\\?circ)|\\\\?degree\b)"
    r"|(?P<square>(?<=[a-z]\})\s*\^\s*(?:[23]|\{[23]\}))"
    r"|(?P<inverse>(?<=[a-z]\})\s*\^\s*\{-[123]\})"
    r"|(?P<power>\^\{[^{}]*\})"
    rf"|(?P<space>{_SLASHES}[,;: ])"
    rf"|(?P<nothing>{_SLASHES}! ?)"
    rf"|(?P<escaped>{_SLASHES}[%$#&_])"
    rf"|(?P<plus_minus>{_SLASHES}pm\b)"
    rf"|(?P<about>{_SLASHES}(?:approx|simeq|sim)\b)"
    rf"|(?P<blank>{_SLASHES}(?:text)?color\s*\{{[^{{}}]*\}}|{_SLASHES}(?:(?:text|math|mbox|operatorname|boldsymbol|bm"
    r"|displaystyle|left|right|large|Large|q?quad)[a-z]*\s*\{?|[()\[\]])|[{}])"
    r"|(?P<vulgar>[\xbc-\xbe\u2150-\u215e\u2189])"
    r"|(?P<slash>\u2044)"
)


@frozen
class PlainText:
    r"""A part of a source as plain text, and the places of its characters where these differ.

    >>> plain = plain_text(r"\boxed{9{,}500}", 7, 14)
    >>> plain.text, plain.place(0, 5)
    ('9,500', (7, 14))
    """

    text: str
    offset: int
    starts: tuple[int, ...] | None = None
    ends: tuple[int, ...] | None = None

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return the start and the end in the source of a part of this text."""
        if self.starts is None or self.ends is None:
            return self.offset + start, self.offset + end
        return self.offset + self.starts[start], self.offset + self.ends[end - 1]


def plain_text(source: str, start: int, end: int) -> PlainText:
    r"""Return a part of a source as plain text: marks, fractions and percent signs instead of LaTeX.

    >>> plain_text(r"\frac{1}{2} of 100\%", 0, 20).text
    '1/2 of 100%'
    """
    part = source[start:end]
    if not _SPECIAL.search(part):
        return PlainText(part, start)
    part = without_mathematics(part)
    texts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    after = 0
    for piece in _PIECE.finditer(part):
        first, last = piece.span()
        texts.append(part[after:first])
        starts += range(after, first)
        ends += range(after + 1, first + 1)
        after = last
        written = _WRITERS[piece.lastgroup or "blank"](piece)
        if "/" in written[1:] and part[first - 1 : first].isdigit():
            written = f" {written}"
        texts.append(written)
        if written == piece[0]:
            starts += range(first, last)
            ends += range(first + 1, last + 1)
        else:
            starts += [first] * len(written)
            ends += [last] * len(written)
    texts.append(part[after:])
    starts += range(after, len(part))
    ends += range(after + 1, len(part) + 1)
    return PlainText("".join(texts), start, tuple(starts), tuple(ends))


def _fraction(piece: re.Match[str]) -> str:
    parts = (piece["top"] or piece["one"], piece["bottom"] or piece["two"])
    return "/".join(re.sub(r"[{}\\\s!;]", "", part) for part in parts)


_WRITERS: Final[dict[str, Callable[[re.Match[str]], str]]] = {
    "fraction": _fraction,
    "mark": lambda piece: piece[0].strip(" {}"),
    "degree": lambda _: "°",
    "square": lambda piece: "²" if "2" in piece[0] else "³",
    "inverse": lambda _: "",
    "power": lambda piece: piece[0],
    "space": lambda _: "\u2009",
    "nothing": lambda _: "",
    "escaped": lambda piece: piece[0][-1],
    "plus_minus": lambda _: "±",
    "about": lambda _: "≈",
    "blank": lambda _: " ",
    "vulgar": lambda piece: unicodedata.normalize("NFKC", piece[0]).replace("\u2044", "/"),
    "slash": lambda _: "/",
}
