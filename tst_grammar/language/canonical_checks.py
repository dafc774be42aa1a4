"""Checks that groups read from TST have the canonical spelling, and takes their digits."""

from collections.abc import Sequence

from attrs import frozen

from tst_grammar.diagnostics import Span, quoted
from tst_grammar.errors import DecodeError, RangeError
from tst_grammar.language.definition import digits_of, is_affix, sign_of, terminator, terminators_of
from tst_grammar.language.groups import Group, spell
from tst_grammar.language.scheme import Scheme
from tst_grammar.language.tokens import Kind, Token


@frozen
class CanonicalChecks:
    """Checks the groups of one source against the canonical spelling of a scheme."""

    scheme: Scheme
    source: str

    def integer(self, groups: list[Group]) -> str:
        """Return the integer digits of the groups before the point."""
        size = self.scheme.group_size
        for index, group in enumerate(groups):
            if group.power < 0:
                raise self._fault(
                    "missing-point",
                    group,
                    f"{_shown(group)} is a fraction group, but no point comes before it",
                )
            if index > 0:
                self._check_order(group, groups[index - 1], is_last=index == len(groups) - 1)
            self._check_integer_width(group, is_first=index == 0)
        if groups[-1].power:
            units = self._after_first("0", 0)
            raise self._fault(
                "missing-units",
                _end_of(groups[-1]),
                f"the units group is missing after {_shown(groups[-1])}",
                units,
            )
        first, *others = (group.digits for group in groups)
        return "".join((first, *(digits.rjust(size, "0") for digits in others))).lstrip("0") or "0"

    def _check_order(self, group: Group, previous: Group, *, is_last: bool) -> None:
        """Refuse an integer group that is not one magnitude below the one before it."""
        due = previous.power - self.scheme.group_size
        if group.power == due:
            return
        expected = self._after_first(group.digits, due) if due >= 0 else "the end"
        if group.power == previous.power:
            what = (
                f"repeats the magnitude of {_shown(previous)}" if group.power else "is a second units group"
            )
            raise self._fault("repeated-magnitude", group, f"{_shown(group)} {what}", expected)
        if group.power > previous.power:
            raise self._fault(
                "rising-magnitude",
                group,
                f"{_shown(group)} is of a larger magnitude than {_shown(previous)} before it",
                expected,
            )
        marker = quoted(self.scheme.marker_of(due))
        if group.power == 0 and (not is_last or len(group.digits) > self.scheme.group_size):
            raise self._fault(
                "missing-magnitude",
                group,
                f"{_shown(group)} has no marker: after {_shown(previous)} comes {marker}",
                expected,
            )
        self._check_longest(group)
        zero = self._after_first("0", due)
        raise self._fault(
            "skipped-magnitude",
            group,
            f"the group with {marker} is missing between {_shown(previous)} and {_shown(group)}",
            zero,
        )

    def _check_integer_width(self, group: Group, *, is_first: bool) -> None:
        rule = digits_of(group.power, scheme=self.scheme, is_first=is_first)
        if rule.admits(group.digits):
            return
        self._check_longest(group)
        spelled = rule.spelled(group.digits)
        if len(group.digits) < rule.least:
            which = "a group" if self.scheme.fill == "all" else "a group after the first"
            raise self._short(group, which, self._spelled(spelled, group.power))
        if group.digits != spelled:
            raise self._fault(
                "leading-zero",
                group,
                f"{_shown(group)} is padded with zeros",
                self._spelled(spelled, group.power),
            )
        if not group.digits.strip("0"):
            raise self._fault("leading-zero-group", group, f"{_shown(group)} is zero and comes first")
        raise self._beyond(group, "integer", self.scheme.integer_digits)

    def fraction(self, groups: list[Group], end: Token | None) -> str:
        """Return the fraction digits of the groups after the point, without padding."""
        previous = 0
        for group in groups:
            self._check_depth(group, previous)
            rule = digits_of(group.power, scheme=self.scheme)
            if not rule.least <= len(group.digits) <= rule.most:
                self._check_longest(group)
                padded = rule.spelled(group.digits)
                raise self._short(group, "a fraction group", self._spelled(padded, group.power))
            previous = group.power
        digits = "".join(group.digits for group in groups)
        last = groups[-1]
        if self.scheme.terminated:
            return digits[: -previous - self.scheme.group_size + self._written(last, end)]
        if end:
            raise self._fault(
                "stray-terminator", end, f"this scheme does not write {quoted(end.text)}", "the end"
            )
        if not digits_of(previous, scheme=self.scheme, is_last=True).admits(last.digits):
            if not last.digits.strip("0"):
                raise self._fault(
                    "trailing-zero-group", last, f"{_shown(last)} is zero and comes last", "the end"
                )
            raise self._beyond(last, "fraction", self.scheme.fraction_digits)
        return digits.rstrip("0")

    def _check_depth(self, group: Group, previous: int) -> None:
        """Refuse a fraction group that is not one depth below the one before it."""
        due = previous - self.scheme.group_size
        if group.power == due:
            return
        marker = quoted(self.scheme.marker_of(due))
        expected = self._spelled(group.digits.ljust(self.scheme.group_size, "0"), due)
        if group.power == 0:
            raise self._fault(
                "missing-magnitude",
                group,
                f"{_shown(group)} has no marker: {marker} belongs here",
                expected,
            )
        if group.power > 0:
            raise self._fault(
                "integer-magnitude", group, f"{_shown(group)} is an integer group after the point", expected
            )
        if group.power == previous:
            raise self._fault(
                "repeated-magnitude",
                group,
                f"{_shown(group)} repeats the magnitude of the group before it",
                expected,
            )
        if group.power > previous:
            raise self._fault(
                "rising-magnitude",
                group,
                f"{_shown(group)} is of a larger magnitude than the group before it",
                expected,
            )
        self._check_longest(group)
        zero = self._spelled("0" * self.scheme.group_size, due)
        raise self._fault(
            "fraction-gap", group, f"the group with {marker} is missing before {_shown(group)}", zero
        )

    def _written(self, last: Group, end: Token | None) -> int:
        """Return how many digits of the last fraction group the terminator says were written."""
        allowed = terminators_of(last.power, scheme=self.scheme)
        if end and end.text in allowed and allowed[end.text].admits(last.digits):
            return list(allowed).index(end.text) + 1
        counts = range(max(len(last.digits.rstrip("0")), 1), self.scheme.group_size + 1)
        fitting = tuple(dict.fromkeys((terminator(counts[0]), terminator(counts[-1]))))
        if end is None:
            raise self._fault(
                "missing-terminator",
                _end_of(last),
                f"no terminator follows {_shown(last)}",
                *fitting,
            )
        if end.text in map(terminator, counts):
            raise self._beyond(last, "fraction", self.scheme.fraction_digits)
        raise self._fault(
            "misfit-terminator",
            end,
            f"{quoted(end.text)} does not fit {_shown(last)}: expected {' to '.join(fitting)}",
            *fitting,
        )

    def point(self, point: Token | None, *, has_fraction: bool) -> None:
        """Refuse a point without a fraction, or a missing one, as the scheme says."""
        if point is None and self.scheme.point == "always":
            end = len(self.source)
            raise self._fault("missing-point", Span(end, end), "this scheme always writes a point", ".")
        if point and not has_fraction and self.scheme.point == "fraction":
            raise self._fault("dangling-point", point, "no fraction follows the point", "a fraction group")

    def sign(self, sign: Token, *, is_zero: bool) -> None:
        """Refuse any sign but the minus of a number below zero."""
        if sign.text == sign_of(sign.text, is_zero=is_zero):
            return
        if not sign_of(sign.text, is_zero=False):
            raise self._fault(
                "noncanonical-sign",
                sign,
                f"{quoted(sign.text)} is not canonical: the only sign is '-'",
                "-",
            )
        raise self._fault("negative-zero", sign, "zero has no sign")

    def affixes(self, tokens: Sequence[Token]) -> tuple[str, str]:
        """Return the affixes before and after the digits; refuse more than one."""
        marks = [token for token in tokens if token.kind in (Kind.CURRENCY, Kind.PERCENT)]
        if not marks:
            return "", ""
        *others, mark = marks
        if self.scheme.affixes == "none":
            raise self._fault("unexpected-token", marks[0], no_affix(marks[0].text))
        if others:
            raise self._fault(
                "second-affix", mark, f"{quoted(mark.text)} is a second currency or percent sign"
            )
        if not is_affix(mark.text, scheme=self.scheme):
            raise self._fault("unknown-currency", mark, f"{quoted(mark.text)} is not a currency")
        return ("", mark.text) if mark is tokens[-1] else (mark.text, "")

    def _check_longest(self, group: Group) -> None:
        size = self.scheme.group_size
        if len(group.digits) > size:
            raise self._fault(
                "long-group",
                group,
                f"{_shown(group)} has {len(group.digits)} digits: a group has at most {size}",
            )

    def _short(self, group: Group, which: str, padded: str) -> DecodeError:
        digits = f"{len(group.digits)} digit{'s' if len(group.digits) > 1 else ''}"
        message = f"{_shown(group)} has {digits}: {which} has {self.scheme.group_size} digits"
        return self._fault("short-group", group, message, padded)

    def _beyond(self, group: Group, part: str, most: int) -> RangeError:
        return RangeError(
            f"{_shown(group)} is beyond the {most} {part} digits of this scheme",
            fault=f"{part}-range",
            source=self.source,
            span=group.span,
        )

    def _after_first(self, digits: str, power: int) -> str:
        """Return digits spelled as a group after the first."""
        return self._spelled(digits_of(power, scheme=self.scheme).spelled(digits), power)

    def _spelled(self, digits: str, power: int) -> str:
        return " ".join(token.text for token in spell(digits, power, scheme=self.scheme))

    def _fault(
        self, fault: str, place: Group | Token | Span | None, message: str, *expected: str
    ) -> DecodeError:
        span = place.span if isinstance(place, Group | Token) else place
        return DecodeError(message, fault=fault, source=self.source, span=span, expected=expected)


def no_affix(affix: str) -> str:
    """Return the message about an affix in a scheme that has none.

    >>> no_affix("%")
    "'%' is not part of a number: affixes='none' allows only a sign and digits"
    """
    return f"{quoted(affix)} is not part of a number: affixes='none' allows only a sign and digits"


def _end_of(group: Group) -> Span | None:
    return Span(group.span.end, group.span.end) if group.span else None


def _shown(group: Group) -> str:
    return quoted(group.text)
