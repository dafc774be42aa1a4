"""Measures how `locale="auto"` reads documents of a known locale that have 20 or more marked numbers.

    python scripts/gather_ordinary_text.py FOLDER --languages
    python scripts/measure_auto.py FOLDER                       # a folder for each locale

A marked number has a mark between its digits or before them, as in `1.234` or `3,5`. Each is read in the
known locale and with `auto`. It is decided if `auto` finds a number there, and wrong if its value differs.
Numbers that the locale cannot read, such as an English number in German text, are not counted.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import tst_grammar as tst
from tst_grammar.text.finding import Found

_LEAST = 20
_MARKED = re.compile(r"\d[.,'\u2019\u066b\u066c\xa0\u2009\u202f]\d|^[.,]\d")


def main() -> None:
    """Measure the documents of a folder, and list what is wrong."""
    total: Counter[str] = Counter()
    for folder in sorted(path for path in Path(sys.argv[1]).iterdir() if len(path.name) == 2):
        counts: Counter[str] = Counter()
        for text, due in _documents(folder):
            _measure(text, due, folder.name, counts)
        total += counts
        _tell(folder.name, counts)
    _tell("all", total)


def _documents(folder: Path) -> Iterator[tuple[str, list[Found]]]:
    """Yield texts with enough marked numbers, and these numbers in the locale."""
    for path in sorted(folder.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        found = tst.find_numbers(text, locale=folder.name, scheme=None)
        due = [each for each in found if _MARKED.search(each.raw)]
        if len(due) >= _LEAST:
            yield text, due


def _measure(text: str, due: list[Found], locale: str, counts: Counter[str]) -> None:
    """Count the marked numbers of a document."""
    counts["documents"] += 1
    found = {each.start: each for each in tst.find_numbers(text, locale="auto", scheme=None)}
    for each in due:
        start = each.start
        counts["marked"] += 1
        other = found.get(start)
        if other is None:
            counts["undecided"] += 1
            if "--undecided" in sys.argv:
                sys.stdout.write(f"{locale}: undecided {text[max(start - 40, 0) : each.end + 20]!r}\n")
        elif other.number.value != each.number.value:
            counts["wrong"] += 1
            around = text[max(start - 40, 0) : each.end + 20].replace("\n", " ")
            sys.stdout.write(f"{locale}: {other.number.value} for {each.number.value} in {around!r}\n")


def _tell(name: str, counts: Counter[str]) -> None:
    marked = counts["marked"] or 1
    wrong, decided = counts["wrong"] / marked, 1 - counts["undecided"] / marked
    sys.stdout.write(f"{name}\t{dict(counts)}\twrong {wrong:.2%}\tdecided {decided:.1%}\n")


if __name__ == "__main__":
    main()
