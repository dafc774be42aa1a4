"""Builds the exact `Number` from a Lark tree of `number.lark`."""

import re

from lark import Token as Leaf
from lark import Transformer

from tst_grammar.automata import grammar
from tst_grammar.diagnostics import Span, quoted
from tst_grammar.errors import NotationError
from tst_grammar.notation.advice import about_word
from tst_grammar.notation.locales import Locale, is_currency
from tst_grammar.notation.number import MAX_EXPONENT, Number

_PARTS = {
    "NEGATIVE": "sign",
    "POSITIVE": "sign",
    "OPEN": "sign",
    "PLAIN": "integer",
    "GROUPED": "integer",
    "POINT": "point",
    "FRACTION": "fraction",
    "GROUPED_FRACTION": "fraction",
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
    """Builds the `Number` from a tree of `number.lark`, as the locale reads it."""

    def __init__(self, source: str, locale: Locale) -> None:
        super().__init__()
        self._source = source
        self._locale = locale

    def start(self, leaves: list[Leaf]) -> Number:
        """Take each part from its leaf, with ASCII digits."""
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
            spans={part: span_of(leaf) for part, leaf in parts.items()},
        )

    def _exponent(self, parts: dict[str, Leaf]) -> int:
        leaf = parts.get("exponent")
        if leaf is None:
            return 0
        text = _sign(parts.get("exponent_sign")) + _digits(leaf)
        if leaf.type != "EXPONENT":
            text = "".join(_SUPERSCRIPTS.get(character, "") for character in leaf)
        digits = text.lstrip("-+").lstrip("0") or "0"
        size = int(digits[: len(str(MAX_EXPONENT)) + 1])  # enough digits for `Number` to refuse it
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
            message = f"{quoted(text)} is not a currency in {self._locale.id}"
            if is_currency(text):
                message += ", though it is in other locales"
            elif leaf.start_pos:
                message = about_word(text) or message
            raise NotationError(message, fault="unknown-currency", source=self._source, span=span_of(leaf))
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
                        f"{quoted(character)} is from another script: "
                        "a number's digits must be from one script",
                        fault="mixed-scripts",
                        source=self._source,
                        span=Span(position, position + 1),
                    )


def _digits(leaf: Leaf | None) -> str:
    """Return the ASCII digits of a leaf; a power of ten is 1 with its exponent."""
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


def span_of(leaf: Leaf) -> Span:
    """Return the span of a leaf in its text."""
    return Span(leaf.start_pos or 0, leaf.end_pos or 0)
