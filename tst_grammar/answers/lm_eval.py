"""Answers for lm-evaluation-harness: a filter and a metric to name in a task file.

A task file names them after `!function`, as in `!function tst_grammar.answers.lm_eval.extract_answers`.
Nothing here imports `lm_eval`.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tst_grammar.answers.answer import Answer
from tst_grammar.answers.comparison import compare
from tst_grammar.answers.extraction import extract

INVALID = "[invalid]"
"""What the filter writes for a text without a certain answer, as the filters of the harness do."""

Filter = Callable[[Iterable[Sequence[str]], Any], list[list[str]]]


def answer_filter(**options: Any) -> Filter:  # noqa: ANN401 -- the options of extract
    """Return a filter that replaces each response by its answer, with the options of `extract`.

    >>> answer_filter(locale="de")([["Die Antwort ist 1.234,5"]], [{}])
    [['1234.5']]
    """

    def answers(responses: Iterable[Sequence[str]], docs: Any) -> list[list[str]]:  # noqa: ANN401, ARG001
        return [[plain_answer(extract(text, **options)) for text in texts] for texts in responses]

    return answers


def extract_answers(responses: Iterable[Sequence[str]], docs: Any) -> list[list[str]]:  # noqa: ANN401
    """Replace each response by its answer in plain digits, or by `[invalid]`.

    >>> extract_answers([["So it is 1k 234.", "12k 34"]], [{}])
    [['1234', '[invalid]']]
    """
    return answer_filter()(responses, docs)


def plain_answer(answer: Answer | None) -> str:
    """Return an answer in plain digits, or `[invalid]`.

    >>> plain_answer(extract("50%")), plain_answer(extract("1.2e3")), plain_answer(None)
    ('50%', '1200', '[invalid]')
    """
    if answer is None or answer.value is None:
        return INVALID
    value = answer.value
    return (str(value) if hasattr(value, "denominator") else f"{value:f}") + "%" * answer.is_percent


def answer_is_right(
    references: Sequence[Any],
    predictions: Sequence[Any],
    **options: Any,  # noqa: ANN401
) -> float:
    r"""Return 1 if the answer of the first prediction is right, otherwise 0, with the options of `compare`.

    The references and the predictions may be texts, such as those of GSM8K.

    >>> answer_is_right(["9 * 2 = 18\n#### 18"], ["So she makes $18."])
    1.0
    """
    prediction, reference = str(predictions[0]), references[0]
    gold = reference if isinstance(reference, int | float) else str(reference)
    return float(compare(prediction, gold, **options).is_right)
