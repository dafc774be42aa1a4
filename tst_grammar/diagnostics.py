"""Findings about a text: where they are, how to fix them, and how to draw them for a person."""

import unicodedata
from collections.abc import Iterable, Sequence
from enum import StrEnum

from attrs import frozen

_SHOWN = 60
"""How many characters of a long line are drawn before and after a span."""


@frozen
class Span:
    """A half-open range of positions in a text, in code points.

    >>> Span(3, 6)
    Span(start=3, end=6)
    """

    start: int
    end: int

    def moved(self, by: int) -> "Span":
        """Return this span moved by a number of positions.

        >>> Span(3, 6).moved(10)
        Span(start=13, end=16)
        """
        return Span(self.start + by, self.end + by)


class Severity(StrEnum):
    """How bad a finding is: an error breaks a number, a warning may be intended.

    >>> Severity.ERROR
    <Severity.ERROR: 'error'>
    """

    ERROR = "error"
    WARNING = "warning"


@frozen
class Fix:
    """A replacement for one span of a text. It is safe if the number's value is certain and stays the same.

    A fix in code, in preformatted text or in a name is applied only if its rule is selected by its code.

    >>> Fix(3, 6, "023k", is_safe=False).applied("1m 23k 456")
    '1m 023k 456'
    """

    start: int
    end: int
    text: str
    is_safe: bool
    is_in_code: bool = False
    """Whether it is in such a place, and its rule is not selected by its code."""

    def applied(self, source: str) -> str:
        """Return the source with this fix applied."""
        return f"{source[: self.start]}{self.text}{source[self.end :]}"

    def moved(self, by: int) -> "Fix":
        """Return this fix moved by a number of positions."""
        return Fix(self.start + by, self.end + by, self.text, self.is_safe, self.is_in_code)


@frozen
class Diagnostic:
    """One finding: the code and the name of its rule, what is wrong, where, and how to fix it.

    Positions count the code points of a text, or the tokens of a stream of tokens.

    >>> import tst_grammar as tst
    >>> (found,) = tst.lint("It has 1m 23k 456 cells.")
    >>> found.code, found.name, found.start, found.end, found.fix.text
    ('TST107', 'short-group', 10, 13, '1m 023k 456')
    """

    code: str
    name: str
    message: str
    start: int
    end: int
    severity: Severity
    fix: Fix | None = None
    expected: tuple[str, ...] = ()

    def moved(self, by: int) -> "Diagnostic":
        """Return this finding and its fix moved by a number of positions."""
        if not by:
            return self
        fix = self.fix and self.fix.moved(by)
        start, end = self.start + by, self.end + by  # without `evolve`, as this is called for each finding
        return Diagnostic(self.code, self.name, self.message, start, end, self.severity, fix, self.expected)


def quoted(text: str) -> str:
    r"""Return text in quotes, shortened if it is long, with invisible characters escaped.

    >>> print(quoted("5"), quoted(chr(0)), quoted("'"))
    '5' '\x00' "'"
    """
    shown = visible(_cut(text))
    return f'"{shown}"' if "'" in shown and '"' not in shown else f"'{shown}'"


def represented(value: object) -> str:
    """Return any value as Python writes it, shortened if it is long.

    >>> print(represented(-5), represented(["a"]), represented("7" * 100))
    -5 ['a'] '777777777777777777777777777777777777777777777777777777777777…'
    """
    if isinstance(value, str):
        return quoted(value)
    try:
        return visible(_cut(repr(value)))
    except ValueError:  # Python refuses to write an int that is too long
        return f"a very long {type(value).__name__}"


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def either(choices: Sequence[str]) -> str:
    """Return choices as a person lists them.

    >>> either(["a sign", "a digit", "the end"])
    'a sign, a digit or the end'
    """
    if len(choices) < 2:
        return "".join(choices) or "nothing"
    return f"{', '.join(choices[:-1])} or {choices[-1]}"


def nearest(wrong: str, known: Iterable[str], most: int = 1) -> tuple[str, ...]:
    """Return the known names that are spelled most like a wrong one.

    >>> nearest("dates", ["time", "date"])
    ('date',)
    """
    from difflib import get_close_matches  # noqa: PLC0415 -- only a mistake needs it

    return tuple(get_close_matches(wrong[:40], list(known), most))


def underlined(source: str, span: Span) -> str:
    """Draw the source with a caret line below it; of a long source, only the part around the span.

    >>> print(underlined("1m 23k 456", Span(3, 6)))
        1m 23k 456
           ~~^
    """
    start, end = max(span.start - _SHOWN, 0), min(span.end, span.start + _SHOWN)
    before = ("…" if start else "") + visible(source[start : span.start])
    marked = visible(source[span.start : end])
    stop = end + _SHOWN if end == span.end else end
    after = visible(source[end:stop]) + ("…" if stop < len(source) else "")
    caret = "~" * (max(columns(marked), 1) - 1) + "^"
    return f"    {before}{marked}{after}\n    {' ' * columns(before)}{caret}"


def visible(text: str) -> str:
    r"""Return text with its invisible characters, and the bytes that were not UTF-8, escaped.

    >>> print(visible("1\t" + chr(0xD800) + b"\xff".decode("utf-8", "surrogateescape")))
    1\t\ud800\xff
    """
    return text if text.isprintable() else "".join(map(_escaped, text))


def _escaped(character: str) -> str:
    if character.isprintable():
        return character
    if "\udc80" <= character <= "\udcff":
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")


def columns(text: str) -> int:
    """Return how many terminal columns a text takes: combining marks take none, wide characters two.

    >>> columns("e\u0301"), columns("万"), columns("💰")
    (1, 2, 2)
    """
    if text.isascii():
        return len(text)
    return sum(
        0 if _is_mark(character) else 1 + (unicodedata.east_asian_width(character) in "WF")
        for character in text
    )


def _is_mark(character: str) -> bool:
    """Tell whether a character is drawn on the one before it: a mark, or a vowel or final of Hangul."""
    return unicodedata.category(character) in {"Mn", "Me"} or "\u1160" <= character <= "\u11ff"
