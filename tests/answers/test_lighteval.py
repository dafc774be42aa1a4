"""The metric for lighteval, with the real package."""

from typing import Any

import pytest

pytest.importorskip("lighteval", reason="the group `evaluation` is not installed")


@pytest.mark.filterwarnings("ignore")
def test_the_metric_scores_samples_as_a_pipeline_does() -> None:
    from lighteval.metrics import apply_metric  # noqa: PLC0415
    from lighteval.models.model_output import ModelResponse  # noqa: PLC0415
    from lighteval.tasks.requests import Doc  # noqa: PLC0415

    from tst_grammar.answers.lighteval import answer_metric  # noqa: PLC0415

    def sample(gold: str, *texts: str) -> tuple[Any, Any]:
        doc = Doc(query="", choices=[gold], gold_index=0, task_name="sums")
        return doc, ModelResponse(text=list(texts))

    samples = [
        sample("#### 1,234", "The answer is 1k 234."),
        sample("0.5", "So \\boxed{\\frac{1}{2}}"),
        sample("100", "#### 99"),
        sample("34", "The answer is 12k 34."),
        sample("5", "I do not know.", "Perhaps 5."),
    ]
    docs, responses = zip(*samples, strict=True)
    metric = answer_metric(rel_tol="0.01")
    found = apply_metric(list(responses), list(docs), [metric])
    assert [each["tst_answer"] for each in found] == [1, 1, 1, 0, 1]
    assert metric.get_corpus_aggregations()["tst_answer"]([1, 1, 1, 0, 1]) == pytest.approx(0.8)
