"""Finds the tokens of running text by tables of `text.lark` with the marks of a locale."""

import re
from collections.abc import Collection, Sequence
from functools import cache, lru_cache

from attrs import evolve

from tst_grammar.automata import engine, grammar
from tst_grammar.automata.runner import Runner
from tst_grammar.notation.locales import SPACE_GROUPS, Locale, folded
from tst_grammar.notation.parts import Parts
from tst_grammar.notation.references import references
from tst_grammar.notation.roles import NUMBERS, PREFIXES, number_runner_of

NEVER = r"/(?!\.)\./"
"""A pattern that matches nothing, for a locale without a mark."""

_POINTS = ".,\u066b"
_LOOSE = ".'\u2019\u066b\u066c\u060c"
"""Marks that join digits, even where the result is not a number."""

_COLUMNS = "NONZERO DIGIT~0..2 (/[ ]/ DIGIT~3)+ NO_DIGIT COLUMN~0..2 NO_MARKER"
"""What makes columns of numbers after another number, where a plain space is a group mark."""

_FEW_GROUPS = "~0..8"
"""The limit on groups of two before one of three. Without it, long texts would be read again and again."""

_IN_OVERRIDES = (
    "ADDRESS_CHARACTER",
    "BEFORE_NO_WORD",
    "BEFORE_POINT",
    "COLUMN",
    "NO_DIGIT",
    "NO_MARKER",
    "TIE",
    "UNLISTED",
    "UNNUMBERED",
)

BARE = ("code",)
"""The shapes that are left alone even inside shapes that are not."""


@cache
def kinds() -> tuple[str, ...]:
    """Return the names of all kinds of tokens, as `text.lark` lists them.

    >>> kinds()[:4]
    ('ip', 'isbn', 'card', 'datestamp')
    """
    return grammar.kinds_of("text")


def shapes() -> tuple[str, ...]:
    """Return the names of the shapes that look like numbers and are left alone, for the option `skip`.

    >>> shapes()[:4]
    ('ip', 'isbn', 'card', 'datestamp')
    """
    return tuple(kind for kind in kinds() if kind not in (*NUMBERS, "malformed"))


def text_runner(locale: Locale | None, shapes: tuple[str, ...], separator: str) -> Runner[Parts]:
    """Return the runner for running text in a locale, with some shapes and a field separator.

    Without a locale, it finds the numbers of every style, without their parts.
    """
    return _runner(locale, shapes, separator, engine.NATIVE)


@lru_cache(64)
def _runner(
    locale: Locale | None,
    shapes: tuple[str, ...],
    separator: str,
    native: bool,  # noqa: FBT001
) -> Runner[Parts]:
    text = grammar_of(locale, shapes, separator)
    return number_runner_of(text, with_roles=locale is not None, native=native, behind=references())


def grammar_of(locale: Locale | None, shapes: Collection[str], separator: str = "") -> str:
    """Return the grammar of running text with some shapes: `text.lark` with the marks of a locale.

    >>> from tst_grammar.notation.locales import find_locale
    >>> print(grammar_of(find_locale("de"), BARE).splitlines()[2])
    start: pointed | number | percentage | amount | euro | power | code | malformed
    """
    overrides = _overrides(locale, separator) if locale else _every_mark(separator)
    left = {"pointed"} if locale and not _pointed(locale) else set()
    chosen = [kind for kind in kinds() if kind in {*NUMBERS, "malformed", *shapes} - left]
    return _grammar(kinds(), chosen, overrides)


def _grammar(known: Sequence[str], chosen: Sequence[str], overrides: dict[str, str]) -> str:
    """Return the grammar of some of the kinds of tokens that `text.lark` knows."""
    lines = [
        f"%import text ({', '.join((*_IN_OVERRIDES, *known, *overrides))})",
        "%import terminals (NONZERO, DIGIT, BIDI, SPACE, APOSTROPHE)",
        f"start: {' | '.join(chosen)}",
        *(f"%override {name}: {definition}" for name, definition in overrides.items()),
    ]
    return "\n".join(lines)


def _overrides(locale: Locale, separator: str) -> dict[str, str]:
    """Return the definitions with which a locale overrides the terminals of `text.lark`."""
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
        overrides[f"{prefix}GROUPED"] = _grouped(kept, separator)
        overrides[f"{prefix}POINT"] = f"BIDI~0..3 {_one_of(way.decimal_marks, separator)}"
    loose = _one_of(_LOOSE + locale.decimal_marks, separator)
    if separator:
        overrides["ADDRESS"] = f"/(?![{re.escape(separator)}])/ ADDRESS_CHARACTER"
    overrides["LEADING_POINT"] = f"BEFORE_POINT {_one_of(locale.decimal_marks, f',{separator}')}"
    overrides["LOOSE_MARK"] = f"BIDI~0..3 {loose}"
    if " " in {*map(folded, locale.group_marks)}:
        overrides["AFTER_COLUMN"] = _COLUMNS
    overrides |= {"POINTED_FRACTION": NEVER, **_pointed(locale)}
    if not any("." in way.decimal_marks for way in (locale, money, euro, ratio)):
        overrides["FOREIGN_VERSION"] = r"/[0-9]{1,4}[.]([0-9]{1,2}|[0-9]{4,8})-[0-9]{1,3}/ BEFORE_NO_WORD"
    if "\u066b" in locale.decimal_marks:
        overrides["ARABIC"] = r"BIDI~0..3 /[\u0660-\u0669\u06f0-\u06f9]+/"
    if any("," in way.decimal_marks for way in (locale, money, euro, ratio)):
        overrides["UNLISTED_DIGITS"] = NEVER
    return {**overrides, **_marks_besides(separator)}


def _pointed(locale: Locale) -> dict[str, str]:
    """Return the definitions of the numbers that could also be the number of a chapter or a figure."""
    marks = {*map(folded, locale.group_marks)}
    groups = [f"NONZERO DIGIT~0..{locale.grouping[-1] - 1} /[.]/ DIGIT~3 NO_DIGIT"] if "." in marks else []
    if " " in marks:
        groups.append("UNNUMBERED NONZERO DIGIT~0..2 SPACE DIGIT~3 NO_DIGIT")
    pointed = {"POINTED_GROUPED": " | ".join(groups)} if groups else {}
    return {**pointed, "POINTED_FRACTION": "DIGIT~1..3"} if "." in locale.decimal_marks else pointed


def _marks_besides(separator: str) -> dict[str, str]:
    """Return the definitions of the other terminals that hold a mark which may be the separator."""
    marks = {"LIST_MARK": f"BIDI~0..3 {_one_of(',', separator)}"}
    if separator == " ":
        names = (
            "AFTER_COLUMN",
            "BLANK",
            "COLUMN",
            "SPACED_DECIMALS",
            "SPACED_FRACTION",
            "SPACED_RUN",
            "SPACED_UNIT",
        )
        marks |= dict.fromkeys(names, NEVER)
    return marks


def _grouped(ways: list[Locale], separator: str) -> str:
    """Return the terminal of grouped digits, as any of these locales writes them, or with spaces."""
    choices = [way.grouped("*" if len(way.grouping) == 1 else _FEW_GROUPS) for way in ways]
    marks = {*map(folded, ways[0].group_marks)}
    before = "UNLISTED " * ("," in marks) + "UNNUMBERED " * (" " in marks)
    own = [f"{before}({' | '.join(choices)})"] if marks else []
    tied, spaced = SPACE_GROUPS
    both = [tied] if separator == " " else [tied, f"UNNUMBERED {spaced}"]
    return f"({' | '.join((*own, *both))}) NO_DIGIT"


def _every_mark(separator: str) -> dict[str, str]:
    """Return the definitions of terminals of `text.lark` with every style's marks except the plain space."""
    marks = _kept(".,'\u2019\u066c\u060c_", separator)
    groups = [f"({mark} DIGIT~3)+" for mark in (*(f"/[{mark}]/" for mark in marks), "TIE")]
    if separator != " ":
        groups.append("(/[ ]/ DIGIT~3)~2 (/[ ]/ DIGIT~3)*")
    if "," in marks:
        groups += ["(/[,]/ DIGIT~2)~1..8 /[,]/ DIGIT~3", "(/[,]/ DIGIT~4)~2..8"]
    grouped = f"UNLISTED BIDI~0..3 NONZERO DIGIT~0..3 ({' | '.join(groups)}) NO_DIGIT"
    point = f"BIDI~0..3 {_one_of(_POINTS, separator)}"
    return {
        **{f"{prefix}GROUPED": grouped for prefix in PREFIXES},
        **{f"{prefix}POINT": point for prefix in PREFIXES},
        "LOOSE_MARK": f"BIDI~0..3 {_one_of(f'{_LOOSE},', separator)}",
        **_marks_besides(separator),
        "LIST_MARK": NEVER,
    }


def _one_of(marks: str, dropped: str) -> str:
    """Return a terminal for any of the marks except those dropped."""
    kept = "".join(sorted(_kept(marks, dropped)))
    return f"/[{re.escape(kept)}]/" if kept else NEVER


def _kept(marks: str, dropped: str) -> str:
    folds = {*map(folded, dropped)}
    return "".join(dict.fromkeys(mark for mark in marks if folded(mark) not in folds))
