"""Plain decimal digits: all baselines start from them, and most read them back."""

from collections.abc import Callable, Iterable
from decimal import Decimal

from tst_grammar.baselines.tokenization import Encoded
from tst_grammar.errors import TstGrammarError
from tst_grammar.language.codec import positional
from tst_grammar.language.scheme import Scheme
from tst_grammar.notation.locales import find_locale
from tst_grammar.notation.number import Number
from tst_grammar.notation.reading import read
from tst_grammar.notation.written import parse_number

Cut = Callable[[str, str], Iterable[str]]
"""Cuts the digits before and after the decimal point into tokens."""

_WIDE = Scheme(integer_digits=10_000, fraction_digits=10_000, terminated=True)
"""A scheme that keeps trailing zeros and refuses exponents that would fill the memory."""


def encode_plain(number: str | Number, cut: Cut) -> Encoded:
    """Return the tokens of a number: its plain digits, with sign, currency and percent sign around them.

    >>> encode_plain("-$1.5e3", lambda integer, fraction: [integer]).tokens
    ('-', '$', '1500')
    """
    number = parse_number(number) if isinstance(number, str) else number
    integer, fraction = positional(number.integer, number.fraction, number.exponent, scheme=_WIDE)
    sign = "-" if number.sign == "-" else ""
    around = (sign, number.prefix), (number.suffix,)
    before, after = (tuple(filter(None, marks)) for marks in around)
    return Encoded((*before, *cut(integer, fraction), *after))


def read_plain(text: str) -> Decimal | None:
    """Return the value of a number as people write it, or None if the text is not a number.

    >>> read_plain("-1,234.50"), read_plain("1.2.3")
    (Decimal('-1234.50'), None)
    """
    try:
        return read(text, find_locale("en")).value
    except TstGrammarError:
        return None
