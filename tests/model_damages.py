"""Numbers damaged as language models damage them, each in a surrounding in which models write."""

import re
from collections.abc import Callable
from random import Random
from typing import Final

from attrs import frozen
from damages import a_number

from tst_grammar import Scheme
from tst_grammar.linter.suspect.confusables import lookalikes

SURROUNDINGS: Final = {
    "sentence": "The survey counted {} cells in all.",
    "end of a sentence": "In all, the survey counted {}.\nThen it ended.",
    "list": "Masses of {}, {} and more were found.",
    "table": "| mass | {} | 2024-01-15 |\n| size | small | 2024-01-16 |",
    "columns": "mass\t{}\tsmall",
    "JSON": '{{"cells": "{}", "kind": "small"}}',
    "Markdown": "- **Cells**: {} (see [the list](list.md))",
    "LaTeX": "mass & {} & small \\\\ \\hline",
    "code block": '```python\ncells = "{}"\n```',
}
"""Texts around a damaged number. `list` has a sound number second."""

_Groups = list[str]
_Damage = Callable[["Numeral", Random], str]


@frozen
class Numeral:
    """A canonical number, with its sign and its groups, each with its marker and its point."""

    scheme: Scheme
    sign: str
    groups: tuple[str, ...]
    terminator: str

    @classmethod
    def of(cls, text: str, scheme: Scheme) -> "Numeral":
        """Divide a canonical number into its groups."""
        sign, text = text[: text[0] == "-"], text[text[0] == "-" :]
        words = text.split(" ")
        terminator = words.pop() if words[-1].startswith("[T") else ""
        groups: _Groups = []
        is_open = False
        for word in words:
            is_lead = scheme.placement == "prefix" and not word[0].isdigit()
            if is_open and not is_lead:
                groups[-1] += f" {word}"
            else:
                groups.append(word)
            size = sum(map(str.isdigit, _NO_MARKER.sub("", groups[-1])))
            is_marked = scheme.placement == "suffix" and not word[-1].isdigit()
            is_full = size >= scheme.group_size if scheme.placement == "prefix" else is_marked
            is_apart = scheme.unit == "digit" or scheme.marker == "separate"
            is_open = is_apart and not is_full and not word.endswith(".")
        return cls(scheme, sign, tuple(groups), terminator)

    def having(self, groups: _Groups) -> str:
        """Return the text with other groups."""
        return self.sign + " ".join(filter(None, [*groups, self.terminator]))

    @property
    def text(self) -> str:
        """The text as it was."""
        return self.having(list(self.groups))

    def places(self, *, marked: bool = False) -> list[int]:
        """Return the places of all groups, or of those with a marker."""
        return [at for at, group in enumerate(self.groups) if not marked or _MARKER.search(group)]


_MARKER = re.compile(r"\[MAG_\w+\]|e[0-9]+|[^\W\d_]+")
_NO_MARKER = re.compile(r"\[MAG_\w+\]|e[0-9]+")


def _drop(number: Numeral, chance: Random) -> str:
    at = chance.randrange(len(number.groups))
    return number.having([*number.groups[:at], *number.groups[at + 1 :]])


def _repeat(number: Numeral, chance: Random) -> str:
    at = chance.randrange(len(number.groups))
    return number.having([*number.groups[: at + 1], *number.groups[at:]])


def _swap(number: Numeral, chance: Random) -> str:
    at = chance.randrange(len(number.groups) - 1)
    one, two = number.groups[at : at + 2]
    return number.having([*number.groups[:at], two, one, *number.groups[at + 2 :]])


def _cut(number: Numeral, chance: Random) -> str:
    """Lose one digit of a group that is not the first, or of the fraction."""
    at = chance.randrange(1, len(number.groups))
    digits = [found.start() for found in re.finditer("[0-9]", _MARKER.sub(_blank, number.groups[at]))]
    place = chance.choice(digits)
    group = number.groups[at]
    changed = (group[:place] + group[place + 1 :]).replace("  ", " ").strip()
    return number.having([*number.groups[:at], changed, *number.groups[at + 1 :]])


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _at_marker(number: Numeral, chance: Random, other: Callable[[str], str]) -> str:
    at = chance.choice(number.places(marked=True))
    changed = re.sub(" +", " ", _MARKER.sub(lambda found: other(found[0]), number.groups[at], count=1))
    changed = changed.replace(" .", ".").strip()
    return number.having([*number.groups[:at], changed, *number.groups[at + 1 :]])


def _lose_marker(number: Numeral, chance: Random) -> str:
    return _at_marker(number, chance, lambda _: "")


def _change_marker(number: Numeral, chance: Random) -> str:
    scheme = number.scheme
    markers = [scheme.marker_of(power) for power in (*scheme.integer_powers, *scheme.fraction_powers)]
    return _at_marker(
        number, chance, lambda old: chance.choice([each for each in markers if each != old] or ["z"])
    )


def _invent_marker(number: Numeral, chance: Random) -> str:
    invented = chance.choice(("z", "x", "w", "bn", "mil", "kk", "Tr", "pq"))

    def spelled(old: str) -> str:
        return f"[MAG_{invented}]" if old.startswith("[") else invented

    return _at_marker(number, chance, spelled)


def _capitalise(number: Numeral, chance: Random) -> str:
    if chance.random() < 0.5:
        return number.text.upper()
    return _at_marker(number, chance, lambda old: old.upper() if old.upper() != old else old.lower())


def _glue(number: Numeral, chance: Random) -> str:
    if chance.random() < 0.3:
        return number.text.replace(" ", "")
    return _at_a_space(number, chance, "")


def _at_a_space(number: Numeral, chance: Random, other: str) -> str:
    places = [found.start() for found in re.finditer(" ", number.text)]
    place = chance.choice(places)
    return number.text[:place] + other + number.text[place + 1 :]


def _split(number: Numeral, chance: Random) -> str:
    """Write a space inside a word."""
    text = number.text
    places = [at for at in range(1, len(text)) if text[at].isalnum() and text[at - 1].isalnum()]
    if not places:
        return text
    place = chance.choice(places)
    return f"{text[:place]} {text[place:]}"


def _commas(number: Numeral, chance: Random) -> str:
    return number.text.replace(" ", ", ") if chance.random() < 0.5 else _at_a_space(number, chance, ", ")


def _plain_digits(number: Numeral, chance: Random) -> str:
    """Write two neighbouring groups as plain digits, with or without a comma."""
    if len(number.groups) < 3:
        return number.text
    at = chance.randrange(len(number.groups) - 1)
    one, two = number.groups[at : at + 2]
    digits = re.sub("[^0-9]", "", _NO_MARKER.sub("", _MARKER.sub("", one)))
    joined = digits + chance.choice(("", ",")) + two.lstrip()
    return number.having([*number.groups[:at], joined, *number.groups[at + 2 :]])


def _script(number: Numeral, chance: Random) -> str:
    """Write a letter or all digits with characters that look like them."""
    if chance.random() < 0.5:
        zero = chance.choice((0xFF10, 0x0660, 0x0966))
        return number.text.translate({48 + digit: zero + digit for digit in range(10)})

    def other(old: str) -> str:
        places = [at for at, letter in enumerate(old) if letter.isalpha() and lookalikes(letter)]
        if not places:
            return old
        at = chance.choice(places)
        alike = [each for each in lookalikes(old[at]) if not each.isascii()]
        return old[:at] + chance.choice(alike or [old[at]]) + old[at + 1 :]

    return _at_marker(number, chance, other)


def _loop(number: Numeral, chance: Random) -> str:
    """Repeat the groups from some place on, as a model that goes round in circles."""
    at = chance.randrange(len(number.groups))
    return number.having([*number.groups[:at], *number.groups[at:] * chance.randrange(3, 12)])


def _run_together(number: Numeral, chance: Random) -> str:
    return number.text + chance.choice(("", " ")) + a_number(number.scheme, chance)


def _same(number: Numeral, _: Random) -> str:
    return number.text


DAMAGES: Final[dict[str, _Damage]] = {
    "drop a group": _drop,
    "repeat a group": _repeat,
    "swap two groups": _swap,
    "cut a group": _cut,
    "lose a marker": _lose_marker,
    "change a marker": _change_marker,
    "invent a marker": _invent_marker,
    "capitalise a marker": _capitalise,
    "glue groups": _glue,
    "split a group": _split,
    "add commas": _commas,
    "plain digits": _plain_digits,
    "other scripts": _script,
    "loop": _loop,
    "cut the end": _same,
    "run together": _run_together,
}
"""Each way in which a model damages a number. `cut the end` cuts the whole text, not only the number."""


@frozen
class Damaged:
    """A damaged number in a text, and the correct one."""

    kind: str
    surrounding: str
    scheme: Scheme
    meant: str
    number: str
    """The damaged number."""
    text: str
    start: int

    @property
    def end(self) -> int:
        """Where the damaged number ends in the text."""
        return self.start + len(self.number)


def damaged(kind: str, scheme: Scheme, chance: Random) -> Damaged:
    """Return a damaged number of a scheme in one of the surroundings."""
    while True:
        numeral = Numeral.of(("-" if chance.random() < 0.1 else "") + a_number(scheme, chance), scheme)
        if len(numeral.groups) < 2:
            continue
        number = DAMAGES[kind](numeral, chance)
        name = chance.choice(list(SURROUNDINGS))
        before, _, after = SURROUNDINGS[name].replace("{}", "\0", 1).partition("\0")
        before, after = (part.replace("{{", "{").replace("}}", "}") for part in (before, after))
        after = after.replace("{}", a_number(scheme, chance), 1)
        text = f"{before}{number}{after}"
        if kind == "cut the end":
            number = number[: chance.randrange(1, len(number))]
            text = before + number
        if number.rstrip() != numeral.text:
            return Damaged(kind, name, scheme, numeral.text, number.rstrip(), text, len(before))
