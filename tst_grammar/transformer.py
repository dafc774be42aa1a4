"""From Lark's trees to the exact classes: a `Number`, and the tokens of a TST number."""

import re

from attrs import evolve
from lark import Token as Leaf
from lark import Transformer

from tst_grammar import grammar
from tst_grammar.diagnostics import Span, quoted
from tst_grammar.errors import NotationError
from tst_grammar.locales import Locale, is_currency
from tst_grammar.number import MAX_EXPONENT, Number
from tst_grammar.scheme import Scheme
from tst_grammar.tokens import KINDS, Kind, Token

_PARTS = {
    "NEGATIVE": "sign",
    "POSITIVE": "sign",
    "OPEN": "sign",
    "PLAIN": "integer",
    "GROUPED": "integer",
    "POINT": "point",
    "FRACTION": "fraction",
    "E": "exponent_mark",
    "TIMES_TEN": "exponent_mark",
    "TIMES_TEN_BRACE": "exponent_mark",
    "TEN_TO": "exponent_mark",
    "TEN_TO_BRACE": "exponent_mark",
    "TIMES_TEN_SUPER": "exponent",
    "TEN_SUPER": "exponent",
    "EXPONENT_MINUS": "exponent_sign",
    "EXPONENT_PLUS": "exponent_sign",
    "EXPONENT": "exponent",
    "HUNDREDTHS": "suffix",
    "THOUSANDTHS": "suffix",
}
_MONEY = ("MONEY_SIGN", "MONEY_CODE", "MONEY_WORD")
_SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+", strict=True))


class NumberTransformer(Transformer[Leaf, Number]):
    """Builds the `Number` of a tree of `number.lark`, as the locale reads it."""

    def __init__(self, source: str, locale: Locale) -> None:
        super().__init__()
        self._source = source
        self._locale = locale

    def start(self, leaves: list[Leaf]) -> Number:
        """Take each part from its leaf, with its digits as ASCII."""
        if not self._source.isascii():
            self._check_scripts(leaves)
        parts: dict[str, Leaf] = {}
        for leaf in leaves:
            name = leaf.type
            part = _PARTS.get(name, "")
            if name in _MONEY:
                part = "suffix" if parts.keys() & {"integer", "fraction", "exponent"} else "prefix"
            if name.startswith("TEN"):
                parts["integer"] = leaf
            if part:
                parts[part] = leaf
        return Number(
            sign=_sign(parts.get("sign")),
            integer=_digits(parts.get("integer")),
            fraction=_digits(parts.get("fraction")),
            exponent=self._exponent(parts),
            prefix=self._affix(parts.get("prefix")),
            suffix=self._affix(parts.get("suffix")),
            source=self._source,
            spans={part: _span(leaf) for part, leaf in parts.items()},
        )

    def _exponent(self, parts: dict[str, Leaf]) -> int:
        leaf = parts.get("exponent")
        if leaf is None:
            return 0
        text = _sign(parts.get("exponent_sign")) + _digits(leaf)
        if leaf.type != "EXPONENT":
            text = "".join(_SUPERSCRIPTS.get(character, "") for character in leaf)
        digits = text.lstrip("-+").lstrip("0") or "0"
        size = int(digits[: len(str(MAX_EXPONENT)) + 1])  # enough of it for `Number` to refuse it
        return -size if text.startswith("-") else size

    def _affix(self, leaf: Leaf | None) -> str:
        """Return a currency as it was written, and a percent or per mille sign in its plain form."""
        if leaf is None:
            return ""
        name = leaf.type
        if name not in _MONEY:
            return "%" if name == "HUNDREDTHS" else "‰"
        text = leaf.lstrip(grammar.characters("BIDI"))
        if name != "MONEY_SIGN" and not self._locale.knows_currency(text):
            elsewhere = ", though it is in other locales" if is_currency(text) else ""
            message = f"{quoted(text)} is not a currency in {self._locale.id}{elsewhere}"
            raise NotationError(message, fault="unknown-currency", source=self._source, span=_span(leaf))
        return text

    def _check_scripts(self, leaves: list[Leaf]) -> None:
        """Refuse digits of more than one script in one number."""
        values = grammar.ascii_digits()
        first = ""
        for leaf in leaves:
            for position, character in enumerate(leaf, leaf.start_pos or 0):
                value = values.get(ord(character))
                if value is None:
                    continue
                zero = chr(ord(character) - int(value))
                first = first or zero
                if zero != first:
                    raise NotationError(
                        f"{quoted(character)} is of another script: all digits of a number are of one",
                        fault="mixed-scripts",
                        source=self._source,
                        span=Span(position, position + 1),
                    )


class TstTransformer(Transformer[Leaf, tuple[Token, ...]]):
    """Builds the tokens of a tree of `tst.lark`, as the scheme reads its words."""

    def __init__(self, scheme: Scheme) -> None:
        super().__init__()
        self._scheme = scheme

    def start(self, leaves: list[Leaf]) -> tuple[Token, ...]:
        """Take a token from each leaf but the spaces."""
        tokens = [self._token(leaf) for leaf in leaves if leaf.type != "SPACE"]
        first = 1 if tokens[0].kind is Kind.SIGN else 0
        if len(tokens) > first + 1 and tokens[first + 1].kind in (Kind.GROUP, Kind.MARKER):
            tokens[first] = self._as_currency(tokens[first])
        if len(tokens) > first + 1 + (tokens[first].kind is Kind.CURRENCY):  # a word is left for the digits
            tokens[-1] = self._as_currency(tokens[-1])
        return tuple(tokens)

    def _as_currency(self, token: Token) -> Token:
        """Return a first or last word as a currency if it is one and no marker."""
        is_word = token.kind is Kind.MARKER and self._scheme.power_of(token.text) is None
        return evolve(token, kind=Kind.CURRENCY) if is_word and is_currency(token.text) else token

    def _token(self, leaf: Leaf) -> Token:
        span = _span(leaf)
        text = leaf.lstrip(" ")
        if leaf.type == "MARKED":
            alone = self._scheme.marker == "separate" or text[-1] not in "0123456789"
            kind = Kind.MARKER if alone else Kind.GROUP
        else:
            kind = KINDS[leaf.type]
        return Token(kind, text, Span(span.end - len(text), span.end))


def _digits(leaf: Leaf | None) -> str:
    """Return the ASCII digits of a leaf; a power of ten is one and its exponent."""
    if leaf is None:
        return ""
    if leaf.type.startswith("TEN"):
        return "1"
    text = str(leaf) if leaf.isascii() else leaf.translate(grammar.ascii_digits())
    return text if text.isdigit() else re.sub("[^0-9]+", "", text)


def _sign(leaf: Leaf | None) -> str:
    if leaf is None:
        return ""
    return "+" if leaf.type in ("POSITIVE", "EXPONENT_PLUS") else "-"


def _span(leaf: Leaf) -> Span:
    return Span(leaf.start_pos or 0, leaf.end_pos or 0)
