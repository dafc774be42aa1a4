"""Finds the tokens of running text, and among them the TST numbers of a scheme."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Final

from attrs import evolve, frozen

from tst_grammar.automata.runner import Match, Other, Place, Runner
from tst_grammar.language.definition import cut_signs
from tst_grammar.language.groups import joined, split
from tst_grammar.language.layout import has_tables
from tst_grammar.language.scheme import Scheme
from tst_grammar.language.scheme_grammar import CANONICAL, scheme_runner
from tst_grammar.notation.locales import Locale
from tst_grammar.notation.parts import Parts
from tst_grammar.notation.roles import NUMBERS
from tst_grammar.text.text_grammar import shapes, text_runner

_TST = frozenset((CANONICAL,))


@frozen
class TextTokens:
    """The tokens of `text.lark` in a locale, and the TST numbers of a scheme unless it is None.

    The longest token wins. A text that is a plain number and TST alike, such as `12`, is a plain number.

    >>> from tst_grammar.notation.locales import find_locale
    >>> tokens = TextTokens(text_runner(find_locale("en"), shapes(), ""), Scheme())
    >>> [(start, end, kind) for start, end, kind, _ in tokens.find("1k 234, 5678")]
    [(0, 6, 'tst'), (8, 12, 'number')]
    """

    runner: Runner[Parts]
    scheme: Scheme | None

    @property
    def has_affixes(self) -> bool:
        """Whether a currency or percent sign is a part of a TST number."""
        return self.scheme is None or self.scheme.affixes == "all"

    @cached_property
    def tst(self) -> Runner[Parts] | None:
        """The runner that finds the TST numbers, with their affixes."""
        return scheme_runner(evolve(self.scheme, affixes="all")) if self.scheme else None

    def find(self, text: str) -> Iterable[Match[Parts]]:
        """Return the tokens with digits, in order."""
        return self.runner.find(text, Other(self.tst, _TST, frozenset(NUMBERS)) if self.tst else None)

    def tst_places(self, text: str) -> Iterator[Place]:
        """Yield the start, end and kind of each TST number, even if it is also a plain number."""
        found = self.runner.find(text, Other(self.tst, _TST)) if self.tst else ()
        places = ((start, end, kind) for start, end, kind, _ in found if kind == CANONICAL)
        return places if self.has_affixes else _without_affixes(text, places)

    def last_break(self, text: str, besides: str = "") -> int:
        """Return the last place where a text can be cut without cutting a token, or 0."""
        return self.runner.last_break(text, besides, self.tst)


def text_tokens(locale: Locale | None, separator: str, scheme: Scheme | None) -> TextTokens:
    """Return the tokens of running text in a locale, with a separator, and a scheme's TST numbers.

    A scheme with too many digits for tables has no TST numbers in running text.
    """
    known = scheme if scheme and has_tables(scheme) else None
    return TextTokens(text_runner(locale, shapes(), separator), known)


def _without_affixes(text: str, places: Iterable[Place]) -> Iterator[Place]:
    """Yield the places of numbers without their affixes. A sign before a currency belongs to no number."""
    for start, end, kind in places:
        prefix, body, suffix = cut_signs(text[start:end])
        is_signed = body[:1] == "-"
        if not (prefix and is_signed):
            yield start + len(prefix), end - len(suffix), kind


_BLANK: Final = re.compile(r"\s")


@frozen
class Neighbours:
    """What tells whether a text before a number could start a TST number with it.

    `reach`: how many characters can be between the tokens of one TST number.
    `enders`: for each Latin character, whether a group above the units can end with it.
    """

    scheme: Scheme
    reach: int
    enders: bytes

    def could_join(self, before: str) -> bool:
        r"""Tell whether a text ends with a group above the units and a space.

        >>> around = neighbours_of(Scheme())
        >>> around.could_join("a 5k "), around.could_join("a\r5k "), around.could_join("a 5kg ")
        (True, True, False)
        """
        if not before.endswith(" "):
            return False
        *others, last = _BLANK.split(before[:-1][-100:])
        if self.scheme.marker == "joined":
            word = _bare(last)
            digits, marker = split(word, scheme=self.scheme)
            if word != joined(digits, marker, scheme=self.scheme):
                return False
        elif self.scheme.placement == "suffix":
            digits, marker = _bare(others[-1]) if others else "", last
        else:
            digits, marker = last, _bare(others[-1]) if others else ""
        return digits.isdecimal() and (self.scheme.power_of(marker) or 0) > 0


@lru_cache(64)
def neighbours_of(scheme: Scheme) -> Neighbours:
    """Return the neighbours of a scheme."""
    markers = [scheme.marker_of(power) for power in scheme.integer_powers]
    longest = max(map(len, (*markers, scheme.marker_of(-scheme.group_size))), default=0)
    is_apart = scheme.marker == "separate" or scheme.spelling == "reserved"
    last = {marker[-1] for marker in markers} if scheme.placement == "suffix" else set("0123456789")
    return Neighbours(scheme, 3 + longest if is_apart else 2, bytes(chr(code) in last for code in range(256)))


def _bare(word: str) -> str:
    """Return a word without the marks before it."""
    return word.lstrip("([{<\"'-+$€£¥#~=*_/|")
