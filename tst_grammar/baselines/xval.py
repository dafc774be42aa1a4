"""xVal: every number is the one token `[NUM]`, and the model multiplies its embedding by the value."""

import struct
from decimal import Decimal
from typing import Final

from attrs import evolve, frozen

from tst_grammar.baselines.plain import encode_plain
from tst_grammar.baselines.tokenization import Encoded
from tst_grammar.errors import RangeError
from tst_grammar.notation.number import Number
from tst_grammar.notation.written import parse_number

_TOKEN = "[NUM]"  # noqa: S105 -- a token of another kind

_LARGEST = Decimal(2**128 - 2**104)
"""The largest value that single precision holds."""


@frozen
class XVal:
    """Writes one token, and gives its scale in single precision, as a model holds it.

    >>> str(XVAL.encode("9.11"))
    '[NUM] (×9.10999966)'
    >>> XVAL.decode(XVAL.encode("9.11"))
    Decimal('9.10999965667724609375')
    """

    name: str = "xval"

    def encode(self, number: str | Number) -> Encoded:
        """Return the token and the scale of a number. A currency or percent sign is a token too."""
        number = parse_number(number) if isinstance(number, str) else number
        marks = encode_plain(evolve(number, sign=""), lambda *_: [_TOKEN])
        return evolve(marks, scale=_single(number.value))

    def decode(self, encoded: Encoded) -> Decimal | None:
        """Return the scale, or None if the tokens have no `[NUM]`."""
        return encoded.scale if _TOKEN in encoded.tokens else None


def _single(value: Decimal) -> Decimal:
    """Round a value to single precision, because that is the point of this baseline."""
    if not -_LARGEST <= value <= _LARGEST:
        raise RangeError("the number is too large for single precision", fault="integer-range")
    (held,) = struct.unpack("f", struct.pack("f", float(value)))
    return Decimal(held)


XVAL: Final = XVal()
