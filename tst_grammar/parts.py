"""Takes the parts of a number from its text, by the roles that the tables give to its characters."""

from typing import NamedTuple

from attrs import field, frozen

from tst_grammar import grammar
from tst_grammar.matcher import Runs
from tst_grammar.number import MAX_EXPONENT

_NOTHING = slice(0, 0)
_RATIOS = {"percent": "%", "per mille": "‰"}
_ENOUGH = len(str(MAX_EXPONENT)) + 1
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")


class Parts(NamedTuple):
    """The parts of a number, as those of a `Number`."""

    sign: str
    integer: str
    fraction: str
    exponent: int
    prefix: str
    suffix: str

    @property
    def currency(self) -> str:
        """The currency sign, if the number has one."""
        return "" if self.suffix in _RATIOS.values() else self.prefix or self.suffix

    @property
    def value(self) -> tuple[str, str, int]:
        """What all spellings of a value share: its sign, its significant digits and their power of ten.

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
    """Which characters of a token are which parts of a number.

    >>> recipe = Recipe.of((("sign", 0, 1), ("integer", 1, 2), ("integer", 3, 6), ("percent", 6, 7)))
    >>> recipe.parts("-1,234%")
    Parts(sign='-', integer='1234', fraction='', exponent=0, prefix='', suffix='%')
    """

    sign: str
    integer: tuple[slice, ...]
    fraction: slice
    exponent: slice
    exponent_sign: str
    ten: slice
    superscript: slice
    prefix: slice
    suffix: slice | str
    is_positional: bool = field(init=False)

    def __attrs_post_init__(self) -> None:
        places = (self.exponent, self.ten, self.superscript)
        object.__setattr__(self, "is_positional", all(place is _NOTHING for place in places))

    @classmethod
    def of(cls, runs: Runs) -> "Recipe":
        """Return the recipe for runs of roles."""
        places: dict[str, slice] = {}
        integer: list[slice] = []
        sign = exponent_sign = ""
        suffix: slice | str = _NOTHING
        for role, start, end in runs:
            is_after_digits = bool(integer) or "fraction" in places or "ten" in places
            if role == "integer":
                integer.append(slice(start, end))
            elif role == "minus" and (is_after_digits or "currency" not in places):
                exponent_sign = "-"
            elif role in ("sign", "minus"):
                sign = "-"
            elif role in _RATIOS:
                suffix = _RATIOS[role]
            elif role == "currency" and is_after_digits:
                suffix = slice(start, end)
            else:
                places[role] = slice(start, end)
        return cls(
            sign=sign,
            integer=tuple(integer),
            fraction=places.get("fraction", _NOTHING),
            exponent=places.get("exponent", _NOTHING),
            exponent_sign=exponent_sign,
            ten=places.get("ten", _NOTHING),
            superscript=places.get("superscript", _NOTHING),
            prefix=places.get("currency", _NOTHING),
            suffix=suffix,
        )

    def parts(self, raw: str) -> Parts | str:
        """Return the parts of a number, or the fault for which it is none."""
        digits = (
            raw[self.integer[0]] if len(self.integer) == 1 else "".join([raw[run] for run in self.integer])
        )
        fraction = raw[self.fraction]
        suffix = self.suffix if isinstance(self.suffix, str) else raw[self.suffix]
        if self.is_positional and raw.isascii():
            return Parts(self.sign, digits, fraction, 0, raw[self.prefix], suffix)
        exponent = raw[self.exponent]
        if not raw.isascii() and not (written := digits + fraction + raw[self.ten] + exponent).isascii():
            values = grammar.ascii_digits()
            if len({ord(digit) - int(values[ord(digit)]) for digit in written}) > 1:
                return "mixed-scripts"
            digits, fraction, exponent = (part.translate(values) for part in (digits, fraction, exponent))
        power = 0
        if superscript := raw[self.superscript]:
            exponent = superscript.translate(_SUPERSCRIPTS).lstrip("+")
        if exponent:
            size = exponent.lstrip("-").lstrip("0")[:_ENOUGH] or "0"
            power = -int(size) if self.exponent_sign or exponent.startswith("-") else int(size)
            if abs(power) > MAX_EXPONENT:
                return "exponent-range"
        if not (digits or fraction):  # a power of ten
            digits = "1"
        return Parts(self.sign, digits, fraction, power, raw[self.prefix], suffix)
