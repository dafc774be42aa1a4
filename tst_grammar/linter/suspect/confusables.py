"""Characters that look alike: letters that look like digits, and letters of other scripts like markers."""

from functools import cache

DIGIT_LETTERS = {"O": "0", "o": "0", "I": "1", "l": "1", "S": "5"}
"""Letters that look like digits."""

_LOOKALIKES = {
    "a": "аα",
    "b": "ьвβ",
    "c": "сϲ",
    "d": "ԁ",
    "e": "еε",
    "g": "ɡ",
    "h": "һ",
    "i": "іι",
    "j": "ј",
    "k": "кκ",
    "l": "ӏ",
    "m": "мϻ",
    "o": "оο",
    "p": "рρ",
    "q": "ԛ",
    "s": "ѕ",
    "t": "тτ",
    "u": "υ",
    "v": "ѵν",
    "w": "ԝω",
    "x": "хχ",
    "y": "уγ",
}
_WIDE = ord("ａ") - ord("a")


@cache
def lookalikes(letter: str) -> str:
    """Return the letters that look like a letter: its other case first, then other scripts in both cases.

    >>> lookalikes("k")
    'KкКκΚｋＫ'
    """
    small = letter.lower()
    others = [letter.swapcase() if len(letter.swapcase()) == 1 else ""]
    others += [form for other in _LOOKALIKES.get(small, "") for form in (other, other.upper())]
    if "a" <= small <= "z":
        others += [chr(ord(small) + _WIDE), chr(ord(small.upper()) + _WIDE)]
    return "".join(dict.fromkeys(form for form in others if form not in ("", letter)))


def lettered(letter: str) -> str:
    """Return a regular expression class for a letter and its lookalikes.

    >>> lettered("q")
    '[qQԛԚｑＱ]'
    """
    return f"[{letter}{lookalikes(letter)}]"
