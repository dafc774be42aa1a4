"""Examples as sequences of ids for one arm, with what the model needs to know of each token."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import groupby
from typing import Any, Final

import torch
from attrs import field, frozen

from experiments.arms import Writer
from experiments.tasks import WORD, Example, Pieces
from tst_grammar.baselines import Encoded

Tensor = Any
END: Final = "[end]"
PAD: Final = "[pad]"
IGNORED: Final = -100
UNIT: Final = 200
"""Scaled tokens hold values in this unit, so that those of training are about -5 to 5, as in xVal."""


@frozen
class Written:
    """The tokens of an example. `asked` is how many of them belong to the question.

    `places` are the places of the tokens in their numbers, from 1, and 0 outside of a number. `values` are
    the value of a scaled token, and 1 for all other tokens.
    """

    tokens: tuple[str, ...]
    asked: int
    places: tuple[int, ...]
    values: tuple[float, ...]

    def question(self) -> "Written":
        """Return the question only, and one more token that a batch leaves out."""
        size = self.asked + 1
        return Written(self.tokens[:size], self.asked, self.places[:size], self.values[:size])


@frozen
class Batch:
    """Sequences of the same padded length as tensors. `targets` has only the tokens of the answers."""

    ids: Tensor
    targets: Tensor
    places: Tensor
    values: Tensor
    asked: Tensor
    answers: Tensor
    """The values of the first tokens of the answers."""
    lengths: list[int]
    """How many tokens the model reads of each sequence."""

    def rows(self, start: int, stop: int) -> "Batch":
        """Return some of the sequences, with no more padding than they need."""
        lengths = self.lengths[start:stop]
        most = max(lengths)
        wide = [each[start:stop, :most] for each in (self.ids, self.targets, self.places, self.values)]
        ids, targets, places, values = wide
        return Batch(ids, targets, places, values, self.asked[start:stop], self.answers[start:stop], lengths)

    @property
    def wanted(self) -> Tensor:
        """Whether the model has to predict a token of an answer here."""
        return self.targets != IGNORED


def sequence_of(example: Example, writer: Writer) -> Written:
    """Write an example as tokens. An answer that is one word needs no end."""
    asked = list(_written(example.question, writer))
    answer = list(_written(example.answer, writer))
    if not is_word(example):
        answer.append((END, 0, 1.0))
    tokens, places, values = zip(*asked, *answer, strict=True)
    return Written(tokens, len(asked), places, values)


def is_word(example: Example) -> bool:
    """Tell whether the answer is one word, such as `[<]`."""
    return len(example.answer) == 1 and example.answer[0].startswith(WORD)


def _written(pieces: Pieces, writer: Writer) -> Iterator[tuple[str, int, float]]:
    for piece in pieces:
        if piece.startswith(WORD):
            yield piece, 0, 1.0
        else:
            encoded = writer.encode(piece)
            value = 1.0 if encoded.scale is None else float(encoded.scale) / UNIT
            yield from ((token, place, value) for place, token in enumerate(encoded.tokens, 1))


@frozen
class Vocabulary:
    """The tokens of a run and their ids: those that occur in its examples."""

    tokens: tuple[str, ...]
    ids: dict[str, int] = field(init=False, repr=False)

    @ids.default
    def _ids(self) -> dict[str, int]:
        return {token: index for index, token in enumerate(self.tokens)}

    @classmethod
    def of(cls, sequences: Iterable[Written]) -> "Vocabulary":
        """Collect the tokens of sequences, in a fixed order."""
        found = {token for sequence in sequences for token in sequence.tokens}
        return cls((PAD, END, *sorted(found - {PAD, END})))


def batch_of(sequences: Sequence[Written], vocabulary: Vocabulary) -> Batch:
    """Pad sequences on the right. The model reads all tokens but the last, and predicts the answers."""
    lengths = [len(each.tokens) - 1 for each in sequences]
    most = max(lengths)
    ids, targets, places, values = [], [], [], []
    for each, length in zip(sequences, lengths, strict=True):
        numbers = [vocabulary.ids[token] for token in each.tokens]
        padding = most - length
        ids.append(numbers[:-1] + [0] * padding)
        targets.append([IGNORED] * (each.asked - 1) + numbers[each.asked :] + [IGNORED] * padding)
        places.append([*each.places[:-1], *[0] * padding])
        values.append([*each.values[:-1], *[1.0] * padding])
    return Batch(
        torch.tensor(ids),
        torch.tensor(targets),
        torch.tensor(places),
        torch.tensor(values),
        torch.tensor([each.asked for each in sequences]),
        torch.tensor([each.values[each.asked] for each in sequences]),
        lengths,
    )


def answer_values(tokens: Iterable[str], writer: Writer) -> tuple[Decimal | str | None, ...]:
    """Read the tokens of an answer: its words, and the values of its numbers, or None if one is not a number.

    >>> from tst_grammar.baselines import BASELINES
    >>> answer_values(["1", "2", "[;]", "1", ".", "."], BASELINES["digit-level"])
    (Decimal('12'), '[;]', None)
    """
    found: list[Decimal | str | None] = []
    for word, group in groupby(tokens, key=lambda token: token.startswith("[") and token.endswith("]")):
        if word:
            found += group
        else:
            found.append(writer.decode(Encoded(tuple(group))))
    return tuple(found)
