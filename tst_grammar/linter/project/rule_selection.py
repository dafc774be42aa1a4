"""Selects rules: by their codes, the first characters of codes, or names, less those that are ignored."""

from collections.abc import Iterable
from functools import cache

from attrs import evolve, frozen

from tst_grammar.rules import CODES, unknown_rule

ALL = "ALL"
"""The selector of every rule."""

PLAIN = "NUM"
"""The selector of the rules about plain numbers."""

SELECTED = ("TST",)
"""The selectors of the rules that are selected by default."""


@frozen
class Selection:
    """The codes of the selected rules.

    >>> selection = Selection.of(select=["TST"], ignore=["TST1", "long-group"])
    >>> selection.selects("TST201"), selection.selects("TST107"), selection.selects("NUM101")
    (True, False, False)
    """

    codes: frozenset[str]
    named: frozenset[str] = frozenset()
    """The codes that were selected one by one, by code or by name."""

    @classmethod
    def of(cls, select: Iterable[str] = SELECTED, ignore: Iterable[str] = ()) -> "Selection":
        """Select some rules and ignore others; for each rule the most specific selector decides.

        >>> sorted(Selection.of(select=["NUM101", "TST107"], ignore=["NUM", "short-group"]).codes)
        ['NUM101']
        """
        chosen = {(prefix_of(each), False) for each in select}
        chosen |= {(prefix_of(each), True) for each in ignore}
        ranked = sorted(chosen, key=lambda each: (len(each[0]), each[1]))
        codes: set[str] = set()
        for prefix, is_ignored in ranked:
            named = _codes_with(prefix)
            codes = codes - named if is_ignored else codes | named
        return cls(frozenset(codes), frozenset(prefix for prefix, _ in chosen if prefix in codes))

    def selects(self, code: str) -> bool:
        """Tell whether the rule of a code is selected."""
        return code in self.codes

    @property
    def has_plain(self) -> bool:
        """Whether any rule about plain numbers is selected."""
        return not self.codes.isdisjoint(codes_of(PLAIN))

    def without(self, selectors: Iterable[str]) -> "Selection":
        """Return the selection without some rules, however they were selected.

        >>> Selection.of(select=["TST107"]).without(["TST"]).codes
        frozenset()
        """
        return evolve(self, codes=self.codes.difference(*map(codes_of, selectors)))


def codes_of(selector: str) -> frozenset[str]:
    """Return the codes that a selector selects.

    >>> sorted(codes_of("NUM")), sorted(codes_of("short-group"))
    (['NUM101', 'NUM102'], ['TST107'])
    """
    return _codes_with(prefix_of(selector))


def is_selector(text: str) -> bool:
    """Tell whether a text is a selector of rules.

    >>> is_selector("TST1"), is_selector("TST9"), is_selector("T")
    (True, False, False)
    """
    return text in _prefixes()


def prefix_of(selector: str) -> str:
    """Return the prefix of the codes that a selector selects.

    >>> prefix_of("TST1"), prefix_of("short-group"), prefix_of("ALL")
    ('TST1', 'TST107', '')
    >>> prefix_of("fraction-gaps")
    Traceback (most recent call last):
    tst_grammar.errors.OptionError: no rule 'fraction-gaps': did you mean fraction-gap?
    """
    prefixes = _prefixes()
    if selector not in prefixes:
        raise unknown_rule(selector, prefixes)
    return prefixes[selector]


@cache
def _prefixes() -> dict[str, str]:
    """Return every selector with the prefix of its codes."""
    starts = {code[:length]: code[:length] for code in CODES for length in range(3, len(code) + 1)}
    return {ALL: "", **starts, **{name: code for code, name in CODES.items()}}


@cache
def _codes_with(prefix: str) -> frozenset[str]:
    return frozenset(code for code in CODES if code.startswith(prefix))
