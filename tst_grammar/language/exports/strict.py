"""The strict language of a scheme, which is exactly its canonical numbers, as rules for any notation."""

from attrs import frozen

from tst_grammar.language.definition import (
    GroupDigits,
    Runs,
    after_digits,
    before_digits,
    currencies_of,
    digits_of,
    forms_of,
    ratios_of,
    terminators_of,
)
from tst_grammar.language.exports.expressions import (
    Choice,
    Expression,
    Maybe,
    Name,
    Pattern,
    Rules,
    Series,
    series,
    words,
)
from tst_grammar.language.scheme import Scheme


def number_rules(scheme: Scheme, *, signed: bool = True) -> Rules:
    """Return the rules of the scheme's numbers, starting with `NUMBER`, with or without a minus.

    >>> list(number_rules(Scheme(integer_digits=2, fraction_digits=0)))
    ['NUMBER', 'ANY', 'NONZERO', 'PREFIX', 'SUFFIX', 'ZERO', 'POSITIVE', 'LEAD_0']
    """
    strict = _Strict(scheme)
    return {
        **strict.number(signed=signed),
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

    def number(self, *, signed: bool) -> Rules:
        # in this order, a form with an affix after the digits comes before the same form without it
        chosen = [form for form in forms_of(self.scheme) if signed or form[0] != "-"]
        forms = (series(*map(_part, form)) for form in reversed(chosen))
        return {"NUMBER": Choice(tuple(forms))}

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
        """Return the rules of the affixes, if the scheme has any; most currency words share one space."""
        currencies, ratios = currencies_of(self.scheme), ratios_of(self.scheme)
        if not currencies:
            return {}
        spaced_before = {each for each in currencies if before_digits(each) != each}
        spaced_after = {each for each in currencies if after_digits(each) != each}
        return {
            "PREFIX": Choice((words({*currencies} - spaced_before), series(words(spaced_before), " "))),
            "SUFFIX": Choice(
                (words({*currencies, *ratios} - spaced_after), series(" ", words(spaced_after)))
            ),
        }

    def integer(self) -> Rules:
        size = self.scheme.group_size
        powers = [0, *self.scheme.integer_powers]
        rules: Rules = {
            "ZERO": self._group((self._digits(0, is_first=True).zero,), 0),
            "POSITIVE": Choice(tuple(Name(f"LEAD_{power}") for power in reversed(powers))),
        }
        for power in powers:
            tail = series(" ", Name(f"TAIL_{power - size}")).parts if power else ()
            lead = self._digits(power, is_first=True).positive
            rules[f"LEAD_{power}"] = series(self._group(lead, power), *tail)
            if power < powers[-1]:
                rules[f"TAIL_{power}"] = series(self._group(self._digits(power).choice, power), *tail)
        return rules

    def fraction(self) -> Rules:
        powers = self.scheme.fraction_powers
        if not powers:
            return {}
        may_be_zero = self._digits(powers[0], is_last=True).may_be_zero
        rules: Rules = {
            "FRACTION": Name("FRACTION_1"),
            "NONZERO_FRACTION": Name("NONZERO_FRACTION_1" if may_be_zero else "FRACTION_1"),
        }
        for depth, power in enumerate(powers, 1):
            group, more = self._digits(power), power != powers[-1]
            following, nonzero_following = f"FRACTION_{depth + 1}", f"NONZERO_FRACTION_{depth + 1}"
            onward = [self._onward(group.choice, power, following)] if more else []
            ends = self._ends(power)
            any_last = (series(self._group(digits.choice, power), *end) for digits, *end in ends)
            rules[f"FRACTION_{depth}"] = Choice((*onward, *any_last))
            if may_be_zero:
                nonzero = [self._onward(group.positive, power, following)] if more else []
                zero = [self._onward((group.zero,), power, nonzero_following)] if more else []
                last = (series(self._group(digits.positive, power), *end) for digits, *end in ends)
                rules[f"NONZERO_FRACTION_{depth}"] = Choice((*nonzero, *zero, *last))
        return rules

    def _digits(self, power: int, *, is_first: bool = False, is_last: bool = False) -> GroupDigits:
        return digits_of(power, scheme=self.scheme, is_first=is_first, is_last=is_last)

    def _onward(self, choice: tuple[Runs, ...], power: int, following: str) -> Series:
        """Return a fraction group that is not the last, followed by the rule of the next groups."""
        return series(self._group(choice, power), " ", Name(following))

    def _ends(self, power: int) -> list[tuple[GroupDigits, *tuple[str, ...]]]:
        """Return the digits that the last group of a fraction may have, each with its terminator if any."""
        if not self.scheme.terminated:
            return [(self._digits(power, is_last=True),)]
        ends = terminators_of(power, scheme=self.scheme)
        return [(digits, f" {end}") for end, digits in ends.items()]

    def _group(self, choice: tuple[Runs, ...], power: int) -> Series:
        """Return a group of these digits with its marker, as text."""
        digits = Pattern(choice, " " if self.scheme.unit == "digit" else "")
        marker = self.scheme.marker_of(power)
        if not marker:
            return series(digits)
        space = " " if self.scheme.marker == "separate" else ""
        if self.scheme.placement == "suffix":
            return series(digits, f"{space}{marker}")
        return series(f"{marker}{space}", digits)


def _part(part: str) -> Expression | str:
    """Return a part of a number's form as an expression: a sign, or the name of a rule."""
    if part.endswith("?"):
        return Maybe(Name(part[:-1]))
    return Name(part) if part.isalpha() else part
