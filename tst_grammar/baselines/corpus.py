"""Counts the tokens of the numbers in a text. Memory use does not grow with the text."""

from collections.abc import Iterator, Sequence

from attrs import define

from tst_grammar.baselines.tokenization import Tokenization
from tst_grammar.errors import TstGrammarError
from tst_grammar.files.streams import decoded, encoded, pieces_of, source_of, texts_of
from tst_grammar.notation.number import Number
from tst_grammar.notation.parts import Parts
from tst_grammar.text.annotator import finder_for
from tst_grammar.text.lines import lines_of
from tst_grammar.text.tasks.conversions import last_break_for


@define
class Corpus:
    """The counts for a text: its numbers, their bytes, and their tokens in each tokenization.

    A number that one of the tokenizations cannot write is left out of all counts.
    """

    name: str
    tokens: list[int]
    numbers: int = 0
    bytes: int = 0
    left_out: int = 0

    def add(self, number: Number, raw: str, tokenizations: Sequence[Tokenization]) -> None:
        """Count a number. `raw` is how the text writes it.

        >>> from tst_grammar.baselines import BASELINES
        >>> corpus = Corpus("notes.txt", [0, 0])
        >>> corpus.add(Number(integer="1234"), "1,234", [BASELINES["digit-level"], BASELINES["commas"]])
        >>> corpus.tokens, corpus.bytes
        ([4, 3], 5)
        """
        try:
            counts = [len(each.encode(number).tokens) for each in tokenizations]
        except TstGrammarError:
            self.left_out += 1
            return
        self.numbers += 1
        self.bytes += len(encoded(raw))
        self.tokens = [before + count for before, count in zip(self.tokens, counts, strict=True)]


def count_corpus(path: str, tokenizations: Sequence[Tokenization], *, locale: str = "en") -> Corpus:
    """Count the tokens of the numbers in a file, or in standard input if the path is `-`."""
    last_break = last_break_for(locale, "")
    with source_of(path, again=locale == "auto") as source:
        corpus = Corpus(source.name, [0] * len(tokenizations))

        def pieces() -> Iterator[str]:
            cut = pieces_of(source.blocks(lambda _: None), last_break)
            return texts_of(cut, lambda piece: [decoded(piece)], source.name)

        finder = finder_for(pieces, locale, None, "", None)
        for piece in pieces():
            for line in lines_of(piece):
                for start, end, what in finder.digit_tokens(line):
                    if isinstance(what, Parts):
                        corpus.add(Number(*what), line[start:end], tokenizations)
    return corpus
