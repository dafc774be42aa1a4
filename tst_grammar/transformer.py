"""From Lark's trees to the exact classes: a `Number`, and the tokens of a TST number."""

import re
from functools import cache

from lark import Token as Leaf
from lark import Transformer

from tst_grammar import grammar
from tst_grammar.diagnostics import Span, quoted
from tst_grammar.errors import NotationError, RangeError
from tst_grammar.number import MAX_EXPONENT, Number
from tst_grammar.scheme import Scheme
from tst_grammar.tokens import Kind, Token

_PARTS = {
    "MINUS": "sign",
    "PLUS": "sign",
    "CURRENCY": "prefix",
    "PLAIN": "integer",
    "GROUPED": "integer",
    "POINT": "point",
    "FRACTION": "fraction",
    "E": "exponent_mark",
    "EXPONENT": "exponent",
    "PERCENT": "suffix",
}

_KINDS = {
    "MINUS": Kind.SIGN,
    "PLUS": Kind.SIGN,
    "CURRENCY": Kind.CURRENCY,
    "DIGITS": Kind.GROUP,
    "SUFFIXED": Kind.GROUP,
    "POINT": Kind.POINT,
    "TERMINATOR": Kind.TERMINATOR,
    "PERCENT": Kind.PERCENT,
}


class NumberTransformer(Transformer[Leaf, Number]):
    """Builds the `Number` of a tree of `number.lark`."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self._source = source
        self._zero = ""

    def start(self, leaves: list[Leaf]) -> Number:
        """Take each part from its leaf, with its digits as ASCII."""
        parts: dict[str, Leaf] = {}
        for leaf in leaves:
            part = _PARTS[leaf.type]
            if part == "sign" and "exponent_mark" in parts:
                part = "exponent_sign"
            parts[part] = leaf
        return Number(
            sign=_sign(parts.get("sign")),
            integer=self._digits(parts.get("integer")),
            fraction=self._digits(parts.get("fraction")),
            exponent=self._exponent(parts),
            prefix=str(parts.get("prefix", "")),
            suffix=str(parts.get("suffix", "")),
            source=self._source,
            spans={part: _span(leaf) for part, leaf in parts.items()},
        )

    def _exponent(self, parts: dict[str, Leaf]) -> int:
        digits = self._digits(parts.get("exponent")).lstrip("0") or "0"
        if len(digits) > len(str(MAX_EXPONENT)):
            raise RangeError(
                f"the exponent has {len(digits)} digits: the largest that is read is {MAX_EXPONENT}",
                fault="exponent-range",
                source=self._source,
                span=_span(parts["exponent"]),
            )
        return int(_sign(parts.get("exponent_sign")) + digits)

    def _digits(self, leaf: Leaf | None) -> str:
        if leaf is None:
            return ""
        text = str(leaf)
        if not self._source.isascii():
            self._check_script(leaf)
            text = text.translate(_ascii_digits())
        return re.sub("[^0-9]+", "", text) if leaf.type == "GROUPED" else text

    def _check_script(self, leaf: Leaf) -> None:
        """Refuse digits of more than one script in one number."""
        values = _ascii_digits()
        for position, character in enumerate(leaf, leaf.start_pos or 0):
            value = values.get(ord(character))
            if value is None:
                continue
            zero = chr(ord(character) - int(value))
            self._zero = self._zero or zero
            if zero != self._zero:
                raise NotationError(
                    f"{quoted(character)} is a digit of another script: "
                    "all digits of a number are of one script",
                    fault="mixed-scripts",
                    source=self._source,
                    span=Span(position, position + 1),
                )


class TstTransformer(Transformer[Leaf, tuple[Token, ...]]):
    """Builds the tokens of a tree of `tst.lark`, as the scheme reads its words."""

    def __init__(self, scheme: Scheme) -> None:
        super().__init__()
        self._separate = scheme.marker == "separate"

    def start(self, leaves: list[Leaf]) -> tuple[Token, ...]:
        """Take a token from each leaf but the spaces."""
        return tuple(self._token(leaf) for leaf in leaves if leaf.type != "SPACE")

    def _token(self, leaf: Leaf) -> Token:
        span = _span(leaf)
        text = leaf.lstrip(" ")
        if leaf.type == "MARKED":
            alone = self._separate or not text[-1].isdigit()
            kind = Kind.MARKER if alone else Kind.GROUP
        else:
            kind = _KINDS[leaf.type]
        return Token(kind, text, Span(span.end - len(text), span.end))


def _sign(leaf: Leaf | None) -> str:
    if leaf is None:
        return ""
    return "-" if leaf.type == "MINUS" else "+"


def _span(leaf: Leaf) -> Span:
    return Span(leaf.start_pos or 0, leaf.end_pos or 0)


@cache
def _ascii_digits() -> dict[int, str]:
    """Map the digits of every script to ASCII."""
    return {ord(zero) + value: str(value) for zero in grammar.characters("ZERO") for value in range(10)}
