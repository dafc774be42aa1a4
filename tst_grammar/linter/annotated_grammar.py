"""Compiles the grammar of annotated text: TST numbers, damaged TST numbers and plain numbers."""

import re
from functools import lru_cache

from tst_grammar.automata import engine, grammar
from tst_grammar.automata.runner import Runner
from tst_grammar.language.groups import has_powers, has_suffixes
from tst_grammar.language.scheme import Scheme
from tst_grammar.language.scheme_grammar import require_tables, tst_rules
from tst_grammar.linter.markers import around_count, markers_of
from tst_grammar.linter.suspect.confusables import DIGIT_LETTERS, lettered
from tst_grammar.notation.locales import Locale
from tst_grammar.notation.parts import Parts
from tst_grammar.notation.references import references
from tst_grammar.notation.roles import number_runner_of
from tst_grammar.text.text_grammar import NEVER, grammar_of, kinds, shapes

_NAME = re.compile("[A-Z]+(?:_[A-Z]+)+|[A-Z]{3,}")
_LONGEST = 12
"""How many digits a group of a suspect may have."""


def suspect_runner(scheme: Scheme, locale: Locale, separator: str = "") -> Runner[Parts]:
    """Return the runner that finds TST numbers, suspects and plain numbers in annotated text."""
    return _runner(scheme, locale, separator, engine.NATIVE)


@lru_cache(16)
def _runner(scheme: Scheme, locale: Locale, separator: str, native: bool) -> Runner[Parts]:  # noqa: FBT001
    require_tables(scheme)
    text = grammar_of_annotated(scheme, locale, separator)
    return number_runner_of(text, with_roles=False, native=native, behind=references())


def grammar_of_annotated(scheme: Scheme, locale: Locale, separator: str = "") -> str:
    """Return the grammar of annotated text: running text, the scheme's numbers and suspects.

    >>> from tst_grammar.notation.locales import find_locale
    >>> print(grammar_of_annotated(Scheme(), find_locale("en")).splitlines()[2][:41])
    start: tst | ip | isbn | card | datestamp
    """
    imports, terminals, _, *overrides = grammar_of(locale, shapes(), separator).splitlines()
    first = kinds().index("power") + 1
    start = ("tst", *kinds()[:first], "suspect", *kinds()[first:])
    groups = _overrides(_Groups(scheme, separator).definitions())
    lines = (
        imports,
        terminals,
        f"start: {' | '.join(start)}",
        *overrides,
        f"%import annotated (suspect, {', '.join(groups)})",
        *(f"%override {name}: {definition}" for name, definition in groups.items()),
        "%import text (AFTER_NO_WORD, UNJOINED, BEFORE_NO_WORD)",
        "%import terminals (CURRENCY)",
        tst_rules(scheme),
    )
    return "\n".join(lines)


def _overrides(own: dict[str, str]) -> dict[str, str]:
    """Return the terminals of `annotated.lark` that a scheme changes, with the names in them expanded.

    Lark does not apply an override inside other imported terminals, so each of those is overridden too.
    """
    default = grammar.notation_of("annotated")
    definitions = default | own
    expansions = {name: _expanded(name, definitions) for name in definitions}
    return {name: text for name, text in expansions.items() if text != _expanded(name, default)}


def _expanded(name: str, definitions: dict[str, str]) -> str:
    def expansion(part: re.Match[str]) -> str:
        return f"({_expanded(part[0], definitions)})" if part[0] in definitions else part[0]

    return _NAME.sub(expansion, definitions[name])


class _Groups:
    """The terminals of `annotated.lark` that define the groups of a scheme."""

    def __init__(self, scheme: Scheme, separator: str) -> None:
        self._scheme = scheme
        self._is_joined = has_suffixes(scheme)
        self._has_groups = scheme.unit == "group" and bool(scheme.magnitudes)
        self._has_letters = scheme.spelling == "letter" and bool(scheme.magnitudes)
        self._markers = markers_of(scheme)
        self._separator = separator

    def definitions(self) -> dict[str, str]:
        scheme, size = self._scheme, self._scheme.group_size
        longest = max(_LONGEST, size)
        deepest = len(scheme.fraction_powers) + 3
        p = self._spelled(self._markers.fraction)
        own = {
            "MARKER": self._integer_marker(),
            "FRACTION_MARKER": self._reserved(f"{p}~1..{deepest}"),
            "LONG_MARKER": self._reserved(f"{p}~2..{deepest}"),
            "SOME": self._digits(f"DIGIT~1..{longest}"),
            "FEW": self._digits(f"DIGIT~1..{size}"),
            "FULL": f"DIGIT~{size}" if scheme.unit == "group" else f'DIGIT (" " DIGIT)~{size - 1}',
            "INTEGER_GROUP": self._own("SOME", "MARKER") if scheme.integer_powers else NEVER,
            "FULL_GROUP": self._own("FULL", "MARKER") if scheme.integer_powers else NEVER,
            "FRACTION_GROUP": self._own("SOME", "FRACTION_MARKER"),
            "LONG_GROUP": self._own("SOME", "LONG_MARKER"),
            "NEXT_GROUP": f"{self._any('MARKER')} | MIXED MARKER",
            "NEXT_FRACTION": self._any("FRACTION_MARKER"),
            "ENDING": '"." BEFORE_NO_WORD' if scheme.point == "always" else NEVER,
            "LETTER_DIGIT": f"/[{''.join(DIGIT_LETTERS)}]/",
        }
        if scheme.terminated:
            own["TERMINATOR"] = "/{}/ DIGIT~1..3 /{}/".format(*around_count())
        if self._separator == ",":
            own["POINT"] = '"." GAP? | GAP ("." GAP?)?'
            own["LAST_UNITS"] = r'" " FULL "." /(?![^\r\n])/'
        unfit = {
            "SPLIT": not self._is_joined,
            "TURNED_FRACTION": scheme.placement == "prefix",
            "NEXT_UNITS": scheme.unit == "digit",
            "LAST_UNITS": scheme.unit == "digit",
            "MIXED": not (self._has_groups and size >= 3),
            "MIXED_UNITS": not (self._has_groups and size == 3),
            "ODD_GROUP": not self._has_letters,
            "STRANGER": not (self._has_groups and self._is_joined),
            "RUN_ON": scheme.placement == "prefix" or not self._has_letters,
            "FRACTION_RUN": scheme.placement == "prefix" or not self._has_letters,
        }
        return own | {name: NEVER for name, is_unfit in unfit.items() if is_unfit}

    def _own(self, digits: str, marker: str) -> str:
        space = " GAP " if self._scheme.marker == "separate" else " "
        sides = (digits, marker) if self._scheme.placement == "suffix" else (marker, digits)
        return space.join(sides)

    def _any(self, marker: str) -> str:
        """Return a group with its marker on either side, joined or as the scheme writes it."""
        joined = f"SOME {marker} | {marker} SOME"
        return f"{self._own('SOME', marker)} | {joined}" if self._scheme.marker == "separate" else joined

    def _digits(self, word: str) -> str:
        if self._scheme.unit == "group":
            return word
        word = "DIGIT~1..3" if self._scheme.group_size <= 6 else "DIGIT"
        return f'{word} (" " {word})~0..{self._scheme.group_size - 1}'

    def _integer_marker(self) -> str:
        named = self._names()
        if not has_powers(self._scheme):
            return named
        power = f"{self._spelled(self._markers.power)} DIGIT~1..3"
        return self._reserved(f"({named} | {power})" if self._scheme.magnitudes else power)

    def _names(self) -> str:
        count = len(self._scheme.integer_powers)
        names = " | ".join(map(self._spelled, self._scheme.magnitudes[:count]))
        return self._reserved(f"({names})") if names else NEVER

    def _spelled(self, name: str) -> str:
        return f"/{''.join(map(lettered, name))}/"

    def _reserved(self, marker: str) -> str:
        opening, closing = self._markers.opening, self._markers.closing
        return f'"{opening}" {marker} "{closing}"' if opening else marker
