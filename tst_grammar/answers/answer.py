"""An answer that was found in a text, and the candidates for it."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

from attrs import field, frozen

Exact = Decimal | Fraction
"""An exact value. It is a `Fraction` where the text has a fraction."""


@frozen
class Candidate:
    """A number of a text, with its exact value and its position.

    `value` is None if the number is damaged or has several `readings`; `problem` then names the reason.
    `magnitude` is the magnitude word or letter that scales the value, as in `3 million`.
    """

    raw: str
    start: int
    end: int
    value: Exact | None
    unit: str = ""
    is_percent: bool = False
    magnitude: str = ""
    problem: str | None = None
    readings: tuple[Exact, ...] = ()


@frozen
class Answer:
    r"""The number that a text gives as its answer.

    `rule` is the rule that chose it. `value` is None if there is a `problem`: the name of a fault,
    `ambiguous`, `no-number`, `expression` or `unclosed`. `readings` holds the values that it can have.

    >>> from tst_grammar.answers import extract
    >>> answer = extract("9 * 2 = 18, so she makes $18 a day.\n#### $18")
    >>> answer.value, answer.raw, answer.rule, answer.unit
    (Decimal('18'), '$18', 'hash', '$')
    >>> [candidate.raw for candidate in answer.candidates]
    ['9', '2', '18', '$18', '$18']
    """

    value: Exact | None
    raw: str
    start: int
    end: int
    rule: str
    unit: str = ""
    is_percent: bool = False
    magnitude: str = ""
    problem: str | None = None
    readings: tuple[Exact, ...] = ()
    _all: Callable[[], tuple[Candidate, ...]] = field(default=tuple, eq=False, repr=False)

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """Every number of the text."""
        return self._all()
