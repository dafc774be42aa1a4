"""Compares an answer with the right one, exactly or within tolerances."""

from decimal import Decimal
from fractions import Fraction
from typing import Literal

from attrs import frozen

from tst_grammar.answers.answer import Answer, Exact
from tst_grammar.answers.extraction import extract
from tst_grammar.answers.number_pieces import LONGEST
from tst_grammar.diagnostics import quoted, represented
from tst_grammar.errors import NotationError, OptionError, RangeError
from tst_grammar.language.scheme import TST
from tst_grammar.language.schemes import AnyScheme
from tst_grammar.notation.number import Number, not_finite
from tst_grammar.option_checks import checked_text

Kind = Literal["exact", "within-tolerance", "wrong", "unreadable", "missing"]
"""How an answer compares with the right one."""

Value = Exact | int | float | str | Number
"""A value to compare with, or a text of it in any notation. A float means its shortest decimal."""


@frozen
class Verdict:
    """How an answer compares with the right one, `gold`.

    `kind` is `exact`, `within-tolerance`, `wrong`, `unreadable` (the answer is damaged or ambiguous) or
    `missing` (there is no number).

    >>> from tst_grammar.answers import compare, extract
    >>> verdict = compare(extract("The answer is 41"), 42)
    >>> verdict.kind, verdict.is_right, verdict.difference
    ('wrong', False, Fraction(-1, 1))
    """

    kind: Kind
    gold: Exact
    value: Exact | None = None
    problem: str | None = None

    @property
    def is_right(self) -> bool:
        """Whether the answer is exact or within the tolerance."""
        return self.kind in ("exact", "within-tolerance")

    @property
    def difference(self) -> Fraction | None:
        """The exact difference, positive if the answer is too large, or None without a value."""
        return None if self.value is None else Fraction(self.value) - Fraction(self.gold)


def compare(
    answer: Answer | Value | None,
    gold: Value,
    *,
    rel_tol: Value = 0,
    abs_tol: Value = 0,
    places: int | None = None,
    percent: Literal["strict", "either"] = "strict",
    scheme: AnyScheme = TST,
    locale: str = "en",
) -> Verdict:
    """Compare an answer with the right one, with exact arithmetic.

    An answer may be an `Answer`, a value, a text to extract it from, or None. `gold` may be a text in any
    notation. An answer is right if it differs by at most `abs_tol`, or by at most `rel_tol` of the right
    value, or if both are equal when rounded to `places` decimals, half to even. The value of 50% is 50;
    `percent="either"` also takes 0.5 for it.

    >>> compare("So it is $1,234.50.", "1234.5").kind
    'exact'
    >>> compare("about 3.14", "3.14159", rel_tol="0.001").kind
    'within-tolerance'
    >>> compare("The answer is 50%.", "0.5").kind, compare("The answer is 50%.", "0.5", percent="either").kind
    ('wrong', 'exact')
    >>> compare("The answer is 12k 34", 12034).kind, compare("I do not know", 12034).kind
    ('unreadable', 'missing')
    """
    if checked_text("percent", percent) not in ("strict", "either"):
        raise OptionError(f"percent is {quoted(percent)}: it must be 'strict' or 'either'", fault="percent")
    relative, absolute = (_tolerance(name, tol) for name, tol in (("rel_tol", rel_tol), ("abs_tol", abs_tol)))
    digits = _places(places)
    checked_text("locale", locale)
    right, right_is_percent = _gold(gold, scheme, locale)
    if isinstance(answer, str):
        answer = extract(answer, scheme=scheme, locale=locale)
    if answer is None:
        return Verdict("missing", right)
    if isinstance(answer, Answer):
        if answer.value is None:
            kind: Kind = "missing" if answer.problem == "no-number" else "unreadable"
            return Verdict(kind, right, problem=answer.problem)
        value, is_percent = answer.value, answer.is_percent
    else:
        value, is_percent = _exact(answer, "answer"), False
    pairs = [(value, right)]
    if percent == "either":
        pairs += [(Fraction(value) / 100, right)] if is_percent else []
        pairs += [(value, Fraction(right) / 100)] if right_is_percent else []
    if any(mine == its for mine, its in pairs):
        return Verdict("exact", right, value)
    near = any(_is_near(Fraction(mine), Fraction(its), relative, absolute, digits) for mine, its in pairs)
    return Verdict("within-tolerance" if near else "wrong", right, value)


def _is_near(
    value: Fraction, gold: Fraction, relative: Fraction, absolute: Fraction, places: int | None
) -> bool:
    if abs(value - gold) <= max(relative * abs(gold), absolute):
        return True
    return places is not None and round(value * 10**places) == round(gold * 10**places)


def _tolerance(name: str, tolerance: Value) -> Fraction:
    value = Fraction(_exact(tolerance, name))
    if value < 0:
        raise OptionError(f"{name} is {represented(tolerance)}: a tolerance is at least 0", fault="tolerance")
    return value


def _places(places: int | None) -> int | None:
    if places is not None and (not isinstance(places, int) or isinstance(places, bool)):
        raise TypeError(f"places takes an int, not {type(places).__name__}")
    if places is not None and not 0 <= places <= LONGEST:
        raise OptionError(f"places is {represented(places)}: it must be from 0 to {LONGEST}", fault="places")
    return places


def _gold(gold: Value, scheme: AnyScheme, locale: str) -> tuple[Exact, bool]:
    if not isinstance(gold, str):
        return _exact(gold, "gold"), False
    answer = extract(gold, scheme=scheme, locale=locale)
    if answer is None or answer.value is None:
        why = f" ({answer.problem})" if answer and answer.problem else ""
        raise NotationError(f"the right answer {quoted(gold)} has no certain value{why}", fault="gold")
    return answer.value, answer.is_percent


def _exact(value: Value, name: str) -> Exact:
    """Return the exact value of a number, or of a text that is only a number."""
    if isinstance(value, bool) or not isinstance(value, Decimal | Fraction | int | float | str | Number):
        raise TypeError(f"{name} takes a number or a text, not {type(value).__name__}")
    if isinstance(value, str):
        answer = extract(value, rules=("last",))
        if answer is None or answer.value is None or answer.raw != value.strip():
            raise NotationError(f"{name} is {quoted(value)}: it must be a number", fault="gold")
        return answer.value
    if isinstance(value, Number):
        value = value.value
    if isinstance(value, float):
        value = Decimal(repr(value))
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise not_finite(str(value))
        if abs(value.adjusted()) > LONGEST or len(value.as_tuple().digits) > LONGEST:
            raise RangeError(f"{name} has more than {LONGEST} digits", fault="exponent-range")
        return value
    return Decimal(value) if isinstance(value, int) else value
