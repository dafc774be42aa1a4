"""Tells what beside a number may belong to it, so that a fix of the number alone is not certain."""

import re
from functools import lru_cache

from attrs import frozen

from tst_grammar.automata import grammar
from tst_grammar.diagnostics import Diagnostic, Fix
from tst_grammar.language.scheme import TERMINATOR, Scheme
from tst_grammar.linter.markers import any_of, group_of, markers_of
from tst_grammar.linter.other_schemes import others_of
from tst_grammar.linter.project.rule_selection import PLAIN
from tst_grammar.linter.suspect.confusables import lettered
from tst_grammar.linter.suspect.suspect_mistakes import unsafe

_NEAR = 24
"""How many characters before and after a number are checked."""
_GAP = r"[ \t\xa0\u2009\u202f]"
_CONTINUED_BEFORE = re.compile(r"\d[,.'’:/-]$")
_COUNT = rf"[\[(]?{lettered(TERMINATOR[0][-1])} ?\d"
_CONTINUED_AFTER = re.compile(rf"[,.'’:/-]\d|[ \xa0]{{0,2}}{_COUNT}")


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


_LETTER = re.compile(r"[^\W\d_]|[\[\]]")


def may_have_groups(text: str, start: int, end: int) -> bool:
    """Tell whether letters are near a place: a word with a marker has one.

    >>> may_have_groups("1 2 3", 2, 3), may_have_groups("1k 2 3", 3, 4)
    (False, True)
    """
    return bool(_LETTER.search(text, max(0, start - _NEAR), start) or _LETTER.search(text, end, end + _NEAR))


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


def fix_beside(beside: Neighbours, found: Diagnostic, fix: Fix, raw: str) -> Fix | None:
    """Return a fix, unsafe or None if the text beside the number may belong to it."""
    if found.code.startswith(PLAIN):
        return unsafe(fix) if fix.is_safe and beside.has_groups else fix
    if beside.is_continued or (found.name == "missing-point" and beside.follows_point):
        return None
    is_cut = fix.is_safe and beside.may_go_on and (_drops_end(raw, fix) or _adds_point(raw, fix))
    is_doubtful = fix.is_safe and (beside.has_groups or beside.has_digits or is_cut)
    return unsafe(fix) if is_doubtful else fix


def _drops_end(raw: str, fix: Fix) -> bool:
    """Tell whether a fix leaves out zeros at the end, after which a cut-off number may have gone on."""
    before, after = (
        "".join(filter(str.isdigit, text.translate(grammar.ascii_digits()))).lstrip("0")
        for text in (raw, fix.text)
    )
    return before != after and before.rstrip("0") == after.rstrip("0")


def _adds_point(raw: str, fix: Fix) -> bool:
    """Tell whether a fix adds a point at the end, where the rest of a cut-off number may have been."""
    return fix.text.endswith(".") and not raw.endswith(".")
