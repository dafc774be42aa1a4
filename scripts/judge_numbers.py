"""Draws numbers from real texts to be judged by a reader, and compares the verdicts with what is found.

    python scripts/judge_numbers.py draw FOLDER SEED > sample.tsv  # FOLDER from scripts/gather_texts.sh
    python scripts/judge_numbers.py compare tests/data/judged/second.tsv

A row is: the kind of text, locale, separator, an excerpt whose marked digits belong to the number,
and the verdict. The verdict is a value, or `-` and the reason if the digits are no number to convert; `|`
separates verdicts that are both good. `draw` leaves the verdict empty: the reader must not see what is found.
"""

import gzip
import html
import random
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path

from attrs import frozen

import tst_grammar as tst

FOUND, LEFT = 600, 300
"""How many found numbers, and how many digits that were left alone, are drawn."""

_MARKS = "⟦", "⟧"
_NONE = re.compile(r"-($| )")
_LONGEST = 160
_WINDOW = 40_000
_FILES = 60
"""How many characters of a file, and how many files of a kind, are searched at most."""

_GNUCASH = "gnucash-docs/**/gnucash-*-"
_KINDS = {
    **{
        f"guide-{locale}": (locale, "", (f"*-{name}/**/*.txt.gz", f"*-{name}/**/*.html"))
        for locale, name in (
            *((each, each) for each in ("cs", "de", "es", "fr", "it", "ja", "nl", "pt", "ru")),
            ("zh", "zh-cn"),
        )
    },
    **{
        f"manual-{locale}": (locale, "", (f"manpages-{name}/**/*.gz",))
        for locale, name in (
            *((each, each) for each in ("cs", "da", "de", "es", "fr", "hu", "it", "ja", "nl", "pl", "ro")),
            *((each, each) for each in ("ru", "sv", "uk", "zh")),
            ("pt", "pt-br"),
        )
    },
    **{f"finance-{each}": (each, "", (f"{_GNUCASH}{each}/*.html",)) for each in ("de", "en", "it", "pt")},
    "sayings-de": ("de", "", ("fortunes-de/**/games/fortunes/de/*",)),
    "sayings-ru": ("ru", "", ("fortunes-ru/**/games/fortunes/ru/*",)),
    "guide-en": ("en", "", ("debian-handbook/**/en-US/*.html", "installation-guide-amd64/**/en/*.html")),
    "manual-en": ("en", "", ("manpages/**/*.gz", "manpages-dev/**/*.gz")),
    "python": ("en", "", ("python3.11-doc/**/*.rst.txt", "python3.11-doc/**/*.html")),
    "postgresql": ("en", "", ("postgresql-doc-15/**/*.html",)),
    "changelogs": ("en", "", ("**/changelog*.gz", "**/NEWS*.gz")),
    "csv": ("en", ",", ("**/*.csv", "**/*.csv.gz")),
    "latex": ("en", "", ("texlive-*/**/*.tex",)),
    "source": ("en", "", ("**/python3.11/*.py", "**/perl5/**/*.pod", "linux-doc-6.1/**/*.rst.gz")),
    "facts": ("en", "", ("units/**/*.units", "miscfiles/**/misc/*", "miscfiles/**/misc/*.gz")),
}


@frozen
class Case:
    """Marked digits in an excerpt of a text, and the verdict of a reader."""

    kind: str
    locale: str
    separator: str
    before: str
    digits: str
    after: str
    verdict: str = ""

    def row(self) -> str:
        """Return the case as a line of the file."""
        excerpt = _escaped(f"{self.before}{_MARKS[0]}{self.digits}{_MARKS[1]}{self.after}")
        return f"{self.kind}\t{self.locale}\t{self.separator}\t{excerpt}\t{self.verdict}"

    @classmethod
    def of(cls, row: str) -> "Case":
        """Return the case of a line of the file."""
        kind, locale, separator, excerpt, verdict = row.split("\t")
        before, rest = excerpt.replace("\\t", "\t").split(_MARKS[0])
        digits, after = rest.split(_MARKS[1])
        return cls(kind, locale, separator, before, digits, after, verdict)

    def found(self) -> Decimal | None:
        """Return the value of the number that the package finds at the marked digits, or None."""
        text = self.before + self.digits + self.after
        start = len(self.before)
        for each in tst.find_numbers(text, locale=self.locale, separator=self.separator):
            if each.start <= start < each.end:
                return each.number.value
        return None

    def outcome(self) -> str:
        """Return the outcome: right, wrong, missed or rightly left."""
        value = self.found()
        choices = [each for each in self.verdict.split("|") if not _NONE.match(each)]
        is_none_allowed = len(choices) < len(self.verdict.split("|"))
        if value is None:
            return "rightly left" if is_none_allowed else "missed"
        return "right" if value in map(Decimal, choices) else "wrong"


def cases(path: Path) -> list[Case]:
    """Return the cases of a file."""
    return [Case.of(row) for row in path.read_text(encoding="utf-8").splitlines() if row]


def main() -> None:
    """Draw cases, or compare them with the verdicts."""
    if sys.argv[1] == "draw":
        for case in _drawn(Path(sys.argv[2]), int(sys.argv[3])):
            _tell(case.row())
        return
    counts: dict[str, Counter[str]] = {}
    for case in cases(Path(sys.argv[2])):
        outcome = case.outcome()
        counts.setdefault(case.kind, Counter())[outcome] += 1
        if outcome in {"wrong", "missed"}:
            _tell(f"{outcome}: {case.found()} in {case.row()}")
    for kind, its in sorted(counts.items()):
        _tell(f"{kind}\t{dict(its)}")
    _tell(f"all\t{dict(sum(counts.values(), Counter()))}")


def _drawn(folder: Path, seed: int) -> list[Case]:
    """Return cases from every kind of text, as many from each, in random order."""
    draw = random.Random(seed)  # noqa: S311 -- a sample that is the same in each run
    found: dict[str, list[Case]] = {}
    left: dict[str, list[Case]] = {}
    for kind in _KINDS:
        found[kind], left[kind] = [], []
        for text in _texts(folder, kind, draw):
            numbers, others = _split(kind, text)
            found[kind] += draw.sample(numbers, min(len(numbers), 3))
            left[kind] += draw.sample(others, min(len(others), 2))
        draw.shuffle(found[kind])
        draw.shuffle(left[kind])
    chosen = [*_evenly(found.values(), FOUND), *_evenly(left.values(), LEFT)]
    draw.shuffle(chosen)
    return chosen


def _evenly(kinds: Iterable[list[Case]], count: int) -> list[Case]:
    """Return so many cases, one of each kind after the other."""
    chosen: list[Case] = []
    queues = [list(each) for each in kinds]
    while len(chosen) < count and any(queues):
        chosen += [each.pop() for each in queues if each]
    return chosen[:count]


def _texts(folder: Path, kind: str, draw: random.Random) -> Iterator[str]:
    """Yield parts of some files of a kind, without HTML tags."""
    paths = sorted({path for each in _KINDS[kind][2] for path in folder.glob(each) if path.is_file()})
    paths = [path for path in paths if not path.is_symlink()]
    for path in draw.sample(paths, min(len(paths), _FILES)):
        raw = path.read_bytes()
        raw = gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw
        try:
            text = raw.decode()
        except UnicodeDecodeError:
            continue
        if path.suffix == ".html":
            text = html.unescape(re.sub(r"(?s)<(script|style)\b.*?</\1>|<[^>]*>", " ", text))
        start = draw.randrange(max(1, len(text) - _WINDOW))
        lines = text[start : start + _WINDOW].split("\n")[1 if start else 0 : -1 if start else None]
        yield "\n".join(lines)


def _split(kind: str, text: str) -> tuple[list[Case], list[Case]]:
    """Return the cases of the numbers that the package finds in a text, and of the digits that it leaves."""
    locale, separator, _ = _KINDS[kind]
    found = list(tst.find_numbers(text, locale=locale, separator=separator))
    covered = {place for each in found for place in range(each.start, each.end)}
    runs = [run for run in re.finditer(r"\d+", text) if run.start() not in covered]
    firsts = [re.compile(r"\d+").search(text, each.start) for each in found]
    numbers = [_case(kind, text, run) for run in firsts if run]
    left = [_case(kind, text, run) for run in runs]
    pairs = zip(numbers, found, strict=True)
    same = [case for case, each in pairs if case and case.found() == each.number.value]
    return same, [case for case in left if case and case.found() is None]


def _case(kind: str, text: str, run: re.Match[str]) -> Case | None:
    """Return a case with the line of some digits, cut at spaces if it is long."""
    first, last = text.rfind("\n", 0, run.start()) + 1, text.find("\n", run.end())
    before, after = text[first : run.start()], text[run.end() : last if last >= 0 else None]
    if len(before) > _LONGEST // 2:
        before = before[-_LONGEST // 2 :].partition(" ")[2]
    if len(after) > _LONGEST // 2:
        after = after[: _LONGEST // 2].rpartition(" ")[0]
    excerpt = before + run[0] + after
    if any(mark in excerpt for mark in _MARKS) or not excerpt.replace("\t", "").isprintable():
        return None
    return Case(kind, *_KINDS[kind][:2], before, run[0], after)


def _escaped(text: str) -> str:
    return text.replace("\t", "\\t")


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
