"""Counts findings by their rules, and the numbers that are valid, for each file and for all."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from attrs import define, field

from tst_grammar.diagnostics import visible
from tst_grammar.linter.reports.json_reports import dumped, encodable
from tst_grammar.linter.reports.located import Located
from tst_grammar.rules import CODES


@define
class FileStatistics:
    """The counts of one file: the findings of each rule, and the numbers that are valid or damaged."""

    path: str
    found: Counter[str] = field(factory=Counter)
    fixable: Counter[str] = field(factory=Counter)
    """For each rule, how many findings have a safe fix."""
    valid: int = 0
    damaged: int = 0

    def add(self, found: Located) -> None:
        """Count a finding."""
        code, fix = found.diagnostic.code, found.diagnostic.fix
        self.found[code] += 1
        self.fixable[code] += bool(fix and fix.is_safe)

    def include(self, other: "FileStatistics") -> None:
        """Add the counts of another file."""
        self.found += other.found
        self.fixable += other.fixable
        self.valid += other.valid
        self.damaged += other.damaged

    @property
    def numbers(self) -> int:
        """How many TST numbers there are, damaged ones too."""
        return self.valid + self.damaged


def statistics(files: Iterable[FileStatistics], *, as_json: bool = False) -> Iterator[str]:
    r"""Yield the counts of each file with findings, and those of all files; `[*]` marks safe fixes.

    >>> from tst_grammar.linter.reports.located import located
    >>> from tst_grammar.rules import find_rule
    >>> counts = FileStatistics("notes.txt", valid=2, damaged=1)
    >>> diagnostic = find_rule("TST107").finding("'23k' has 2 digits", 3, 6)
    >>> for found in located("notes.txt", [("1m 23k 456", [diagnostic])]):
    ...     counts.add(found)
    >>> print("".join(statistics([counts])).expandtabs(), end="")
    notes.txt: 2 of 3 TST numbers are valid (66.6%)
    1       TST107      short-group
    """
    return _as_json(files) if as_json else _as_text(files)


def _as_text(files: Iterable[FileStatistics]) -> Iterator[str]:
    total = FileStatistics("")
    count = 0
    last = None
    for last in files:
        count += 1
        total.include(last)
        if last.found:
            yield from _lines(visible(last.path), last)
    if count != 1 and total.found:
        yield from _lines(f"all {count} files", total)
    elif not total.found:
        yield from _lines(visible(last.path) if last and count == 1 else f"all {count} files", total)


def _lines(name: str, counts: FileStatistics) -> Iterator[str]:
    yield f"{name}: {_share(counts)}\n"
    for code, count in _ordered(counts):
        yield f"{count}\t{code}\t{'[*]' if counts.fixable[code] else '   '} {CODES[code]}\n"


def _share(counts: FileStatistics) -> str:
    if not counts.numbers:
        return "no TST numbers"
    thousandths = 1000 * counts.valid // counts.numbers  # rounded down, so that only all are 100%
    percent = f"{thousandths // 10}.{thousandths % 10}%"
    return f"{counts.valid} of {counts.numbers} TST numbers are valid ({percent})"


def _as_json(files: Iterable[FileStatistics]) -> Iterator[str]:
    """Yield an object with the counts of all files, and with a list of the files."""
    total = FileStatistics("")
    rows = []
    for each in files:
        total.include(each)
        rows.append(f"\n  {dumped({'path': encodable(each.path), **_object(each)})}")
    yield f'{{"all": {dumped(_object(total))},\n"files": [{",".join(rows)}\n]}}\n'


def _object(counts: FileStatistics) -> dict[str, Any]:
    rules = [
        {"code": code, "name": CODES[code], "count": count, "fixable": counts.fixable[code]}
        for code, count in _ordered(counts)
    ]
    share = 10_000 * counts.valid // counts.numbers / 10_000 if counts.numbers else None
    return {"numbers": counts.numbers, "valid": counts.valid, "share": share, "rules": rules}


def _ordered(counts: FileStatistics) -> list[tuple[str, int]]:
    """Return the codes with their counts, the largest first."""
    return sorted(counts.found.items(), key=lambda row: (-row[1], row[0]))
