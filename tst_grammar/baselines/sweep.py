"""Counts the tokens of a text for groups of one to six digits, beside the vocabulary that each needs."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Final, Literal

from attrs import asdict, evolve, frozen

from tst_grammar.baselines.comparison_tables import Table
from tst_grammar.baselines.corpus import Corpus, count_corpus
from tst_grammar.baselines.tst_tokenization import TstTokenization
from tst_grammar.language.scheme import Scheme, gst
from tst_grammar.language.vocabulary import Vocabulary

_SIZES: Final = range(1, 7)
_OPTIONS: Final[Sequence[tuple[str, Literal["separate", "joined"]]]] = (("A", "separate"), ("B", "joined"))


@frozen
class SweepPoint:
    """One scheme: Option A or B, its group size, its tokens with digits or markers, and those of the text."""

    option: str
    group_size: int
    vocabulary: int
    tokens: int
    per_number: float | None


@frozen
class Sweep:
    """The points of a text, and what it has: its name, its numbers, and how many of them were left out."""

    name: str
    numbers: int
    left_out: int
    points: tuple[SweepPoint, ...]

    def data(self) -> dict[str, Any]:
        """Return the sweep as values for JSON."""
        return asdict(self)


def sweep_corpus(path: str, *, locale: str = "en") -> Sweep:
    """Count the tokens of the numbers of a file in twelve schemes. The path `-` is standard input."""
    schemes = list(_schemes())
    corpus = count_corpus(
        path, [TstTokenization(option, scheme) for option, scheme in schemes], locale=locale
    )
    points = (_point(*each, corpus, index) for index, each in enumerate(schemes))
    return Sweep(corpus.name, corpus.numbers, corpus.left_out, tuple(points))


def sweep_table(sweep: Sweep) -> Table:
    """Lay out a sweep as a table.

    >>> point = SweepPoint("B", 3, 11595, 3, 1.5)
    >>> sweep_table(Sweep("notes.txt", 2, 0, (point,))).rows
    (('Option B, N = 3', '11595', '3', '1.500'),)
    """
    left_out = f", {sweep.left_out} left out" if sweep.left_out else ""
    rows = (
        (
            f"Option {each.option}, N = {each.group_size}",
            str(each.vocabulary),
            str(each.tokens),
            "–" if each.per_number is None else f"{each.per_number:.3f}",
        )
        for each in sweep.points
    )
    return Table(
        f"{sweep.name}: {sweep.numbers} numbers{left_out}",
        ("scheme", "vocabulary", "tokens", "per number"),
        tuple(rows),
    )


def _schemes() -> Iterator[tuple[str, Scheme]]:
    for (option, marker), size in product(_OPTIONS, _SIZES):
        yield option, evolve(gst(size), marker=marker)


def _point(option: str, scheme: Scheme, corpus: Corpus, index: int) -> SweepPoint:
    vocabulary = Vocabulary(scheme)
    tokens = corpus.tokens[index]
    return SweepPoint(
        option,
        scheme.group_size,
        len(vocabulary) - len(vocabulary.punctuation),
        tokens,
        tokens / corpus.numbers if corpus.numbers else None,
    )
