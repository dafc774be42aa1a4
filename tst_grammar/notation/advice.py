"""Advice about texts that people give for numbers but that are not decimal numbers."""

import re
from collections.abc import Collection

from tst_grammar.diagnostics import quoted

_ABBREVIATIONS = ("k", "m", "mn", "mio", "b", "bn", "mrd", "t", "tn", "trn", "q")
"""Letters after a number that make it larger, lower-cased."""

_SHORT = 20
"""How many characters of text beside a number a message names."""


def about_character(text: str, place: int) -> str:
    """Return advice about a character that ends a number too early, or an empty string.

    >>> about_character("1_000", 1)
    "'_' does not group digits here: leave it out"
    >>> about_character("0x1F", 1)
    "'0x1F' is not decimal: pass int('0x1F', 0)"
    """
    before, found = text[:place], text[place]
    if re.fullmatch("[-+]?0(?:x[0-9a-f]{1,40}|b[01]{1,40}|o[0-7]{1,40})", text, re.IGNORECASE):
        return f"{quoted(text)} is not decimal: pass int({text!r}, 0)"
    if not before[-1:].isdecimal():
        return ""
    if found == "_" and text[place + 1 : place + 2].isdecimal():
        return "'_' does not group digits here: leave it out"
    if found in "/⁄∕" and text[place + 1 : place + 2].isdecimal():
        return "a fraction of two numbers is not one decimal number: divide them, or pass a Fraction"
    return about_word(text[place:])


def about_end(before: str, expected: Collection[str]) -> str:
    """Return advice about a number that stops too early, or an empty string.

    `expected` names the terminals that may come next.

    >>> about_end("1e", {"EXPONENT", "EXPONENT_MINUS"})
    "the exponent is missing: write its digits after 'e'"
    >>> about_end("(5)", {"MONEY_SIGN"})
    "parentheses mean a minus sign only around money, as in ($5): write '-' before the number"
    """
    if "EXPONENT" in expected:
        return f"the exponent is missing: write its digits after {quoted(before[-1])}"
    if "BRACE" in expected:
        return "'{' is not closed: write '}' after the exponent"
    if "MONEY_SIGN" in expected and "(" in before:
        return "parentheses mean a minus sign only around money, as in ($5): write '-' before the number"
    return "'(' is not closed: write ')' after the number" if "CLOSE" in expected else ""


def about_word(word: str) -> str:
    """Return advice about a word after a number that is not a currency, or an empty string.

    >>> about_word("M")
    "'M' abbreviates a magnitude: write all digits of the number"
    >>> about_word("kg")
    "'kg' does not belong to the number: leave it out, or use annotate for running text"
    """
    if word.lower() in _ABBREVIATIONS:
        return f"{quoted(word)} abbreviates a magnitude: write all digits of the number"
    if re.fullmatch(r"[^\W\d_][^\W_]{0,20}", word):
        return not_part(word)
    return ""


def not_part(rest: str) -> str:
    """Return advice about text that comes before or after a number; a long text is named by its start.

    >>> not_part(":30")
    "':30' does not belong to the number: leave it out, or use annotate for running text"
    """
    named = rest if len(rest) <= _SHORT and rest.isprintable() else rest[0]
    return f"{quoted(named)} does not belong to the number: leave it out, or use annotate for running text"
