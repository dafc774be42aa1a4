"""Prints what the linter finds: false alarms in ordinary text, and what of damaged numbers.

    python scripts/gather_ordinary_text.py /tmp/ordinary
    python scripts/measure_linter.py /tmp/ordinary --count 40

Left out of the count are damages that are canonical numbers, and those whose shape is in the ordinary text.
The shape of a number has each digit replaced by 9.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random

import tst_grammar as tst
from tst_grammar.diagnostics import Severity
from tst_grammar.language.schemes import SCHEMES, name_of

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from model_damages import DAMAGES, Damaged, damaged
from model_damages_names import NAMES

OWN = {
    "万億": tst.Scheme(group_size=4, magnitudes=("万", "億")),
    "reserved": tst.Scheme(spelling="reserved"),
    "no fill": tst.Scheme(fill="none"),
}
"""Schemes that are not registered."""

_SHAPE = str.maketrans("0123456789", "9" * 10)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("ordinary", type=Path, help="the folder of ordinary text")
    parser.add_argument("--count", type=int, default=20, help="numbers of each damage and scheme")
    parser.add_argument("--scheme", action="append", help="only these schemes")
    parser.add_argument("--damage", action="append", help="only these damages")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--missed", type=int, default=0, help="how many missed damages to list")
    parser.add_argument("--misnamed", type=int, default=0, help="how many misnamed or wrongly fixed to list")
    parser.add_argument("--no-alarms", action="store_true", help="leave out the table of false alarms")
    options = parser.parse_args()
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(options.ordinary.glob("*.txt"))}
    if not options.no_alarms:
        print_alarms(texts)
    known = {name: scheme for name, scheme in SCHEMES.items() if name_of(scheme) == name} | OWN
    schemes = {name: known[name] for name in options.scheme or known}
    shapes = Shapes(texts.values())
    table = Table()
    for kind in options.damage or DAMAGES:
        for name, scheme in schemes.items():
            chance = Random(f"{options.seed} {kind} {name}")  # noqa: S311
            for _ in range(options.count):
                table.add(damaged(kind, scheme, chance), name, shapes)
    table.print()
    for line in [*table.missed[:: max(1, len(table.missed) // max(1, options.missed))]][: options.missed]:
        print("missed", line)  # noqa: T201
    for line in [*table.wrong[:: max(1, len(table.wrong) // max(1, options.misnamed))]][: options.misnamed]:
        print(line)  # noqa: T201


class Shapes:
    """The shapes of ordinary text."""

    def __init__(self, texts: Iterable[str]) -> None:
        lines = dict.fromkeys(line.translate(_SHAPE) for text in texts for line in text.split("\n"))
        self._lines = "\n".join(lines)
        self._with_digits = "\n".join(line for line in lines if "9" in line)
        self._known: dict[str, bool] = {}

    def has(self, number: str) -> bool:
        """Tell whether a number's shape is in the text, apart from letters, digits and signs beside it."""
        shape = number.translate(_SHAPE)
        if shape not in self._known:
            self._known[shape] = self._search(shape)
        return self._known[shape]

    def _search(self, shape: str) -> bool:
        text, place = self._with_digits if "9" in shape else self._lines, -1
        while (place := text.find(shape, place + 1)) >= 0:
            before, after = text[place - 1 : place], text[place + len(shape) : place + len(shape) + 1]
            if not re.match(r"\w", before) and not re.match(r"\w", after):
                return True
        return False


def print_alarms(texts: Mapping[str, str]) -> None:
    """Print the findings in ordinary text by rule and by kind of text."""
    counts = {kind: Counter(each.name for each in tst.lint(text)) for kind, text in texts.items()}
    size = sum(len(text.encode()) for text in texts.values()) / 1e6
    errors = sum(each.severity is Severity.ERROR for text in texts.values() for each in tst.lint(text))
    names = sorted({name for found in counts.values() for name in found})
    print_table(
        ["rule", *counts, "all"],
        [
            [name, *(found[name] for found in counts.values()), sum(found[name] for found in counts.values())]
            for name in names
        ],
    )
    total = sum(map(Counter.total, counts.values()))
    print(  # noqa: T201
        f"{total} in {size:.1f} MB: {total / size:.2f} findings and {errors / size:.3f} errors a megabyte\n"
    )


class Table:
    """How many damages of each kind and scheme were found."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], Counter[str]] = {}
        self.missed: list[str] = []
        self.wrong: list[str] = []

    def add(self, case: Damaged, name: str, shapes: Shapes) -> None:
        """Lint one damaged number and count the findings."""
        counts = self._counts.setdefault((case.kind, name), Counter())
        counts["made"] += 1
        if is_canonical(case.number, case.scheme):
            counts["canonical"] += 1
            return
        if shapes.has(case.number):
            counts["ordinary"] += 1
            return
        counts["counted"] += 1
        found = [each for each in tst.lint(case.text, scheme=case.scheme) if touches(each, case)]
        if not found:
            self.missed.append(f"{name}: {case.kind}: {case.meant!r} -> {case.text!r}")
            return
        counts["found"] += 1
        names = {each.name for each in found}
        is_named = bool(names & NAMES[case.kind])
        counts["named"] += is_named
        if not is_named:
            what = f"{case.meant!r} -> {case.number!r}"
            self.wrong.append(f"misnamed {name}: {case.kind}: {what}: {sorted(names)}")
        fixes = [each.fix for each in found if each.fix]
        if not fixes:
            return
        safety = "safe" if fixes[0].is_safe else "unsafe"
        counts[safety] += 1
        text = case.text[: fixes[0].start] + fixes[0].text + case.text[fixes[0].end :]
        whole = case.text[: case.start] + case.meant + case.text[case.end :]
        counts[f"{safety} right"] += text == whole
        if text != whole:
            self.wrong.append(f"{safety} fix {name}: {case.meant!r} -> {case.text!r}: {text!r}")

    def print(self) -> None:
        """Print the table by damage, and by scheme."""
        for index, title in enumerate(("damage", "scheme")):
            rows: dict[str, Counter[str]] = {}
            for key, counts in self._counts.items():
                rows.setdefault(key[index], Counter()).update(counts)
            rows["all"] = sum(rows.values(), Counter())
            heads = [title, "made", "canonical", "ordinary", "counted", "found %", "named %"]
            heads += ["safe", "right %", "unsafe", "right %", "with fix %"]
            print_table(heads, [_row(name, counts) for name, counts in rows.items()])


def is_canonical(text: str, scheme: tst.Scheme) -> bool:
    """Tell whether a text is one canonical number, or several of two or more groups side by side."""
    if tst.is_valid(text, scheme=scheme):
        return True
    end = -1
    for node in tst.parse_text(text, scheme=scheme):
        if node.is_number and " " in node.raw and node.span.start == end + 1:
            end = node.span.end
    return end == len(text)


def _row(name: str, counts: Counter[str]) -> list[object]:
    fixes = counts["safe"] + counts["unsafe"]
    return [
        name,
        counts["made"],
        counts["canonical"],
        counts["ordinary"],
        counts["counted"],
        _percent(counts["found"], counts["counted"]),
        _percent(counts["named"], counts["found"]),
        counts["safe"],
        _percent(counts["safe right"], counts["safe"]),
        counts["unsafe"],
        _percent(counts["unsafe right"], counts["unsafe"]),
        _percent(fixes, counts["found"]),
    ]


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"


def touches(found: tst.Diagnostic, case: Damaged) -> bool:
    """Tell whether a finding is about the damaged number."""
    is_inside = found.start < case.end and found.end > case.start
    return is_inside or found.start == found.end == case.end


def print_table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a Markdown table."""
    lines = [list(map(str, row)) for row in (heads, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    lines.insert(1, ["-" * width for width in widths])
    for line in lines:
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |")  # noqa: T201
    print()  # noqa: T201


if __name__ == "__main__":
    main()
