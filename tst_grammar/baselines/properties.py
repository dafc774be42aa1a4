"""Computes the properties of a way to write numbers as tokens, by encoding and decoding sample numbers."""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from decimal import Decimal
from enum import StrEnum
from statistics import fmean
from typing import NamedTuple

from attrs import evolve, frozen

from tst_grammar.baselines.tokenization import Encoded, Tokenization
from tst_grammar.errors import RangeError

_INTEGER, _FRACTION = 18, 15
"""The most digits before and after the point in the sample: the 33 orders of magnitude of the paper."""


class Magnitude(StrEnum):
    """How a model can know the place value of a token with digits.

    >>> Magnitude.EXPLICIT
    <Magnitude.EXPLICIT: 'explicit'>
    """

    EXPLICIT = "explicit"
    """The token or its neighbours say it, however long the number is."""
    ANNOUNCED = "announced"
    """The tokens before the digits say it, if the model counts digits."""
    POSITIONAL = "positional"
    """Only the position in the number says it, but tokens are always cut at the same places."""
    IMPLICIT = "implicit"
    """Only the position in the number says it, and tokens may be cut at any place."""
    CONTINUOUS = "continuous"
    """The token has no digits: the model multiplies it by the value."""


class Length(StrEnum):
    """How many tokens a number takes.

    >>> Length.MEDIUM
    <Length.MEDIUM: 'medium'>
    """

    ONE = "one token"
    MEDIUM = "medium"
    LONG = "long"
    """At least one token for each digit."""


@frozen
class Properties:
    """The properties that hold for all numbers of the sample.

    `places` is the largest number of powers of ten that one token can mean, or None if no token has digits.
    `one_value`: each token has one value; several tokens may have the same.
    """

    digits_survive: bool
    zeros_survive: bool
    magnitude: Magnitude
    places: int | None
    one_value: bool
    length: Length
    tokens: float
    """The average number of tokens of a number in the sample."""


class _PlacedToken(NamedTuple):
    """A token with digits: all tokens of the number, its index, and the power of ten of its first digit."""

    tokens: tuple[str, ...]
    at: int
    place: Decimal


def properties_of(tokenization: Tokenization) -> Properties:
    """Return the properties of a way to write numbers as tokens.

    >>> from tst_grammar.baselines import BASELINES, TstTokenization
    >>> digits, tst = (properties_of(each) for each in (BASELINES["digit-level"], TstTokenization("tst")))
    >>> digits.digits_survive, digits.magnitude.value, digits.places, digits.one_value
    (True, 'implicit', 33, False)
    >>> tst.digits_survive, tst.magnitude.value, tst.places, tst.one_value
    (True, 'explicit', 1, True)
    """
    written = dict(_written(tokenization, _sample(_INTEGER, _FRACTION)))
    placed = list(_placed_tokens(tokenization, written.values()))
    places = _most((each.tokens[each.at], each.place) for each in placed) if placed else None
    values = ((encoded.tokens, Decimal(number)) for number, encoded in written.items())
    counts = [(len(encoded.tokens), _digits(number)) for number, encoded in written.items()]
    return Properties(
        digits_survive=all(
            tokenization.decode(encoded) == Decimal(number) for number, encoded in written.items()
        ),
        zeros_survive=_keeps_zeros(tokenization),
        magnitude=_magnitude(tokenization, written.values(), placed),
        places=places,
        one_value=places == 1 and _most(values) == 1,
        length=_length(counts),
        tokens=fmean(count for count, _ in counts),
    )


def _sample(integer: int, fraction: int) -> Iterator[str]:
    """Yield numbers of all lengths: all ones, so that only the places differ, and mixed digits."""
    for width in range(1, integer + 1):
        yield from ("1" * width, ("9035672481" * 2)[:width])
    for width in range(1, fraction + 1):
        yield from (f"1.{'1' * width}", f"0.{'0' * (width - 1)}7")
    yield f"{'1' * integer}.{'1' * fraction}"


def _written(tokenization: Tokenization, numbers: Iterable[str]) -> Iterator[tuple[str, Encoded]]:
    for number in numbers:
        try:
            yield number, tokenization.encode(number)
        except RangeError:  # judge a short scheme by the numbers that it can write
            continue


def _placed_tokens(tokenization: Tokenization, written: Iterable[Encoded]) -> Iterator[_PlacedToken]:
    """Yield the tokens whose digits count: changing a digit changes the value."""
    for encoded in written:
        value = tokenization.decode(encoded)
        for index, token in enumerate(encoded.tokens):
            tokens = (*encoded.tokens[:index], _other(token), *encoded.tokens[index + 1 :])
            other = tokenization.decode(evolve(encoded, tokens=tokens))
            if value is not None and other is not None and other != value:
                yield _PlacedToken(encoded.tokens, index, abs(other - value))


def _other(token: str) -> str:
    """Change the first nonzero digit of a token by one, so that the number stays canonical.

    >>> _other("050p"), _other("900"), _other("k")
    ('060p', '800', 'k')
    """
    found = re.search("[1-9]", token) or re.search("0", token)
    if not found:
        return token
    digit = "8" if found[0] == "9" else str(int(found[0]) + 1)
    return f"{token[: found.start()]}{digit}{token[found.end() :]}"


def _magnitude(
    tokenization: Tokenization, written: Iterable[Encoded], placed: list[_PlacedToken]
) -> Magnitude:
    if any(encoded.scale is not None for encoded in written):
        return Magnitude.CONTINUOUS
    if not placed:
        return Magnitude.IMPLICIT
    short = _written(tokenization, _sample(_INTEGER // 2, _FRACTION // 2))
    shorter = _placed_tokens(tokenization, (encoded for _, encoded in short))
    if _reach(placed) == _reach(list(shorter)):
        return Magnitude.EXPLICIT
    if _most((each.tokens[: each.at + 1], each.place) for each in placed) == 1:
        return Magnitude.ANNOUNCED
    return Magnitude.POSITIONAL if _is_aligned(placed) else Magnitude.IMPLICIT


def _is_aligned(placed: list[_PlacedToken]) -> bool:
    """Tell whether the places of the same token in integers are always a multiple of some width apart."""
    powers = [(each.tokens[each.at], each.place.adjusted()) for each in placed if each.place.adjusted() >= 0]
    return any(
        _most((token, power % width) for token, power in powers) == 1 for width in range(2, _INTEGER // 2)
    )


def _reach(placed: list[_PlacedToken]) -> int:
    """Return how many neighbours on each side settle the place value of any token."""
    longest = max((len(each.tokens) for each in placed), default=0)
    return next(
        reach
        for reach in range(longest + 1)
        if _most((_around(each, reach), each.place) for each in placed) == 1
    )


def _around(token: _PlacedToken, reach: int) -> tuple[str, ...]:
    edge = ("",) * reach
    return (*edge, *token.tokens, *edge)[token.at : token.at + 2 * reach + 1]


def _most(pairs: Iterable[tuple[Hashable, Hashable]]) -> int:
    """Return the largest number of values that one key has."""
    values: defaultdict[Hashable, set[Hashable]] = defaultdict(set)
    for thing, value in pairs:
        values[thing].add(value)
    return max(map(len, values.values()), default=1)


def _keeps_zeros(tokenization: Tokenization) -> bool:
    """Tell whether `0.10` and `0.1` stay different."""
    written = _written(tokenization, ("0.1", "0.10"))
    return [str(tokenization.decode(encoded)) for _, encoded in written] == ["0.1", "0.10"]


def _length(counts: list[tuple[int, int]]) -> Length:
    if all(tokens == 1 for tokens, _ in counts):
        return Length.ONE
    return Length.LONG if all(tokens >= digits for tokens, digits in counts) else Length.MEDIUM


def _digits(number: str) -> int:
    return len(number.replace(".", ""))
