"""The grammars of running text, compiled: `text.lark` with a locale's marks, and a scheme's strict one."""

import re
from collections.abc import Collection
from functools import cache, lru_cache

from attrs import evolve

from tst_grammar import grammar, tables
from tst_grammar.automaton import Automaton, compile_grammar
from tst_grammar.charsets import ranges_of
from tst_grammar.errors import OptionError
from tst_grammar.export import magnitude_rules
from tst_grammar.layout import MOST_DIGITS, is_learnable
from tst_grammar.locales import Locale, folded
from tst_grammar.matcher import Matcher
from tst_grammar.scheme import Scheme

_UNUSED_POINT, _UNUSED_GROUP = "\u066b", "\u066c"
"""Marks for a locale of whose own ones none is left; with Latin digits they stand nowhere."""

_SHORT_OF_RESCANNING = "~0..8"
"""How many groups of two may come before one of three; a text could go on so without end."""

_PREFIXES = ("", "MONEY_", "EURO_", "RATIO_")
"""Of the terminals for the marks of numbers with and without affixes."""

NUMBERS = ("number", "percentage", "amount", "euro", "power")
"""The kinds of tokens that are numbers."""


@cache
def kinds() -> tuple[str, ...]:
    """Return the names of all kinds of tokens, as `text.lark` lists them.

    >>> kinds()[:4]
    ('ip', 'isbn', 'card', 'number')
    """
    listed = re.search(r"^start: (.*?)\n\n", grammar.text_of("text"), re.DOTALL | re.MULTILINE)
    return tuple(re.findall(r"\w+", listed[1])) if listed else ()


def shapes() -> tuple[str, ...]:
    """Return the names of what looks like a number and is left alone, for the option `skip`.

    >>> shapes()[:4]
    ('ip', 'isbn', 'card', 'date')
    """
    return tuple(kind for kind in kinds() if kind not in NUMBERS)


@lru_cache(64)
def matcher(locale: Locale | None, skip: tuple[str, ...], separator: str) -> Matcher:
    """Return the matcher of running text in a locale, with some shapes left alone and a separator of fields.

    Without a locale it finds what is a number in some way of writing, and tells no parts.
    """
    text = grammar_of(locale, skip, separator)
    return Matcher(tables.find(with_imports(text), lambda: compiled(text, with_roles=locale is not None)))


@lru_cache(64)
def scheme_matcher(scheme: Scheme) -> Matcher:
    """Return the matcher of a scheme's canonical numbers in running text."""
    if not is_learnable(scheme):
        raise OptionError(
            f"a scheme of more than {MOST_DIGITS} digits is found in text only between delimiters",
            fault="needs-delimiters",
        )
    text = grammar_of_scheme(scheme)
    return Matcher(tables.find(with_imports(text), lambda: compiled_scheme(text)))


def grammar_of_scheme(scheme: Scheme) -> str:
    """Return the grammar of annotated text: the scheme's numbers, and words that are none.

    >>> print(grammar_of_scheme(Scheme()).splitlines()[2])
    start: tst | glued | IDENTIFIER | WORD
    """
    lines = (
        "%import text (UNJOINED, IDENTIFIER, WORD_CHARACTER, BEFORE_NO_WORD)",
        "%import terminals (CURRENCY)",
        "start: tst | glued | IDENTIFIER | WORD",
        "tst: CURRENCY? any | any MARK | SIGN CURRENCY? nonzero | SIGN nonzero MARK",
        "glued: any WORD",
        'SIGN: UNJOINED "-"',
        "MARK: CURRENCY BEFORE_NO_WORD | /[%\\u2030]/",
        "WORD: WORD_CHARACTER+",
        magnitude_rules(scheme),
    )
    return "\n".join(lines)


def grammar_of(locale: Locale | None, skip: Collection[str], separator: str = "") -> str:
    """Return the grammar of running text: it imports `text.lark` and overrides its marks with the locale's.

    >>> from tst_grammar.locales import find_locale
    >>> print(grammar_of(find_locale("de"), ("date",)).splitlines()[2])
    start: number | percentage | amount | euro | power | date
    """
    chosen = [kind for kind in kinds() if kind in NUMBERS or kind in skip]
    overrides = _overrides(locale, separator) if locale else _every_mark(separator)
    lines = [
        f"%import text (BEFORE_POINT, TIE, {', '.join((*kinds(), *overrides))})",
        "%import terminals (NONZERO, DIGIT, BIDI, SPACE, APOSTROPHE)",
        f"start: {' | '.join(chosen)}",
        *(f"%override {name}: {definition}" for name, definition in overrides.items()),
    ]
    return "\n".join(lines)


def with_imports(text: str) -> str:
    """Return a grammar together with the files that it imports, so that tables know when they are stale."""
    return "\n".join((text, *map(grammar.text_of, ("text", "number", "terminals"))))


def compiled(text: str, *, with_roles: bool = True) -> Automaton:
    """Return the automaton of a grammar of running text, whose numbers may have parts."""
    digits, signs = ranges_of(grammar.characters("DIGIT")), ranges_of(grammar.characters("CURRENCY"))
    minus = ranges_of(grammar.characters("MINUS"))
    superscripts = ranges_of(grammar.characters("SUPER_DIGIT") + "\u207a\u207b")
    tens = {"ten": digits, "superscript": superscripts}
    roles = {
        **{name: {"integer": digits} for name in ("INTEGER", *(f"{prefix}GROUPED" for prefix in _PREFIXES))},
        "FRACTION": {"fraction": digits},
        **{name: {"exponent": digits} for name in ("EXPONENT", "SHORT_EXPONENT")},
        **dict.fromkeys(("TIMES_TEN", "TIMES_TEN_BRACE", "TIMES_TEN_SUPER"), tens),
        **dict.fromkeys(("TEN_TO", "TEN_TO_BRACE", "TEN_SUPER"), tens),
        "SIGN": {"sign": minus},
        "NEGATIVE": {"minus": minus},
        **{name: {"currency": signs} for name in ("MONEY", "MONEY_AFTER", "EURO", "EURO_AFTER")},
        "HUNDREDTHS": {"percent": ranges_of(grammar.characters("PERCENT"))},
        "THOUSANDTHS": {"per mille": ranges_of(grammar.characters("PER_MILLE"))},
    }
    return compile_grammar(grammar.analysed(text), roles, NUMBERS if with_roles else (), anchors=digits)


def compiled_scheme(text: str) -> Automaton:
    """Return the automaton of a grammar of annotated text."""
    return compile_grammar(grammar.analysed(text), anchors=ranges_of("0123456789"))


def _overrides(locale: Locale, separator: str) -> dict[str, str]:
    """Return the terminals of `text.lark` in which a locale's marks stand, with their definitions."""
    money = next((way for affix, way in locale.ways if affix == ""), locale)
    euro = next((way for affix, way in locale.ways if "€" in affix.split()), money)
    ratio = next((way for affix, way in locale.ways if "%" in affix.split()), locale)
    overrides = {"E": dict(locale.terminals)["E"]}
    for prefix, way in zip(_PREFIXES, (locale, money, euro, ratio), strict=True):
        kept = _without(separator, way)
        overrides[f"{prefix}GROUPED"] = kept.grouped("*" if len(way.grouping) == 1 else _SHORT_OF_RESCANNING)
        overrides[f"{prefix}POINT"] = dict(kept.terminals)["POINT"]
    points = _kept("".join(sorted(locale.decimal_marks)), f",{separator}", _UNUSED_POINT)
    loose = _kept(
        "".join(sorted(".'\u2019\u066b\u066c\u060c" + locale.decimal_marks)), separator, _UNUSED_POINT
    )
    overrides["LEADING_POINT"] = f"BEFORE_POINT /[{re.escape(points)}]/"
    overrides["LOOSE_MARK"] = f"BIDI~0..3 /[{re.escape(loose)}]/"
    overrides["LIST_MARK"] = f"BIDI~0..3 /[{_kept(',', separator, _UNUSED_GROUP)}]/"
    return overrides


def _every_mark(separator: str) -> dict[str, str]:
    """Return the terminals of `text.lark` with the marks of every way of writing, but for the plain space."""
    marks = [f"/[{mark}]/" for mark in _kept(".,'\u2019\u066c\u060c_", separator, _UNUSED_GROUP)]
    groups = [f"({mark} DIGIT~3)+" for mark in (*marks, "TIE")]
    if separator != ",":
        groups += ["(/[,]/ DIGIT~2)~1..8 /[,]/ DIGIT~3", "(/[,]/ DIGIT~4)~2..8"]
    grouped = f"BIDI~0..3 NONZERO DIGIT~0..3 ({' | '.join(groups)})"
    points = _kept(".,\u066b", separator, _UNUSED_POINT)
    loose = _kept(".,'\u2019\u066b\u066c\u060c", separator, _UNUSED_POINT)
    return {
        **{f"{prefix}GROUPED": grouped for prefix in _PREFIXES},
        **{f"{prefix}POINT": f"BIDI~0..3 /[{points}]/" for prefix in _PREFIXES},
        "LOOSE_MARK": f"BIDI~0..3 /[{loose}]/",
        "LIST_MARK": f"/[{_UNUSED_GROUP}]/",
    }


def _without(separator: str, locale: Locale) -> Locale:
    """Return a locale without a separator of fields among its marks."""
    return evolve(
        locale,
        decimal_marks=_kept(locale.decimal_marks, separator, _UNUSED_POINT),
        group_marks=_kept(locale.group_marks, separator, _UNUSED_GROUP),
    )


def _kept(marks: str, dropped: str, otherwise: str) -> str:
    folds = {*map(folded, dropped)}
    return "".join(dict.fromkeys(mark for mark in marks if folded(mark) not in folds)) or otherwise
