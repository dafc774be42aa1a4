"""NumeroLogic: the digits come after their count, as in `<sn>2<mn>42<en>` or `<sn>1.2<mn>3.14<en>`."""

import re
from decimal import Decimal
from typing import Final

from attrs import frozen

from tst_grammar.baselines.plain import encode_plain, read_plain
from tst_grammar.baselines.tokenization import Encoded
from tst_grammar.notation.number import Number

_START, _MIDDLE, _END = "<sn>", "<mn>", "<en>"

_SHAPE = re.compile(rf"([^<]*+){_START}([^<]*+){_MIDDLE}([0-9]++)(?:\.([0-9]++))?{_END}([^<]*+)")


@frozen
class NumeroLogic:
    """Writes how many digits are on each side of the point, then the digits one by one.

    >>> NUMEROLOGIC.encode("42").tokens
    ('<sn>', '2', '<mn>', '4', '2', '<en>')
    >>> "".join(NUMEROLOGIC.encode("-3.14").tokens)
    '-<sn>1.2<mn>3.14<en>'
    """

    name: str = "numerologic"

    def encode(self, number: str | Number) -> Encoded:
        """Return the tokens of a number."""
        return encode_plain(number, _marked)

    def decode(self, encoded: Encoded) -> Decimal | None:
        """Return the value of the digits, or None if their count is wrong.

        >>> NUMEROLOGIC.decode(Encoded(("<sn>", "3", "<mn>", "4", "2", "<en>")))
        """
        found = _SHAPE.fullmatch("".join(encoded.tokens))
        if not found or found[2] != _count(found[3], found[4] or ""):
            return None
        return read_plain(f"{found[1]}{_point(found[3], found[4] or '')}{found[5]}")


def _marked(integer: str, fraction: str) -> tuple[str, ...]:
    return (_START, *_count(integer, fraction), _MIDDLE, *_point(integer, fraction), _END)


def _count(integer: str, fraction: str) -> str:
    return _point(str(len(integer)), str(len(fraction)) if fraction else "")


def _point(before: str, after: str) -> str:
    return f"{before}.{after}" if after else before


NUMEROLOGIC: Final = NumeroLogic()
