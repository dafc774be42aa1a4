"""The definition of a scheme's canonical numbers, as data: digits of groups, signs, affixes and spaces.

Whatever writes, reads, lists or exports TST takes these facts from here. The markers are in `Scheme`.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from attrs import frozen

from tst_grammar.automata import grammar
from tst_grammar.language.scheme import TERMINATOR, Scheme
from tst_grammar.language.tokens import Kind, Token
from tst_grammar.notation.locales import RATIO_SIGNS, all_currency_words, is_currency_sign

ANY, NONZERO, ZERO = "0-9", "1-9", "0"

Run = tuple[str, int]
"""A class of characters such as `1-9`, and how many times it is repeated."""

Runs = tuple[Run, ...]

SIGNS: Final = {"": "ANY", "-": "NONZERO"}
"""Each sign, and the magnitudes that may have it: zero has no sign."""


@frozen
class GroupDigits:
    """The digits that a group may have.

    `least`, `most`: how many digits are written. Zeros pad them to `least`, and only to that.
    `in_range`: how many digits the scheme holds here: the last of an integer group, the first of a fraction.
    `may_be_zero`: whether all of them may be zero.

    >>> first = digits_of(3, scheme=Scheme(), is_first=True)
    >>> first.spelled("012"), first.admits("12"), first.admits("012"), first.admits("0")
    ('12', True, False, False)
    """

    least: int
    most: int
    in_range: int
    may_be_zero: bool
    is_fraction: bool = False

    def spelled(self, digits: str) -> str:
        """Return digits as this group writes them."""
        if self.is_fraction:
            return digits.rstrip("0").ljust(self.least, "0")
        return digits.lstrip("0").rjust(self.least, "0")

    def admits(self, digits: str) -> bool:
        """Tell whether the group may have exactly these digits."""
        bare = digits.rstrip("0") if self.is_fraction else digits.lstrip("0")
        return (
            self.least <= len(digits) <= self.most
            and digits == self.spelled(digits)
            and (0 < len(bare) <= self.in_range or (not bare and self.may_be_zero and self.in_range > 0))
        )

    @property
    def zero(self) -> Runs:
        """The digits of zero."""
        return ((ZERO, self.least),)

    @property
    def positive(self) -> tuple[Runs, ...]:
        """All digits other than zero, as a choice of runs."""
        if self.is_fraction:
            return tuple(
                _runs((ZERO, zeros), (NONZERO, 1), (ANY, self.in_range - zeros - 1), self._padding)
                for zeros in range(self.in_range)
            )
        return tuple(
            _runs((ZERO, self.least - 1 - count), (NONZERO, 1), (ANY, count))
            for count in reversed(range(self.in_range))
        )

    @property
    def choice(self) -> tuple[Runs, ...]:
        """All digits that the group may have, as a choice of runs."""
        if not self.may_be_zero:
            return self.positive
        if self.least < self.most:
            return *self.positive, self.zero
        free = (ANY, self.in_range)
        return (_runs(free, self._padding) if self.is_fraction else _runs(self._padding, free),)

    def count(self, most: int | None = None) -> int:
        """Return how many texts `texts` yields."""
        return self._stop(most) - (not self.may_be_zero)

    def texts(self, most: int | None = None) -> Iterator[str]:
        """Yield all digits that the group may have, shortest first; `most` limits their number."""
        width = self.in_range if self.is_fraction else 0
        for value in range(not self.may_be_zero, self._stop(most)):
            yield self.spelled(str(value).rjust(width, "0"))

    def _stop(self, most: int | None) -> int:
        stop: int = 10 ** (self.in_range if most is None else min(self.in_range, most))
        return stop

    @property
    def _padding(self) -> Run:
        return ZERO, self.least - self.in_range


def digits_of(
    power: int, *, scheme: Scheme, is_first: bool = False, is_last: bool = False, written: int | None = None
) -> GroupDigits:
    """Return the digits that the group with this power of ten may have.

    `is_first`: it is the first group of the number. `is_last`: it is the last group of the fraction, with
    `written` digits if the scheme is terminated.

    >>> digits_of(-3, scheme=Scheme(), is_last=True)
    GroupDigits(least=3, most=3, in_range=3, may_be_zero=False, is_fraction=True)
    """
    size = scheme.group_size
    if power < 0:
        in_range = max(min(size, scheme.fraction_digits + power + size), 0) if written is None else written
        return GroupDigits(size, size, in_range, scheme.terminated or not is_last, is_fraction=True)
    in_range = max(min(size, scheme.integer_digits - power), 0)
    may_be_zero = not is_first or power == 0
    is_padded = scheme.fill == "all" or (scheme.fill == "interior" and not is_first)
    return GroupDigits(size if is_padded else 1, size if is_padded else in_range, in_range, may_be_zero)


def terminators_of(power: int, *, scheme: Scheme) -> dict[str, GroupDigits]:
    """Return the terminators after a fraction that ends with this group, each with the digits it allows.

    >>> list(terminators_of(-6, scheme=Scheme(terminated=True, fraction_digits=5)))
    ['[T1]', '[T2]']
    """
    in_range = digits_of(power, scheme=scheme).in_range if scheme.terminated else 0
    return {
        terminator(count): digits_of(power, scheme=scheme, is_last=True, written=count)
        for count in range(1, in_range + 1)
    }


def terminator(count: int) -> str:
    """Return the token that says how many digits of the last fraction group were written.

    >>> terminator(2)
    '[T2]'
    """
    return str(count).join(TERMINATOR)


def sign_of(sign: str, *, is_zero: bool) -> str:
    """Return the sign that TST writes for a number with this sign.

    >>> sign_of("-", is_zero=False), sign_of("-", is_zero=True), sign_of("+", is_zero=False)
    ('-', '', '')
    """
    return sign if sign in SIGNS and (SIGNS[sign] == "ANY" or not is_zero) else ""


def forms_of(scheme: Scheme) -> tuple[tuple[str, ...], ...]:
    """Return the forms of a number: its sign, its magnitude, and at most one affix.

    >>> forms_of(Scheme(affixes="none"))
    (('ANY',), ('-', 'NONZERO'))
    >>> forms_of(Scheme())[:2]
    (('PREFIX?', 'ANY'), ('ANY', 'SUFFIX'))
    """
    forms = []
    for sign, magnitude in SIGNS.items():
        signed = (sign,) if sign else ()
        if scheme.affixes == "none":
            forms += [(*signed, magnitude)]
        else:
            forms += [(*signed, "PREFIX?", magnitude), (*signed, magnitude, "SUFFIX")]
    return tuple(forms)


def lark_forms(scheme: Scheme, names: Mapping[str, str]) -> str:
    """Return the forms of a number as alternatives of a Lark rule, with a name for each part.

    >>> lark_forms(Scheme(affixes="none"), {"-": "SIGN", "ANY": "any", "NONZERO": "nonzero"})
    'any | SIGN nonzero'
    """
    return " | ".join(" ".join(_named(part, names) for part in form) for form in forms_of(scheme))


def _named(part: str, names: Mapping[str, str]) -> str:
    return f"{names[part[:-1]]}?" if part.endswith("?") else names[part]


def space_between(left: Token, right: Token) -> str:
    """Return the space between two tokens in canonical text, or nothing.

    >>> space_between(Token(Kind.CURRENCY, "USD"), Token(Kind.GROUP, "1k"))
    ' '
    """
    is_glued = (
        left.kind is Kind.SIGN
        or right.kind in (Kind.POINT, Kind.PERCENT)
        or (left.kind is Kind.CURRENCY and not left.text[-1].isalpha())
        or (right.kind is Kind.CURRENCY and not right.text[0].isalpha())
    )
    return "" if is_glued else " "


def affix_kind(text: str) -> Kind:
    """Return the kind of an affix: a percent sign or a currency.

    >>> affix_kind("%"), affix_kind("USD")
    (<Kind.PERCENT: 'percent'>, <Kind.CURRENCY: 'currency'>)
    """
    return Kind.PERCENT if text in RATIO_SIGNS else Kind.CURRENCY


def before_digits(prefix: str) -> str:
    """Return an affix as text before the digits of a number.

    >>> before_digits("$"), before_digits("USD"), before_digits("")
    ('$', 'USD ', '')
    """
    return prefix and prefix + space_between(Token(affix_kind(prefix), prefix), _DIGIT)


def after_digits(suffix: str) -> str:
    """Return an affix as text after the digits of a number.

    >>> after_digits("%"), after_digits("R$")
    ('%', ' R$')
    """
    return suffix and space_between(_DIGIT, Token(affix_kind(suffix), suffix)) + suffix


_DIGIT = Token(Kind.GROUP, "0")


def reads_as_marker(word: str, *, scheme: Scheme) -> bool:
    """Tell whether a word is a marker of the scheme, or would be one in another case or width of its letters.

    >>> [word for word in ("K", "m", "P", "KM", "R") if reads_as_marker(word, scheme=Scheme())]
    ['K', 'm', 'P']
    """
    return scheme.power_of(word) is not None or _folded(word) in _folded_markers(scheme)


def is_affix(text: str, *, scheme: Scheme) -> bool:
    """Tell whether a text is a currency or a percent sign that the scheme has a token for.

    >>> [text for text in ("$", "%", "USD", "K", "kr.") if is_affix(text, scheme=Scheme())]
    ['$', '%', 'USD']
    """
    return scheme.affixes == "all" and text in _affixes(scheme)


@lru_cache(32)
def currencies_of(scheme: Scheme) -> tuple[str, ...]:
    """Return the currencies that the scheme has a token for: the signs, then the codes and words.

    >>> currencies_of(Scheme())[:3], currencies_of(Scheme(affixes="none"))
    (('$', '¢', '£'), ())
    """
    if scheme.affixes == "none":
        return ()
    words = (word for word in sorted(all_currency_words()) if _is_token(word))
    return (
        *grammar.characters("CURRENCY"),
        *(word for word in words if not reads_as_marker(word, scheme=scheme)),
    )


def ratios_of(scheme: Scheme) -> tuple[str, ...]:
    """Return the percent and per mille signs if the scheme has tokens for them.

    >>> ratios_of(Scheme())
    ('%', '‰')
    """
    return () if scheme.affixes == "none" else RATIO_SIGNS


def cut_signs(text: str) -> tuple[str, str, str]:
    """Return the affixes of canonical text as `cut_affixes` does, if they are single signs.

    >>> cut_signs("-$1k 234"), cut_signs("50%")
    (('$', '-1k 234', ''), ('', '50', '%'))
    """
    start = text[0] in SIGNS
    prefix = "" if text[start].isalnum() or text[start] == "[" else text[start]
    suffix = "" if text[-1].isalnum() or text[-1] in "]." else text[-1]
    return prefix, text[:start] + text[start + len(prefix) : len(text) - len(suffix)], suffix


def cut_affixes(text: str, *, scheme: Scheme) -> tuple[str, str, str]:
    """Return the affix before the digits of canonical text, the text without affixes, and the affix after.

    >>> cut_affixes("-USD 1k 234", scheme=Scheme()), cut_affixes("50%", scheme=Scheme())
    (('USD', '-1k 234', ''), ('', '50', '%'))
    """
    sign = text[:1] if text[:1] in SIGNS else ""
    prefixes, suffixes, longest = _affix_texts(scheme)
    start, end = len(sign), len(text)
    lengths = range(min(longest, end - start), 0, -1)
    before = next((text[start : start + n] for n in lengths if text[start : start + n] in prefixes), "")
    after = next((text[end - n :] for n in lengths if text[end - n :] in suffixes), "")
    body = text[start + len(before) : end - len(after)]
    return prefixes.get(before, ""), sign + body, suffixes.get(after, "")


@lru_cache(32)
def _affix_texts(scheme: Scheme) -> tuple[dict[str, str], dict[str, str], int]:
    """Return the texts of affixes before and after digits, each with its affix, and their greatest length."""
    prefixes = {before_digits(currency): currency for currency in currencies_of(scheme)}
    suffixes = {after_digits(affix): affix for affix in _affixes(scheme)}
    return prefixes, suffixes, max(map(len, (*prefixes, *suffixes)), default=0)


@lru_cache(32)
def _affixes(scheme: Scheme) -> frozenset[str]:
    return frozenset((*currencies_of(scheme), *ratios_of(scheme)))


@lru_cache(32)
def _folded_markers(scheme: Scheme) -> frozenset[str]:
    size, named = scheme.group_size, len(scheme.magnitudes)
    powers = (*range(size, size * (named + 1), size), -size, *scheme.fraction_powers)
    return frozenset(map(_folded, map(scheme.marker_of, powers)))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _is_token(currency: str) -> bool:
    """Tell whether a currency can be one token: letters, or up to four letters and a sign."""
    if is_currency_sign(currency[-1:]):
        return re.fullmatch("[A-Z][A-Za-z]{0,3}", currency[:-1]) is not None
    return currency.isalpha()


def _runs(*runs: Run) -> Runs:
    return tuple(run for run in runs if run[1] > 0)
