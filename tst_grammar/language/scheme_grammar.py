"""Finds a scheme's canonical numbers by tables made from its strict rules."""

from functools import lru_cache

from tst_grammar.automata import engine
from tst_grammar.automata.runner import Runner
from tst_grammar.errors import OptionError
from tst_grammar.language.definition import lark_forms
from tst_grammar.language.exports.export import magnitude_rules
from tst_grammar.language.layout import MOST_DIGITS, has_tables
from tst_grammar.language.scheme import Scheme
from tst_grammar.notation.parts import Parts
from tst_grammar.notation.roles import ascii_runner_of

_NAMES = {"-": "SIGN", "PREFIX": "CURRENCY", "SUFFIX": "MARK", "ANY": "any", "NONZERO": "nonzero"}

CANONICAL = "tst"
"""The name of the kind of tokens that are canonical numbers of the scheme."""


def scheme_runner(scheme: Scheme) -> Runner[Parts]:
    """Return the runner that finds a scheme's canonical numbers in running text."""
    return _runner(scheme, engine.NATIVE)


@lru_cache(64)
def _runner(scheme: Scheme, native: bool) -> Runner[Parts]:  # noqa: FBT001
    require_tables(scheme)
    return ascii_runner_of(grammar_of_scheme(scheme), native=native)


def require_tables(scheme: Scheme) -> None:
    """Raise an OptionError for a scheme whose numbers are too long for tables.

    >>> require_tables(Scheme(integer_digits=1000))
    Traceback (most recent call last):
    tst_grammar.errors.OptionError: a scheme of more than 96 digits needs delimiters in running text
    """
    if not has_tables(scheme):
        raise OptionError(
            f"a scheme of more than {MOST_DIGITS} digits needs delimiters in running text",
            fault="needs-delimiters",
        )


def grammar_of_scheme(scheme: Scheme) -> str:
    """Return the grammar of annotated text, which has the scheme's numbers and words.

    >>> print(grammar_of_scheme(Scheme()).splitlines()[2])
    start: tst | IDENTIFIER | WORD
    """
    lines = (
        "%import text (UNJOINED, IDENTIFIER, WORD_CHARACTER, BEFORE_NO_WORD)",
        "%import terminals (CURRENCY)",
        "start: tst | IDENTIFIER | WORD",
        "WORD: WORD_CHARACTER+",
        tst_rules(scheme),
    )
    return "\n".join(lines)


def tst_rules(scheme: Scheme) -> str:
    """Return the rules of a scheme's numbers in running text, with single signs as affixes.

    No word directly follows a number.
    """
    forms = lark_forms(scheme, _NAMES).split(" | ")
    lines = (
        f"tst: {' | '.join(form if form.endswith('MARK') else f'{form} BEFORE_NO_WORD' for form in forms)}",
        'SIGN: UNJOINED "-"',
        "MARK: CURRENCY BEFORE_NO_WORD | /[%\\u2030]/",
        magnitude_rules(scheme),
    )
    return "\n".join(lines)
