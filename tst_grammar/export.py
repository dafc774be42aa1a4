"""The strict grammar of a scheme, for other engines: exactly its canonical numbers, and nothing else."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Literal

from attrs import frozen

from tst_grammar import grammar
from tst_grammar.errors import SchemeError
from tst_grammar.locales import all_currency_words, is_token
from tst_grammar.scheme import TST, Scheme, require_scheme

_TARGETS = ("lark",)

_ANY, _NONZERO, _ZERO = "[0-9]", "[1-9]", "0"


def export_grammar(scheme: Scheme = TST, target: Literal["lark"] = "lark") -> str:
    """Return a stand-alone grammar that accepts exactly the canonical text of the scheme's numbers.

    >>> import lark
    >>> parser = lark.Lark(export_grammar(TST, "lark"), parser="lalr")
    >>> parser.parse("1m 234k 567. 890p").children
    [Token('NUMBER', '1m 234k 567. 890p')]
    """
    require_scheme(scheme)
    if target not in _TARGETS:
        raise SchemeError(
            f"no target {target!r}: expected {', '.join(_TARGETS)}",
            fault="unknown-target",
            expected=_TARGETS,
        )
    strict = _Strict(scheme)
    header = f"// The canonical numbers of {scheme!r}, and nothing else."
    affixed = "\n".join((header, *strict.number(), *strict.magnitude(), *strict.affixes()))
    return "\n\n".join((affixed, "\n".join(strict.integer()), "\n".join(strict.fraction()))) + "\n"


def magnitude_rules(scheme: Scheme) -> str:
    """Return rules for the canonical text of the scheme's numbers without sign and affixes, from `any` down.

    >>> print(magnitude_rules(Scheme(integer_digits=2, fraction_digits=0)))
    any: (positive | zero)
    nonzero: positive
    zero: /0/
    positive: lead_0
    lead_0: /(?:[1-9][0-9]|[1-9])/
    """
    strict = _Strict(scheme)
    lines = (*strict.magnitude(), *strict.integer(), *strict.fraction())
    return "\n".join(
        re.sub(
            r'"[^"]*"|/[^/]*/|[A-Z_0-9]+',
            lambda part: part[0].lower() if part[0][0].isupper() else part[0],
            line,
        )
        for line in lines
    )


@frozen
class _Strict:
    """Writes the terminals of one scheme: digit classes make a pattern, and patterns a choice."""

    scheme: Scheme

    def number(self) -> Iterator[str]:
        yield "start: NUMBER"
        yield 'NUMBER: PREFIX? ANY | "-" PREFIX? NONZERO | ANY SUFFIX | "-" NONZERO SUFFIX'

    def magnitude(self) -> Iterator[str]:
        has_fraction = self.scheme.fraction_digits > 0
        rest = '(". " FRACTION)?' if has_fraction else ""
        if self.scheme.point == "always":
            rest = '"." (" " FRACTION)?' if has_fraction else '"."'
        below_one = '| ZERO ". " NONZERO_FRACTION' if has_fraction else ""
        yield f"ANY: (POSITIVE | ZERO) {rest}".rstrip()
        yield f"NONZERO: POSITIVE {rest} {below_one}".rstrip()

    def affixes(self) -> Iterator[str]:
        signs = grammar.characters("CURRENCY")
        words = sorted(filter(self._is_token, all_currency_words()), key=lambda word: (-len(word), word))
        letters = "|".join(word for word in words if word.isalpha())
        mixed = "|".join(map(re.escape, (word for word in words if not word.isalpha())))
        yield f'PREFIX: /[{signs}]|{mixed}/ | /(?:{letters})/ " "'
        yield f'SUFFIX: /[{signs}%‰]/ | " " /(?:{mixed}|{letters})/'

    def _is_token(self, word: str) -> bool:
        return is_token(word) and self.scheme.power_of(word) is None

    def integer(self) -> Iterator[str]:
        size = self.scheme.group_size
        powers = [0, *self.scheme.integer_powers]
        yield f"ZERO: {self._group([[_ZERO] * (size if self.scheme.fill == 'all' else 1)], 0)}"
        yield "POSITIVE: " + " | ".join(f"LEAD_{power}" for power in reversed(powers))
        for power in powers:
            tail = f' " " TAIL_{power - size}' if power else ""
            width = min(size, self.scheme.integer_digits - power)
            lead = [[_NONZERO] + [_ANY] * count for count in reversed(range(width))]
            if self.scheme.fill == "all":
                lead = [[_ZERO] * (size - len(pattern)) + pattern for pattern in lead]
            yield f"LEAD_{power}: {self._group(lead, power)}{tail}"
            if power < powers[-1]:
                group = [[_ANY] * size]
                if self.scheme.fill == "none":
                    group = [[_NONZERO] + [_ANY] * count for count in reversed(range(size))] + [[_ZERO]]
                yield f"TAIL_{power}: {self._group(group, power)}{tail}"

    def fraction(self) -> Iterator[str]:
        size = self.scheme.group_size
        powers = list(self.scheme.fraction_powers)
        if powers:
            yield "FRACTION: FRACTION_1"
            yield f"NONZERO_FRACTION: {'NONZERO_FRACTION_1' if self.scheme.terminated else 'FRACTION_1'}"
        for depth, power in enumerate(powers, 1):
            width = min(size, self.scheme.fraction_digits + power + size)
            any_last, nonzero_last = self._last(power, width)
            more = power != powers[-1]
            onward = f'{self._group([[_ANY] * size], power)} " " FRACTION_{depth + 1} | ' if more else ""
            yield f"FRACTION_{depth}: {onward}{any_last if self.scheme.terminated else nonzero_last}"
            if self.scheme.terminated:
                nonzero = f'{self._group(_nonzero(size, size), power)} " " FRACTION_{depth + 1}'
                zero = f'{self._group([[_ZERO] * size], power)} " " NONZERO_FRACTION_{depth + 1}'
                onward = f"{nonzero} | {zero} | " if more else ""
                yield f"NONZERO_FRACTION_{depth}: {onward}{nonzero_last}"

    def _last(self, power: int, width: int) -> tuple[str, str]:
        """Return the last group of a fraction with digits in range: any, and any but zero."""
        size = self.scheme.group_size
        if not self.scheme.terminated:
            return "", self._group(_nonzero(width, size), power)
        written = range(1, width + 1)
        return (
            " | ".join(
                f'{self._group([[_ANY] * count + [_ZERO] * (size - count)], power)} " [T{count}]"'
                for count in written
            ),
            " | ".join(f'{self._group(_nonzero(count, size), power)} " [T{count}]"' for count in written),
        )

    def _group(self, choice: list[list[str]], power: int) -> str:
        """Return one group of these patterns with its marker, as its tokens stand in text."""
        patterns = "|".join(map(self._pattern, choice))
        digits = f"/(?:{patterns})/" if len(choice) > 1 else f"/{patterns}/"
        marker = self.scheme.marker_of(power)
        if not marker:
            return digits
        space = " " if self.scheme.marker == "separate" else ""
        if self.scheme.placement == "suffix":
            return f'{digits} "{space}{marker}"'
        return f'"{marker}{space}" {digits}'

    def _pattern(self, classes: list[str]) -> str:
        if self.scheme.unit == "digit":
            return " ".join(classes)
        runs = ((digit, len(list(run))) for digit, run in groupby(classes))
        return "".join(
            digit * count if len(digit) * count < 6 else f"{digit}{{{count}}}" for digit, count in runs
        )


def _nonzero(width: int, size: int) -> list[list[str]]:
    """Return the patterns of a group whose first digits are not all zero, and whose others are."""
    return [
        [_ZERO] * zeros + [_NONZERO] + [_ANY] * (width - zeros - 1) + [_ZERO] * (size - width)
        for zeros in range(width)
    ]
