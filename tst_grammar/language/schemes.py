"""The registry of schemes by name, and schemes from a name, from settings or from either."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from attrs import evolve, fields

from tst_grammar.diagnostics import either, nearest, quoted
from tst_grammar.errors import SchemeError
from tst_grammar.language.scheme import (
    ALGORITHM_1,
    DIGIT_HYBRID,
    OPTION_A,
    OPTION_B,
    PREFIX,
    TERMINATED,
    TST,
    Scheme,
    gst,
)

AnyScheme = Scheme | str
"""A scheme or its name."""

SCHEMES: Final[Mapping[str, Scheme]] = MappingProxyType(
    {
        "tst": TST,
        "option-a": OPTION_A,
        "option-b": OPTION_B,
        "algorithm-1": ALGORITHM_1,
        "digit-hybrid": DIGIT_HYBRID,
        "prefix": PREFIX,
        "terminated": TERMINATED,
        **{f"gst-{size}": gst(size) for size in range(1, 7)},
    }
)
"""The registered schemes: the presets and groups of one to six digits. Of equal ones the first names both."""

NAMES: Final = (*(name for name in SCHEMES if not name.startswith("gst-")), "gst-N")
"""The names of schemes as help and messages list them."""


def scheme_of(scheme: AnyScheme) -> Scheme:
    """Return a scheme, given itself or its name.

    >>> scheme_of("OPTION_A"), scheme_of("gst-4"), scheme_of(TST)
    (Scheme(marker='separate'), Scheme(group_size=4), Scheme())
    """
    if isinstance(scheme, Scheme):
        return scheme
    if not isinstance(scheme, str):
        raise TypeError(f"scheme takes a Scheme or the name of one, not {type(scheme).__name__}")
    return _named(scheme)


def name_of(scheme: Scheme) -> str | None:
    """Return the name of a registered scheme, or None.

    >>> name_of(gst(3)), name_of(Scheme(fill="none"))
    ('tst', None)
    """
    return next((name for name, known in SCHEMES.items() if known == scheme), None)


def find_scheme(name: str, settings: Sequence[str] = ()) -> Scheme:
    """Return a scheme by its name, with settings such as `fill=all` applied.

    >>> find_scheme("option-a"), find_scheme("gst-1", ["terminated=true"])
    (Scheme(marker='separate'), Scheme(group_size=1, terminated=True))
    """
    return with_settings(_named(name), settings)


@lru_cache(64)
def _named(name: str) -> Scheme:
    """Return a scheme by its name, in which case does not count and an underscore is a hyphen."""
    plain = name.lower().replace("_", "-")
    if plain in SCHEMES:
        return SCHEMES[plain]
    if size := re.fullmatch("gst-([0-9]{1,9})", plain):
        return gst(int(size[1]))
    near = nearest(plain, SCHEMES, 2)
    hint = f"did you mean {either(near)}?" if near else f"expected {either(NAMES)}"
    raise SchemeError(f"no scheme {quoted(name)}: {hint}", fault="unknown-scheme", expected=near or NAMES)


def with_settings(scheme: Scheme, settings: Sequence[str]) -> Scheme:
    """Return a scheme with settings such as `fill=all` applied.

    >>> with_settings(OPTION_A, ["fill=all"])
    Scheme(marker='separate', fill='all')
    """
    changes: dict[str, Any] = dict(map(_setting, settings))
    return evolve(scheme, **changes)


def _setting(text: str) -> tuple[str, object]:
    """Return the field and the value of a setting `FIELD=VALUE`, converted to the type of the field."""
    name, equals, value = text.partition("=")
    defaults = {field.alias or field.name: field.default for field in fields(Scheme)}
    if name not in defaults:
        near = nearest(name, defaults) or tuple(defaults)
        hint = f"did you mean {near[0]}?" if len(near) == 1 else f"expected {either(near)}"
        raise SchemeError(
            f"a scheme has no field {quoted(name)}: {hint}", fault="unknown-field", expected=near
        )
    if not equals:
        raise SchemeError(f"{name} needs a value: write {name}=VALUE", fault="scheme-value")
    if isinstance(defaults[name], bool):
        if value.lower() not in ("true", "false"):
            raise SchemeError(f"{name} must be true or false, not {quoted(value)}", fault="scheme-value")
        return name, value.lower() == "true"
    if isinstance(defaults[name], int):
        if not re.fullmatch("[0-9]{1,18}", value):
            raise SchemeError(f"{name} must be a whole number, not {quoted(value)}", fault="scheme-value")
        return name, int(value)
    return name, tuple(filter(None, value.split(","))) if name == "magnitudes" else value
