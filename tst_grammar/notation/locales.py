"""How each locale of Unicode's CLDR writes numbers, read from `locales.json`."""

import json
import re
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from tst_grammar.automata import grammar
from tst_grammar.diagnostics import either, nearest, quoted
from tst_grammar.errors import LocaleError
from tst_grammar.notation.language_names import locale_of_language

RATIO_SIGNS = ("%", "‰")
"""The percent and per mille signs, to which all their forms are normalized."""

_SPACES = " \u00a0\u2009\u202f"
_APOSTROPHES = "'\u2019"


SPACE_GROUPS = (
    r"BIDI~0..3 NONZERO DIGIT~0..2 (/[\xa0\u2009\u202f]/ DIGIT~3)+",
    r"BIDI~0..3 NONZERO DIGIT~0..2 (/[ ]/ DIGIT~3)~2 (/[ ]/ DIGIT~3)*",
)
"""The groups that every locale reads: with spaces that break no line, and two or more with plain spaces."""


@frozen
class Locale:
    """How one locale writes numbers. Of several marks, it writes the first and reads all.

    `grouping` is the width of the last group and of the groups before it: `(3,)`, or `(3, 2)` as in India.
    `affixed` lists the affixes with which numbers are written differently from plain ones. Each entry has the
    affixes, separated by spaces (`""` for every currency), the decimal mark, the group mark and the grouping.

    >>> find_locale("de").group_marks, find_locale("hi").grouping
    ('.', (3, 2))
    """

    id: str
    decimal_marks: str = "."
    group_marks: str = ","
    grouping: tuple[int, ...] = (3,)
    minimum_grouping: int = 1
    affixed: tuple[tuple[str, str, str, tuple[int, ...]], ...] = ()
    zero: str = "0"
    minus: str = "-"
    percent: str = "#%"
    percent_sign: str = "%"
    exponents: tuple[str, ...] = ("E",)
    currencies: frozenset[str] = field(default=frozenset(), repr=False)

    @cached_property
    def terminals(self) -> tuple[tuple[str, str], ...]:
        """The definitions with which this locale overrides terminals of `number.lark`.

        >>> dict(find_locale("de").terminals)["POINT"]
        'BIDI~0..3 /[,]/ NO_DASH'
        """
        words = [f'"{mark}"' for mark in sorted({*self.exponents, "E", "e"}) if "^" not in mark]
        return (
            ("GROUPED.1", " | ".join((self.grouped(), *SPACE_GROUPS))),
            ("POINT", f"BIDI~0..3 /[{re.escape(''.join(sorted(self.decimal_marks)))}]/ NO_DASH"),
            ("E", f"BIDI~0..3 ({' | '.join(words)})"),
        )

    def grouped(self, repeated: str = "*") -> str:
        """Return the definition of grouped digits; `repeated` is the repetition of all groups but the last.

        >>> find_locale("hi").grouped("~0..8")
        'BIDI~0..3 NONZERO DIGIT~0..1 ((/[,]/ DIGIT~2)~0..8 /[,]/ DIGIT~3)'
        """
        last, *before = self.grouping
        width = before[0] if before else last
        marks = map(_terminal, sorted({*map(folded, self.group_marks)}))
        groups = " | ".join(f"({mark} DIGIT~{width}){repeated} {mark} DIGIT~{last}" for mark in marks)
        return f"BIDI~0..3 NONZERO DIGIT~0..{width - 1} ({groups})"

    @cached_property
    def ways(self) -> tuple[tuple[str, "Locale"], ...]:
        """The affixes with which this locale writes numbers differently, each with the locale to use.

        >>> [(affix, way.group_marks) for affix, way in find_locale("de-AT").ways]
        [('', '.')]
        """
        return tuple(
            (affix, evolve(self, decimal_marks=decimal, group_marks=group, grouping=grouping, affixed=()))
            for affix, decimal, group, grouping in self.affixed
        )

    def way_of(self, affix: str) -> "Locale":
        """Return the locale to use for numbers with an affix: this one, or a variant of it.

        >>> find_locale("de-AT").way_of("€").group_marks
        '.'
        """
        return next((way for known, way in self.ways if is_affix_of(affix, known)), self)

    def knows_currency(self, text: str) -> bool:
        """Tell whether a text is a currency sign, or a currency code or word that this locale reads.

        >>> find_locale("sv").knows_currency("kr"), find_locale("en").knows_currency("kr")
        (True, False)
        """
        return is_currency_sign(text) or with_plain_spaces(text) in self.currency_words

    @cached_property
    def currency_words(self) -> frozenset[str]:
        """The currency codes and words that this locale reads, with plain spaces.

        >>> {"SEK", "kr"} <= find_locale("sv").currency_words
        True
        """
        return _shared_currencies() | self.currencies


def in_groups(digits: str, locale: Locale) -> str:
    """Put a locale's group marks into digits. Few digits and digits with a leading zero get none.

    >>> in_groups("1234567", find_locale("hi")), in_groups("1234", find_locale("es"))
    ('12,34,567', '1234')
    """
    last, *before = locale.grouping
    width = before[0] if before else last
    if digits.startswith("0") or len(digits) < last + locale.minimum_grouping:
        return digits
    head = digits[:-last]
    lead = len(head) % width or width
    groups = [head[:lead], *(head[i : i + width] for i in range(lead, len(head), width)), digits[-last:]]
    return locale.group_marks[0].join(groups)


def is_affix_of(affix: str, known: str) -> bool:
    """Tell whether an affix is among the known ones, where `""` means every currency.

    >>> is_affix_of("€", ""), is_affix_of("EUR", "€ EUR"), is_affix_of("%", ""), is_affix_of("", "")
    (True, True, False, False)
    """
    return affix in known.split(" ") if known else affix not in ("", *RATIO_SIGNS)


def folded(mark: str) -> str:
    """Return a mark with all spaces replaced by the plain space, and all apostrophes by the ASCII one.

    >>> folded("’")
    "'"
    """
    if mark in _SPACES:
        return " "
    return "'" if mark in _APOSTROPHES else mark


def is_currency_sign(text: str) -> bool:
    """Tell whether a text is one currency sign.

    >>> is_currency_sign("€"), is_currency_sign("kr")
    (True, False)
    """
    return len(text) == 1 and text in grammar.characters("CURRENCY")


def is_currency(text: str) -> bool:
    """Tell whether some locale reads a text as a currency.

    >>> is_currency("kr"), is_currency("kg")
    (True, False)
    """
    return is_currency_sign(text) or with_plain_spaces(text) in all_currency_words()


def is_currency_code(text: str) -> bool:
    """Tell whether a text is an ISO code of a currency.

    >>> is_currency_code("EUR"), is_currency_code("eur")
    (True, False)
    """
    return text in _table()["currency_codes"]


def currency_code(word: str, locale_id: str = "auto") -> str | None:
    """Return the ISO code of a currency word in a locale, or in all locales that have it, or None.

    >>> currency_code("K", "en-PG"), currency_code("K", "en-ZM"), currency_code("K"), currency_code("Q")
    ('PGK', 'ZMW', None, 'GTQ')
    """
    name = _known_name(locale_id)
    if name is not None and word in (own := _table()["currencies"][_table()["locales"][name][1]]):
        return str(own[word])
    codes = {own[word] for own in _table()["currencies"] if word in own}
    return str(codes.pop()) if len(codes) == 1 else None


def find_locale(locale_id: str) -> Locale:
    """Return the locale with an id such as `de`, `de-CH` or `de_CH`, or its nearest parent.

    >>> find_locale("pt_AO").decimal_marks, find_locale("de-DE").id
    (',', 'de')
    >>> find_locale("dee")
    Traceback (most recent call last):
    tst_grammar.errors.LocaleError: no locale 'dee': did you mean ee, de or kde?
    """
    if not isinstance(locale_id, str):
        raise TypeError(f"locale takes a str, not {type(locale_id).__name__}")
    return _find_locale(locale_id)


@lru_cache
def _find_locale(locale_id: str) -> Locale:
    table = _table()
    name = _known_name(locale_id)
    if name is None:
        plain = re.split("[.@]", locale_id)[0]  # as in `de_DE.UTF-8`
        language, *rest = re.split("[-_]", plain)
        known = locale_of_language(plain) or _known_name(plain) or (_known_name(language) if rest else None)
        near = (known,) if known else nearest(_normalized(locale_id) or locale_id[:20], table["locales"], 3)
        hint = f": did you mean {either(near)}?" if near else ": `tst locales` lists them"
        hint = ": name a locale here" if locale_id == "auto" else hint
        raise LocaleError(f"no locale {quoted(locale_id)}{hint}", fault="unknown-locale", expected=near)
    style, words = table["locales"][name]
    values = dict(zip(table["fields"], table["styles"][style], strict=True))
    values["affixed"] = tuple((*marks, tuple(grouping)) for *marks, grouping in values["affixed"])
    values |= {key: tuple(values[key]) for key in ("grouping", "exponents")}
    return Locale(id=name, **values, currencies=frozenset(map(with_plain_spaces, table["currencies"][words])))


def _known_name(locale_id: str) -> str | None:
    """Return the id of the locale or of its nearest parent with data, or None if there is none."""
    name = _normalized(locale_id)
    while name is not None and name not in _table()["locales"]:
        name = _parent(name)
    return name


def locale_ids() -> tuple[str, ...]:
    """Return the ids of all locales with number data, their own or their parent's, sorted.

    >>> len(locale_ids()) > 1000
    True
    """
    return tuple(sorted({*_table()["locales"], *_table()["default_content"]}))


@cache
def all_currency_words() -> frozenset[str]:
    """Return every currency code and word that some locale reads."""
    own = (with_plain_spaces(word) for words in _table()["currencies"] for word in words)
    return _shared_currencies().union(own)


@cache
def _shared_currencies() -> frozenset[str]:
    words = map(with_plain_spaces, _table()["shared_currencies"])
    return frozenset(_table()["currency_codes"]).union(words)


def with_plain_spaces(text: str) -> str:
    r"""Return a text with plain spaces in place of the other spaces that numbers can have.

    >>> with_plain_spaces("5\xa0F\u202fCFA")
    '5 F CFA'
    """
    return "".join(" " if character in _SPACES else character for character in text)


def _normalized(locale_id: str) -> str | None:
    """Return an id as CLDR writes it, or None if it does not look like an id."""
    match = re.fullmatch(
        r"([a-z]{2,8})(?:-([a-z]{4}))?(?:-([a-z]{2}|[0-9]{3}))?((?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*)",
        locale_id.replace("_", "-").lower(),
    )
    if not match or not locale_id.isascii():
        return None
    language, script, region, variants = match.groups()
    parts = [language, script.title() if script else "", region.upper() if region else ""]
    return "-".join(filter(None, parts)) + variants


def _parent(name: str) -> str | None:
    """Return the id to look up instead: an alias, a parent, or this one without its last part."""
    table = _table()
    for known in (table["aliases"], table["parents"]):
        if name in known:
            return str(known[name])
    shorter, _, last = name.rpartition("-")
    if shorter and last in table["aliases"]:
        return f"{shorter}-{table['aliases'][last]}"
    language, _, rest = name.partition("-")
    if rest and language in table["aliases"]:
        return f"{table['aliases'][language]}-{rest}"
    return shorter or None


def _terminal(mark: str) -> str:
    return {" ": "SPACE", "'": "APOSTROPHE"}.get(mark, f"/[{re.escape(mark)}]/")


@cache
def _table() -> dict[str, Any]:
    text = (Path(__file__).parent / "locales.json").read_text(encoding="utf-8")
    table: dict[str, Any] = json.loads(text)
    return table
