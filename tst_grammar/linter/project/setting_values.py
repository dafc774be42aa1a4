"""Reads the TOML value of each setting, and explains a value that a setting cannot take."""

from difflib import get_close_matches

from attrs import evolve, fields

from tst_grammar.diagnostics import either, quoted
from tst_grammar.errors import OptionError
from tst_grammar.files.json_fields import Fields
from tst_grammar.language.scheme import Scheme
from tst_grammar.language.schemes import find_scheme
from tst_grammar.linter.project.rule_selection import codes_of
from tst_grammar.notation.locales import find_locale
from tst_grammar.text.delimiters import checked_delimiters
from tst_grammar.text.finding import checked_separator, checked_skip

_KINDS: dict[type, str] = {
    str: "a string",
    bool: "a boolean",
    int: "a number",
    float: "a number",
    list: "a list",
    dict: "a table",
}


def setting(key: str, value: object) -> object:
    """Return the value that `Settings` takes for a key.

    >>> setting("scheme", {"preset": "option-a", "group-size": 4})
    Scheme(group_size=4, marker='separate')
    >>> setting("delimiters", "<>")
    Traceback (most recent call last):
    tst_grammar.errors.OptionError: expected a list of strings, not a string
    """
    readers = {
        "scheme": _scheme,
        "locale": _locale,
        "separator": _separator,
        "skip": _skip,
        "delimiters": _delimiters,
        "field": _field,
        "select": _selectors,
        "ignore": _selectors,
        "per-file-ignores": _selectors_by_pattern,
        "include": _strings,
        "extend-include": _strings,
        "exclude": _strings,
        "extend-exclude": _strings,
    }
    if key not in readers:
        raise _unknown("setting", key, tuple(readers))
    return readers[key](value)


def _scheme(value: object) -> Scheme:
    if isinstance(value, str):
        return find_scheme(value)
    if not isinstance(value, dict):
        raise OptionError(_wrong("the name of a scheme or a table of its fields", value), fault="setting")
    names = [(each.alias or each.name).replace("_", "-") for each in fields(Scheme)]
    for key in value:
        if key.replace("_", "-") not in ("preset", *names):
            raise _unknown(f"field of a scheme as {quoted(key)}", key, ("preset", *names))
    changes = {key.replace("-", "_"): each for key, each in value.items()}
    preset = changes.pop("preset", "tst")
    if not isinstance(preset, str):
        raise OptionError(f"preset: {_wrong('the name of a scheme', preset)}", fault="setting")
    if "magnitudes" in changes:
        changes["magnitudes"] = _strings(changes["magnitudes"], "magnitudes: ")
    try:
        return evolve(find_scheme(preset), **changes)
    except TypeError as error:
        raise OptionError(str(error), fault="setting") from None


def _locale(value: object) -> str:
    if not isinstance(value, str):
        raise OptionError(_wrong("the id of a locale", value), fault="setting")
    find_locale(value)
    return value


def _separator(value: object) -> str:
    if not isinstance(value, str):
        raise OptionError(_wrong("a character", value), fault="setting")
    return checked_separator(value)


def _skip(value: object) -> tuple[str, ...]:
    return tuple(sorted(checked_skip(_strings(value))))


def _delimiters(value: object) -> tuple[str, ...]:
    checked_delimiters(_strings(value))
    return _strings(value)


def _field(value: object) -> tuple[str, ...]:
    Fields.of(_strings(value))
    return _strings(value)


def _selectors(value: object) -> tuple[str, ...]:
    selectors = _strings(value)
    for selector in selectors:
        codes_of(selector)
    return selectors


def _selectors_by_pattern(value: object) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if not isinstance(value, dict):
        raise OptionError(_wrong("a table of patterns with lists of rules", value), fault="setting")
    found = []
    for pattern, selectors in value.items():
        try:
            found.append((pattern, _selectors(selectors)))
        except OptionError as error:
            message = f"{quoted(pattern)}: {error.message}"
            raise OptionError(message, fault=error.fault, expected=error.expected) from None
    return tuple(found)


def _strings(value: object, name: str = "") -> tuple[str, ...]:
    if not isinstance(value, list):
        raise OptionError(f"{name}{_wrong('a list of strings', value)}", fault="setting")
    for each in value:
        if not isinstance(each, str):
            problem = _wrong("a list of strings", each, "a list with ")
            raise OptionError(f"{name}{problem}", fault="setting")
    return tuple(value)


def _wrong(expected: str, value: object, where: str = "") -> str:
    return f"expected {expected}, not {where}{_KINDS.get(type(value), 'a date or time')}"


def _unknown(what: str, name: str, known: tuple[str, ...]) -> OptionError:
    near = tuple(get_close_matches(name[:40].replace("_", "-"), known, n=1))
    hint = f"did you mean {near[0]}?" if near else f"expected {either(known)}"
    return OptionError(f"there is no such {what}: {hint}", fault="unknown-setting", expected=near or known)
