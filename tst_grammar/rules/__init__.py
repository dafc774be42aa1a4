"""The rules of the linter and the faults that errors name: the one place that words them.

`table` has the code, name, severity and sentence of each rule, `pages/` its explanation with examples, and
`faults` the faults that are not rules. The package does not know how a mistake is found.
"""

from collections.abc import Iterable
from typing import Final

from tst_grammar.diagnostics import either, nearest, quoted
from tst_grammar.errors import OptionError
from tst_grammar.rules.rule import Rule
from tst_grammar.rules.table import RULES

CODES: Final = {rule.code: rule.name for rule in RULES}
"""The name of each rule, by its code."""

_RULES = {key: rule for rule in RULES for key in (rule.code, rule.name)}


def find_rule(code_or_name: str) -> Rule:
    """Return a rule by its code or its name.

    >>> find_rule("TST107").name, find_rule("short-group").code
    ('short-group', 'TST107')
    """
    if code_or_name not in _RULES:
        raise unknown_rule(code_or_name, (*CODES, *CODES.values()))
    return _RULES[code_or_name]


def unknown_rule(wanted: str, known: Iterable[str]) -> OptionError:
    """Return the error for an unknown rule, which suggests the nearest of the known ones.

    >>> print(unknown_rule("Short_Groups", ["TST107", "short-group"]))
    no rule 'Short_Groups': did you mean short-group?
    """
    letters = wanted[:40].lower().replace("_", "-")
    by_letters = {each.lower(): each for each in known}
    starting = [each for each in by_letters if len(letters) > 2 and each.startswith(letters)]
    near = tuple(by_letters[each] for each in starting[:3] or nearest(letters, by_letters))
    near = near[:1] if near and near[0].lower() == letters else near
    hint = f"did you mean {either(near)}?" if near else "`tst rule --all` lists them"
    return OptionError(f"no rule {quoted(wanted)}: {hint}", fault="unknown-rule", expected=near)
