"""Trains one model and tests it: everything that one line of the results says."""

import base64
import time
from collections.abc import Sequence
from decimal import Decimal
from itertools import groupby
from random import Random
from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812 -- its usual name
from attrs import frozen

from experiments.arms import ARMS, REFERENCE, Arm, Writer
from experiments.metrics import Graded, graded
from experiments.model import LONGEST, PLACES, Model, seeded
from experiments.number_token_loss import ValueLoss, value_loss
from experiments.sequences import (
    END,
    UNIT,
    Batch,
    Vocabulary,
    Written,
    answer_values,
    batch_of,
    is_word,
    sequence_of,
)
from experiments.settings import Run, Settings
from experiments.tasks import TASKS, WORD, Example, Task

Tensor = Any
_TEST_SEED = "test"
_SAMPLE = 1000


@frozen
class Data:
    """The examples of a run: the order of training, and the groups of the test, equal for all seeds."""

    train: list[Example]
    groups: dict[str, list[Example]]


def data_of(task: Task, seed: int, count: int, test: int) -> Data:
    """Make the examples of a task. They depend on no arm."""
    random = Random(f"{task.name} {seed}")  # noqa: S311 -- not for secrets
    groups = {}
    for name, make in task.groups.items():
        test_random = Random(f"{task.name} {name} {_TEST_SEED}")  # noqa: S311
        groups[name] = [make(test_random) for _ in range(test)]
    return Data([task.train(random) for _ in range(count)], groups)


def trained(run: Run) -> dict[str, Any]:
    """Train and test the model of a run, and return all results."""
    seeded(run.seed)
    started, cpu = time.perf_counter(), time.process_time()
    settings, task, arm = run.settings, TASKS[run.task], ARMS[run.arm]
    writer = arm.writer()
    steps = _steps(settings, task, run.seed, writer)
    data = data_of(task, run.seed, steps * settings.batch, settings.test)
    sequences = [sequence_of(example, writer) for example in data.train]
    tests = {name: [sequence_of(each, writer) for each in group] for name, group in data.groups.items()}
    vocabulary = Vocabulary.of([*sequences, *(each for group in tests.values() for each in group)])
    model = Model(len(vocabulary.tokens), settings, places=arm.places, scaled=arm.scaled)
    learner = _Learner(model, arm, vocabulary, settings, steps)
    whole, test = batch_of(sequences, vocabulary), batch_of(next(iter(tests.values())), vocabulary)
    tokens, curve = sum(whole.lengths), []
    for step in range(steps):
        loss = learner.step(whole.rows(step * settings.batch, (step + 1) * settings.batch), step)
        if (step + 1) % max(1, steps // settings.points) == 0 and not arm.scaled:
            right = learner.right(test)
            curve.append([(step + 1) * settings.batch, round(loss, 4), round(right, 4)])
    answers = {name: learner.answers(group) for name, group in tests.items()}
    return {
        "tokens": tokens,
        "steps": steps,
        "examples": steps * settings.batch,
        "vocabulary": len(vocabulary.tokens),
        "trunk_parameters": model.trunk_parameters(),
        "parameters": sum(each.numel() for each in model.parameters()),
        "tokens_per_example": round(tokens / (steps * settings.batch), 3),
        "final_loss": round(learner.recent, 4),
        "curve": curve,
        "groups": {name: _summary(data.groups[name], answers[name], writer) for name in tests},
        "seconds": round(time.perf_counter() - started, 2),
        "cpu_seconds": round(time.process_time() - cpu, 2),
    }


def _steps(settings: Settings, task: Task, seed: int, writer: Writer) -> int:
    """Return the steps of a run: with equal FLOPs, more for an arm with shorter sequences than digits."""
    if settings.equal == "examples":
        return settings.steps
    sample = data_of(task, seed, _SAMPLE, 0).train
    mean, reference = (
        sum(len(sequence_of(each, by).tokens) - 1 for each in sample)
        for by in (writer, ARMS[REFERENCE].writer())
    )
    return round(settings.steps * reference / mean)


class _Learner:
    """A model with its optimiser. `recent` is a running mean of the loss."""

    def __init__(
        self, model: Model, arm: Arm, vocabulary: Vocabulary, settings: Settings, steps: int
    ) -> None:
        self._model, self._arm, self._vocabulary, self._steps = model, arm, vocabulary, steps
        self._optimizer = torch.optim.AdamW(
            model.parameters(), lr=settings.rate, betas=(0.9, 0.98), weight_decay=0.01, fused=True
        )
        self._rate = settings.rate
        self._values: ValueLoss | None = None
        if settings.loss == "ntl" and arm.scheme is not None:
            self._values = value_loss(arm.scheme, vocabulary.tokens)
        self.recent = 0.0

    def step(self, batch: Batch, step: int) -> float:
        """Learn from a batch. The rate rises in the first tenth of the steps, then falls to a tenth."""
        warm, done = max(1, self._steps // 10), step / self._steps
        for group in self._optimizer.param_groups:
            group["lr"] = self._rate * min((step + 1) / warm, 1.0 - 0.9 * done)
        loss = self._loss(batch)
        self._optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._model.parameters(), 1.0)
        self._optimizer.step()
        value = float(loss.detach())
        self.recent = value if not step else 0.95 * self.recent + 0.05 * value
        return value

    def _loss(self, batch: Batch) -> Tensor:
        places = batch.places
        if self._arm.places:  # random offsets let places occur that only longer numbers have
            offsets = torch.randint(0, PLACES // 2, (len(places), 1))
            places = (places + offsets).clamp(max=PLACES - 1) * (places > 0)
        if self._model.value is not None:
            return F.mse_loss(self._predicted(batch), batch.answers)
        wanted = batch.wanted
        logits = self._model.output(self._model(batch.ids, places, batch.values, wanted))
        targets = batch.targets[wanted]
        loss = F.cross_entropy(logits, targets)
        return loss if self._values is None else loss + self._values(logits, targets)

    def _predicted(self, batch: Batch) -> Tensor:
        """Return the value that a model of scaled tokens gives at the end of each question."""
        states = self._model(batch.ids, batch.places, batch.values)
        ends: Tensor = states[torch.arange(len(states)), batch.asked - 1]
        return ends @ self._model.value.weight[0] + self._model.value.bias

    def right(self, batch: Batch) -> float:
        """Return the share of sequences whose whole answer is the most likely one, token by token."""
        wanted = batch.wanted
        wrong = torch.zeros(wanted.shape, dtype=torch.bool)
        with torch.no_grad():
            states = self._model(batch.ids, batch.places, batch.values, wanted)
            wrong[wanted] = self._model.output(states).argmax(-1) != batch.targets[wanted]
        return float((~wrong.any(dim=1)).float().mean())

    def answers(self, sequences: Sequence[Written]) -> list[Sequence[str] | Decimal]:
        """Return the answers of the model in the order of the sequences: tokens, or a value."""
        with torch.no_grad():
            if self._model.value is not None:
                values = self._predicted(batch_of(sequences, self._vocabulary)).tolist()
                return [Decimal(repr(value * UNIT)) for value in values]
            found: dict[int, Sequence[str]] = {}
            longest = max(len(each.tokens) - each.asked for each in sequences) + 1
            order = sorted(range(len(sequences)), key=lambda index: sequences[index].asked)
            for _, same in groupby(order, key=lambda index: sequences[index].asked):
                indexes = list(same)
                answers = self._written([sequences[index] for index in indexes], longest)
                found.update(zip(indexes, answers, strict=True))
        return [found[index] for index in range(len(sequences))]

    def _written(self, sequences: Sequence[Written], longest: int) -> list[Sequence[str]]:
        """Let the model write: always the most likely token, until the end of the answer."""
        asked = batch_of([each.question() for each in sequences], self._vocabulary)
        ids, places, values = asked.ids, asked.places, asked.values
        words = torch.tensor([token.startswith(WORD) for token in self._vocabulary.tokens])
        for _ in range(min(longest, LONGEST - ids.shape[1])):
            likely = self._model.output(self._model(ids, places, values)[:, -1]).argmax(-1, keepdim=True)
            place = (places[:, -1:] + 1).clamp(max=PLACES - 1) * ~words[likely]
            ids, places = torch.cat((ids, likely), 1), torch.cat((places, place), 1)
            values = torch.cat((values, torch.ones_like(values[:, :1])), 1)
        return [self._tokens(row) for row in ids[:, asked.ids.shape[1] :].tolist()]

    def _tokens(self, ids: Sequence[int]) -> list[str]:
        tokens = [self._vocabulary.tokens[each] for each in ids]
        return tokens[: tokens.index(END)] if END in tokens else tokens


def _summary(
    examples: Sequence[Example], answers: Sequence[Sequence[str] | Decimal], writer: Writer
) -> dict[str, Any]:
    """Return the means of the metrics of a group, and which answers are right, as bits."""
    grades = [_grade(*each, writer) for each in zip(examples, answers, strict=True)]
    bits = sum(1 << index for index, grade in enumerate(grades) if grade.exact)
    right = base64.b64encode(bits.to_bytes((len(grades) + 7) // 8, "little")).decode()
    means = {
        name: round(sum(getattr(grade, name) for grade in grades) / len(grades), 5)
        for name in ("exact", "digits", "log_smape")
    }
    return {**means, "count": len(grades), "right": right}


def _grade(example: Example, answer: Sequence[str] | Decimal, writer: Writer) -> Graded:
    gold = [each if each.startswith(WORD) else Decimal(each) for each in example.answer]
    if isinstance(answer, Decimal):
        return graded([answer], gold)
    return graded(answer_values(answer[: 1 if is_word(example) else None], writer), gold)
