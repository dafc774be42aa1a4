"""Decides how a document uses its marks, for numbers that are ambiguous with `locale="auto"`."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Literal

from attrs import evolve, frozen

from tst_grammar.automata import engine
from tst_grammar.automata.runner import Match, Runner
from tst_grammar.language.scheme_grammar import CANONICAL
from tst_grammar.notation.locales import Locale, all_currency_words, folded
from tst_grammar.notation.number_grammar import number_runner
from tst_grammar.notation.parts import Parts
from tst_grammar.notation.reading import ways_for
from tst_grammar.text.finding import ALREADY_TST, DigitToken, numbers_besides
from tst_grammar.text.text_tokens import TextTokens

Pieces = Callable[[], Iterable[str]]
"""Returns the pieces of a document, from the start each time. No number continues in the next piece."""

Use = Literal["decimal", "group"]
Uses = tuple[tuple[str, Use], ...]
"""Marks with their uses, sorted."""

_MARKS = ".,'\u2019\u066b\u066c\u060c_\xa0\u2009\u202f"

_BETWEEN_DIGITS = re.compile(rf"(?<=\d)[{_MARKS}](?=\d)")

_SHORT = re.compile(r"[0-9]{1,3}\.[0-9]{1,3}")
_AFTER_NAME = re.compile(r"[^\W\d_a-zß-ÿа-я][^\W\d_]*\.?[ \xa0]?$")
_TITLE = re.compile(r"\.?[ \xa0]+[^\W\d_]")
"""A short number directly after a name, or before the title of a section, may be a reference."""

_NUMBERED = re.compile(r"\.[ \xa0]?[^\W\d_]")
"""A point and a letter after a short number: it may be the number of a section, or end a sentence."""

_FAR_MORE = 5
"""How many times as often a use of a mark must be seen as one that contradicts it, to settle the matter."""

_NEAR = 40
"""How many characters before a number are searched for a name."""

_NO_CENTS = re.compile("([.,])[-\u2013\u2014](?!\\w)")
_SIGN = "[$\xa3\xa5\u20a0-\u20c0\uff04\uffe5]"
_CODE = "[A-Z]{3}"
_ZEROS = re.compile(r"[.,]000(?![0-9])")
_BETWEEN_REFERENCES = re.compile(r"\.?[ \xa0]*(?:[,;&\-\u2013]|[^\W\d_]{1,4})?[ \xa0\n]*")
"""What stands between a reference and the next one: `Sections 4.2, 4.3 and 4.5`."""

_REFERENCES = ("reference", "version")
_NAMES = "Euros?|euros?|Dollars?|dollars|d\xf3lar(?:es)?|pesos|рублей|руб|грн|złotych|korun"
_NAMES_IN_CJK = "円|元|원|ドル|ユーロ|달러|유로|美元|欧元"
"""Names of currencies that are common after amounts. In Chinese, Japanese and Korean, letters may follow."""

_LONGEST_WORD = 12

_ONES = str.maketrans("023456789", "111111111")

_WITH_TEN = re.compile("[\u00b2\u00b3\u00b9\u2070-\u2079^]")
"""The characters after a written-out 10: a caret or superscripts."""


@frozen
class Evidence:
    """A use of a mark that unambiguous numbers show: the first such number, and their count.

    >>> import tst_grammar as tst
    >>> tst.align("It is 3,5 or 1.234", locale="auto").evidence
    (Evidence(mark=',', use='decimal', start=6, end=9, raw='3,5', count=1),)
    """

    mark: str
    use: Use
    start: int
    end: int
    raw: str
    count: int


@frozen
class Settled:
    """The facts about a whole document that are needed to annotate any part of it."""

    evidence: tuple[Evidence, ...] = ()
    is_cautious: bool = False


class Uncertain:
    """Finds numbers in a document without a known locale. Unambiguous numbers settle the others."""

    def __init__(
        self,
        tokens: TextTokens,
        opened: frozenset[str],
        inside: Runner[Parts],
        evidence: Iterable[Evidence] = (),
    ) -> None:
        self.tokens = tokens
        self._numbers = numbers_besides(opened)
        self._opened = opened - self._numbers
        self._inside = inside
        self._first: dict[tuple[str, Use], Evidence] = {(each.mark, each.use): each for each in evidence}
        self._counts = Counter({use: each.count for use, each in self._first.items()})

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The uses of marks that the numbers gathered so far show, in order of appearance."""
        return tuple(evolve(each, count=self._counts[use]) for use, each in self._first.items())

    def gather(self, text: str, offset: int = 0) -> None:
        """Collect the evidence in a part of the document."""
        after_reference = -_NEAR
        for start, end, kind, _ in self._tokens(text):
            is_reference = kind in _REFERENCES
            if kind in self._numbers and not (raw := text[start:end]).isdecimal():
                is_reference = _is_reference(text, start, end) or (
                    start - after_reference < _NEAR
                    and _SHORT.fullmatch(raw) is not None
                    and _BETWEEN_REFERENCES.fullmatch(text, after_reference, start) is not None
                )
                if not is_reference:
                    self._count(raw, text, start, end, offset)
            if is_reference:
                after_reference = end

    def _count(self, raw: str, text: str, start: int, end: int, offset: int) -> None:
        """Count the uses of marks in one number."""
        found = _readings(raw)
        uses = found[0][1] if len(found) == 1 else _shown(found, text, start, end)
        for each in uses:
            if each not in self._first:
                self._first[each] = Evidence(*each, offset + start, offset + end, raw, 0)
            self._counts[each] += 1

    def agrees_on(self, pieces: "Pieces", changed: Callable[[str], str]) -> bool:
        """Tell whether a document has the same values after a change, which may also change the evidence."""
        after = Uncertain(self.tokens, self._opened | self._numbers, self._inside)
        for piece in pieces():
            after.gather(changed(piece))
        return all(self._values(piece) == after._values(changed(piece)) for piece in pieces())

    def _values(self, text: str) -> list[tuple[str, str, int]]:
        return [what.value for _, _, what in self.digit_tokens(text) if isinstance(what, Parts)]

    def digit_tokens(self, text: str) -> Iterator[DigitToken]:
        """Yield each token with digits, in order; a number has parts if the evidence leaves one reading."""
        uses = self._decisive()
        for start, end, kind, _ in self._tokens(text):
            raw = text[start:end]
            if kind not in self._numbers:
                yield start, end, ALREADY_TST if kind == CANONICAL else kind
            elif raw.isdecimal() and raw.isascii():
                yield start, end, Parts("", raw, "", 0, "", "")
            else:
                yield start, end, self._settled(raw, uses)

    def _decisive(self) -> Uses:
        """Return the uses of marks that no other use contradicts at least five times as often."""
        counts = self._counts
        return tuple(
            use
            for use in self._first
            if not any(
                counts[other] >= _FAR_MORE * counts[use] and _contradict((other,), (use,))
                for other in self._first
            )
        )

    def _tokens(self, text: str) -> Iterable[Match[Parts]]:
        return self._with_inner(text) if self._opened else self.tokens.find(text)

    def _with_inner(self, text: str) -> Iterator[Match[Parts]]:
        for start, end, kind, parts in self.tokens.find(text):
            if kind in self._opened:
                for first, last, inner, its_parts in self._inside.find(text[start:end]):
                    yield start + first, start + last, inner, its_parts
            else:
                yield start, end, kind, parts

    def _settled(self, raw: str, uses: Uses) -> Parts | str:
        found = _readings(raw)
        if len(found) == 1:
            return found[0][0]
        if not found:
            return "malformed"
        fitting = [parts for parts, its_uses in found if not _contradict(uses, its_uses)]
        return fitting[0] if len(fitting) == 1 else "ambiguous"


def _is_reference(text: str, start: int, end: int) -> bool:
    """Tell whether a number may be one of a section or a version, which proves nothing about marks.

    >>> _is_reference("in GnuCash 4.2.", 11, 14), _is_reference("it costs 4.2", 9, 12)
    (True, False)
    """
    if not _SHORT.fullmatch(text, start, end) or _ZEROS.search(text, start, end):
        return False
    before = text[max(0, start - _NEAR) : start]
    starts_line = start == 0 or before.endswith("\n")
    is_numbered = _NUMBERED.match(text, end) or (starts_line and _TITLE.match(text, end))
    return bool(is_numbered or _AFTER_NAME.search(before))


def _shown(found: Sequence[tuple[Parts, Uses]], text: str, start: int, end: int) -> Uses:
    """Return the uses of marks that the text beside an ambiguous number shows: `,-`, or money with zeros."""
    grouped = [uses for _, uses in found if any(use == "group" for _, use in uses)]
    if len(found) != 2 or len(grouped) != 1:
        return ()
    dash = _NO_CENTS.match(text, end)
    if dash and dash[1] not in text[start:end]:
        return tuple(sorted((*grouped[0], (dash[1], "decimal"))))
    return grouped[0] if _ZEROS.search(text[start:end]) and _is_money(text, start, end) else ()


def _is_money(text: str, start: int, end: int) -> bool:
    """Tell whether a currency stands in or beside a number.

    >>> _is_money("kr 25.000", 3, 9), _is_money("25.000 Euro", 0, 6), _is_money("25.000 cups", 0, 6)
    (True, True, False)
    """
    before, after = _currency_patterns()
    return bool(before.search(text[max(0, start - _LONGEST_WORD) : start + 1]) or after.match(text, end - 1))


@cache
def _currency_patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return patterns for a currency before a number and its first character, and after its last one."""
    letters = {word for word in all_currency_words() if len(word) > 1 and word.rstrip(".").isalpha()}
    codes = {word for word in letters if re.fullmatch(_CODE, word)}
    words = sorted(letters - codes, key=len, reverse=True)
    named = "|".join((_SIGN, _NAMES, *sorted(codes), *map(re.escape, words)))
    return (
        re.compile(rf"(?:{_SIGN}|(?<!\w)(?:{named}))[ \xa0\u202f]?.$|{_SIGN}$", re.DOTALL),
        re.compile(rf"{_SIGN}|.[ \xa0\u202f]?(?:(?:{named})(?!\w)|{_NAMES_IN_CJK})", re.DOTALL),
    )


def _readings(raw: str) -> tuple[tuple[Parts, Uses], ...]:
    """Return the parts of each number that a text can be, and how the number uses its marks."""
    plain = raw.replace("**", "^")  # tables cannot read **
    readers = _readers(plain.translate(_ONES), engine.NATIVE)
    return tuple({parts: uses for read, uses in readers if (parts := read(plain))}.items())


@lru_cache(4096)
def _readers(shape: str, native: bool) -> tuple[tuple[Callable[[str], Parts | None], Uses], ...]:  # noqa: FBT001
    """Return the readers for texts of a shape, in which each digit is 1, and how they use the marks.

    A style that cannot read the shape cannot read these texts either, unless they need the digits of 10.
    """
    ways = [(number_runner(way, native=native), _uses(shape, way)) for way in ways_for(shape)]
    has_ten = _WITH_TEN.search(shape)
    return tuple((each.parts, uses) for each, uses in ways if has_ten or _is_number(each.whole(shape)))


def _is_number(token: Match[Parts] | None) -> bool:
    return token is not None and token[2] == "written"


def _uses(raw: str, way: Locale) -> Uses:
    """Return the decimal mark and the group mark of a number, if it has them.

    >>> from tst_grammar.notation.locales import find_locale
    >>> _uses("1.234,5", find_locale("de"))
    ((',', 'decimal'), ('.', 'group'))
    """
    groups = {*map(folded, way.group_marks)}
    decimal = {mark for mark in raw if mark in _MARKS and mark in way.decimal_marks}
    group = {folded(mark) for mark in _BETWEEN_DIGITS.findall(raw)} & groups
    found: list[tuple[str, Use]] = [(mark, "decimal") for mark in decimal]
    found += [(mark, "group") for mark in group]
    return tuple(sorted(found))


@lru_cache(4096)
def _contradict(evidence: Uses, uses: Uses) -> bool:
    """Tell whether the uses of marks in a number contradict the evidence.

    >>> _contradict(((".", "decimal"),), ((",", "decimal"),))
    True
    """
    return any((mark == other) != (use == its) for mark, use in evidence for other, its in uses)
