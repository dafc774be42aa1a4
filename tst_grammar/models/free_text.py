"""The llguidance grammar of free text in which every number is a canonical number of a scheme."""

from collections.abc import Iterator

from tst_grammar.automata import grammar
from tst_grammar.language.definition import lark_forms
from tst_grammar.language.exports.export import ANY_TOKENS
from tst_grammar.language.exports.rules import LARK
from tst_grammar.language.exports.strict import unsigned_rules
from tst_grammar.language.scheme import Scheme
from tst_grammar.linter.suspect.confusables import lettered
from tst_grammar.notation.locales import RATIO_SIGNS

_TEXT = """
start: TEXT
TEXT: PROSE | BEFORE NUMBER (BETWEEN NUMBER)* AFTER
"""

_NAMES = {"-": '"-"', "PREFIX": "CURRENCY", "SUFFIX": "MARK", "ANY": "ANY", "NONZERO": "NONZERO"}

_PROSE = r"""
// Blanks, brackets and quotes separate a number from the text. Between two numbers there is a word, a mark
// other than a point, or a line end, and no word beside a number looks like a marker. Without this, more text
// could be read as part of a number.
BEFORE: ((PROSE BLANK)? OPENING) & ~((PROSE NO_LETTER)? MARKER /\s+/ OPENING)
AFTER: (CLOSING (BLANK PROSE)?) & ~(CLOSING /\s+/ MARKER (NO_LETTER PROSE)?)
BETWEEN: AFTER & BEFORE & (PROSE BLANK PROSE) & (PROSE /[^\s.]|\n/ PROSE)
PROSE: CHARACTER*
BLANK: /[ \t\r\n]/
NO_LETTER: /[^\p{Latin}\p{Greek}\p{Cyrillic}_]/
OPENING: /[(\[{"'«‘“„*`]{0,4}/
CLOSING: /[)\]}"'»’”*`.,;!?…]{0,5}:?/
"""


def free_text_grammar(scheme: Scheme) -> str:
    """Return a grammar of text in which all digits belong to canonical numbers of the scheme.

    A number may have the affixes of running text: one currency sign, percent sign or per mille sign. In a
    scheme without affixes, these are text beside the number, and a sign cannot come before a currency.

    >>> print(free_text_grammar(Scheme(integer_digits=2, fraction_digits=0)).splitlines()[-1])
    LEAD_0: /(?:[1-9][0-9]|[1-9])/
    """
    number = lark_forms(scheme, _NAMES)
    if scheme.affixes == "none":
        number = f"{number} | CURRENCY ANY | ({number}) MARK"
    lines = (
        *(ANY_TOKENS, _TEXT.strip(), f"NUMBER: {number}"),
        *(*prose_lines(scheme), *LARK.lines(unsigned_rules(scheme))),
    )
    return "\n".join(lines) + "\n"


def prose_lines(scheme: Scheme, barred: str = "") -> Iterator[str]:
    """Yield the terminals for the text around the numbers of a scheme. It cannot contain `barred` characters.

    >>> [line.partition(":")[0] for line in prose_lines(Scheme())][-4:]
    ['CHARACTER', 'MARKER', 'MARK', 'CURRENCY']
    """
    yield _PROSE.strip()
    yield f"CHARACTER: /[^\\p{{N}}{_digits()}{barred}]/"
    yield f"MARKER: /{_markers(scheme)}/"
    yield f"MARK: CURRENCY | /[{''.join(RATIO_SIGNS)}]/"
    yield f"CURRENCY: /[{grammar.characters('CURRENCY')}]/"


def _digits() -> str:
    """Return the digits of all scripts as ranges, because an engine may know fewer scripts."""
    return "".join(f"{zero}-{chr(ord(zero) + 9)}" for zero in grammar.characters("ZERO"))


def _markers(scheme: Scheme) -> str:
    """Return a pattern for a word that looks like a marker."""
    named = ("".join(map(lettered, name)) for name in (*scheme.magnitudes, "e"))
    return rf"(\[MAG_)?({'|'.join(named)}|{lettered('p')}+)\]?"
