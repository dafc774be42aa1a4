"""Finds the lines of a text that may hold a damaged number; all other lines are not looked at again.

A line is strange if a token beside another word with digits looks like a group, or if it has a marker apart
from its digits.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from tst_grammar.automata import grammar
from tst_grammar.automata.runner import Place
from tst_grammar.diagnostics import Span
from tst_grammar.language.scheme import Scheme
from tst_grammar.linter.markers import any_of, full_digits, group_of, markers_of
from tst_grammar.linter.other_schemes import others_of

_GAP = r"[ \t\xa0\u2009\u202f]"
_NEAR = 16
"""How many characters before a token are checked."""
_DIGIT = re.compile(r"\d")
_DIGITS_BEFORE = re.compile(rf"\d[^\W\d_]{{0,8}}\]?[.,]?{_GAP}{{0,3}}\[?$")
_DIGITS_AFTER = re.compile(rf"\]?[.,]?{_GAP}{{0,3}}\[?[^\W_]{{0,8}}?\d")
_LONE = re.compile(r"[^\w\s]*(?:\d+[^\W\d_]*|[^\W\d_]+\d+)[^\w\s.]*")
_NAME = re.compile(r"[^\w\s]*(?:\d+[^\W\d_]*\d*|[^\W\d_]+\d+)[^\w\s.]*")
_MORE = re.compile(r"[.,]?\w")
_POWER = re.compile(r"[^\w.,]?[0-9]+[eE][0-9]+")
_TWO_SIGNS = re.compile("--(?=[0-9])")
_POINT = re.compile(r"\.(?<=\d\.) [0-9]+\.? (?=[0-9A-Za-z\[])")
"""A point and digits without a marker, as in `605. 605. 832p` and `7. 984 p`."""


def strange_lines(text: str, places: Iterable[int], scheme: Scheme) -> Iterator[Span]:
    r"""Yield the places of the lines with strange tokens, or with a sign of another scheme.

    >>> [text[line.start:line.end] for text in ["1k 234\n5 k 300\n--5"]
    ...  for line in strange_lines(text, [], Scheme())]
    ['5 k 300', '--5']
    """
    found = {*places, *(clue.start() for pattern in _clues(scheme) for clue in pattern.finditer(text))}
    end = -1
    for place in sorted(found):
        if place > end:
            start = text.rfind("\n", 0, place) + 1
            end = text.find("\n", place)
            end = len(text) if end < 0 else end
            yield Span(start, end)


def strange_words(text: str, tokens: Iterable[Place], scheme: Scheme) -> Iterator[int]:
    """Yield the starts of the words that look like a group and are beside other digits, or glued to them.

    >>> text = "It has 3bn 200m 000k 000 cells of 5kg and 7bn parts."
    >>> list(strange_words(text, [(7, 10, "unit"), (34, 37, "unit"), (42, 45, "unit")], Scheme()))
    [7]
    """
    for start, end, _ in tokens:
        words, glued = _clue_words(scheme)  # compiled only if needed: it takes long
        if words.match(text, start, end) and (is_beside_digits(text, start, end) or glued.match(text, start)):
            yield start


def lone_words(text: str, words: Iterable[Place], numbers: Sequence[Place]) -> Iterator[int]:
    """Yield the starts of the words that are beside other digits, or in a line with a number of the scheme.

    Elsewhere a single group such as `4M` is ordinary text.

    >>> text = "4M or 5M 300 of 6M"
    >>> list(lone_words(text, [(0, 2, "suspect"), (6, 8, "suspect"), (16, 18, "suspect")], []))
    [6]
    """
    starts = [start for start, _, _ in numbers]
    for start, end, _ in words:
        if is_beside_digits(text, start, end):
            yield start
        elif starts:
            nearest = starts[max(bisect_left(starts, text.rfind("\n", 0, start) + 1), 0) :][:1]
            line_end = text.find("\n", end)
            if nearest and (line_end < 0 or nearest[0] < line_end):
                yield start


def is_lone_word(raw: str, scheme: Scheme) -> bool:
    """Tell whether a suspect is one group, or two short ones that are as likely a name.

    >>> [is_lone_word(raw, Scheme()) for raw in ("4M", "24B6", "1m234k", "4M 300")]
    [True, True, False, False]
    """
    return (_LONE if scheme.group_size > 3 else _NAME).fullmatch(raw) is not None


def is_beside_digits(text: str, start: int, end: int) -> bool:
    """Tell whether a word with digits is beside a token.

    >>> is_beside_digits("3bn 200m", 0, 3), is_beside_digits("3bn people", 0, 3)
    (True, False)
    """
    first = max(start - _NEAR, 0)
    if start > 1 and _DIGIT.search(text, first, start) and _DIGITS_BEFORE.search(text[first:start]):
        return True
    return _DIGITS_AFTER.match(text, end) is not None


def zeros_with_sign(text: str, zero: str) -> Iterator[int]:
    """Yield the places of zeros with a sign.

    >>> list(zeros_with_sign("0, -0 and -0.5 in 2024-01", "0"))
    [3]
    """
    signs = "-" if text.isascii() else grammar.characters("MINUS")
    for sign in signs:
        if sign in text:
            yield from (found.start() for found in _signed(sign, zero).finditer(text))


@lru_cache(256)
def _signed(sign: str, zero: str) -> re.Pattern[str]:
    """Return a pattern for a zero with a sign. It begins with the sign, so that it is searched quickly."""
    return re.compile(rf"{re.escape(sign)}(?<!\w.){re.escape(zero)}(?![.,]?\w)")


@lru_cache(32)
def _clues(scheme: Scheme) -> tuple[re.Pattern[str], ...]:
    """Return patterns for markers that are reserved or alone, for two signs, and for a point in a number.

    Each begins with a fixed text, so that it is searched quickly.
    """
    others = list(map(markers_of, others_of(scheme).values()))
    apart = {
        marker
        for other, markers in zip(others_of(scheme).values(), others, strict=True)
        if other.marker == "separate" and not markers.opening
        for marker in markers.integers
    }
    if scheme.marker == "separate":
        apart -= {*markers_of(scheme).integers}
    openings = {markers.opening for markers in others} - {"", markers_of(scheme).opening}
    return (
        _POINT,
        _TWO_SIGNS,
        re.compile(f" {any_of(apart)} [0-9]"),
        *_commas(scheme),
        *_glued_fractions(scheme),
        *(re.compile(re.escape(opening)) for opening in sorted(openings)),
    )


def _commas(scheme: Scheme) -> Iterator[re.Pattern[str]]:
    """Yield patterns for commas between the words of one group."""
    names = any_of(markers_of(scheme).integers)
    if scheme.marker == "separate":
        yield re.compile(rf", {names},")
    if scheme.unit == "digit":
        yield re.compile(rf"{names}, [0-9], [0-9],? ")


def _glued_fractions(scheme: Scheme) -> Iterator[re.Pattern[str]]:
    """Yield a pattern for groups of a fraction without spaces, which are too long for a suspect."""
    if scheme.unit == "group" and scheme.group_size > 3 and scheme.placement == "suffix":
        full = full_digits(scheme)
        yield re.compile(rf"\.{group_of(full, markers_of(scheme).fractions, scheme)}{full}")


def loose_brackets(text: str, numbers: Iterable[Place]) -> Iterator[int]:
    """Yield the places of square brackets outside numbers, for a scheme whose markers have them.

    >>> list(loose_brackets("1[MAG_k] 234 and 1[MAG_z] 234", [(0, 12, "tst")]))
    [18, 24]
    """
    spans = iter(numbers)
    start, end = -1, -1
    for found in re.finditer(r"[\[\]]", text):
        while end <= found.start() and end < len(text):
            start, end, _ = next(spans, (len(text), len(text), ""))
        if not start <= found.start() < end:
            yield found.start()


@lru_cache(32)
def _clue_words(scheme: Scheme) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return a pattern for words that may be a group, and one for groups without a space between them.

    A group has a marker before or after its digits, or a suffix.
    """
    names = any_of(
        marker for other in (scheme, *others_of(scheme).values()) for marker in markers_of(other).all
    )
    own = markers_of(scheme)
    full = group_of(full_digits(scheme), own.all, scheme)
    few = group_of(f"[0-9]{{1,{scheme.group_size}}}", own.integers, scheme)
    before = f"|[A-Za-z]{{1,4}}[0-9]{{1,{scheme.group_size}}}$" if scheme.placement == "prefix" else ""
    return (
        re.compile(rf"-?(?:[0-9,.]+{names}|{names}[0-9]|[0-9]+[A-Za-z]{{1,4}}${before})"),
        re.compile(f"-?{few}(?:{full}|{full_digits(scheme)})"),
    )


def is_group_beside_digits(text: str, start: int, end: int) -> bool:
    """Tell whether a number with a letter, such as `1e8`, may be a group beside another group.

    >>> is_group_beside_digits("1e8 2345e4", 0, 3), is_group_beside_digits("1.5e8 2.3e4", 0, 5)
    (True, False)
    """
    return _POWER.fullmatch(text, start, end) is not None and is_beside_digits(text, start, end)
