"""The one table of rules: what each code stands for. A code is never used for anything else again."""

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import Final

from tst_grammar.diagnostics import either, quoted
from tst_grammar.errors import OptionError
from tst_grammar.rules.rule import Rule

CODES: Final = {
    # Plain numbers
    "NUM101": "unannotated-number",
    "NUM102": "unwritable-number",
    # One number of TST: the faults of decoding, by their names
    "TST101": "missing-units",
    "TST102": "missing-magnitude",
    "TST103": "skipped-magnitude",
    "TST104": "repeated-magnitude",
    "TST105": "rising-magnitude",
    "TST106": "unknown-magnitude",
    "TST107": "short-group",
    "TST108": "long-group",
    "TST109": "leading-zero",
    "TST110": "leading-zero-group",
    "TST111": "trailing-zero-group",
    "TST112": "fraction-gap",
    "TST113": "integer-magnitude",
    "TST114": "missing-point",
    "TST115": "dangling-point",
    "TST116": "missing-terminator",
    "TST117": "stray-terminator",
    "TST118": "misfit-terminator",
    "TST119": "negative-zero",
    "TST120": "noncanonical-sign",
    "TST121": "second-affix",
    "TST122": "unknown-currency",
    "TST123": "joined-marker",
    "TST124": "separate-marker",
    "TST125": "misplaced-marker",
    "TST126": "stray-marker",
    "TST127": "joined-digits",
    "TST128": "unexpected-token",
    "TST129": "unknown-token",
    "TST130": "incomplete",
    "TST131": "empty",
    "TST132": "integer-range",
    "TST133": "fraction-range",
    "TST134": "too-many-groups",
    # Numbers of TST in running text
    "TST201": "abbreviated-number",
    "TST202": "number-run",
    "TST203": "mixed-scheme",
    "TST204": "confusable-digit",
    "TST205": "confusable-marker",
    "TST206": "confusable-sign",
    "TST207": "capital-marker",
    "TST208": "irregular-space",
    "TST209": "missing-space",
    "TST210": "detached-point",
    "TST211": "decimal-comma",
    # Delimiters around numbers
    "TST301": "unclosed-delimiter",
    "TST302": "unopened-delimiter",
    "TST303": "undelimited-number",
    "TST304": "delimited-text",
    # An annotated text beside its source
    "TST401": "lost-number",
    "TST402": "added-number",
    "TST403": "changed-number",
}

SPELLING: Final = tuple(f"TST{number}" for number in range(204, 212))
"""The rules that look at the characters and spaces of what looks like a number."""

_CODES_BY_NAME = {name: code for code, name in CODES.items()}


def code_of(name: str) -> str:
    """Return the code of the rule of a name, which may be that of a fault.

    >>> code_of("short-group")
    'TST107'
    """
    return _CODES_BY_NAME[name]


def find_rule(code_or_name: str) -> Rule:
    """Return a rule by its code or its name.

    >>> find_rule("TST107").name, find_rule("short-group").code
    ('short-group', 'TST107')
    """
    code = _CODES_BY_NAME.get(code_or_name, code_or_name)
    if code not in CODES:
        raise unknown_rule(code, (*CODES, *_CODES_BY_NAME))
    return _rule(code)


def unknown_rule(wanted: str, known: Iterable[str]) -> OptionError:
    """Return the error that there is no such rule, with those of the known ones that are nearest.

    >>> print(unknown_rule("Short_Groups", ["TST107", "short-group"]))
    no rule 'Short_Groups': did you mean short-group?
    """
    from difflib import get_close_matches  # noqa: PLC0415 -- only a mistake needs it

    letters = wanted[:40].lower().replace("_", "-")
    by_letters = {each.lower(): each for each in known}
    starting = [each for each in by_letters if len(letters) > 2 and each.startswith(letters)]
    near = tuple(by_letters[each] for each in starting[:3] or get_close_matches(letters, by_letters, n=1))
    near = near[:1] if near and near[0].lower() == letters else near
    hint = f"did you mean {either(near)}?" if near else "`tst rule --all` lists them"
    return OptionError(f"no rule {quoted(wanted)}: {hint}", fault="unknown-rule", expected=near)


@cache
def _rule(code: str) -> Rule:
    name = CODES[code]
    module = import_module(f"{__name__}.{name.replace('-', '_')}")
    return Rule(code, name, module.SEVERITY, module.__doc__ or "", getattr(module, "check", None))
