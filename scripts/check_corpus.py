"""Check the laws of running text over a folder of ordinary texts, and list what breaks one.

    python scripts/check_corpus.py FOLDER [--schemes tst,gst-4] [--locales en,de] [--share 0.1]

`scripts/corpus.txt` names Debian packages whose texts are of many kinds. For each law, the last line of the
output counts the blocks of text that were compared. It also counts the numbers, and the findings of the
linter and of `validate` in what `annotate` wrote; each error is listed.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from pathlib import Path

import tst_grammar as tst
from tst_grammar.diagnostics import Diagnostic, Severity
from tst_grammar.text.alignment import Alignment
from tst_grammar.text.restoration import Restorer, restorer_for

_PAIR = ("⟦", "⟧")
_BLOCK = 16_000
_EXACT = Context(prec=100_000, Emax=MAX_EMAX, Emin=MIN_EMIN)

Broken = tuple[str, str]
"""A law, and an example of a text that breaks it."""


def main() -> None:
    """Check the texts of a folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--schemes", default="tst")
    parser.add_argument("--locales", default="en")
    parser.add_argument("--share", type=float, default=1.0)
    options = parser.parse_args()
    for scheme in options.schemes.split(","):
        for locale in options.locales.split(","):
            counts: Counter[str] = Counter()
            draw = random.Random(1)  # noqa: S311 -- a sample that is the same in each run
            for place, text in _blocks(options.folder):
                if draw.random() < options.share:
                    counts["bytes"] += len(text.encode())
                    for law, example in _broken(text, scheme, locale, counts):
                        counts[f"broken: {law}"] += 1
                        _tell(f"{scheme} {locale} {place}: {law}: {example!r}")
            _tell(f"{scheme} {locale} {dict(counts)}")


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _blocks(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the texts of a folder in blocks of lines, each with its place."""
    for path in sorted(folder.rglob("*.txt")):
        text = path.read_bytes().decode()
        start = 0
        while start < len(text):
            end = text.find("\n", start + _BLOCK) + 1 or len(text)
            yield f"{path.name}:{start}", text[start:end]
            start = end


def _broken(text: str, scheme: str, locale: str, counts: Counter[str]) -> Iterator[Broken]:
    """Yield each law that a text breaks."""
    alignment = tst.align(text, scheme=scheme, locale=locale)
    annotated = alignment.text
    counts["plain numbers"] += sum(1 for _ in tst.find_numbers(text, scheme=scheme, locale=locale))
    counts["converted"] += len(alignment.numbers)
    nodes = "".join(node.raw for node in tst.parse_text(annotated, scheme=scheme))
    again = tst.annotate(annotated, scheme=scheme, locale=locale)
    laws = [
        ("align is annotate", annotated, tst.annotate(text, scheme=scheme, locale=locale)),
        ("twice is once", annotated, again),
        ("nodes are the text", annotated, nodes),
        ("values", *_due_and_read(text, alignment, scheme, locale)),
        *_between_delimiters(text, scheme, locale, counts),
        *_without_delimiters(text, alignment, scheme, locale, counts),
    ]
    for law, due, got in laws:
        counts[law] += 1
        if due != got:
            pairs = zip(due.split("\n"), got.split("\n"), strict=False)
            yield (
                law,
                next((f"{one[:300]} | {other[:300]}" for one, other in pairs if one != other), "length"),
            )
    for reader, findings in (
        ("lint", iter(tst.lint(annotated, scheme=scheme, locale=locale))),
        ("validate", tst.validate([annotated], scheme=scheme, locale=locale, pieces=True)),
    ):
        yield from _errors(reader, findings, annotated, counts)


def _between_delimiters(
    text: str, scheme: str, locale: str, counts: Counter[str]
) -> Iterator[tuple[str, str, str]]:
    enclosed = tst.annotate(text, scheme=scheme, locale=locale, delimiters=_PAIR)
    restored = tst.restore(enclosed, scheme=scheme, delimiters=_PAIR)
    if locale == "en":
        yield "values between delimiters", _values(text, locale), _values(restored, locale)
    again = tst.annotate(enclosed, scheme=scheme, locale=locale, delimiters=_PAIR)
    yield "twice between delimiters", enclosed, tst.restore(again, scheme=scheme, delimiters=_PAIR)
    exact = tst.annotate(text, scheme=scheme, locale=locale, delimiters=_PAIR, exact=True)
    yield "exact between delimiters", text, tst.restore(exact, scheme=scheme, delimiters=_PAIR)
    counts["converted exactly"] += exact.count(_PAIR[0]) - text.count(_PAIR[0])
    local = tst.annotate(text, scheme=scheme, locale=locale, delimiters=_PAIR, exact="locale")
    back = tst.restore(local, scheme=scheme, locale=locale, delimiters=_PAIR)
    yield "exact by locale", text, back


def _without_delimiters(
    text: str, alignment: Alignment, scheme: str, locale: str, counts: Counter[str]
) -> Iterator[tuple[str, str, str]]:
    lines = text.splitlines(keepends=True)
    same = "".join(line for line in lines if tst.restore(line, scheme=scheme) == line)
    exact = tst.annotate(same, scheme=scheme, locale=locale, exact=True)
    yield "exact", same, tst.restore(exact, scheme=scheme)
    tangled = {each.raw for each in alignment.remarks if each.reason == "tangled"}
    counts["tangled"] += len(tangled)
    clear = "".join(
        line for line in same.splitlines(keepends=True) if not any(each in line for each in tangled)
    )
    local = tst.restore(tst.annotate(clear, scheme=scheme, locale=locale), scheme=scheme, locale=locale)
    yield "values by locale", _values(clear, locale), _values(local, locale)


def _errors(
    reader: str, findings: Iterator[Diagnostic], annotated: str, counts: Counter[str]
) -> Iterator[Broken]:
    for found in findings:
        counts[f"{reader} {found.severity}"] += 1
        if found.severity is Severity.ERROR:
            around = annotated[max(found.start - 60, 0) : found.end + 40]
            yield f"{reader} {found.code}", f"{annotated[found.start : found.end]!r} in {around!r}"


def _due_and_read(text: str, alignment: Alignment, scheme: str, locale: str) -> tuple[str, str]:
    """Return the values that `restore` must read in annotated text, and those that it reads."""
    restorer = restorer_for(scheme=scheme, locale=None, delimiters=None, read_in=locale)
    due = dict(_tst_values(restorer, text))
    due |= {each.source.start: each.number.value for each in alignment.numbers}
    read = (value for _, value in _tst_values(restorer, alignment.text))
    return "\n".join(_plainly(due[start]) for start in sorted(due)), "\n".join(map(_plainly, read))


def _tst_values(restorer: Restorer, text: str) -> Iterator[tuple[int, Decimal]]:
    offset = 0
    for line in text.split("\n"):
        for start, _, digits in restorer.numbers(line):
            yield offset + start, digits.value
        offset += len(line) + 1


def _plainly(value: Decimal) -> str:
    """Return a value as text, the same for equal values."""
    return str(value.normalize(_EXACT)) if value else "0"


def _values(text: str, locale: str) -> str:
    """Return the values of the plain numbers of a text, each on a line."""
    found = tst.find_numbers(text, locale=locale, scheme=None)
    return "\n".join(_plainly(each.number.value) for each in found)


if __name__ == "__main__":
    main()
