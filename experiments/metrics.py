"""How an answer compares with the right one, with the verdicts of `tst_grammar.answers`."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import zip_longest
from math import log10

from attrs import frozen

from tst_grammar.answers import Verdict, compare

_DIGITS = 15
"""How many digits count in log-sMAPE, as in BitTokens."""


@frozen
class Graded:
    """The metrics of one answer, each from 0 to 1."""

    exact: float
    digits: float
    log_smape: float


def graded(values: Sequence[Decimal | str | None], gold: Sequence[Decimal | str]) -> Graded:
    """Grade the numbers and words of an answer.

    >>> graded([Decimal("12.5")], [Decimal("12.5")])
    Graded(exact=1.0, digits=1.0, log_smape=1.0)
    >>> graded([Decimal("12.4")], [Decimal("12.5")]).digits
    0.6666666666666666
    """
    if len(values) != len(gold):
        return Graded(0.0, 0.0, 0.0)
    each = [_graded(value, right) for value, right in zip(values, gold, strict=True)]
    return Graded(
        float(all(grade.exact for grade in each)),
        sum(grade.digits for grade in each) / len(each),
        sum(grade.log_smape for grade in each) / len(each),
    )


def _graded(value: Decimal | str | None, gold: Decimal | str) -> Graded:
    if isinstance(gold, str) or isinstance(value, str):
        return Graded(*[float(value == gold)] * 3)
    verdict = compare(value, gold)
    return Graded(float(verdict.is_right), _digit_match(value, gold), _log_smape(verdict))


def _digit_match(value: Decimal | None, gold: Decimal) -> float:
    """Return the share of the places of both numbers in which their digits are equal; a sign is a place."""
    if value is None:
        return 0.0
    (whole, part), (right_whole, right_part) = (f"{each:f}".partition(".")[::2] for each in (value, gold))
    part, right_part = part.rstrip("0"), right_part.rstrip("0")
    places = [*zip_longest(whole[::-1], right_whole[::-1]), *zip_longest(part, right_part)]
    same: int = sum(mine == its for mine, its in places)
    return same / len(places)


def _log_smape(verdict: Verdict) -> float:
    """Return how many of 15 digits the symmetric relative error leaves right, as a share."""
    if verdict.difference is None or verdict.value is None:
        return 0.0
    error = abs(verdict.difference)
    if not error:
        return 1.0
    size = abs(Fraction(verdict.value)) + abs(Fraction(verdict.gold))
    return min(1.0, -log10(float(error / size)) / _DIGITS)
