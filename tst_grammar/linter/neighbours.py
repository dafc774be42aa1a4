"""Tells what beside a number may belong to it, so that a fix of the number alone is not certain."""

import re
from functools import lru_cache

from attrs import frozen

from tst_grammar.language.scheme import Scheme
from tst_grammar.linter.markers import any_of, group_of, markers_of
from tst_grammar.linter.other_schemes import others_of
from tst_grammar.linter.suspect.confusables import lettered

_NEAR = 24
"""How many characters before and after a number are checked."""
_GAP = r"[ \t\xa0\u2009\u202f]"
_CONTINUED_BEFORE = re.compile(r"\d[,.'’:/-]$")
_CONTINUED_AFTER = re.compile(r"[,.'’:/-]\d|[ \xa0]{0,2}[\[(]?[TТt] ?\d")


@frozen
class Neighbours:
    """The text before and after a number in its line.

    >>> beside = Neighbours.of("5 k 01k 234 cells", 4, 11, Scheme())
    >>> beside.has_groups, beside.has_digits, beside.is_continued
    (True, False, False)
    """

    before: str
    after: str
    scheme: Scheme

    @classmethod
    def of(cls, text: str, start: int, end: int, scheme: Scheme) -> "Neighbours":
        """Return the text beside a place."""
        return cls(text[max(0, start - _NEAR) : start], text[end : end + _NEAR], scheme)

    @property
    def has_groups(self) -> bool:
        """Whether a word with a marker, or a marker alone, is beside it: it may be a part of the number."""
        before, after = _groups(self.scheme)
        return bool(before.search(self.before) or after.match(self.after))

    @property
    def has_digits(self) -> bool:
        """Whether a word with digits is beside it."""
        return bool(_DIGITS_BEFORE.search(self.before) or _DIGITS_AFTER.match(self.after))

    @property
    def is_continued(self) -> bool:
        """Whether digits are joined to it, so that a fix of a part of a number would make it worse."""
        return bool(_CONTINUED_BEFORE.search(self.before) or _CONTINUED_AFTER.match(self.after))

    @property
    def follows_point(self) -> bool:
        """Whether a point is before it."""
        return self.before.rstrip(" \xa0").endswith(".")

    @property
    def may_go_on(self) -> bool:
        """Whether the line ends after it, where a text may be cut off, or a fraction group is near."""
        is_last = len(self.after) < _NEAR and not self.after.strip()
        return is_last or bool(_fraction(self.scheme).search(self.after))


_DIGITS_BEFORE = re.compile(rf"[0-9][^\W_]*{_GAP}{{1,3}}$")
_DIGITS_AFTER = re.compile(rf"{_GAP}{{1,3}}[^\W_]*[0-9]")


@lru_cache(32)
def _groups(scheme: Scheme) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return patterns for a group, or a marker alone, before and after a number.

    They have the markers of the scheme and those of the registered schemes. After a number, a capital is more
    likely a unit, as in `1k 234 K`.
    """
    markers = {marker for other in (scheme, *others_of(scheme).values()) for marker in markers_of(other).all}
    alone = any_of(markers)
    alike = "|".join(map(_alike, markers_of(scheme).all))
    word = r"[^\W_]*\d[^\W_]*[^\W\d_]"
    powered = rf"\d+{any_of(each for each in markers if each[-1:].isdigit())}"
    fraction = rf"\d+{_alike(markers_of(scheme).fraction)}"
    reserved = markers_of(scheme)
    opening, closing = any_of(filter(None, [reserved.opening[:1]])), any_of(filter(None, [reserved.closing]))
    before = rf"(?:(?<![^\W_])(?:{word}|{powered}|{alone}|{alike})|{closing}){_GAP}{{1,3}}$"
    group = rf"\d+[^\W\d_]|(?:{powered}|{alone})(?![^\W_])|{opening}"
    after = rf"{_GAP}{{1,3}}(?:{group})|\.{_GAP}{{0,3}}{fraction}"
    return re.compile(before), re.compile(after)


@lru_cache(32)
def _fraction(scheme: Scheme) -> re.Pattern[str]:
    """Return a pattern for a fraction group."""
    return re.compile(group_of(r"\d+", markers_of(scheme).fractions, scheme))


def _alike(marker: str) -> str:
    """Return a regular expression for a marker and what looks like it."""
    return "".join(lettered(each) if each.isalpha() else re.escape(each) for each in marker)
