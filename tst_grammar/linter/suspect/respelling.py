"""Finds the number that a suspect was meant to be, and whether that is certain."""

from itertools import pairwise

from attrs import frozen

from tst_grammar.errors import TstGrammarError
from tst_grammar.language.layout import Digits, layout_of
from tst_grammar.language.scheme import Scheme
from tst_grammar.linter.markers import markers_of
from tst_grammar.linter.suspect.suspect import Group, Suspect, letters_of


@frozen
class Respelling:
    """The canonical text of a number, and whether no digit of it was guessed.

    >>> from tst_grammar.linter.suspect.suspect import read_suspect
    >>> respelled(read_suspect("01k 234", Scheme()))
    Respelling(text='1k 234', is_certain=True)
    >>> respelled(read_suspect("1m 23k 456", Scheme()))
    Respelling(text='1m 023k 456', is_certain=False)
    """

    text: str
    is_certain: bool


def respelled(suspect: Suspect) -> Respelling | None:
    """Return the number that a suspect was meant to be, or None if its groups do not tell."""
    scheme = suspect.scheme
    if suspect.has_plain_end:
        return None
    groups = suspect.groups
    if not groups or any(group.power is None for group in groups):
        return None
    powers = [group.power or 0 for group in groups]
    certain = True
    bare = [index for index, power in enumerate(powers) if power == 0]
    if len(bare) > 1:  # only the last group may lack a marker
        certain = False
        for step, index in enumerate(reversed(bare)):
            powers[index] = step * scheme.group_size
    is_long = any(len(group.digits) > scheme.group_size for group in groups[powers[0] >= 0 :])
    if is_long or any(one <= two for one, two in pairwise(powers)) or powers[0] > scheme.integer_digits:
        return None
    reading = _Reading(scheme, powers, [group.digits for group in groups])
    terminators = [piece.text for piece in suspect.pieces if piece.kind == "terminator"]
    kinds = {piece.kind: piece.text for piece in suspect.pieces}
    affixes = [piece for piece in suspect.pieces if piece.kind in ("currency", "ratio")]
    fraction, is_counted = reading.fraction(terminators[0] if terminators else None)
    first = next(piece.start for piece in suspect.pieces if piece.kind == "word")
    before = "".join(piece.text for piece in affixes if piece.start < first)
    after = "".join(piece.text for piece in affixes if piece.start > first)
    if len(affixes) > 1:
        return None
    is_negative = kinds.get("sign") == "-" and (reading.integer + fraction).strip("0")
    try:
        text = layout_of(scheme).write(
            Digits("-" if is_negative else "", reading.integer, fraction, before, after)
        )
    except TstGrammarError:
        return None
    if terminators and (len(set(terminators)) > 1 or not fraction):
        is_counted = False
    return Respelling(text, certain and is_counted and reading.is_certain and _is_meant(suspect))


def agrees(suspect: Suspect) -> bool:
    """Tell whether two groups of a suspect agree in scheme and order, so that it cannot be ordinary text.

    >>> from tst_grammar.linter.suspect.suspect import read_suspect
    >>> [agrees(read_suspect(text, Scheme())) for text in ("1m 23k 456", "1m 500", "5b 93m", "4K 120")]
    [True, False, False, False]
    """
    size, has_point = suspect.scheme.group_size, any(piece.kind == "point" for piece in suspect.pieces)
    if markers_of(suspect.scheme).opening and suspect.marked:
        return True  # no ordinary text has reserved markers
    groups = [group for group in suspect.groups if group.power is not None]
    if suspect.scheme.unit == "digit" and _may_be_several(groups, size):
        return False
    steps = [(one.power or 0) - (two.power or 0) == size for one, two in pairwise(groups)]
    whole = _whole_number_after(groups, steps, size)  # it is right by itself: it shows nothing about the rest
    del groups[whole:], steps[max(whole - 1, 0) :]
    return any(map(all, pairwise(steps))) or any(
        step and one.is_sound and two.is_sound and len(two.digits) == size and (has_point or one.power)
        for step, (one, two) in zip(steps, pairwise(groups), strict=True)
    )


def _may_be_several(groups: list[Group], size: int) -> bool:
    """Tell whether groups of single digits may be numbers beside each other, as in a table."""
    has_zero = any(group.digits[:1] == "0" for group in groups[:1])
    return has_zero or any(len(group.digits) > size for group in groups)


def _whole_number_after(groups: list[Group], steps: list[bool], size: int) -> int:
    """Return where the last groups are a whole number after other groups, or how many groups there are."""
    if not groups or (groups[-1].power or 0) > 0:
        return len(groups)
    start = len(groups) - 1
    while start and steps[start - 1]:
        start -= 1
    is_whole = all(group.is_sound and len(group.digits) == size for group in groups[start + 1 :])
    has_units = any(group.power == 0 for group in groups[start:])
    return start if start and has_units and is_whole and groups[start].is_sound else len(groups)


def _is_meant(suspect: Suspect) -> bool:
    """Tell whether a suspect is surely meant as a number: it has two markers, or one and nothing else is odd.

    `4K 120`, `12 720p` and `10k 2 5 0` may mean something else.
    """
    marked = suspect.marked
    kinds = [piece.kind for piece in suspect.pieces]
    if suspect.has_fraction and "point" not in kinds:
        return False
    if suspect.scheme.unit == "digit" and len(marked) < 2:
        return all(sum(map(str.isdigit, piece.text)) < 2 for piece in suspect.pieces if piece.kind == "word")
    if suspect.is_guessed or kinds.count("sign") > 1:
        return False
    if suspect.starts_oddly:
        return len(marked) > 2
    return len(marked) > 1 or any(letters_of(piece.raw) == letters_of(piece.text) for piece in marked)


class _Reading:
    """The digits of groups with descending powers, and whether all of them are certain."""

    def __init__(self, scheme: Scheme, powers: list[int], digits: list[str]) -> None:
        self._scheme = scheme
        size = scheme.group_size
        places = dict(zip(powers, digits, strict=True))
        self._depths = {power: text for power, text in places.items() if power < 0}
        whole = {power: text for power, text in places.items() if power >= 0}
        top = max(whole, default=0)
        groups = (whole.get(power, "").rjust(size, "0") for power in range(top, -1, -size))
        self.integer = "".join(groups).lstrip("0") or "0"
        short = [
            text
            for power, text in whole.items()
            if len(text) < size and scheme.fill != "none" and (power < top or scheme.fill == "all")
        ]
        deepest = min(self._depths, default=0)
        lead = whole.get(top, "")
        # a full group with a leading zero is rarely the first: the groups before it may be lost
        is_whole = len(lead) == size or (scheme.unit == "digit" and bool(lead)) or scheme.fill == "none"
        is_odd = not int(lead or "1") if scheme.fill == "all" else lead.startswith("0")
        is_cut = is_whole and is_odd and (top > 0 or (scheme.fill != "all" and len(lead) > 1))
        # without padding, a group such as 00 has lost a digit
        is_padded = scheme.fill == "none" and any(
            text.startswith("0") and len(text) > 1 for power, text in whole.items() if power < top
        )
        self.is_certain = (
            len(whole) == top // size + 1
            and not is_padded
            and not short
            and not is_cut
            and all(len(text) <= size for text in places.values())
            and all(len(text) == size for text in self._depths.values())
            and len(self._depths) == -deepest // size
        )

    def fraction(self, terminator: str | None) -> tuple[str, bool]:
        """Return the digits of the fraction, and whether its terminator, if one is needed, is right."""
        size = self._scheme.group_size
        depth = -min(self._depths, default=0)
        digits = "".join(
            self._depths.get(-place, "").ljust(size, "0")[:size] for place in range(size, depth + 1, size)
        )
        bare = digits.rstrip("0")
        if not self._scheme.terminated or not digits:
            return bare, True
        least = max(len(bare) - (len(digits) - size), 1)
        count = int(terminator[2:-1]) if terminator and len(terminator) < 9 else 0
        fits = least <= count <= size
        return digits[: len(digits) - size + (count if fits else least)], fits
