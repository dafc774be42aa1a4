"""The tokens that a scheme writes, with their exact values."""

import sys
from collections.abc import Iterator
from decimal import Decimal
from functools import cached_property
from itertools import chain

from attrs import field, frozen

from tst_grammar.diagnostics import Span, quoted
from tst_grammar.errors import DecodeError, RangeError
from tst_grammar.language.definition import (
    SIGNS,
    GroupDigits,
    currencies_of,
    digits_of,
    ratios_of,
    terminators_of,
)
from tst_grammar.language.groups import joined, split
from tst_grammar.language.scheme import TST, Scheme
from tst_grammar.language.schemes import scheme_of

_MOST_AT_ONCE = 20_000_000
"""The most tokens in one tuple or dict; larger vocabularies can only be iterated."""


@frozen
class Vocabulary:
    """All tokens of a scheme: digits without a marker, digits with one, and punctuation.

    A token has one value, but several tokens can have the same value: `1k` and `001k`, `000k` and `000m`.
    Only with `fill="all"` is the mapping one-to-one, except for groups of zeros.

    `len`, `in` and `value` are computed without listing the tokens, so they are fast for large groups too.

    >>> vocabulary = Vocabulary(TST)
    >>> len(vocabulary.units), len(vocabulary.suffixed)
    (1100, 10495)
    >>> "234k" in vocabulary, vocabulary.value("234k")
    (True, Decimal('234000'))
    """

    scheme: Scheme = field(default=TST, converter=scheme_of)

    @cached_property
    def units(self) -> tuple[str, ...]:
        """Digits without a marker.

        >>> Vocabulary(Scheme(group_size=1)).units
        ('0', '1', '2', '3', '4', '5', '6', '7', '8', '9')
        """
        return self._tuple(self._unit_count, self._iter_units())

    @cached_property
    def suffixed(self) -> tuple[str, ...]:
        """Digits with a marker, or, where markers are separate tokens, the markers.

        >>> Vocabulary(Scheme(marker="separate")).suffixed
        ('k', 'm', 'b', 't', 'q', 'p', 'pp', 'ppp', 'pppp', 'ppppp')
        """
        return self._tuple(self._suffixed_count, self._iter_suffixed())

    @cached_property
    def punctuation(self) -> tuple[str, ...]:
        """The sign, the point, percent and per mille, terminators, and currencies: signs, codes and words.

        >>> Vocabulary(Scheme(terminated=True)).punctuation[:7]
        ('-', '.', '%', '‰', '[T1]', '[T2]', '[T3]')
        """
        powers = self.scheme.fraction_powers[:1]
        ends = (end for power in powers for end in terminators_of(power, scheme=self.scheme))
        signs = filter(None, SIGNS)
        return *signs, ".", *ratios_of(self.scheme), *ends, *currencies_of(self.scheme)

    def __iter__(self) -> Iterator[str]:
        return chain(self._iter_units(), self._iter_suffixed(), self.punctuation)

    def __len__(self) -> int:
        count = self._unit_count + self._suffixed_count + len(self.punctuation)
        if count > sys.maxsize:
            raise RangeError(f"{self.scheme!r} has too many tokens to count", fault="vocabulary-size")
        return count

    def __contains__(self, token: object) -> bool:
        if not isinstance(token, str):
            return False
        if token in self.punctuation:
            return True
        digits, marker = self._parts(token)
        power = self._power(marker)
        if power is None or token != joined(digits, marker, scheme=self.scheme):
            return False
        if self.scheme.marker == "joined":
            return self._fits(digits, power)
        if marker:
            return not digits
        return self._fits(digits, 0) or self._fits(digits, -self.scheme.group_size)

    def value(self, token: str) -> Decimal | None:
        """Return the value of a token, or None if it depends on the tokens around it.

        The value of a separate marker is its power of ten.

        >>> Vocabulary().value("890p"), Vocabulary().value("-")
        (Decimal('0.890'), None)
        """
        if not isinstance(token, str):
            raise TypeError(f"a token is a str, not {type(token).__name__}")
        if token not in self:
            raise DecodeError(
                f"{quoted(token)} is not a token of {self.scheme!r}",
                fault="unknown-token",
                source=token,
                span=Span(0, len(token)),
            )
        return None if token in self.punctuation else self._value(token)

    def values(self) -> dict[str, Decimal]:
        """Return the values of all tokens whose value does not depend on the tokens around them.

        >>> values = Vocabulary().values()
        >>> len(values), values["234k"], "-" in values
        (11595, Decimal('234000'), False)
        """
        self._require_few(self._unit_count + self._suffixed_count)
        valued = ((token, self._value(token)) for token in chain(self._iter_units(), self._iter_suffixed()))
        return {token: value for token, value in valued if value is not None}

    def _value(self, token: str) -> Decimal | None:
        digits, marker = self._parts(token)
        power = self._power(marker) or 0
        digits_apart = self.scheme.unit == "digit" and self.scheme.group_size > 1
        if digits and self.scheme.marker == "separate":
            return None
        if digits and digits_apart:
            if not marker or (self.scheme.placement == "prefix" and self.scheme.fill != "all" and power > 0):
                return None
            if self.scheme.placement == "prefix":
                power += self.scheme.group_size - 1
        zeros = "0" * power
        return Decimal(f"{digits or 1}{zeros}" if power >= 0 else f"{digits or 1}E{power}")

    @property
    def _powers(self) -> Iterator[int]:
        return chain(self.scheme.integer_powers, self.scheme.fraction_powers)

    @property
    def _unit_count(self) -> int:
        fractions = self._bare_fraction_count() if self.scheme.marker == "separate" else 0
        return self._count(0) + fractions

    @property
    def _suffixed_count(self) -> int:
        if self.scheme.marker == "separate":
            return len(self.scheme.integer_powers) + len(self.scheme.fraction_powers)
        return sum(map(self._count, self._powers))

    def _iter_units(self) -> Iterator[str]:
        yield from self._texts(0)
        if self.scheme.marker == "separate" and self._bare_fraction_count():
            fractions = self._texts(-self.scheme.group_size)
            yield from (text for text in fractions if not self._fits(text, 0))

    def _iter_suffixed(self) -> Iterator[str]:
        for power in self._powers:
            marker = self.scheme.marker_of(power)
            if self.scheme.marker == "separate":
                yield marker
            else:
                yield from (joined(text, marker, scheme=self.scheme) for text in self._texts(power))

    def _digits(self, power: int) -> tuple[GroupDigits, GroupDigits]:
        """Return the digits of a group with this power that comes first, and of any other."""
        return digits_of(power, scheme=self.scheme, is_first=True), digits_of(power, scheme=self.scheme)

    def _texts(self, power: int) -> Iterator[str]:
        """Yield the possible digits of a group with this power, or of one of its tokens."""
        if self.scheme.unit == "digit":
            yield from "0123456789"
        else:
            first, other = self._digits(power)
            if first.least < other.least:
                yield from first.texts(other.least - 1)
            yield from other.texts()

    def _count(self, power: int) -> int:
        """Return how many texts `_texts` yields."""
        if self.scheme.unit == "digit":
            return 10
        first, other = self._digits(power)
        return other.count() + (first.count(other.least - 1) if first.least < other.least else 0)

    def _fits(self, digits: str, power: int) -> bool:
        """Tell whether `_texts` yields these digits."""
        if not (digits.isascii() and digits.isdigit()):
            return False
        if self.scheme.unit == "digit":
            return len(digits) == 1 and self._digits(power)[1].in_range > 0
        return any(rule.admits(digits) for rule in self._digits(power))

    def _bare_fraction_count(self) -> int:
        """Return how many fraction groups without a marker are not also integer groups."""
        size = self.scheme.group_size
        units, fraction = digits_of(0, scheme=self.scheme), digits_of(-size, scheme=self.scheme)
        width, shared = fraction.in_range, fraction.in_range + units.in_range - size
        if self.scheme.unit == "digit" or width == 0:
            return 0
        if units.least < size:  # of integer groups as long as a fraction group, none starts with a zero
            return _ten_to(width - 1) if units.most == size else _ten_to(width)
        return _ten_to(width) - _ten_to(max(shared, 0))

    def _parts(self, token: str) -> tuple[str, str]:
        if self.scheme.marker == "separate" and not token[:1].isdigit():
            return "", token
        return split(token, scheme=self.scheme)

    def _power(self, marker: str) -> int | None:
        if not marker:
            return 0
        power = self.scheme.power_of(marker)
        in_range = power in self.scheme.integer_powers or power in self.scheme.fraction_powers
        return power if in_range else None

    def _tuple(self, count: int, tokens: Iterator[str]) -> tuple[str, ...]:
        self._require_few(count)
        return tuple(tokens)

    def _require_few(self, count: int) -> None:
        if count > _MOST_AT_ONCE:
            raise RangeError(
                f"{self.scheme!r} has more than {_MOST_AT_ONCE} such tokens: iterate over the vocabulary",
                fault="vocabulary-size",
            )


def _ten_to(exponent: int) -> int:
    power: int = 10**exponent
    return power
