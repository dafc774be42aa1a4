"""The grammar of free text in which every number is a canonical one of a scheme, for llguidance."""

from collections.abc import Iterator

from tst_grammar.automata import grammar
from tst_grammar.language.exports.export import ANY_TOKENS
from tst_grammar.language.exports.rules import LARK
from tst_grammar.language.exports.strict import unsigned_rules
from tst_grammar.language.scheme import Scheme, require_scheme
from tst_grammar.linter.confusables import lettered
from tst_grammar.notation.locales import RATIO_SIGNS

_TEXT = """
start: TEXT
TEXT: PROSE | BEFORE NUMBER (BETWEEN NUMBER)* AFTER
NUMBER: CURRENCY? ANY | ANY MARK | "-" (CURRENCY? NONZERO | NONZERO MARK)
"""

_PROSE = r"""
// Blanks, brackets and quotes set a number apart. Lest more be read as part of it, two numbers have a word
// between them, or a mark other than a point, or the end of a line; and no word beside one is like a marker.
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
    """Return a grammar of text that may hold anything but numbers, and numbers of the scheme.

    They have the affixes that they can have in running text: one sign of a currency, percent or per mille.

    >>> print(free_text_grammar(Scheme(integer_digits=2, fraction_digits=0)).splitlines()[-1])
    LEAD_0: /(?:[1-9][0-9]|[1-9])/
    """
    require_scheme(scheme)
    lines = (ANY_TOKENS, _TEXT.strip(), *prose_lines(scheme), *LARK.lines(unsigned_rules(scheme)))
    return "\n".join(lines) + "\n"


def prose_lines(scheme: Scheme, barred: str = "") -> Iterator[str]:
    """Yield the terminals of what may stand around the numbers of a scheme, without some characters.

    >>> [line.partition(":")[0] for line in prose_lines(Scheme())][-4:]
    ['CHARACTER', 'MARKER', 'MARK', 'CURRENCY']
    """
    yield _PROSE.strip()
    yield f"CHARACTER: /[^\\p{{N}}{_digits()}{barred}]/"
    yield f"MARKER: /{_markers(scheme)}/"
    yield f"MARK: CURRENCY | /[{''.join(RATIO_SIGNS)}]/"
    yield f"CURRENCY: /[{grammar.characters('CURRENCY')}]/"


def _digits() -> str:
    """Return the digits of every script as ranges, because an engine may know fewer scripts."""
    return "".join(f"{zero}-{chr(ord(zero) + 9)}" for zero in grammar.characters("ZERO"))


def _markers(scheme: Scheme) -> str:
    """Return an expression for what looks like a marker when it stands alone."""
    named = ("".join(map(lettered, name)) for name in (*scheme.magnitudes, "e"))
    return rf"(\[MAG_)?({'|'.join(named)}|{lettered('p')}+)\]?"
