"""The llguidance grammar of free text in which every number is a canonical number of a scheme."""

import json
import re
from collections.abc import Collection, Iterator
from typing import Final

from attrs import frozen

from tst_grammar.automata import grammar
from tst_grammar.automata.charsets import LAST, Ranges, common, ranges_of
from tst_grammar.automata.compiler.linking import definitions_in
from tst_grammar.automata.compiler.patterns import NOTHING, pattern_of
from tst_grammar.language.definition import lark_forms
from tst_grammar.language.exports.export import ANY_TOKENS
from tst_grammar.language.exports.grammar_rules import LARK
from tst_grammar.language.exports.strict import unsigned_rules
from tst_grammar.language.scheme import Scheme
from tst_grammar.models.marker_words import word_letters, words_besides_markers
from tst_grammar.notation.locales import RATIO_SIGNS, find_locale
from tst_grammar.notation.references import references
from tst_grammar.notation.roles import NUMBERS
from tst_grammar.text.text_grammar import grammar_of, shapes

_OF_NUMBERS = ("chain", "code", "datestamp", "hash", "literal", "numeral", "ratio", "spaced", "unit")
"""Shapes in which a plain number could hide: those of digits only, with marks between them or a unit."""

NAMED_SHAPES: Final = tuple(shape for shape in shapes() if shape not in _OF_NUMBERS)
"""The shapes of text that has no plain numbers."""

_REFERENCE = "reference"

_SHORT_SHAPES = ("date", "time")
"""Shapes that have digits, but never many in a row."""

_DIGIT_SHAPES = (*_SHORT_SHAPES, "version")
"""Shapes that may be next to each other with only a space between them, as a date and a time."""

_BOUNDED = r"/(?s:[^0-9\p{Pd}−].*[0-9].*|[0-9]{1,4}([^0-9@][0-9]{0,9})*)/"
"""A name has a digit. If it starts with one, few digits are in a row: after many, a text could hardly end."""

_BEYOND_ASCII: Ranges = ((0x80, LAST),)

_TEXT = """
start: TEXT
TEXT: PROSE | BEFORE (NUMBER | RATIO) (BETWEEN (NUMBER | RATIO))* AFTER
RATIO: CURRENCY? ANY LINK ANY MARK?
"""

_DELIMITED = """
start: TEXT
TEXT: PROSE ({} NUMBER {} PROSE)*
"""

_NAMES = {"-": '"-"', "PREFIX": "CURRENCY", "SUFFIX": "MARK", "ANY": "ANY", "NONZERO": "NONZERO"}

# Nearly every terminal is a plain regular expression. With intersections and complements of long ones,
# llguidance takes too long to see whether any text matches.
_PROSE = r"""
// Beside a number, or a name with digits such as a date, there is a gap, with brackets, quotes or
// punctuation. Between two of them there is a word, a mark other than a point, or a line end, and the letters
// beside them are not those of a marker. Without this, more text could be read as part of a number.
PROSE: WORDS | OPEN NAMED (JOIN NAMED)* CLOSE
BEFORE: OPEN (NAMED JOIN)*
BETWEEN: JOIN (NAMED JOIN)*
AFTER: (JOIN NAMED)* CLOSE
NAMED: NAME | SHAPE (NEAR SHAPE)*
OPEN: GAP? ((WORD GAP)* WORD_BEFORE NEAR)? OPENING
CLOSE: CLOSING (NEAR (WORD_AFTER (GAP WORD)* GAP?)?)?
JOIN: (MARKED NEAR | CLOSING LINE_END) OPENING | CLOSING NEAR OPENED
    | CLOSING NEAR (WORD_BETWEEN | WORD_AFTER GAP (WORD GAP)* WORD_BEFORE) NEAR OPENING
WORDS: GAP? (WORD (GAP WORD)*)? GAP?
WORD: LETTERS? (SIGNS LETTERS)* SIGNS | (LETTERS SIGNS)* LETTERS
WORD_BEFORE: (LETTERS? (SIGNS LETTERS)* SIGNS)? OTHER SIGNS? | SIGNS
WORD_AFTER: SIGNS? OTHER (SIGNS (LETTERS SIGNS)* LETTERS?)? | SIGNS
WORD_BETWEEN: SIGNS? OTHER (SIGNS ((LETTERS SIGNS)* OTHER SIGNS?)?)? | SIGNS
GAP: /\s+/
BLANK: /[ \t\r\n]/
NEAR: BLANK (/\s*/ BLANK)?
LINE_END: /[ \t\r]*\n/ (/\s*/ BLANK)?
OPENING: /[(\[{"'«‘“„*`]{0,4}/
OPENED: /[(\[{"'«‘“„*`]{1,4}/
CLOSING: /[)\]}"'»’”*`.,;!?…]{0,5}:?/
MARKED: /\.{0,4}([)\]}"'»’”*`,;!?…][)\]}"'»’”*`.,;!?…]{0,4}:?|:)/
LINK: /[-–—\/:]/
""".strip()


@frozen
class TextOptions:
    """What a text may have besides words and TST.

    `shapes`: the shapes that `annotate` leaves alone. `delimiters`: the texts before and after each number.
    `plain`: whether there may be plain numbers that cannot be annotated, because they are malformed or long.
    """

    shapes: Collection[str] = NAMED_SHAPES
    delimiters: tuple[str, str] | None = None
    plain: bool = False


_DEFAULTS = TextOptions()


def free_text_grammar(scheme: Scheme, options: TextOptions = _DEFAULTS) -> str:
    """Return a grammar of text in which all digits belong to canonical numbers of the scheme or to shapes.

    A number may have the affixes of running text: one currency sign, percent sign or per mille sign. In a
    scheme without affixes, these are text beside the number, and a sign cannot come before a currency. Two
    numbers may be a ratio or a range.

    >>> print(free_text_grammar(Scheme(integer_digits=2, fraction_digits=0)).splitlines()[-1])
    LEAD_0: /(?:[1-9][0-9]|[1-9])/
    """
    number = lark_forms(scheme, _NAMES)
    text, barred = _TEXT, ""
    if options.delimiters:
        opening, closing = options.delimiters
        barred = opening[0] + closing[0]
        text = _DELIMITED.format(json.dumps(opening), json.dumps(closing))
    elif scheme.affixes == "none":
        number = f"{number} | CURRENCY ANY | ({number}) MARK"
    prose = prose_lines(scheme, options.shapes, barred, plain=options.plain)
    lines = (ANY_TOKENS, text.strip(), f"NUMBER: {number}", *prose, *LARK.lines(unsigned_rules(scheme)))
    return "\n".join(lines) + "\n"


def prose_lines(
    scheme: Scheme, shapes: Collection[str], barred: str = "", *, plain: bool = False
) -> Iterator[str]:
    """Yield the terminals for the text around the numbers of a scheme. It cannot contain `barred` characters.

    >>> [line.partition(":")[0] for line in prose_lines(Scheme(), ["date"])][-4:]
    ['SHAPE', 'NAME', 'MARK', 'CURRENCY']
    """
    letters, out = word_letters(scheme), re.escape(barred)
    yield _PROSE
    yield f"LETTERS: /{letters}+/"
    yield f"OTHER: /{words_besides_markers(scheme)}/"
    yield rf"SIGNS: /[^{letters}\s\p{{N}}{_digits()}{out}]+/"
    known = ranges_of(barred)
    short = [shape for shape in shapes if shape in _SHORT_SHAPES]
    numeric = [shape for shape in shapes if shape in _DIGIT_SHAPES and shape not in short]
    # an intersection with dates and times would use up what llguidance spends on a grammar
    yield f"SHAPE: {_choice(short, known)} | ({_choice(numeric, known)}) & {_BOUNDED}"
    names = f"({_choice([shape for shape in shapes if shape not in _DIGIT_SHAPES], known)}) & {_BOUNDED}"
    if plain:
        names += " | MALFORMED | LONG"
        yield from _plain_lines(scheme, letters)
    yield f"NAME: {names}"
    yield f"MARK: CURRENCY | /[{''.join(RATIO_SIGNS)}]/"
    yield f"CURRENCY: /[{grammar.characters('CURRENCY')}]/"


def _plain_lines(scheme: Scheme, letters: str) -> Iterator[str]:
    """Yield the terminals of plain numbers that cannot be annotated: malformed ones, and long ones."""
    most, depth = scheme.integer_digits, scheme.fraction_digits
    numeric = [shape for shape in shapes() if shape not in NAMED_SHAPES]
    malformed = _choice((*numeric, "malformed"), _BEYOND_ASCII)
    yield f"MALFORMED: ({malformed}) & ~({_choice(NUMBERS, _BEYOND_ASCII)}) & UNITS"
    yield f"UNITS: /[^{letters}]+/ (OTHER /([^{letters}].*)?/)?"
    yield rf"LONG: /-?([1-9][0-9]{{{most},}}(\.[0-9]+)?|[0-9]+\.[0-9]{{{depth}}}[0-9]*[1-9])/"


def _digits() -> str:
    """Return the digits of all scripts as ranges, because an engine may know fewer scripts."""
    return "".join(f"{zero}-{chr(ord(zero) + 9)}" for zero in grammar.characters("ZERO"))


def _choice(kinds: Collection[str], barred: Ranges) -> str:
    """Return a choice of the patterns of some kinds of tokens, or one that matches nothing."""
    definitions = definitions_in(grammar_of(find_locale("en"), kinds))
    patterns = {kind: pattern_of(f"text.{kind}", definitions, barred) for kind in kinds}
    if _REFERENCE in patterns:
        patterns[_REFERENCE] = f"{_before_reference(barred)}{patterns[_REFERENCE]}"
    return " | ".join(f"/{pattern}/" for pattern in patterns.values()) or f"/{NOTHING}/"


def _before_reference(barred: Ranges) -> str:
    """Return a pattern for what is before a reference: a word such as Figure, a stop maybe, and a blank."""
    own = (word for word in sorted(references().words) if len(word) > 1)  # a single letter may be a marker
    words = (word for word in own if not common(ranges_of(word), barred))
    return f"(?:{'|'.join(words)})\\.?[ \\x{{a0}}]"
