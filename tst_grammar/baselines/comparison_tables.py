"""Lays out a comparison as tables, for the formats that people read."""

from collections.abc import Iterable, Iterator

from attrs import frozen

from tst_grammar.baselines.corpus import Corpus
from tst_grammar.baselines.properties import Properties
from tst_grammar.baselines.side_by_side import Comparison
from tst_grammar.baselines.tokenization import Encoded
from tst_grammar.errors import RangeError

Cell = str | Encoded


@frozen
class Table:
    """A table with a title. A cell is text or the tokens of a number."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def tables_of(comparison: Comparison) -> Iterator[Table]:
    """Yield a table for each number, one for the properties, and one for the corpus if there is one.

    >>> from tst_grammar.baselines import BASELINES
    >>> from tst_grammar.baselines.side_by_side import compare
    >>> (table,) = tables_of(compare([BASELINES["xval"]]))
    >>> table.rows
    (('xval', 'no', 'no', 'continuous', 'no', 'one token'),)
    """
    names = comparison.names
    for number in comparison.numbers:
        yield _table(number.number, ("count", "tokens"), names, map(_tokens, number.encoded))
    head = ("digits survive", "zeros survive", "magnitude", "one value per token", "length")
    yield _table("properties", head, names, map(_properties, comparison.properties))
    if corpus := comparison.corpus:
        title = f"{corpus.name}: {corpus.numbers} numbers in {corpus.bytes} bytes"
        left_out = f", {corpus.left_out} left out" if corpus.left_out else ""
        rows = (_costs(tokens, corpus) for tokens in corpus.tokens)
        yield _table(title + left_out, ("tokens", "per number", "per byte"), names, rows)


def _table(
    title: str, head: tuple[str, ...], names: Iterable[str], rows: Iterable[tuple[Cell, ...]]
) -> Table:
    return Table(title, ("scheme", *head), tuple((name, *row) for name, row in zip(names, rows, strict=True)))


def _tokens(encoded: Encoded | RangeError) -> tuple[Cell, ...]:
    if isinstance(encoded, RangeError):
        return "–", encoded.message
    return str(len(encoded.tokens)), encoded


def _properties(properties: Properties) -> tuple[str, ...]:
    return (
        _yes_or_no(properties.digits_survive),
        _yes_or_no(properties.zeros_survive),
        properties.magnitude.value,
        _yes_or_no(properties.one_value),
        properties.length.value,
    )


def _yes_or_no(value: bool) -> str:  # noqa: FBT001 -- the value is the content
    return "yes" if value else "no"


def _costs(tokens: int, corpus: Corpus) -> tuple[str, ...]:
    return (
        str(tokens),
        *(f"{tokens / total:.3f}" if total else "–" for total in (corpus.numbers, corpus.bytes)),
    )
