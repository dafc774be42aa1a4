"""Takes the parts of a number from its text, by the roles of its characters."""

from typing import NamedTuple

from attrs import field, frozen

from tst_grammar.automata.runner import Assembly, Runs
from tst_grammar.notation.number import MAX_EXPONENT

_NOTHING = slice(0, 0)
_ENOUGH = len(str(MAX_EXPONENT)) + 1


class Parts(NamedTuple):
    """The parts of a number, in the order of the fields of `Number`."""

    sign: str
    integer: str
    fraction: str
    exponent: int
    prefix: str
    suffix: str

    @property
    def value(self) -> tuple[str, str, int]:
        """The value in a normal form: its sign, its significant digits and their power of ten.

        >>> Parts("-", "01", "50", 1, "$", "").value
        ('-', '15', 0)
        """
        digits = (self.integer + self.fraction).lstrip("0")
        significant = digits.rstrip("0")
        if not significant:
            return "", "", 0
        power = self.exponent - len(self.fraction) + len(digits) - len(significant)
        return self.sign, significant, power


@frozen
class Recipe:
    """The positions of the parts of a number in a token.

    >>> recipe = Recipe.of((("minus", 0, 1), ("integer", 1, 2), ("integer", 3, 6), ("percent", 6, 7)))
    >>> recipe.parts("-1,234%", {})
    Parts(sign='-', integer='1234', fraction='', exponent=0, prefix='', suffix='%')
    """

    sign: str
    integer: tuple[slice, ...]
    fraction: tuple[slice, ...]
    exponent: slice
    exponent_sign: str
    ten: slice
    superscript: slice
    prefix: slice
    suffix: slice | str
    is_power: bool
    is_positional: bool = field(init=False)

    def __attrs_post_init__(self) -> None:
        places = (self.exponent, self.ten, self.superscript)
        is_positional = not self.is_power and all(place is _NOTHING for place in places)
        object.__setattr__(self, "is_positional", is_positional)

    @classmethod
    def of(cls, runs: Runs) -> "Recipe":
        """Return the recipe for runs of roles."""
        places = {role: slice(start, end) for role, start, end in runs}
        integer, fraction = (
            tuple(slice(start, end) for role, start, end in runs if role == part)
            for part in ("integer", "fraction")
        )
        ratio = "%" if "percent" in places else "‰" if "per mille" in places else ""
        digits = min((start for role, start, _ in runs if role in ("integer", "fraction")), default=0)
        affix = places.get("currency", _NOTHING)
        return cls(
            sign="-" if "minus" in places else "+" if "plus" in places else "",
            integer=integer,
            fraction=fraction,
            exponent=places.get("exponent", _NOTHING),
            exponent_sign="-" if "exponent minus" in places else "",
            ten=places.get("ten", _NOTHING),
            superscript=places.get("superscript", places.get("power superscript", _NOTHING)),
            prefix=affix if affix.start < digits else _NOTHING,
            suffix=affix if affix.start > digits else ratio,
            is_power="power" in places or "power superscript" in places,
        )

    def parts(self, raw: str, values: dict[int, str]) -> Parts | str:
        """Return the parts of a number, or the name of its fault; `values` are the values of its digits."""
        digits, fraction = _joined(raw, self.integer), _joined(raw, self.fraction)
        suffix = self.suffix if isinstance(self.suffix, str) else raw[self.suffix]
        if self.is_positional and raw.isascii():
            return Parts(self.sign, digits, fraction, 0, raw[self.prefix], suffix)
        exponent = raw[self.exponent]
        if not raw.isascii() and not (written := digits + fraction + raw[self.ten] + exponent).isascii():
            if len({ord(digit) - int(values[ord(digit)]) for digit in written}) > 1:
                return "mixed-scripts"
            digits, fraction, exponent = (part.translate(values) for part in (digits, fraction, exponent))
        exponent = exponent or raw[self.superscript].translate(values)
        size = int(exponent.lstrip("0")[:_ENOUGH] or "0")
        if size > MAX_EXPONENT:
            return "exponent-range"
        power = -size if self.exponent_sign else size
        return Parts(self.sign, "1" if self.is_power else digits, fraction, power, raw[self.prefix], suffix)


def _joined(raw: str, runs: tuple[slice, ...]) -> str:
    return raw[runs[0]] if len(runs) == 1 else "".join([raw[run] for run in runs])


NUMBER_PARTS = Assembly(Parts, Recipe.of)
"""The recipe by which a runner makes the parts of a number."""
