"""Lists the numbers that a damaged number may have been, if one change makes it canonical.

The changes are those that models make: a group repeated or in the wrong place, a marker lost, changed or
invented, two groups written as one, and one group written as two.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from attrs import frozen

from tst_grammar.errors import RangeError
from tst_grammar.language.layout import Digits, layout_of
from tst_grammar.language.scheme import Scheme
from tst_grammar.linter.suspect.suspect import Suspect

_MOST = 48
"""The most groups of a suspect for which numbers are looked for."""


@frozen
class _Slot:
    """The digits of a group, its power or None if its marker is unknown, and whether a point comes before."""

    digits: str
    power: int | None
    is_fraction: bool


_Slots = tuple[_Slot, ...]


def rearranged(suspect: Suspect) -> list[str]:
    """Return the numbers that a suspect may have been if groups are repeated, out of order, cut or joined.

    >>> from tst_grammar.linter.suspect.suspect import read_suspect
    >>> [rearranged(read_suspect(text, Scheme())) for text in ("1m 567 234k", "1m 234k 234k 567")]
    [['1m 234k 567', '1m 567k 234'], ['1m 234k 567']]
    """
    return _numbers(suspect, _rearranged)


def relabelled(suspect: Suspect) -> list[str]:
    """Return the numbers that a suspect may have been if one marker is wrong or lost.

    >>> from tst_grammar.linter.suspect.suspect import read_suspect
    >>> relabelled(read_suspect("1m 234x 567", Scheme()))
    ['1m 234k 567']
    """
    return _numbers(suspect, _relabelled)


def _numbers(suspect: Suspect, change: Callable[[_Slots, Scheme], Iterator[_Slots]]) -> list[str]:
    """Return the canonical numbers that a change of the groups of a suspect gives."""
    slots = _slots(suspect)
    written = sum(character.isdigit() for piece in suspect.words for character in piece.text)
    digits = sum(len(slot.digits) for slot in slots) + _power_digits(suspect)
    if not 1 < len(slots) <= _MOST or digits != written:
        return []  # also if some digits are part of an unknown marker
    texts = (_written(each, suspect) for each in change(slots, suspect.scheme))
    return [text for text in dict.fromkeys(texts) if text]


def _power_digits(suspect: Suspect) -> int:
    """Return how many digits the markers such as `e4` have."""
    return sum(
        len(str(group.power))
        for group in suspect.groups
        if group.power
        and group.power > 0
        and suspect.scheme.marker_of(group.power).strip("[]").endswith(str(group.power))
    )


def _slots(suspect: Suspect) -> _Slots:
    points = [piece.start for piece in suspect.pieces if piece.kind == "point" and piece.raw != ","]
    point = points[0] if points else len(suspect.raw)
    return tuple(_Slot(each.digits, each.power, each.start > point) for each in suspect.groups)


def _rearranged(slots: _Slots, scheme: Scheme) -> Iterator[_Slots]:
    size = scheme.group_size
    changed = (*_without_repeats(slots), *_in_order(slots), *_merged(slots, size), *_cut(slots, size))
    return (each for each in changed if _is_canonical(each, scheme))


def _without_repeats(slots: _Slots) -> Iterator[_Slots]:
    """Yield the groups without those that repeat the groups directly before them."""
    count, groups = len(slots), [(slot.digits, slot.power) for slot in slots]
    for width in range(1, count // 2 + 1):
        for start in range(count - 2 * width + 1):
            block, end = groups[start : start + width], start + width
            while groups[end : end + width] == block:
                end += width
            if end > start + width:
                yield (*slots[: start + width], *slots[end:])
                if groups[end:] == block[: len(slots) - end]:  # the last repetition is cut off
                    yield slots[: start + width]
                return


def _in_order(slots: _Slots) -> Iterator[_Slots]:
    """Yield the groups in the order of their markers, and then the markers alone in order."""
    powers = [slot.power for slot in slots if slot.power is not None]
    is_whole = sum(power < 0 for power in powers) >= sum(slot.is_fraction for slot in slots)
    if len(set(powers)) == len(slots) and is_whole:
        order = sorted(powers, reverse=True)
        digits = {slot.power: slot.digits for slot in slots}
        yield tuple(_Slot(digits[power], power, power < 0) for power in order)
        yield tuple(_Slot(slot.digits, power, power < 0) for slot, power in zip(slots, order, strict=True))


def _merged(slots: _Slots, size: int) -> Iterator[_Slots]:
    """Yield the groups with two of them joined to one that is not too long."""
    for at, (one, two) in enumerate(pairwise(slots)):
        if len(one.digits) + len(two.digits) <= size and 0 in (one.power, two.power):
            merged = _Slot(one.digits + two.digits, one.power or two.power, two.is_fraction)
            yield (*slots[:at], merged, *slots[at + 2 :])


def _cut(slots: _Slots, size: int) -> Iterator[_Slots]:
    """Yield the groups with a long one cut into groups, whose markers but the last were lost."""
    for at, slot in enumerate(slots):
        if len(slot.digits) > size and slot.power is not None:
            first = len(slot.digits) % size
            starts = [*([0] if first else []), *range(first, len(slot.digits), size)]
            parts = [slot.digits[a:b] for a, b in zip(starts, [*starts[1:], None], strict=True)]
            cut = [
                _Slot(part, slot.power + size * (len(parts) - index), slot.is_fraction)
                for index, part in enumerate(parts, 1)
            ]
            yield (*slots[:at], *cut, *slots[at + 1 :])


def _relabelled(slots: _Slots, scheme: Scheme) -> Iterator[_Slots]:
    """Yield the groups with one marker changed, if that makes them canonical."""
    size = scheme.group_size
    for lead in range(0, scheme.integer_digits, size):
        powers = range(lead, lead - size * len(slots), -size)
        wrong = sum(slot.power != power for slot, power in zip(slots, powers, strict=True))
        if wrong == 1:
            named = tuple(
                _Slot(slot.digits, power, slot.is_fraction) for slot, power in zip(slots, powers, strict=True)
            )
            if _is_canonical(named, scheme):
                yield named


def _is_canonical(slots: _Slots, scheme: Scheme) -> bool:
    """Tell whether groups follow one another as in a number, with as many digits as they have there."""
    size, powers = scheme.group_size, [slot.power for slot in slots]
    if powers[0] is None or powers[0] < 0 or None in powers or min(map(int, map(_known, powers))) > 0:
        return False
    if any(_known(one) - _known(two) != size for one, two in pairwise(powers)):
        return False
    if any(slot.is_fraction and _known(slot.power) >= 0 for slot in slots):
        return False
    first, *rest = slots
    least = size if scheme.fill == "all" else 1
    is_padded = first.digits[0] == "0" and scheme.fill != "all" and _known(first.power) > 0
    if is_padded or not least <= len(first.digits) <= size:
        return False
    return all(
        len(slot.digits) == size
        or (scheme.fill == "none" and len(slot.digits) < size and not slot.is_fraction)
        for slot in rest
    )


def _known(power: int | None) -> int:
    return power or 0


def _written(slots: Sequence[_Slot], suspect: Suspect) -> str | None:
    """Return the canonical text of groups, with the sign, the affix and the terminator of a suspect."""
    scheme, size = suspect.scheme, suspect.scheme.group_size
    whole = "".join(slot.digits.rjust(size, "0") for slot in slots if _known(slot.power) >= 0)
    part = "".join(slot.digits for slot in slots if _known(slot.power) < 0)
    kinds = {piece.kind: piece for piece in suspect.pieces}
    fraction = part.rstrip("0")
    if scheme.terminated and part:
        ending = kinds["terminator"].text[2:-1] if "terminator" in kinds else ""
        kept = len(part) - size + int(ending) if ending in map(str, range(1, size + 1)) else len(fraction)
        fraction = part[: max(kept, len(fraction), len(part) - size + 1)]
    affixes = [piece for piece in suspect.pieces if piece.kind in ("ratio", "currency")]
    if len(affixes) > 1:
        return None
    affix, word = next(iter(affixes), None), kinds["word"]
    sign = "-" if "sign" in kinds and kinds["sign"].text == "-" else ""
    before = affix.text if affix and affix.start < word.start else ""
    after = affix.text if affix and not before else ""
    digits = Digits(sign, whole.lstrip("0") or "0", fraction, before, after)
    try:
        return layout_of(scheme).write(digits)
    except RangeError:
        return None
