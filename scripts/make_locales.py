"""Makes the table of locales that the package ships from Unicode's CLDR.

`nox -s data` installs CLDR's packages and runs two steps, with `make_icu_money.mjs` between them:

    python scripts/make_locales.py extract scripts/inputs/node_modules  # writes scripts/cldr.json
                                                                        # and the names of currencies
    python scripts/make_locales.py table  # writes tst_grammar/notation/locales.json

CLDR's JSON lacks the marks of money in some locales. `make_icu_money.mjs` asks ICU for them.
"""

import json
import re
import sys
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
EXTRACT = ROOT / "scripts" / "cldr.json"
ICU_MONEY = ROOT / "scripts" / "icu_money.json"
TABLE = ROOT / "tst_grammar" / "notation" / "locales.json"
NAMES = ROOT / "tst_grammar" / "notation" / "currency_names.json"

NOTICE = (
    "Made by scripts/make_locales.py from Unicode CLDR {version}. "
    "Copyright © 1991-2025 Unicode, Inc. Unicode License V3, see https://www.unicode.org/license.txt"
)
SYMBOLS = (
    "decimal",
    "group",
    "minusSign",
    "percentSign",
    "exponential",
    "currencyDecimal",
    "currencyGroup",
)
COMMON = 200
"""A currency word of at least this many locales is read in every locale."""


def extract(modules: Path) -> dict[str, Any]:
    """Return the part of CLDR that is needed, unchanged."""
    core = modules / "cldr-core"
    locales = {}
    codes: set[str] = set()
    for path in sorted((modules / "cldr-numbers-full" / "main").iterdir()):
        numbers = _load(path / "numbers.json")["main"][path.name]["numbers"]
        default = numbers["defaultNumberingSystem"]
        systems = {default, "latn", numbers["otherNumberingSystems"].get("native", default)}
        currencies = _load(path / "currencies.json")["main"][path.name]["numbers"]["currencies"]
        codes.update(currencies)
        symbols_by_code = {
            code: currency["symbol"]
            for code, currency in currencies.items()
            if currency.get("symbol", code) != code
        }
        locales[path.name] = {
            "default": default,
            "minimum": int(numbers["minimumGroupingDigits"]),
            "systems": {
                system: {
                    **{name: symbols[name] for name in SYMBOLS if name in symbols},
                    "pattern": numbers[f"decimalFormats-numberSystem-{system}"]["standard"],
                    "percent": numbers[f"percentFormats-numberSystem-{system}"]["standard"],
                    "currency": numbers[f"currencyFormats-numberSystem-{system}"]["standard"],
                    "accounting": numbers[f"currencyFormats-numberSystem-{system}"]["accounting"],
                }
                for system in sorted(systems)
                if (symbols := numbers.get(f"symbols-numberSystem-{system}"))
            },
            "currencies": {
                symbol: sorted(code for code, other in symbols_by_code.items() if other == symbol)
                for symbol in sorted(set(symbols_by_code.values()))
            },
        }
    supplemental = core / "supplemental"
    likely = _load(supplemental / "likelySubtags.json")["supplemental"]["likelySubtags"]
    aliases = _load(supplemental / "aliases.json")["supplemental"]["metadata"]["alias"]
    systems = _load(supplemental / "numberingSystems.json")["supplemental"]["numberingSystems"]
    return {
        "version": _load(core / "package.json")["version"],
        "codes": sorted(codes),
        "zeros": {
            name: system["_digits"][0] for name, system in systems.items() if system["_type"] == "numeric"
        },
        "parents": _load(supplemental / "parentLocales.json")["supplemental"]["parentLocales"][
            "parentLocale"
        ],
        "default_content": _load(core / "defaultContent.json")["defaultContent"],
        "aliases": {
            old: alias["_replacement"]
            for kind in ("languageAlias", "territoryAlias", "scriptAlias")
            for old, alias in aliases[kind].items()
            if " " not in alias["_replacement"]
        },
        "likely": {
            short: full for short, full in likely.items() if re.fullmatch("[a-z]+-([A-Z]{2}|[0-9]{3})", short)
        },
        "locales": locales,
    }


def currency_names(modules: Path) -> dict[str, list[str]]:
    """Return the names of today's currencies by code, case-folded, in the languages that CLDR covers well.

    A name that two currencies have is left out.
    """
    core = modules / "cldr-core"
    levels = _load(core / "coverageLevels.json")["effectiveCoverageLevels"]
    regions = _load(core / "supplemental" / "currencyData.json")["supplemental"]["currencyData"]["region"]
    today = {
        code
        for periods in regions.values()
        for period in periods
        for code, dates in period.items()
        if "_to" not in dates and dates.get("_tender") != "false"
    }
    codes: dict[str, set[str]] = {}
    for path in sorted((modules / "cldr-numbers-full" / "main").iterdir()):
        if "modern" not in (levels.get(path.name), levels.get(path.name.partition("-")[0])):
            continue
        currencies = _load(path / "currencies.json")["main"][path.name]["numbers"]["currencies"]
        for code in today & currencies.keys():
            for kind, text in currencies[code].items():
                name = " ".join(text.casefold().split())
                if kind.startswith(("displayName", "symbol-alt-variant")) and re.fullmatch(r"[^(\d]+", name):
                    codes.setdefault(name, set()).add(code)
    names: dict[str, list[str]] = {}
    for name in sorted(codes):
        if len(codes[name]) == 1 and name not in map(str.casefold, codes[name]):
            names.setdefault(min(codes[name]), []).append(name)
    return dict(sorted(names.items()))


def table(cldr: dict[str, Any], icu_money: dict[str, list[str]]) -> dict[str, Any]:
    """Return the table that the package ships: how each locale writes numbers, each style once."""
    shared = _shared_words(cldr)
    styles: dict[str, int] = {}
    words: dict[str, int] = {}
    locales = {}
    for name, locale in cldr["locales"].items():
        style = json.dumps(_style(locale, cldr["zeros"], icu_money.get(name, [])), ensure_ascii=False)
        own = json.dumps(_own_words(locale["currencies"], shared), ensure_ascii=False)
        locales[name] = [styles.setdefault(style, len(styles)), words.setdefault(own, len(words))]
    return {
        "notice": NOTICE.format(version=cldr["version"]),
        "version": cldr["version"],
        "fields": list(json.loads(next(iter(styles)))),
        "styles": [list(json.loads(style).values()) for style in styles],
        "currency_codes": cldr["codes"],
        "shared_currencies": sorted(shared),
        "currencies": [json.loads(own) for own in words],
        "locales": locales,
        "parents": {name: parent for name, parent in cldr["parents"].items() if name not in locales},
        "default_content": [name for name in cldr["default_content"] if name not in locales],
        "aliases": {**_by_likely_script(cldr), **cldr["aliases"]},
    }


def _by_likely_script(cldr: dict[str, Any]) -> dict[str, str]:
    """Return the ids that name a region without its script, such as zh-TW."""
    known = {*cldr["locales"], *cldr["default_content"]}
    return {short: full for short, full in cldr["likely"].items() if short not in known and full in known}


def _style(locale: dict[str, Any], zeros: dict[str, str], icu: list[str]) -> dict[str, Any]:
    """Return how a locale writes numbers. If there are several marks, it writes the first and reads all."""
    default = locale["systems"][locale["default"]]
    systems = [default]
    for system in locale["systems"].values():
        contradicts = system["decimal"] == default["group"] or system["group"] == default["decimal"]
        if system != default and not contradicts:
            systems.append(system)
    return {
        "decimal_marks": "".join(dict.fromkeys(system["decimal"] for system in systems)),
        "group_marks": "".join(dict.fromkeys(system["group"] for system in systems)),
        "grouping": _grouping(default["pattern"]),
        "affixed": _affixed(default, icu),
        "minimum_grouping": locale["minimum"],
        "zero": zeros[locale["default"]],
        "minus": default["minusSign"],
        "percent": re.sub("[#,0]+", "#", default["percent"].partition(";")[0]),
        "percent_sign": default["percentSign"],
        "exponents": list(dict.fromkeys(system["exponential"] for system in systems)),
    }


def _affixed(default: dict[str, Any], icu: list[str]) -> list[list[Any]]:
    """Return the styles of numbers with an affix that differ from plain numbers: affixes, marks and widths.

    The affixes are separated by spaces, and "" means every currency.
    """
    decimal, group = default["decimal"], default["group"]
    money = [default.get("currencyDecimal", decimal), default.get("currencyGroup", group)]
    ways = [
        *([[*icu, _grouping(default["currency"])]] if icu else []),
        *(["", *money, _grouping(default[form])] for form in ("currency", "accounting")),
        ["% ‰", decimal, group, _grouping(default["percent"])],
    ]
    plain = [decimal, group, _grouping(default["pattern"])]
    return [way for index, way in enumerate(ways) if way[1:] != plain and way not in ways[:index]]


def _grouping(pattern: str) -> list[int]:
    """Return the widths of groups in a pattern, from the right: [3, 2] for #,##,##0."""
    digits = re.sub("[^#0,]", "", pattern.partition(";")[0].partition(".")[0])
    return [len(group) for group in digits.split(",")[:0:-1]]


def _shared_words(cldr: dict[str, Any]) -> set[str]:
    """Return the words that every locale reads: those of most locales, and those with a currency sign."""
    counts = Counter(_bare(word) for locale in cldr["locales"].values() for word in locale["currencies"])
    shared = {word for word, count in counts.items() if count >= COMMON or any(map(_is_sign, word))}
    return {word for word in shared if word and not _is_sign(word)}


def _own_words(currencies: dict[str, list[str]], shared: set[str]) -> dict[str, str]:
    """Return the currency words that not every locale reads, each with its code, or "" if it has several."""
    own = {_bare(word): codes[0] if len(codes) == 1 else "" for word, codes in currencies.items()}
    return {word: code for word, code in own.items() if word and word not in shared and not _is_sign(word)}


def _bare(word: str) -> str:
    """Return a currency word without the invisible characters around it, or "" if it has a hyphen.

    The hyphen could be a minus sign.
    """
    return "" if "-" in word else word.strip("\u200b\u200e\u200f\u061c ")


def _is_sign(word: str) -> bool:
    return len(word) == 1 and unicodedata.category(word) == "Sc"


def _load(path: Path) -> Any:  # noqa: ANN401 -- JSON
    return json.loads(path.read_text(encoding="utf-8"))


def _json(value: dict[str, Any]) -> str:
    """Write one line for each entry of the first two levels, so that diffs are readable."""
    lines = []
    for key, entry in value.items():
        if isinstance(entry, dict | list) and entry:
            pairs = entry.items() if isinstance(entry, dict) else ((None, item) for item in entry)
            inner = ",\n".join(
                (f"{json.dumps(name, ensure_ascii=False)}: " if name is not None else "")
                + json.dumps(item, ensure_ascii=False, separators=(",", ":"))
                for name, item in pairs
            )
            opening, closing = "{}" if isinstance(entry, dict) else "[]"
            lines.append(f"{json.dumps(key)}: {opening}\n{inner}\n{closing}")
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(entry, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def made() -> str:
    """Return the text of the table, made from the extract."""
    return _json(table(_load(EXTRACT), _load(ICU_MONEY)["locales"]))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["extract", folder]:
            EXTRACT.write_text(_json(extract(Path(folder))), encoding="utf-8")
            names = {
                "notice": NOTICE.format(version=_load(EXTRACT)["version"]),
                "names": currency_names(Path(folder)),
            }
            NAMES.write_text(_json(names), encoding="utf-8")
        case ["table"]:
            TABLE.write_text(made(), encoding="utf-8")
        case _:
            sys.exit(__doc__)
