"""Compares tokenizations side by side: their tokens for numbers, their properties, and the cost of a text."""

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import asdict, frozen

from tst_grammar.baselines.corpus import Corpus
from tst_grammar.baselines.properties import Properties, properties_of
from tst_grammar.baselines.tokenization import Encoded, Tokenization
from tst_grammar.errors import RangeError
from tst_grammar.notation.number import Number
from tst_grammar.notation.written import parse_number


@frozen
class Compared:
    """A number as given, with its tokens in each tokenization, or the error if it cannot be written."""

    number: str
    encoded: tuple[Encoded | RangeError, ...]


@frozen
class Comparison:
    """The names of the tokenizations, and the results in the same order."""

    names: tuple[str, ...]
    numbers: tuple[Compared, ...]
    properties: tuple[Properties, ...]
    corpus: Corpus | None = None

    def data(self) -> dict[str, Any]:
        """Return the comparison as values for JSON."""
        found: dict[str, Any] = {
            "numbers": [
                {"number": each.number, "schemes": self._named(map(_data, each.encoded))}
                for each in self.numbers
            ],
            "properties": self._named(map(asdict, self.properties)),
        }
        if self.corpus:
            counts = dict(zip(self.names, self.corpus.tokens, strict=True))
            found["corpus"] = {**asdict(self.corpus), "tokens": counts}
        return found

    def _named(self, rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        return [{"name": name, **row} for name, row in zip(self.names, rows, strict=True)]


def compare_number(text: str, tokenizations: Sequence[Tokenization], *, locale: str = "en") -> Compared:
    """Encode a number with each tokenization.

    >>> from tst_grammar.baselines import BASELINES
    >>> [len(each.tokens) for each in compare_number("1,234", list(BASELINES.values())).encoded]
    [4, 2, 2, 3, 4, 8, 1]
    """
    number = parse_number(text, locale=locale)
    return Compared(text, tuple(_encoded(number, each) for each in tokenizations))


def compare(
    tokenizations: Sequence[Tokenization], numbers: Iterable[Compared] = (), corpus: Corpus | None = None
) -> Comparison:
    """Compute the properties of tokenizations, and put them together with results for numbers and a corpus.

    >>> from tst_grammar.baselines import BASELINES
    >>> [each.length.value for each in compare(list(BASELINES.values())).properties]
    ['long', 'medium', 'medium', 'medium', 'long', 'long', 'one token']
    """
    names = tuple(each.name for each in tokenizations)
    return Comparison(names, tuple(numbers), tuple(map(properties_of, tokenizations)), corpus)


def _encoded(number: Number, tokenization: Tokenization) -> Encoded | RangeError:
    try:
        return tokenization.encode(number)
    except RangeError as error:
        return error


def _data(encoded: Encoded | RangeError) -> dict[str, Any]:
    if isinstance(encoded, RangeError):
        return {"error": encoded.message}
    scale = {} if encoded.scale is None else {"scale": str(encoded.scale)}
    return {"tokens": encoded.tokens, "count": len(encoded.tokens), **scale}
