"""Rewrites what people really write, such as `US Dollars 53.45` or `- 5`, as the strict notation has it."""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from attrs import frozen

from tst_grammar.automata import grammar
from tst_grammar.diagnostics import Span
from tst_grammar.notation.locales import (
    Locale,
    all_currency_words,
    currency_code,
    is_currency_code,
    with_plain_spaces,
)

_ABBREVIATIONS = {
    "руб": "RUB",
    "р": "RUB",
    "грн": "UAH",
    "лв": "BGN",
    "тг": "KZT",
    "zl": "PLN",
    "kc": "CZK",
    "fr": "CHF",
    "sfr": "CHF",
    "rs": "INR",
    "euro": "EUR",
    "euros": "EUR",
    "dollar": "USD",
    "dollars": "USD",
    "pound": "GBP",
    "pounds": "GBP",
    "rupee": "INR",
    "rupees": "INR",
    "yen": "JPY",
    "won": "KRW",
    "원": "KRW",
    "yuan": "CNY",
    "zloty": "PLN",
    "złoty": "PLN",
    "złote": "PLN",
    "złotych": "PLN",
    "kč": "CZK",
    "koruna": "CZK",
    "koruny": "CZK",
    "korun": "CZK",
    "kronor": "SEK",
    "leu": "RON",
    "lei": "RON",
    "лев": "BGN",
    "лева": "BGN",
    "lira": "TRY",
    "liras": "TRY",
    "tl": "TRY",
    "real": "BRL",
    "reais": "BRL",
    "рублей": "RUB",
    "рубля": "RUB",
    "рубль": "RUB",
    "гривень": "UAH",
    "гривні": "UAH",
}
"""Common abbreviations and names of currencies that CLDR lacks, lower-cased and without points."""

_CODES_OF_SIGNS = {
    "$": "USD AUD CAD NZD HKD SGD TWD MXN ARS CLP COP UYU",
    "£": "GBP EGP FKP GIP LBP SHP SSP SYP",
    "€": "EUR",
    "¥": "JPY CNY",
    "￥": "JPY CNY",
    "₹": "INR",
    "₽": "RUB",
    "₴": "UAH",
    "₩": "KRW",
    "₪": "ILS",
    "₫": "VND",
    "₺": "TRY",
    "฿": "THB",
    "₦": "NGN",
    "₱": "PHP",
}
"""The codes that may repeat a currency sign, as in `£94.50 GBP`."""

_SPACE = "[ \u00a0\u2009\u202f]"
_MINUS = re.escape(grammar.characters("MINUS"))
_ORDINAL = re.compile(
    r"\d(?:[\d.,]*\d)?"
    r"(st|nd|rd|th|er|re|ère|ème|eme|nde|de|ste|:[aeo]|\.?[ºª°]|ος|η|ο|-?(?:й|я|е|го|му|ой|ый|ая|ое))",
    re.IGNORECASE,
)
_ORDINAL_BY_LANGUAGE = {
    **dict.fromkeys(("fr", "nl", "af"), re.compile(r"\d+(e|es)")),
    "ca": re.compile(r"\d+([rntèa])"),
}
"""Ordinals whose letters mean an exponent or a magnitude in other languages."""
_SPACED_GROUPS = re.compile(rf"(?<!\d)[1-9]\d{{0,2}}(?:{_SPACE}\d{{3}})+(?!\d)")
_THREES = re.compile(r"(?<![\d,])[1-9]\d{0,2}(?:,\d{3})+(?![\d,])")
_FOURS = re.compile(r"(?<![\d,])[1-9]\d{0,3}(?:(?:,\d{4}){2,}(?![\d,])|,\d{4}(?=\.\d))")
_ARABIC_COMMAS = re.compile(r"(?<!\d)[1-9۱-۹١-٩]\d{0,2}(?:،\d{3})+(?![\d،])")
_LETTERS = r"(?P<word>[^\W\d_](?:[^\d()+,]*[^\W\d_])?\.?)"
_BEFORE = re.compile(rf"(?:[+{_MINUS}](?:{_SPACE})?)?{_LETTERS}(?P<gap>{_SPACE})?(?=[(+{_MINUS}]?[.,]?\d)")
_AFTER = re.compile(rf"(?<=[\d)]|[.,{_MINUS}])(?P<gap>{_SPACE})?{_LETTERS}$")

_LONGEST = 1000
"""Longer texts are not rewritten."""


@frozen
class Draft:
    """A text on the way to the strict notation, and the span in the source of each of its characters.

    >>> draft = Draft.of("- 5").put(Span(1, 2), "")
    >>> draft.text, draft.span(Span(1, 2))
    ('-5', Span(start=2, end=3))
    """

    text: str
    places: tuple[Span, ...]

    @classmethod
    def of(cls, text: str) -> "Draft":
        """Return the draft of a text as it is."""
        return cls(text, tuple(Span(place, place + 1) for place in range(len(text))))

    def put(self, part: Span, replacement: str) -> "Draft":
        """Return the draft with a part, which is not empty, replaced."""
        place = self.span(part)
        places = (*self.places[: part.start], *(place for _ in replacement), *self.places[part.end :])
        return Draft(self.text[: part.start] + replacement + self.text[part.end :], places)

    def span(self, span: Span) -> Span:
        """Return the span in the source of a span of this text, which is not empty."""
        return Span(self.places[span.start].start, self.places[span.end - 1].end)


def strict_form(text: str, locale: Locale | None) -> Draft | None:
    """Return a text in strict notation, or None if there is nothing to rewrite.

    Without a locale, the texts of every locale are rewritten.

    >>> [strict_form(text, None).text for text in ("(0.5)", "23rd", "usd 5", "- 5", "1 234 567 US dollars")]
    ['-0.5', '23', 'USD 5', '-5', '1234567 USD']
    """
    if len(text) > _LONGEST or not any(map(str.isdecimal, text)):
        return None
    draft = Draft.of(text)
    for rewrite in _REWRITES:
        draft = rewrite(draft, locale)
    return None if draft.text == text else draft


def without_word(text: str) -> tuple[str, Span] | None:
    """Return a text without the word before or after its number, and the span of the word, or None.

    >>> without_word("1,234 foo")
    ('1,234', Span(start=6, end=9))
    """
    found = _AFTER.search(text) or _BEFORE.match(text)
    if not found:
        return None
    word = Span(*found.span("word"))
    return (text[: found.start()] if word.end == len(text) else text[found.end() :]), word


def _parentheses(draft: Draft, _: Locale | None) -> Draft:
    found = re.fullmatch(r"(\( *)([^-+\u2212()]*?)( *\))", draft.text)
    return draft.put(Span(*found.span(3)), "").put(Span(*found.span(1)), "-") if found else draft


def _sign(draft: Draft, _: Locale | None) -> Draft:
    found = re.search(rf"(?:^|(?<=[^\d\s]) ?)[+{_MINUS}]({_SPACE}+)(?=\S)", draft.text)
    return draft.put(Span(*found.span(1)), "") if found else draft


def _ordinal(draft: Draft, locale: Locale | None) -> Draft:
    found = _ORDINAL.fullmatch(draft.text)
    by_language = _ORDINAL_BY_LANGUAGE.get(locale.id.split("-")[0]) if locale else None
    if by_language:
        found = found or by_language.fullmatch(draft.text)
    return draft.put(Span(*found.span(1)), "") if found else draft


def _currency(draft: Draft, locale: Locale | None) -> Draft:
    after = _AFTER.search(draft.text)
    code = after and _code(after["word"], locale)
    if after and code:
        sign = next((each for each in draft.text[: after.start()] if each in _CODES_OF_SIGNS), "")
        if code in _CODES_OF_SIGNS.get(sign, "").split():
            draft = draft.put(Span(*after.span()), "")
        elif not (after["gap"] and _is_read(after["word"], locale)):
            draft = draft.put(Span(*after.span("word")), code if after["gap"] else f" {code}")
    before = _BEFORE.match(draft.text)
    code = before and _code(before["word"], locale)
    if before and code and not (before["gap"] and _is_read(before["word"], locale)):
        draft = draft.put(Span(*before.span("word")), code if before["gap"] else f"{code} ")
    return draft


def _groups(draft: Draft, locale: Locale | None) -> Draft:
    for pattern, mark in _group_patterns(locale):
        if found := pattern.search(draft.text):
            for place in reversed([*re.finditer(mark, found[0])]):
                draft = draft.put(Span(*place.span()).moved(found.start()), "")
    return draft


def _group_patterns(locale: Locale | None) -> Iterator[tuple[re.Pattern[str], str]]:
    """Yield the patterns of grouped digits that the locale does not read, each with its group mark."""
    yield _SPACED_GROUPS, _SPACE
    if locale is None:
        yield _FOURS, ","
        return
    if "," in locale.group_marks:
        yield _FOURS, ","
        if locale.grouping == (3, 2):
            yield _THREES, ","
    if "٬" in locale.group_marks:
        yield _ARABIC_COMMAS, "،"


_Rewrite = Callable[[Draft, Locale | None], Draft]

_REWRITES: tuple[_Rewrite, ...] = (_parentheses, _sign, _ordinal, _currency, _groups)


def _is_read(word: str, locale: Locale | None) -> bool:
    return locale.knows_currency(word) if locale else with_plain_spaces(word) in all_currency_words()


def _code(word: str, locale: Locale | None) -> str | None:
    """Return the ISO code of a currency that is written in letters, or None if it is not known."""
    plain = with_plain_spaces(word)
    if is_currency_code(plain.upper()):
        return plain.upper()
    name = " ".join(plain.casefold().split())
    bare = name.rstrip(".")
    return (
        currency_code(plain, locale.id if locale else "auto")
        or _ABBREVIATIONS.get(bare)
        or _names().get(name)
        or _names().get(bare)
    )


@cache
def _names() -> dict[str, str]:
    text = (Path(__file__).parent / "currency_names.json").read_text(encoding="utf-8")
    return {name: code for code, names in json.loads(text)["names"].items() for name in names}
