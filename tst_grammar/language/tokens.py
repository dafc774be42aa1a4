"""The tokens of the TST language, and a TST number made of them."""

from decimal import Decimal
from enum import StrEnum

from attrs import field, frozen

from tst_grammar.diagnostics import Span
from tst_grammar.language.scheme import TST, Scheme
from tst_grammar.notation.number import Number


class Kind(StrEnum):
    """The kind of a token.

    >>> Kind.GROUP
    <Kind.GROUP: 'group'>
    """

    SIGN = "sign"
    CURRENCY = "currency"
    GROUP = "group"
    MARKER = "marker"
    POINT = "point"
    TERMINATOR = "terminator"
    PERCENT = "percent"


KINDS = {
    "MINUS": Kind.SIGN,
    "PLUS": Kind.SIGN,
    "CURRENCY": Kind.CURRENCY,
    "MIXED_CURRENCY": Kind.CURRENCY,
    "DIGITS": Kind.GROUP,
    "SUFFIXED": Kind.GROUP,
    "POINT": Kind.POINT,
    "TERMINATOR": Kind.TERMINATOR,
    "PERCENT": Kind.PERCENT,
}
"""The kind of each terminal of `tst_shape.lark` except MARKED, whose kind depends on the scheme."""


@frozen
class Token:
    """One token: its kind, its text, and its span in the source if it was read from one.

    >>> Token(Kind.GROUP, "234k")
    Token(kind=<Kind.GROUP: 'group'>, text='234k')
    """

    kind: Kind
    text: str
    span: Span | None = field(default=None, eq=False, repr=False)


@frozen
class TstNumber:
    """A TST number: its tokens, the number that they mean, and their scheme.

    A notebook shows its tokens as boxes.

    >>> import tst_grammar as tst
    >>> [token.text for token in tst.parse_tst("1k 500. 250p").tokens]
    ['1k', '500', '.', '250p']
    """

    tokens: tuple[Token, ...]
    number: Number
    scheme: Scheme = field(default=TST, eq=False, repr=False)

    @property
    def value(self) -> Decimal:
        """The exact value.

        >>> import tst_grammar as tst
        >>> tst.parse_tst("1k 500. 250p").value
        Decimal('1500.25')
        """
        return self.number.value

    def _repr_html_(self) -> str | None:
        from tst_grammar.models.pictures.notebook import number_html  # noqa: PLC0415 -- only notebooks ask for it

        return number_html(self)
