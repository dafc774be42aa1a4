"""The grammar of annotated text: a scheme's numbers, what looks like one, and plain numbers, compiled."""

from functools import lru_cache

from tst_grammar import runners
from tst_grammar.confusables import lettered
from tst_grammar.locales import Locale
from tst_grammar.roles import compiled
from tst_grammar.runner import Runner
from tst_grammar.runners import runner_of
from tst_grammar.scheme import Scheme
from tst_grammar.text_grammar import NEVER, grammar_of, kinds, require_learnable, shapes, tst_rules

_LONGEST = 12
"""How many digits a suspect's group has at the most, as `annotated.lark` says."""

_GAP = r"/[ \t\xa0\u2009\u202f]/~1..3"
_UNJOINED = r"/(?![-\/.:,'\u2019^])/"
_ENDED = r"""("," /(?![^ \t\r\n\xa0])/ | "." /(?![^\r\n])/)"""
"""What may follow more groups, as `annotated.lark` says."""


def linting_matcher(scheme: Scheme, locale: Locale) -> Runner:
    """Return what finds all that has digits in annotated text, and tells a scheme's numbers from the rest."""
    return _matcher(scheme, locale, runners.NATIVE)


@lru_cache(16)
def _matcher(scheme: Scheme, locale: Locale, native: bool) -> Runner:  # noqa: FBT001
    require_learnable(scheme)
    text = grammar_of_annotated(scheme, locale)
    return runner_of(text, lambda: compiled(text, with_roles=False), native=native)


def grammar_of_annotated(scheme: Scheme, locale: Locale) -> str:
    """Return the grammar of annotated text: running text, the scheme's numbers, and what looks like them.

    >>> from tst_grammar.locales import find_locale
    >>> print(grammar_of_annotated(Scheme(), find_locale("en")).splitlines()[2][:38])
    start: tst | ip | isbn | card | number
    """
    imports, terminals, _, *overrides = grammar_of(locale, shapes()).splitlines()
    first = kinds().index("power") + 1
    start = ("tst", *kinds()[:first], "suspect", *kinds()[first:], "foreign")
    groups = _Groups(scheme).overrides()
    lines = (
        imports,
        terminals,
        f"start: {' | '.join(start)}",
        *overrides,
        f"%import annotated (suspect, foreign, {', '.join(groups)})",
        *(f"%override {name}: {definition}" for name, definition in groups.items()),
        "%import text (UNJOINED, BEFORE_NO_WORD)",
        "%import terminals (CURRENCY)",
        tst_rules(scheme),
    )
    return "\n".join(lines)


class _Groups:
    """The terminals of `annotated.lark` in which a scheme's groups stand."""

    def __init__(self, scheme: Scheme) -> None:
        self._scheme = scheme
        self._is_joined = scheme.marker == "joined" and scheme.placement == "suffix"
        self._longest = max(_LONGEST, scheme.group_size)

    def overrides(self) -> dict[str, str]:
        scheme, size = self._scheme, self._scheme.group_size
        integer, fraction = self._groups(self._integer_marker()), self._groups(self._fraction_marker())
        has_groups, full = scheme.unit == "group", f"DIGIT~{size}"
        has_letters = scheme.spelling == "letter"
        is_triadic = self._is_joined and scheme.unit == "group" and scheme.magnitudes[:1] == ("k",)
        own = {
            "INTEGERS": integer if scheme.integer_powers else NEVER,
            "UNITS": f"{self._digits()} BEFORE_NO_WORD",
            "NEXT_UNITS": f'" " {full} BEFORE_NO_WORD {_UNJOINED}' if has_groups else NEVER,
            "LAST_UNITS": f'" " {full} {_ENDED}' if has_groups else NEVER,
            "SPLIT": f'{integer} {_GAP} {full} " " {self._integer_marker()}' if self._is_joined else NEVER,
            "FRACTIONS": fraction,
            "RUN_ON": f"(DIGIT+ {self._names()})+ DIGIT+ BEFORE_NO_WORD"
            if is_triadic and has_letters
            else NEVER,
            "STRANGER": 'DIGIT~1..3 /[A-Za-z]/ " "' if is_triadic else NEVER,
        }
        styles = {
            "JOINED": is_triadic,
            "APART": scheme.marker == "separate",
            "PREFIXED": scheme.placement == "prefix",
            "POWERS": size == 1,
            "HYBRID": scheme.unit == "digit",
        }
        return own | {name: NEVER for name, is_own in styles.items() if is_own}

    def _groups(self, marker: str) -> str:
        """Return groups: the first has its marker where it belongs, and others have it on any side."""
        space = _GAP if self._scheme.marker == "separate" else ""
        sides = [(self._digits(), marker), (marker, self._digits())]
        one, two = sides if self._scheme.placement == "suffix" else reversed(sides)
        own = f"{one[0]} {space} {one[1]}"
        joined = " | ".join(" ".join(side) for side in (one, two))
        ways = f"{own} | {joined}" if space else joined
        return f"{own} BEFORE_NO_WORD ({_GAP} ({ways}) BEFORE_NO_WORD)*"

    def _digits(self) -> str:
        if self._scheme.unit == "group":
            return f"DIGIT~1..{self._longest}"
        word = f"DIGIT~1..{_LONGEST}" if self._scheme.group_size <= 6 else "DIGIT"
        return f'{word} (" " {word})~0..{self._scheme.group_size - 1}'

    def _integer_marker(self) -> str:
        named = self._names()
        if len(self._scheme.integer_powers) <= len(self._scheme.magnitudes):
            return named
        power = f"{self._spelled('e')} DIGIT~1..3"
        return self._reserved(f"({named} | {power})" if self._scheme.magnitudes else power)

    def _names(self) -> str:
        count = len(self._scheme.integer_powers)
        names = " | ".join(map(self._spelled, self._scheme.magnitudes[:count]))
        return self._reserved(f"({names})") if names else NEVER

    def _fraction_marker(self) -> str:
        return self._reserved(f"({self._spelled('p')})~1..{len(self._scheme.fraction_powers) + 3}")

    def _spelled(self, name: str) -> str:
        return f"/{''.join(map(lettered, name))}/"

    def _reserved(self, marker: str) -> str:
        return f'"[MAG_" {marker} "]"' if self._scheme.spelling == "reserved" else marker
