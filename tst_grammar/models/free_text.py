"""The llguidance grammar of free text in which every number is a canonical number of a scheme."""

from collections.abc import Iterator

from tst_grammar.automata import grammar
from tst_grammar.language.definition import lark_forms
from tst_grammar.language.exports.export import ANY_TOKENS
from tst_grammar.language.exports.rules import LARK
from tst_grammar.language.exports.strict import unsigned_rules
from tst_grammar.language.scheme import Scheme
from tst_grammar.linter.confusables import lettered
from tst_grammar.notation.locales import RATIO_SIGNS

_TEXT = """
start: TEXT
TEXT: PROSE | BEFORE NUMBER (BETWEEN NUMBER)* AFTER
"""

_SHAPES = ("DATE", "TIME", "IP")
"""The terminals of `text.lark` that a text may have besides numbers and versions."""

_NAMES = {"-": '"-"', "PREFIX": "CURRENCY", "SUFFIX": "MARK", "ANY": "ANY", "NONZERO": "NONZERO"}

_PROSE = r"""
// Blanks, brackets and quotes separate a number from the text. Between two numbers there is a word, a mark
// other than a point, or a line end, and no word beside a number looks like a marker. Without this, more text
// could be read as part of a number. Shapes such as dates are separated from the text in the same way.
BEFORE: ((PROSE BLANK)? OPENING) & ~((ALL NO_LETTER)? MARKER /\s+/ OPENING)
AFTER: (CLOSING (BLANK PROSE)?) & ~(CLOSING /\s+/ MARKER (NO_LETTER ALL)?)
BETWEEN: AFTER & BEFORE & (ALL BLANK ALL) & (ALL /[^\s.]|\n/ ALL)
PROSE: WORDS | (WORDS BLANK)? SHAPED (BLANK (WORDS BLANK)? SHAPED)* (BLANK WORDS)?
SHAPED: OPENING SHAPE CLOSING
WORDS: CHARACTER*
ALL: /[^\x{10FFFF}]*/
BLANK: /[ \t\r\n]/
NO_LETTER: /[^\p{Latin}\p{Greek}\p{Cyrillic}_]/
OPENING: /[(\[{"'«‘“„*`]{0,4}/
CLOSING: /[)\]}"'»’”*`.,;!?…]{0,5}:?/
"""

_NAME = r"/[A-Za-z_][A-Za-z0-9_]*([-.][A-Za-z0-9_]+)*/"
_ADDRESS = r"/(https?|ftp):\/\/[A-Za-z0-9_~\/?#@&=+.%-]*[A-Za-z0-9_\/]/"
_PATH = r"/[~.]?\/[A-Za-z][A-Za-z0-9_.\/-]*[A-Za-z0-9_\/]/"

_PLAIN = "/-?[0-9]+([.,'][0-9]+)*([eE][-+]?[0-9]+)?/"


def free_text_grammar(scheme: Scheme, *, plain: bool = False) -> str:
    """Return a grammar of text in which all digits belong to canonical numbers of the scheme or to shapes.

    With `plain`, they may also belong to any other number in plain digits.

    A number may have the affixes of running text: one currency sign, percent sign or per mille sign. In a
    scheme without affixes, these are text beside the number, and a sign cannot come before a currency.

    >>> print(free_text_grammar(Scheme(integer_digits=2, fraction_digits=0)).splitlines()[-1])
    LEAD_0: /(?:[1-9][0-9]|[1-9])/
    """
    number = lark_forms(scheme, _NAMES)
    if scheme.point == "fraction" and scheme.fill != "all":
        number = f"{number} | LEAD_0 /[\\/-]/ LEAD_0"  # a ratio, or a range
    if scheme.affixes == "none":
        number = f"{number} | CURRENCY ANY | ({number}) MARK"
    lines = (
        *(ANY_TOKENS, _TEXT.strip(), f"NUMBER: {number}{f' | {_PLAIN}' if plain else ''}"),
        *(*prose_lines(scheme), *LARK.lines(unsigned_rules(scheme))),
    )
    return "\n".join(lines) + "\n"


def prose_lines(scheme: Scheme, barred: str = "", *, plain: bool = False) -> Iterator[str]:
    """Yield the terminals for the text around the numbers of a scheme, in which shapes have digits.

    With a `barred` character, which the text cannot contain, shapes are only dates, times and names, whose
    digits a tokenizer leaves alone. With `plain`, plain numbers are shapes too.

    >>> [line.partition(":")[0] for line in prose_lines(Scheme())][-5:]
    ['CHARACTER', 'SHAPE', 'MARKER', 'MARK', 'CURRENCY']
    """
    if barred:
        shapes = [_shape("DATE"), _shape("TIME"), _NAME]
    else:
        version = f"({_shape('VERSION')} & ~(ALL /[0-9]{{5}}/ ALL))"  # without this, it may never end
        shapes = [*map(_shape, _SHAPES), version, _ADDRESS, _PATH, _name(scheme)]
    yield _PROSE.strip()
    yield f"CHARACTER: /[^\\p{{N}}{_digits()}{barred}\\x{{10FFFF}}]/"
    yield f"SHAPE: {' | '.join((*shapes, *([_PLAIN] if plain else [])))}"
    yield f"MARKER: /{_markers(scheme)}/"
    yield f"MARK: CURRENCY | /[{''.join(RATIO_SIGNS)}]/"
    yield f"CURRENCY: /[{grammar.characters('CURRENCY')}]/"


def _shape(terminal: str) -> str:
    """Return a shape of running text, without the places beside it: blanks and brackets are there."""
    pattern = grammar.pattern_of("text", terminal)
    for place in ("BEFORE_NO_WORD", "AFTER_NO_WORD"):
        pattern = pattern.replace(grammar.pattern_of("text", place), "")
    return f"/{pattern}/"


def _name(scheme: Scheme) -> str:
    """Return a name with digits, which neither begins like a marker nor with a letter like a digit."""
    return f"({_NAME} & ~(/{_markers(scheme)}[0-9]/ ALL) & ~(/[OoIlS][0-9]/ ALL) & (ALL /[0-9]/ ALL))"


def _digits() -> str:
    """Return the digits of all scripts as ranges, because an engine may know fewer scripts."""
    return "".join(f"{zero}-{chr(ord(zero) + 9)}" for zero in grammar.characters("ZERO"))


def _markers(scheme: Scheme) -> str:
    """Return a pattern for a word that looks like a marker."""
    named = ("".join(map(lettered, name)) for name in (*scheme.magnitudes, "e"))
    return rf"(\[MAG_)?({'|'.join(named)}|{lettered('p')}+)\]?"
