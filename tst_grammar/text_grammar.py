"""The grammars of running text, compiled: `text.lark` with a locale's marks, and a scheme's strict one."""

import re
from collections.abc import Collection
from functools import cache, lru_cache

from attrs import evolve

from tst_grammar import grammar, runners
from tst_grammar.errors import OptionError
from tst_grammar.export import magnitude_rules
from tst_grammar.layout import MOST_DIGITS, is_learnable
from tst_grammar.locales import Locale, folded
from tst_grammar.roles import NUMBERS, PREFIXES, compiled, compiled_scheme
from tst_grammar.runner import Runner
from tst_grammar.runners import runner_of
from tst_grammar.scheme import Scheme

NEVER = r"/(?!\.)\./"
"""Stands for a mark where a locale has none left: it matches nothing."""

_POINTS = ".,\u066b"
_LOOSE = ".'\u2019\u066b\u066c\u060c"
"""Marks that join digits, whether or not they make a number of them here."""

_SHORT_OF_RESCANNING = "~0..8"
"""How many groups of two may come before one of three; a text could go on so without end."""

_IN_OVERRIDES = ("ADDRESS_CHARACTER", "BEFORE_POINT", "NO_DIGIT", "TIE", "UNLISTED")

BARE = ("code",)
"""The shapes that are looked for inside of others, when these are not to be left alone."""


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
    return tuple(kind for kind in kinds() if kind not in (*NUMBERS, "malformed"))


def matcher(locale: Locale | None, shapes: tuple[str, ...], separator: str) -> Runner:
    """Return what finds the tokens of running text in a locale, with some shapes and a separator of fields.

    Without a locale it finds what is a number in some way of writing, and tells no parts.
    """
    return _matcher(locale, shapes, separator, runners.NATIVE)


@lru_cache(64)
def _matcher(locale: Locale | None, shapes: tuple[str, ...], separator: str, native: bool) -> Runner:  # noqa: FBT001
    text = grammar_of(locale, shapes, separator)
    return runner_of(text, lambda: compiled(text, with_roles=locale is not None), native=native)


def scheme_matcher(scheme: Scheme) -> Runner:
    """Return what finds a scheme's canonical numbers in running text."""
    return _scheme_matcher(scheme, runners.NATIVE)


@lru_cache(64)
def _scheme_matcher(scheme: Scheme, native: bool) -> Runner:  # noqa: FBT001
    require_learnable(scheme)
    text = grammar_of_scheme(scheme)
    return runner_of(text, lambda: compiled_scheme(text), native=native)


def require_learnable(scheme: Scheme) -> None:
    """Refuse a scheme whose numbers are too long for tables.

    >>> require_learnable(Scheme(integer_digits=1000))
    Traceback (most recent call last):
    tst_grammar.errors.OptionError: a scheme of more than 96 digits is found in text only between delimiters
    """
    if not is_learnable(scheme):
        raise OptionError(
            f"a scheme of more than {MOST_DIGITS} digits is found in text only between delimiters",
            fault="needs-delimiters",
        )


def grammar_of_scheme(scheme: Scheme) -> str:
    """Return the grammar of annotated text: the scheme's numbers, and words that are none.

    >>> print(grammar_of_scheme(Scheme()).splitlines()[2])
    start: tst | glued | IDENTIFIER | WORD
    """
    lines = (
        "%import text (UNJOINED, IDENTIFIER, WORD_CHARACTER, BEFORE_NO_WORD)",
        "%import terminals (CURRENCY)",
        "start: tst | glued | IDENTIFIER | WORD",
        "glued: any WORD",
        "WORD: WORD_CHARACTER+",
        tst_rules(scheme),
    )
    return "\n".join(lines)


def tst_rules(scheme: Scheme) -> str:
    """Return the rules of a scheme's numbers in running text, where their affixes are single signs."""
    lines = (
        "tst: CURRENCY? any | any MARK | SIGN CURRENCY? nonzero | SIGN nonzero MARK",
        'SIGN: UNJOINED "-"',
        "MARK: CURRENCY BEFORE_NO_WORD | /[%\\u2030]/",
        magnitude_rules(scheme),
    )
    return "\n".join(lines)


def grammar_of(locale: Locale | None, shapes: Collection[str], separator: str = "") -> str:
    """Return the grammar of running text with some shapes: `text.lark` with the marks of a locale.

    >>> from tst_grammar.locales import find_locale
    >>> print(grammar_of(find_locale("de"), BARE).splitlines()[2])
    start: number | percentage | amount | euro | power | code | malformed
    """
    chosen = [kind for kind in kinds() if kind in (*NUMBERS, "malformed", *shapes)]
    overrides = _overrides(locale, separator) if locale else _every_mark(separator)
    lines = [
        f"%import text ({', '.join((*_IN_OVERRIDES, *kinds(), *overrides))})",
        "%import terminals (NONZERO, DIGIT, BIDI, SPACE, APOSTROPHE)",
        f"start: {' | '.join(chosen)}",
        *(f"%override {name}: {definition}" for name, definition in overrides.items()),
    ]
    return "\n".join(lines)


def _overrides(locale: Locale, separator: str) -> dict[str, str]:
    """Return the terminals of `text.lark` in which a locale's marks stand, with their definitions."""
    money = next((way for affix, way in locale.ways if affix == ""), locale)
    euro = next((way for affix, way in locale.ways if "€" in affix.split()), money)
    ratio = next((way for affix, way in locale.ways if "%" in affix.split()), locale)
    overrides = {"E": dict(locale.terminals)["E"]}
    for prefix, way in zip(PREFIXES, (locale, money, euro, ratio), strict=True):
        same_marks = {*way.group_marks} == {*locale.group_marks} and way.decimal_marks == locale.decimal_marks
        groupings = dict.fromkeys((way.grouping, locale.grouping) if same_marks else (way.grouping,))
        kept = [
            evolve(way, group_marks=_kept(way.group_marks, separator), grouping=each) for each in groupings
        ]
        overrides[f"{prefix}GROUPED"] = _grouped(kept)
        overrides[f"{prefix}POINT"] = f"BIDI~0..3 {_one_of(way.decimal_marks, separator)}"
    loose = _one_of(_LOOSE + locale.decimal_marks, separator)
    if separator:
        overrides["ADDRESS"] = f"/(?![{re.escape(separator)}])/ ADDRESS_CHARACTER"
    overrides["LEADING_POINT"] = f"BEFORE_POINT {_one_of(locale.decimal_marks, f',{separator}')}"
    overrides["LOOSE_MARK"] = f"BIDI~0..3 {loose}"
    overrides["LIST_MARK"] = f"BIDI~0..3 {_one_of(',', separator)}"
    return overrides


def _grouped(ways: list[Locale]) -> str:
    """Return the terminal of digits in groups, in any of some ways."""
    if not ways[0].group_marks:
        return NEVER
    choices = [way.grouped("*" if len(way.grouping) == 1 else _SHORT_OF_RESCANNING) for way in ways]
    listed = "UNLISTED " if "," in ways[0].group_marks else ""
    return f"{listed}({' | '.join(choices)}) NO_DIGIT"


def _every_mark(separator: str) -> dict[str, str]:
    """Return the terminals of `text.lark` with the marks of every way of writing, but for the plain space."""
    marks = _kept(".,'\u2019\u066c\u060c_", separator)
    groups = [f"({mark} DIGIT~3)+" for mark in (*(f"/[{mark}]/" for mark in marks), "TIE")]
    if "," in marks:
        groups += ["(/[,]/ DIGIT~2)~1..8 /[,]/ DIGIT~3", "(/[,]/ DIGIT~4)~2..8"]
    grouped = f"UNLISTED BIDI~0..3 NONZERO DIGIT~0..3 ({' | '.join(groups)}) NO_DIGIT"
    point = f"BIDI~0..3 {_one_of(_POINTS, separator)}"
    return {
        **{f"{prefix}GROUPED": grouped for prefix in PREFIXES},
        **{f"{prefix}POINT": point for prefix in PREFIXES},
        "LOOSE_MARK": f"BIDI~0..3 {_one_of(f'{_LOOSE},', separator)}",
        "LIST_MARK": NEVER,
    }


def _one_of(marks: str, dropped: str) -> str:
    """Return a terminal for any of some marks but those dropped."""
    kept = "".join(sorted(_kept(marks, dropped)))
    return f"/[{re.escape(kept)}]/" if kept else NEVER


def _kept(marks: str, dropped: str) -> str:
    folds = {*map(folded, dropped)}
    return "".join(dict.fromkeys(mark for mark in marks if folded(mark) not in folds))
