"""Which names of findings are right for each damage of `model_damages`."""

from typing import Final

_MARKER = {
    "missing-magnitude",
    "skipped-magnitude",
    "repeated-magnitude",
    "rising-magnitude",
    "unknown-magnitude",
    "integer-magnitude",
    "fraction-gap",
}
_LOST = {"missing-units", "abbreviated-number", "short-group", "dangling-point", "incomplete", "stray-marker"}

NAMES: Final[dict[str, set[str]]] = {
    "drop a group": {"skipped-magnitude", "missing-units", "abbreviated-number", "fraction-gap", "leading-zero",
                     "leading-zero-group", "missing-point", "dangling-point", "missing-magnitude",
                     "stray-terminator", "misfit-terminator", "trailing-zero-group", "short-group"},
    "repeat a group": {"repeated-magnitude", "missing-magnitude", "number-run", "leading-zero", "unexpected-token",
                       "integer-range", "fraction-gap"},
    "swap two groups": {"rising-magnitude", "repeated-magnitude", "integer-magnitude", "missing-magnitude",
                        "skipped-magnitude", "fraction-gap", "missing-point", "unexpected-token", "leading-zero",
                        "number-run"},
    "cut a group": {"short-group", "stray-marker", "misfit-terminator", "skipped-magnitude", "fraction-gap",
                    "missing-units", "abbreviated-number"},
    "lose a marker": _MARKER | {"number-run", "long-group"},
    "change a marker": _MARKER | {"missing-point", "missing-units", "abbreviated-number"},
    "invent a marker": {"unknown-magnitude", "mixed-scheme"},
    "capitalise a marker": {"capital-marker"},
    "glue groups": {"missing-space", "long-group", "detached-point", "joined-digits", "joined-marker",
                    "unknown-magnitude"},
    "split a group": {"separate-marker", "short-group", "number-run", "missing-magnitude", "stray-marker",
                      "skipped-magnitude", "fraction-gap", "unexpected-token", "unknown-magnitude"},
    "add commas": {"unexpected-token", "irregular-space", "decimal-comma", "missing-units", "abbreviated-number",
                   "dangling-point"},
    "plain digits": {"long-group", "missing-magnitude", "unexpected-token", "number-run"},
    "other scripts": {"confusable-digit", "confusable-marker"},
    "loop": {"repeated-magnitude", "rising-magnitude", "missing-magnitude", "number-run", "unexpected-token",
             "missing-point", "fraction-gap", "integer-magnitude", "integer-range", "too-many-groups",
             "skipped-magnitude"},
    "cut the end": _LOST | {"missing-magnitude", "missing-terminator", "fraction-gap", "misfit-terminator",
                            "missing-point", "skipped-magnitude", "trailing-zero-group", "number-run",
                            "unexpected-token", "unknown-magnitude", "repeated-magnitude"},
    "run together": {"number-run", "missing-magnitude", "long-group", "rising-magnitude", "repeated-magnitude",
                     "unexpected-token", "missing-space", "unknown-magnitude", "integer-magnitude",
                     "missing-point", "fraction-gap", "skipped-magnitude", "leading-zero"},
}
