"""The markers of a scheme, and regular expressions for its groups in running text."""

import re
from collections.abc import Iterable
from functools import lru_cache

from attrs import evolve, frozen

from tst_grammar.language.scheme import TERMINATOR, Scheme

_DIGITS = "0123456789"


def around_count() -> tuple[str, str]:
    r"""Return regular expressions for what is before and after the count in a terminator, right or damaged.

    >>> around_count()
    ('[\\[(][Tt]', '[\\])]')
    """
    (bracket, letter), closing = TERMINATOR
    return f"[{re.escape(bracket)}(][{letter}{letter.lower()}]", f"[{re.escape(closing)})]"


@frozen
class Markers:
    """The parts from which a scheme's markers are made.

    >>> markers_of(Scheme(spelling="reserved")).fraction
    'p'
    """

    opening: str
    """What is before the name in a marker: nothing, or a bracket."""
    closing: str
    fraction: str
    """The name of the first fraction group, which deeper groups repeat."""
    power: str
    """What is before the power of ten in a marker without a name."""
    integers: tuple[str, ...]
    """The markers of the integer groups, smallest first."""
    fractions: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        """The markers of all groups."""
        return (*self.integers, *self.fractions)


@lru_cache(64)
def markers_of(scheme: Scheme) -> Markers:
    """Return the markers of a scheme."""
    plain = evolve(scheme, spelling="letter", placement="suffix")
    fraction = plain.marker_of(-scheme.group_size)
    unnamed = plain.marker_of(scheme.group_size * (len(scheme.magnitudes) + 1))
    opening, _, closing = scheme.marker_of(-scheme.group_size).partition(fraction)
    return Markers(
        opening,
        closing,
        fraction,
        unnamed.rstrip(_DIGITS),
        tuple(map(scheme.marker_of, scheme.integer_powers)),
        tuple(map(scheme.marker_of, scheme.fraction_powers)),
    )


def any_of(texts: Iterable[str]) -> str:
    """Return a regular expression for one of some texts, the longest first.

    >>> any_of(["e1", "e10"])
    '(?:e10|e1)'
    """
    ordered = sorted(set(texts), key=lambda text: (-len(text), text))
    return f"(?:{'|'.join(map(re.escape, ordered))})" if ordered else "(?!)"


def group_of(digits: str, markers: Iterable[str], scheme: Scheme) -> str:
    """Return a regular expression for a group with one of some markers.

    >>> group_of("[0-9]{3}", ["k"], Scheme(placement="prefix"))
    '(?:k)[0-9]{3}'
    """
    space = " " if scheme.marker == "separate" else ""
    sides = (digits, any_of(markers)) if scheme.placement == "suffix" else (any_of(markers), digits)
    return space.join(sides)


def full_digits(scheme: Scheme) -> str:
    """Return a regular expression for the digits of a group that is not the first.

    >>> full_digits(Scheme()), full_digits(Scheme(unit="digit"))
    ('[0-9]{3}', '[0-9](?: [0-9]){2}')
    """
    size = scheme.group_size
    if scheme.unit == "digit":
        return f"[0-9](?: [0-9]){{{size - 1}}}"
    return f"[0-9]{{{size}}}" if scheme.fill != "none" else f"[0-9]{{1,{size}}}"
