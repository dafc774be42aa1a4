"""Writes `grammars/currencies.lark`: the currencies that are tokens of TST, from the vocabulary.

python scripts/make_currencies.py
"""

import unicodedata
from collections.abc import Iterable
from textwrap import wrap

from tst_grammar import Vocabulary
from tst_grammar.automata.grammar import folder
from tst_grammar.notation.locales import is_currency, is_currency_sign

_HEADING = """\
// The currencies besides single signs that are tokens of TST, the default scheme: codes and words of all
// locales, except markers. scripts/make_currencies.py writes this file.
"""


def text() -> str:
    """Return the text of the file."""
    tokens = [token for token in Vocabulary().punctuation if is_currency(token)]
    words = sorted(token for token in tokens if token.isalpha())
    mixed = sorted(token for token in tokens if not token.isalpha() and not is_currency_sign(token))
    return "\n".join(
        (
            _HEADING,
            "// Letters, with a space between them and the digits: USD 5, 5 kr",
            "",
            _terminal("WORD", words),
            "",
            "// Letters with a sign after them: US$5, 5 R$",
            "",
            _terminal("LETTERS_AND_SIGN", mixed),
            "",
        )
    )


def _terminal(name: str, choices: Iterable[str]) -> str:
    """Return the definition of a terminal that is one of several texts."""
    lines = wrap(" ".join(f'"{_visible(choice)}"' for choice in choices), 76)
    return f"{name}: " + "\n    | ".join(line.replace(" ", " | ") for line in lines)


def _visible(word: str) -> str:
    """Return a word, with escapes for letters that are written from right to left."""
    if all(unicodedata.bidirectional(letter) not in {"R", "AL"} for letter in word):
        return word
    return word.encode("unicode_escape").decode("ascii")


if __name__ == "__main__":
    (folder() / "currencies.lark").write_text(text(), encoding="utf-8")
