"""The boxes that pictures draw: one for each token, with its magnitude and its exact value."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final

from attrs import frozen

from tst_grammar.diagnostics import visible
from tst_grammar.language.groups import assemble
from tst_grammar.language.scheme import Scheme
from tst_grammar.language.tokens import Kind, Token
from tst_grammar.language.vocabulary import Vocabulary

_SMALL: Final = {0: "units", 1: "tens", 2: "hundreds", -1: "tenths", -2: "hundredths"}
_TRIADS: Final = ("thousand", "million", "billion", "trillion", "quadrillion")

_LONGEST_TEXT = 16
_LONGEST_VALUE = 24
"""The most characters of a token, and the most digits of a value before it gets a power of ten."""


@frozen
class Box:
    """A token and what to draw for it.

    `label` names its magnitude or, for a mark, its kind. `order` counts groups from the units: positive to
    the left, negative to the right, None for a mark. `value` is the value that the token has in any number,
    and `share` is what it adds to this number, which may depend on its place. Both are None if it has none.

    >>> Box("234k", "thousands", 1, Decimal(234000), Decimal(234000)).text
    '234k'
    """

    text: str
    label: str
    order: int | None = None
    value: Decimal | None = None
    share: Decimal | None = None

    @property
    def shown(self) -> str:
        """The token with invisible characters made visible, and shortened if it is long.

        >>> Box("1" + "p" * 99, "").shown, Box(" ", "").shown
        ('1pppppp…pppppppp', '␣')
        """
        return shortened(visible(self.text.replace(" ", "␣")), _LONGEST_TEXT)

    @property
    def meaning(self) -> str:
        """The value of the token as text for people. It is empty for a mark.

        >>> Box("k", "thousands", 1, Decimal(1000)).meaning
        '× 1000'
        """
        if self.share is None:
            return "" if self.value is None else f"× {plain(self.value)}"
        return plain(self.share) if self.value is not None else f"{plain(self.share)} by its place"


def boxes_of(tokens: Sequence[Token], *, scheme: Scheme) -> tuple[Box, ...]:
    """Return the boxes of the canonical tokens of a number.

    >>> import tst_grammar as tst
    >>> boxes = boxes_of(tst.parse_tst("1k 234. 500p").tokens, scheme=tst.TST)
    >>> [(box.text, box.label, box.meaning) for box in boxes[:2]]
    [('1k', 'thousands', '1000'), ('234', 'units', '234')]
    """
    vocabulary = Vocabulary(scheme)
    places = _places(tokens, scheme)
    return tuple(
        _digits_box(token.text, vocabulary, *next(places))
        if token.kind in (Kind.GROUP, Kind.MARKER)
        else Box(token.text, "per mille" if token.text == "‰" else token.kind)
        for token in tokens
    )


def magnitude(power: int) -> str:
    """Return the name of a power of ten.

    >>> magnitude(6), magnitude(-3), magnitude(4)
    ('millions', 'thousandths', '10^4')
    """
    triad = abs(power) // 3
    if power % 3 or not 1 <= triad <= len(_TRIADS):
        return _SMALL.get(power, f"10^{power}")
    return _TRIADS[triad - 1] + ("s" if power > 0 else "ths")


def plain(value: Decimal) -> str:
    """Write a value that is not negative in plain digits, or with a power of ten if there are many digits.

    >>> plain(Decimal("5E+3")), plain(Decimal("5E+300")), plain(Decimal("0.000"))
    ('5000', '5 × 10^300', '0')
    """
    if not value:
        return "0"
    _, digits, exponent = value.as_tuple()
    zeros = exponent if isinstance(exponent, int) else 0
    if max(len(digits) + max(zeros, 0), -zeros) <= _LONGEST_VALUE:
        return f"{value:f}"
    text = "".join(map(str, digits))
    bare = text.rstrip("0")
    return f"{shortened(bare, _LONGEST_VALUE)} × 10^{zeros + len(text) - len(bare)}"


def shortened(text: str, most: int) -> str:
    """Leave out the middle of a text that is longer than `most` characters.

    >>> shortened("1234567890", 10), shortened("1234567890", 6)
    ('1234567890', '12…890')
    """
    half = (most - 1) // 2
    return text if len(text) <= most else f"{text[:half]}…{text[half + 1 - most :]}"


def _digits_box(text: str, vocabulary: Vocabulary, power: int, share: Decimal | None) -> Box:
    order = power // vocabulary.scheme.group_size
    return Box(text, magnitude(power), order, vocabulary.value(text), share)


def _places(tokens: Sequence[Token], scheme: Scheme) -> Iterator[tuple[int, Decimal | None]]:
    """Yield the power of its group and its share for each token with digits or a marker."""
    point = next((place for place, token in enumerate(tokens) if token.kind is Kind.POINT), len(tokens))
    for side in (tokens[:point], tokens[point:]):
        words = [token for token in side if token.kind in (Kind.GROUP, Kind.MARKER)]
        for group in assemble(words, scheme=scheme, source="") if words else ():
            for share in _shares(group.digits, group.power, scheme):
                yield group.power, share


def _shares(digits: str, power: int, scheme: Scheme) -> list[Decimal | None]:
    """Return the value that each token of one group adds to the number. A separate marker adds nothing."""
    size = 1 if scheme.unit == "digit" else len(digits)
    shares: list[Decimal | None] = [
        Decimal(f"{digits[start : start + size]}E{power + len(digits) - start - size}")
        for start in range(0, len(digits), size)
    ]
    marker = [None] if scheme.marker == "separate" and power else []
    return [*shares, *marker] if scheme.placement == "suffix" else [*marker, *shares]
