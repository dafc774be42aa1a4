"""The class `Scheme`, which holds and checks every option of TST, and the presets."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, Literal

from attrs import Attribute, field, fields, frozen

from tst_grammar.diagnostics import either, quoted, represented
from tst_grammar.errors import SchemeError
from tst_grammar.option_checks import checked_flag, checked_text

_TRIADIC_NAMES = ("k", "m", "b", "t", "q")

RESERVED: Final = ("[MAG_", "]")
"""What is before and after the name in a marker with the reserved spelling."""

POWER: Final = "e"
"""What is before the power of ten in a marker without a name."""

TERMINATOR: Final = ("[T", "]")
"""What is before and after the count of digits in a terminator."""

_FRACTION = "p"

MOST_DIGITS: Final = {"integer": 1_000_000, "fraction": 10_000}
"""The most digits on each side of the point that a scheme can have.

The marker of a deep fraction group repeats p, so the text grows with the square of the digits.
"""


def _whole(least: int, most: int) -> Callable[[object, "Attribute[Any]", object], None]:
    """Return a validator for a field that is an int from `least` to `most`."""

    def check(_: object, attribute: "Attribute[Any]", value: object) -> None:
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError(f"{attribute.alias} takes an int, not {type(value).__name__}")
        if not least <= value <= most:
            given = f", not {value}" if abs(value) < 10**20 else ""
            raise SchemeError(f"{attribute.alias} must be {least} to {most}{given}", fault="scheme-value")

    return check


def _choice(*choices: str) -> Any:  # noqa: ANN401 -- as attrs types `field`
    """Return a field that takes one of these values; the first is the default."""

    def check(_: object, attribute: "Attribute[Any]", value: object) -> None:
        text = checked_text(attribute.alias or attribute.name, value)
        if text not in choices:
            expected = either(tuple(map(repr, choices)))
            raise SchemeError(
                f"{attribute.alias} must be {expected}, not {quoted(text)}",
                fault="scheme-value",
                expected=choices,
            )

    return field(default=choices[0], validator=check, metadata={"choices": choices})


def _flag(_: object, attribute: "Attribute[Any]", value: object) -> None:
    checked_flag(attribute.alias or attribute.name, value)


def _default_magnitudes(group_size: int) -> tuple[str, ...]:
    return _TRIADIC_NAMES if group_size == 3 else ()


def _names(_: object, attribute: "Attribute[Any]", value: object) -> None:
    if value is None:
        return
    if not isinstance(value, tuple) or not all(isinstance(name, str) for name in value):
        raise TypeError(f"{attribute.alias} takes a tuple of str, not {represented(value)}")


@frozen(repr=False, cache_hash=True)
class Scheme:
    """How numbers are written as TST.

    `group_size`: the number of digits in a group.
    `marker`: a magnitude is `"joined"` to its digits (Option B) or `"separate"` (Option A).
    `unit`: a token holds a whole `"group"` or one `"digit"`; the marker goes to one digit of each group.
    `placement`: the marker comes after its digits (`"suffix"`) or before them (`"prefix"`).
    `fill`: zeros pad every integer group but the first (`"interior"`), `"all"` of them, or `"none"`.
    `point`: the point is written only before a `"fraction"`, or `"always"`.
    `terminated`: end each fraction with `[Tn]`, where n is how many digits of its last group were written.
    `spelling`: markers are a `"letter"` such as `k`, or `"reserved"` such as `[MAG_k]`.
    `affixes`: a number may have a currency or a percent sign (`"all"`), or only a sign and digits (`"none"`).
    `integer_digits`, `fraction_digits`: the most digits on each side of the point.
    `magnitudes`: names of the groups above the units, smallest first; a group without a name is `e<power>`.

    >>> Scheme(group_size=4)
    Scheme(group_size=4)
    >>> Scheme(group_size=4, magnitudes=("万", "億")).marker_of(4)
    '万'
    """

    group_size: int = field(default=3, validator=_whole(1, MOST_DIGITS["integer"]))
    marker: Literal["joined", "separate"] = _choice("joined", "separate")
    unit: Literal["group", "digit"] = _choice("group", "digit")
    placement: Literal["suffix", "prefix"] = _choice("suffix", "prefix")
    fill: Literal["interior", "all", "none"] = _choice("interior", "all", "none")
    point: Literal["fraction", "always"] = _choice("fraction", "always")
    terminated: bool = field(default=False, validator=_flag)
    spelling: Literal["letter", "reserved"] = _choice("letter", "reserved")
    affixes: Literal["all", "none"] = _choice("all", "none")
    integer_digits: int = field(default=18, validator=_whole(1, MOST_DIGITS["integer"]))
    fraction_digits: int = field(default=15, validator=_whole(0, MOST_DIGITS["fraction"]))
    # None means the default names, so that `evolve` to another group size takes that size's names
    _magnitudes: tuple[str, ...] | None = field(default=None, validator=_names)

    def __attrs_post_init__(self) -> None:
        if self._magnitudes == _default_magnitudes(self.group_size):
            object.__setattr__(self, "_magnitudes", None)
        self._check_magnitudes()
        if self.unit == "digit" and self.fill == "none":
            raise SchemeError(
                "fill='none' contradicts unit='digit': without zeros nothing says where a group ends",
                fault="scheme-conflict",
            )
        if self.placement == "prefix" and self.marker == "joined" and self.spelling == "letter":
            self._check_prefixes()

    def _check_magnitudes(self) -> None:
        for name in self.magnitudes:
            if not name.isalpha() or not name.strip(_FRACTION):
                raise SchemeError(
                    f"magnitudes holds {quoted(name)}: a name is letters, and not p, pp, …",
                    fault="scheme-value",
                )
        if len(set(self.magnitudes)) < len(self.magnitudes):
            raise SchemeError("magnitudes holds a name twice", fault="scheme-value")

    def _check_prefixes(self) -> None:
        """Refuse powers that cannot be told from the digits after them: e3 before 012 is e30 before 12."""
        has_one_width = self.group_size == 1 or self.unit == "digit" or self.fill == "all"
        first = self.group_size * (len(self.magnitudes) + 1)
        is_named_e = POWER in self.magnitudes and first < self.integer_digits
        if not has_one_width and (10 * first < self.integer_digits or is_named_e):
            raise SchemeError(
                f"placement='prefix' contradicts group_size={self.group_size} and "
                f"integer_digits={self.integer_digits}: e{first} and e{first}0 cannot be told from the "
                "digits after them; give more magnitudes, or spelling='reserved' or fill='all'",
                fault="scheme-conflict",
            )

    def __repr__(self) -> str:
        default = {attribute.name: attribute.default for attribute in fields(Scheme)}
        changed = (
            f"{attribute.alias}={value!r}"
            for attribute in fields(Scheme)
            if (value := getattr(self, attribute.name)) != default[attribute.name]
        )
        return f"Scheme({', '.join(changed)})"

    @property
    def magnitudes(self) -> tuple[str, ...]:
        """The names of the groups above the units, smallest first.

        >>> Scheme().magnitudes
        ('k', 'm', 'b', 't', 'q')
        """
        if self._magnitudes is None:
            return _default_magnitudes(self.group_size)
        return self._magnitudes

    @property
    def integer_powers(self) -> range:
        """The powers of ten of the integer groups above the units, smallest first.

        >>> list(Scheme().integer_powers)
        [3, 6, 9, 12, 15]
        """
        return range(self.group_size, self.integer_digits, self.group_size)

    @property
    def fraction_powers(self) -> range:
        """The powers of ten of the fraction groups' last digits, largest first.

        >>> list(Scheme().fraction_powers)
        [-3, -6, -9, -12, -15]
        """
        size = self.group_size
        return range(-size, -self.fraction_digits - size, -size)

    def marker_of(self, power: int) -> str:
        """Return the marker of the group whose last digit has this power of ten; the units have none.

        >>> Scheme().marker_of(6), Scheme().marker_of(18), Scheme().marker_of(-6), Scheme().marker_of(0)
        ('m', 'e18', 'pp', '')
        """
        if power == 0:
            return ""
        order = power // self.group_size
        if order < 0:
            name = _FRACTION * -order
        elif order <= len(self.magnitudes):
            name = self.magnitudes[order - 1]
        else:
            name = f"{POWER}{power}"
        return name.join(RESERVED) if self.spelling == "reserved" else name

    def power_of(self, marker: str) -> int | None:
        """Return the power of ten of a marker, in range or not, or None if it is not a marker.

        >>> Scheme().power_of("m"), Scheme().power_of("e18"), Scheme().power_of("K")
        (6, 18, None)
        """
        return _power_of(self, marker)


@lru_cache(4096)
def _power_of(scheme: Scheme, marker: str) -> int | None:
    name = marker
    if scheme.spelling == "reserved":
        opening, closing = RESERVED
        if not (marker.startswith(opening) and marker.endswith(closing)):
            return None
        name = marker.removeprefix(opening).removesuffix(closing)
    if name and not name.strip(_FRACTION):
        return -len(name) * scheme.group_size
    if name in scheme.magnitudes:
        return (scheme.magnitudes.index(name) + 1) * scheme.group_size
    digits = name[1:]
    if name[:1] != POWER or not (digits.isascii() and digits.isdigit()) or len(digits) > 18:
        return None
    power = int(digits)
    is_order = power > 0 and power % scheme.group_size == 0
    return power if is_order and scheme.marker_of(power) == marker else None


def gst(group_size: int) -> Scheme:
    """Return the scheme with groups of this size, the paper's Generalized Suffix Tokenization.

    >>> gst(1)
    Scheme(group_size=1)
    """
    return Scheme(group_size=group_size)


OPTION_B: Final = Scheme()
TST: Final = OPTION_B
OPTION_A: Final = Scheme(marker="separate")
ALGORITHM_1: Final = Scheme(fill="all", point="always")
DIGIT_HYBRID: Final = Scheme(unit="digit")
PREFIX: Final = Scheme(placement="prefix")
TERMINATED: Final = Scheme(terminated=True)
