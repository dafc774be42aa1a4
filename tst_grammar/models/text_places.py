"""What `text.lark` says about the characters beside a number, for the regex engines of tokenizers."""

import re
import string
from functools import cache
from itertools import product
from typing import Final

from tst_grammar.automata.charsets import Ranges, common, others, ranges_of_class
from tst_grammar.automata.compiler.linking import definitions_in
from tst_grammar.automata.compiler.patterns import class_of, pattern_of
from tst_grammar.automata.compiler.productions import Chain, Definitions, Look
from tst_grammar.notation.locales import find_locale
from tst_grammar.notation.roles import NUMBERS
from tst_grammar.text.text_tokens import text_tokens

WORD: Final = r"[\p{L}\p{M}\p{N}_]"

_MARKS: Final = f"{string.punctuation.replace('_', '')}‐‑–—’"
_IN_WORDS: Final = ("a{}5",)
_IN_DIGITS: Final = ("5{}5", "12{}30", "1{}234", "2024{}01{}15", "1{}12{}2024", "1{}2{}3")


def no_word_before() -> str:
    """Return a pattern for a place with no word directly before it."""
    return f"(?:(?<!{WORD})|(?<={_unspaced()}))"


def no_word_after() -> str:
    """Return a pattern for a place with no word directly after it."""
    return f"(?:(?!{WORD})|(?={_unspaced()}))"


def not_linked_before() -> str:
    """Return a pattern for a place that no mark links to what is before it, unlike in GPT-4 and 10:30."""
    return f"(?<!{WORD}{_linking(*_IN_WORDS)})(?<![0-9]{_linking(*_IN_DIGITS)})(?<!\\.)"


def not_linked_after() -> str:
    """Return a pattern for a place that no mark links to what is after it, unlike in 5@x.org and 5/6."""
    return f"(?!{_linking(*_IN_WORDS)}{WORD})(?!{_linking(*_IN_DIGITS)}[0-9])"


def no_isbn_after() -> str:
    """Return a pattern for a place where no ISBN starts."""
    return f"(?!{pattern_of('text.isbn', _definitions('isbn'))}{no_word_after()})"


def not_joined_before() -> str:
    """Return a pattern for a place where a hyphen is a minus, because it does not join two things."""
    *_, marks, signs = _places("UNJOINED")
    return "".join(f"(?<!{class_of(others(ranges))})" for ranges in (marks, signs))


@cache
def _unspaced() -> str:
    """Return the class of letters that can touch a number without a space, such as Chinese ones."""
    (no_word,) = _places("AFTER_NO_WORD")
    return class_of(common(ranges_of_class(r"\w"), no_word))


@cache
def _linking(*examples: str) -> str:
    """Return the class of marks that make one token of an example, which then is not a number to cut.

    >>> _linking("5{}a")
    '[@]'
    """
    tokens = text_tokens(find_locale("en"), "", None)
    linking = ""
    for mark, example in product(_MARKS, examples):
        text = example.replace("{}", mark)
        whole = (kind for start, end, kind, _ in tokens.find(text) if (start, end) == (0, len(text)))
        if any(mark != "." or kind not in NUMBERS for kind in whole):
            linking += mark
    return f"[{re.escape(''.join(dict.fromkeys(linking)))}]"


def _places(terminal: str) -> tuple[Ranges, ...]:
    """Return the characters that may be at each of the places of which a terminal of `text.lark` consists."""
    place = _definitions(terminal).terminals[f"text.{terminal}"]
    parts = place.parts if isinstance(place, Chain) else (place,)
    return tuple(part.ranges for part in parts if isinstance(part, Look))


def _definitions(name: str) -> Definitions:
    """Return the definition of a rule or terminal of `text.lark`, and those that it uses."""
    return definitions_in(f"%import text ({name})\nstart: found\nfound: {name}")
