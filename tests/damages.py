"""Numbers in a sentence, damaged as writers and models damage them."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

from attrs import evolve

import tst_grammar as tst
from tst_grammar.linter.suspect.confusables import lookalikes

Damage = Callable[[str, tst.Scheme, Random], str]


def _at_a_space(text: str, chance: Random, other: str) -> str:
    """Replace one of the spaces of a number."""
    places = [found.start() for found in re.finditer(" ", text)]
    if not places:
        return text
    place = chance.choice(places)
    return text[:place] + other + text[place + 1 :]


def _letters(text: str, chance: Random) -> str:
    """Replace one letter by one that looks like it."""
    places = [place for place, character in enumerate(text) if lookalikes(character) and character.isalpha()]
    if not places:
        return text
    place = chance.choice(places)
    return text[:place] + chance.choice(lookalikes(text[place])) + text[place + 1 :]


def _words(text: str, chance: Random, change: Callable[[list[str], int], list[str]]) -> str:
    words = text.split(" ")
    return " ".join(change(words, chance.randrange(len(words))))


def _padded(text: str, scheme: tst.Scheme, _: Random) -> str:
    return re.sub("[0-9]", r"0\g<0>", text, count=1) if scheme.unit == "group" else f"0 {text}"


def _zero_group(text: str, scheme: tst.Scheme, _: Random) -> str:
    """Write a zero group before the number, or after its fraction."""
    power = scheme.fraction_powers[-1] if scheme.fraction_powers else 0
    return f"{text} {'0' * scheme.group_size}{scheme.marker_of(power)}"


def _rewritten(text: str, scheme: tst.Scheme, chance: Random) -> str:
    """Write the number in another way of the same scheme."""
    field, value = chance.choice(
        (
            ("marker", "separate"),
            ("marker", "joined"),
            ("placement", "prefix"),
            ("placement", "suffix"),
            ("unit", "digit"),
            ("unit", "group"),
            ("spelling", "reserved"),
            ("terminated", True),
            ("fill", "all"),
            ("point", "always"),
        )
    )
    try:
        changes: dict[str, Any] = {field: value}
        other = evolve(scheme, **changes)
        return tst.encode(tst.parse_tst(text, scheme=scheme).number, scheme=other)
    except tst.TstGrammarError:
        return text


DAMAGES: dict[str, Damage] = {
    "two spaces": lambda text, _, chance: _at_a_space(text, chance, "  "),
    "another space": lambda text, _, chance: _at_a_space(text, chance, chance.choice("\t\xa0\u2009\u202f")),
    "a missing space": lambda text, _, chance: _at_a_space(text, chance, ""),
    "no spaces": lambda text, _scheme, _chance: text.replace(" ", ""),
    "a comma": lambda text, _, chance: _at_a_space(text, chance, chance.choice((", ", ",", ". ", ".", "-"))),
    "a lookalike": lambda text, _, chance: _letters(text, chance),
    "capitals": lambda text, _scheme, _chance: text.upper(),
    "wide digits": lambda text, _scheme, _chance: text.translate({48 + d: 0xFF10 + d for d in range(10)}),
    "a true minus": lambda text, _scheme, _chance: f"−{text}",
    "two signs": lambda text, _scheme, _chance: f"--{text}",
    "a zero before": _padded,
    "a zero group behind": _zero_group,
    "a zero fraction": lambda text, scheme, _: (
        f"{text}. {'0' * scheme.group_size}{scheme.marker_of(-scheme.group_size)}"
    ),
    "a space before the point": lambda text, _scheme, _chance: text.replace(".", " ."),
    "a decimal comma": lambda text, _scheme, _chance: text.replace(".", ","),
    "no point": lambda text, _scheme, _chance: text.replace(".", ""),
    "a word less": lambda text, _, chance: _words(  # not the last: see "cut at the end"
        text, chance, lambda words, at: words[:at] + words[at + 1 :] if at + 1 < len(words) else words
    ),
    "a word twice": lambda text, _, chance: _words(
        text, chance, lambda words, at: [*words[:at], words[at], *words[at:]]
    ),
    "words swapped": lambda text, _, chance: _words(
        text, chance, lambda words, at: [*words[:at], *words[at : at + 2][::-1], *words[at + 2 :]]
    ),
    "a word split": lambda text, _, chance: _words(
        text,
        chance,
        lambda words, at: [*words[:at], words[at][:1], words[at][1:], *words[at + 1 :]],
    ),
    "a word more": lambda text, _, chance: _words(
        text,
        chance,
        lambda words, at: [
            *words[:at],
            chance.choice(("5", "k", "12", "007", "5 k", "1e4", "x", "3bn")),
            *words[at:],
        ],
    ),
    "a letter more": lambda text, _, chance: _words(
        text, chance, lambda words, at: [*words[:at], words[at] + chance.choice("nrxkmp"), *words[at + 1 :]]
    ),
    "another marker": lambda text, _, chance: _words(
        text,
        chance,
        lambda words, at: [
            *words[:at],
            re.sub(r"[^\W\d_]+", lambda _: chance.choice("kmbtqpxz"), words[at], count=1),
            *words[at + 1 :],
        ],
    ),
    "cut at the end": lambda text, _, chance: (
        text[: chance.randrange(1, len(text))] if len(text) > 1 else text
    ),
    "cut at the start": lambda text, _, chance: _words(text, chance, lambda words, at: words[at:]),
    "another way": _rewritten,
}
"""Each way to damage a number, by its name."""

SENTENCES = (
    "It has {} cells.",
    "{}",
    "({})",
    "We saw {}, then 5 more.",
    "From 1999 to {} m",
    "a {} b 12",
    "{} and 1,234",
)


def a_number(scheme: tst.Scheme, chance: Random) -> str:
    """Return a number of a scheme with two groups or more."""
    while True:
        digits = chance.randrange(1, scheme.integer_digits + 1)
        integer = chance.choice("123456789") + "".join(
            chance.choice("0123456789" if chance.random() < 0.7 else "000") for _ in range(digits - 1)
        )
        count = (
            chance.randrange(1, scheme.fraction_digits + 1)
            if scheme.fraction_digits and chance.random() < 0.4
            else 0
        )
        fraction = "".join(
            chance.choice("0123456789" if chance.random() < 0.7 else "00") for _ in range(count)
        )
        text = tst.encode(f"{integer}{'.' if fraction else ''}{fraction}", scheme=scheme)
        if " " in text:
            return text
