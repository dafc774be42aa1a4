"""Answers for lighteval: a metric that compares the answer of each sample. It needs the package lighteval."""

from typing import Any

import numpy as np
from lighteval.metrics.metrics_sample import SampleLevelComputation
from lighteval.metrics.utils.metric_utils import SampleLevelMetric
from lighteval.models.model_output import ModelResponse
from lighteval.tasks.requests import Doc, SamplingMethod

from tst_grammar.answers.comparison import compare


class AnswerIsRight(SampleLevelComputation):  # type: ignore[misc]
    """Gives 1 to a sample if one of its texts has a right answer, otherwise 0."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 -- the options of compare
        self.options = options

    def compute(self, doc: Doc, model_response: ModelResponse, **_: Any) -> float:  # noqa: ANN401
        """Compare each text of a sample with each right answer."""
        golds = doc.get_golds()
        texts = model_response.final_text
        return float(any(compare(text, gold, **self.options).is_right for text in texts for gold in golds))


def answer_metric(name: str = "tst_answer", **options: Any) -> SampleLevelMetric:  # noqa: ANN401
    """Return a metric for a task, with the options of `compare`.

    >>> answer_metric(rel_tol="0.01").metric_name
    'tst_answer'
    """
    return SampleLevelMetric(
        metric_name=name,
        higher_is_better=True,
        category=SamplingMethod.GENERATIVE,
        sample_level_fn=AnswerIsRight(**options),
        corpus_level_fn=np.mean,
    )
