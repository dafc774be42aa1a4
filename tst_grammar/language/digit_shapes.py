"""Finds the mistakes in texts of one shape once, and writes them again for texts with other digits.

Which mistakes a damaged number has depends on its zeros, on the lengths of its groups, and on which of them
are equal, but not on its other digits. So two texts of that shape are enough to see from which place each
digit of a message or of a fix comes.
"""

import re
from collections.abc import Callable, Sequence

from attrs import frozen

from tst_grammar.diagnostics import Diagnostic, Fix, Severity
from tst_grammar.language.scheme import Scheme

_MOST_SHAPES = 4096
_LONGEST = 200
_RUN = re.compile("[0-9]+")
_IN_MARKER = re.compile("[eEtT][0-9]")
"""Where digits may belong to a marker, as in `1e8` and `[T2]`."""
_SAME_DIGIT = str.maketrans("23456789", "11111111")
_PAIRS = tuple(f"{(at + at // 9) % 9 + 1}{(at + at // 9 + 1 + at // 9 % 8) % 9 + 1}" for at in range(72))
"""Pairs of different digits, none of them twice: what two texts of a shape have at each place."""

Examined = tuple[Sequence[Diagnostic], Sequence[str]]
"""The mistakes in a text, and texts that were different from each other when these were looked for."""


@frozen
class _Filled:
    """A text with `%s` in each place that has digits of another text, and their places there."""

    text: str
    slices: tuple[slice, ...]

    def of(self, raw: str) -> str:
        """Return the text with the digits of another text."""
        return self.text % tuple([raw[each] for each in self.slices])


@frozen
class _Finding:
    """A finding about all texts of a shape."""

    code: str
    name: str
    message: _Filled
    start: int
    end: int
    severity: Severity
    fix: Fix | None
    fixed: _Filled | None
    expected: tuple[_Filled, ...]

    def of(self, raw: str) -> Diagnostic:
        """Return the finding about a text."""
        fix = self.fix
        if fix and self.fixed:
            fix = Fix(fix.start, fix.end, self.fixed.of(raw), fix.is_safe, fix.is_in_code)
        expected = tuple([each.of(raw) for each in self.expected]) if self.expected else ()
        return Diagnostic(
            self.code, self.name, self.message.of(raw), self.start, self.end, self.severity, fix, expected
        )


@frozen
class _Shape:
    """The findings about all texts of a shape, and the texts that have to be different."""

    findings: tuple[_Finding, ...]
    different: tuple[_Filled, ...]


class DigitShapes:
    """Examines texts, most of them by what was found in texts of the same shape.

    >>> calls = []
    >>> def examine(raw):
    ...     calls.append(raw)
    ...     return [Diagnostic("X1", "x", f"{raw[:2]!r} is wrong", 0, 2, Severity.ERROR)], [raw]
    >>> shapes = DigitShapes(examine, Scheme())
    >>> [shapes.findings(raw)[0].message for raw in ("23k 456", "34k 567", "89k 123", "98k 765")]
    ["'23' is wrong", "'34' is wrong", "'89' is wrong", "'98' is wrong"]
    >>> calls
    ['23k 456', '12k 345', '23k 456']
    """

    def __init__(self, examine: Callable[[str], Examined], scheme: Scheme) -> None:
        self._examine = examine
        self._size = scheme.group_size
        self._shapes: dict[tuple[str, tuple[str, ...]], _Shape | str | None] = {}

    def findings(self, raw: str) -> Sequence[Diagnostic]:
        """Return the mistakes in a text."""
        if len(raw) > _LONGEST or not raw.isascii():
            return self._examine(raw)[0]
        key = self._key(raw)
        shape = self._shapes.get(key, "")
        if shape == "":  # the first text of its shape, and often the only one
            if len(self._shapes) >= _MOST_SHAPES:
                self._shapes.clear()
            self._shapes[key] = raw if not _IN_MARKER.search(raw) else None
            return self._examine(raw)[0]
        if isinstance(shape, str):
            shape = self._shapes[key] = self._learned(raw)
        if shape is None:
            return self._examine(raw)[0]
        if len(shape.different) > 1:
            texts = {each.of(raw) for each in shape.different}
            if len(texts) < len(shape.different):
                return self._examine(raw)[0]
        return [each.of(raw) for each in shape.findings]

    def _key(self, raw: str) -> tuple[str, tuple[str, ...]]:
        """Return what texts of one shape have in common."""
        runs = _RUN.findall(raw)
        shape = raw.translate(_SAME_DIGIT)
        if "101" in shape or "1001" in shape:
            shape = self._without_inner_zeros(shape)
        if len(set(runs)) == len(runs):
            return shape, ()
        return shape, tuple([str(runs.index(run)) for run in runs])

    def _without_inner_zeros(self, shape: str) -> str:
        """Return a shape without the zeros that are neither first nor last in a group of the usual length."""

        def filled(found: re.Match[str]) -> str:
            run = found[0]
            if len(run) > self._size:
                return run
            inner = run.strip("0")
            return run.replace(inner, "1" * len(inner)) if inner else run

        return _RUN.sub(filled, shape)

    def _learned(self, raw: str) -> _Shape | None:
        """Return what is found in all texts of the shape of a text, or None if two of them do not show it."""
        made = _examples(self._key(raw)[0], _RUN.findall(raw))
        if made is None:
            return None
        one, two, places = made
        if self._key(one) != self._key(raw) or self._key(two) != self._key(raw):
            return None
        (found, texts), (other_found, other_texts) = self._examine(one), self._examine(two)
        if len(found) != len(other_found) or len(texts) != len(other_texts):
            return None
        findings = [_finding(*pair, places) for pair in zip(found, other_found, strict=True)]
        different = [_filled(*pair, places) for pair in zip(texts, other_texts, strict=True)]
        if None in findings or None in different:
            return None
        return _Shape(
            tuple(each for each in findings if each is not None),
            tuple(each for each in different if each is not None),
        )


def _examples(shape: str, runs: Sequence[str]) -> tuple[str, str, dict[str, int]] | None:
    """Return two texts of a shape, equal where it is, and the place of each pair of their digits."""
    pairs = iter(_PAIRS)
    made: dict[str, str] = {}
    places: dict[str, int] = {}
    texts: tuple[list[str], list[str]] = ([], [])
    end = 0
    for found, run in zip(_RUN.finditer(shape), runs, strict=True):
        if run not in made:
            chosen = [next(pairs, "") if digit != "0" else "00" for digit in found[0]]
            if "" in chosen:
                return None
            places |= {pair: found.start() + at for at, pair in enumerate(chosen) if pair != "00"}
            made[run] = "".join(chosen)
        for text, first in zip(texts, (0, 1), strict=True):
            text += [shape[end : found.start()], made[run][first::2]]
        end = found.end()
    one, two = ("".join((*text, shape[end:])) for text in texts)
    return one, two, places


def _filled(one: str, two: str, places: dict[str, int]) -> _Filled | None:
    """Return a text in which digits come from the places at which two texts differ."""
    if len(one) != len(two):
        return None
    parts: list[str] = []
    slices: list[slice] = []
    is_open = False
    for first, second in zip(one, two, strict=True):
        if first == second:
            parts.append(first.replace("%", "%%"))
            is_open = False
            continue
        place = places.get(first + second)
        if place is None:
            return None
        if is_open and slices[-1].stop == place:
            slices[-1] = slice(slices[-1].start, place + 1)
        else:
            parts.append("%s")
            slices.append(slice(place, place + 1))
        is_open = True
    return _Filled("".join(parts), tuple(slices))


def _finding(one: Diagnostic, two: Diagnostic, places: dict[str, int]) -> _Finding | None:
    """Return what two findings about texts of one shape have in common."""
    if _without_texts(one) != _without_texts(two):
        return None
    message = _filled(one.message, two.message, places)
    fixed = _filled(one.fix.text, two.fix.text, places) if one.fix and two.fix else None
    expected = [_filled(*pair, places) for pair in zip(one.expected, two.expected, strict=True)]
    if message is None or (one.fix and fixed is None) or None in expected:
        return None
    known = tuple(each for each in expected if each is not None)
    return _Finding(one.code, one.name, message, one.start, one.end, one.severity, one.fix, fixed, known)


def _without_texts(found: Diagnostic) -> tuple[object, ...]:
    fix = found.fix and (found.fix.start, found.fix.end, found.fix.is_safe)
    return found.code, found.start, found.end, found.severity, fix, len(found.expected)
