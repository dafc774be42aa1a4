"""The strict language of a scheme, which is exactly its canonical numbers, as rules for any notation."""

from attrs import frozen

from tst_grammar.automata import grammar
from tst_grammar.language.exports.expressions import (
    Choice,
    Expression,
    Maybe,
    Name,
    Pattern,
    Rules,
    Run,
    Series,
    series,
    words,
)
from tst_grammar.language.scheme import Scheme
from tst_grammar.notation.locales import RATIO_SIGNS, all_currency_words, is_token

_Digits = tuple[Run, ...]

_ANY, _NONZERO, _ZERO = "0-9", "1-9", "0"


def number_rules(scheme: Scheme) -> Rules:
    """Return the rules of the scheme's numbers, starting with `NUMBER`.

    >>> list(number_rules(Scheme(integer_digits=2, fraction_digits=0)))
    ['NUMBER', 'ANY', 'NONZERO', 'PREFIX', 'SUFFIX', 'ZERO', 'POSITIVE', 'LEAD_0']
    """
    strict = _Strict(scheme)
    return {
        **strict.number(),
        **strict.magnitude(),
        **strict.affixes(),
        **strict.integer(),
        **strict.fraction(),
    }


def unsigned_rules(scheme: Scheme) -> Rules:
    """Return the rules of the scheme's numbers without sign and affixes, starting with `ANY` and `NONZERO`.

    >>> list(unsigned_rules(Scheme(integer_digits=2, fraction_digits=0)))
    ['ANY', 'NONZERO', 'ZERO', 'POSITIVE', 'LEAD_0']
    """
    strict = _Strict(scheme)
    return {**strict.magnitude(), **strict.integer(), **strict.fraction()}


@frozen
class _Strict:
    """Makes the rules of one scheme: groups from runs of digits, and numbers from groups."""

    scheme: Scheme

    def number(self) -> Rules:
        return {"NUMBER": Choice((*_affixed("ANY"), series("-", Choice(_affixed("NONZERO")))))}

    def magnitude(self) -> Rules:
        has_fraction = self.scheme.fraction_digits > 0
        rest: list[Expression | str] = [Maybe(series(". ", Name("FRACTION")))] if has_fraction else []
        if self.scheme.point == "always":
            rest = [".", Maybe(series(" ", Name("FRACTION")))] if has_fraction else ["."]
        below_one = [series(Name("ZERO"), ". ", Name("NONZERO_FRACTION"))] if has_fraction else []
        return {
            "ANY": series(Choice((Name("POSITIVE"), Name("ZERO"))), *rest),
            "NONZERO": Choice((series(Name("POSITIVE"), *rest), *below_one)),
        }

    def affixes(self) -> Rules:
        signs = [*grammar.characters("CURRENCY")]
        tokens = [word for word in all_currency_words() if is_token(word)]
        codes = [word for word in tokens if self.scheme.power_of(word) is None]
        letters = [word for word in codes if word.isalpha()]
        mixed = [word for word in codes if not word.isalpha()]
        return {
            "PREFIX": Choice((words({*signs, *mixed}), series(words(letters), " "))),
            "SUFFIX": Choice((words({*signs, *RATIO_SIGNS}), series(" ", words({*letters, *mixed})))),
        }

    def integer(self) -> Rules:
        size = self.scheme.group_size
        powers = [0, *self.scheme.integer_powers]
        rules: Rules = {
            "ZERO": self._group([_digits((_ZERO, size if self.scheme.fill == "all" else 1))], 0),
            "POSITIVE": Choice(tuple(Name(f"LEAD_{power}") for power in reversed(powers))),
        }
        group = [_digits((_ANY, size))]
        if self.scheme.fill == "none":
            group = [_digits((_NONZERO, 1), (_ANY, count)) for count in reversed(range(size))]
            group.append(_digits((_ZERO, 1)))
        for power in powers:
            tail = series(" ", Name(f"TAIL_{power - size}")).parts if power else ()
            width = min(size, self.scheme.integer_digits - power)
            lead = [
                _digits(
                    (_ZERO, size - 1 - count if self.scheme.fill == "all" else 0),
                    (_NONZERO, 1),
                    (_ANY, count),
                )
                for count in reversed(range(width))
            ]
            rules[f"LEAD_{power}"] = series(self._group(lead, power), *tail)
            if power < powers[-1]:
                rules[f"TAIL_{power}"] = series(self._group(group, power), *tail)
        return rules

    def fraction(self) -> Rules:
        size = self.scheme.group_size
        powers = self.scheme.fraction_powers
        if not powers:
            return {}
        terminated = self.scheme.terminated
        rules: Rules = {
            "FRACTION": Name("FRACTION_1"),
            "NONZERO_FRACTION": Name("NONZERO_FRACTION_1" if terminated else "FRACTION_1"),
        }
        for depth, power in enumerate(powers, 1):
            width = min(size, self.scheme.fraction_digits + power + size)
            any_last, nonzero_last = self._last(power, width)
            more = power != powers[-1]
            following, nonzero_following = f"FRACTION_{depth + 1}", f"NONZERO_FRACTION_{depth + 1}"
            onward = [self._onward([_digits((_ANY, size))], power, following)] if more else []
            rules[f"FRACTION_{depth}"] = Choice((*onward, *(any_last if terminated else nonzero_last)))
            if terminated:
                nonzero = [self._onward(_nonzero(size, size), power, following)] if more else []
                zero = [self._onward([_digits((_ZERO, size))], power, nonzero_following)] if more else []
                rules[f"NONZERO_FRACTION_{depth}"] = Choice((*nonzero, *zero, *nonzero_last))
        return rules

    def _onward(self, choice: list[_Digits], power: int, following: str) -> Series:
        """Return a fraction group that is not the last, followed by the rule of the next groups."""
        return series(self._group(choice, power), " ", Name(following))

    def _last(self, power: int, width: int) -> tuple[list[Series], list[Series]]:
        """Return the last group of a fraction with `width` digits in range: any, and any except zero."""
        size = self.scheme.group_size
        if not self.scheme.terminated:
            return [], [self._group(_nonzero(width, size), power)]
        written = range(1, width + 1)
        return (
            [
                series(self._group([_digits((_ANY, count), (_ZERO, size - count))], power), f" [T{count}]")
                for count in written
            ],
            [series(self._group(_nonzero(count, size), power), f" [T{count}]") for count in written],
        )

    def _group(self, choice: list[_Digits], power: int) -> Series:
        """Return a group of these digits with its marker, as text."""
        digits = Pattern(tuple(choice), " " if self.scheme.unit == "digit" else "")
        marker = self.scheme.marker_of(power)
        if not marker:
            return series(digits)
        space = " " if self.scheme.marker == "separate" else ""
        if self.scheme.placement == "suffix":
            return series(digits, f"{space}{marker}")
        return series(f"{marker}{space}", digits)


def _affixed(magnitude: str) -> tuple[Expression, ...]:
    """Return the alternatives of a magnitude with at most one affix."""
    return series(Name("PREFIX"), Name(magnitude)), series(Name(magnitude), Maybe(Name("SUFFIX")))


def _nonzero(width: int, size: int) -> list[_Digits]:
    """Return the digits of a group whose first `width` digits are not all zero, and whose others are zero."""
    return [
        _digits((_ZERO, zeros), (_NONZERO, 1), (_ANY, width - zeros - 1), (_ZERO, size - width))
        for zeros in range(width)
    ]


def _digits(*runs: Run) -> _Digits:
    return tuple(run for run in runs if run[1])
