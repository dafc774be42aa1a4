"""The filter and the metric for lm-evaluation-harness, in a run of the real package with a dummy model."""

import json
from pathlib import Path
from typing import Any

import pytest

lm_eval = pytest.importorskip("lm_eval", reason="the group `evaluation` is not installed")

TASK = """
task: sums
dataset_path: json
dataset_kwargs:
  data_files: {test: DATA}
test_split: test
output_type: generate_until
doc_to_text: "{{question}}"
doc_to_target: "{{answer}}"
generation_kwargs: {until: ["\\n\\n"]}
filter_list:
  - name: answer
    filter:
      - function: custom
        filter_fn: !function tst_grammar.answers.lm_eval.extract_answers
      - function: take_first
metric_list:
  - metric: !function tst_grammar.answers.lm_eval.answer_is_right
    aggregation: mean
    higher_is_better: true
    rel_tol: "0.01"
  - metric: exact_match
    aggregation: mean
    higher_is_better: true
"""

DOCS = [
    {"question": "The answer is 1k 234.", "answer": "#### 1,234"},
    {"question": "So \\boxed{\\frac{1}{2}}", "answer": "0.5"},
    {"question": "#### 99", "answer": "100"},
    {"question": "The answer is 12k 34.", "answer": "34"},
    {"question": "I do not know.", "answer": "5"},
]


@pytest.mark.filterwarnings("ignore")
def test_a_task_file_names_the_filter_and_the_metric(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from lm_eval.api.model import LM  # noqa: PLC0415
    from lm_eval.tasks import TaskManager  # noqa: PLC0415

    class Parrot(LM):  # type: ignore[misc]
        """Answers with the question."""

        def generate_until(self, requests: list[Any], **_: Any) -> list[str]:
            return [request.args[0] for request in requests]

        def loglikelihood(self, requests: list[Any], **_: Any) -> list[Any]:
            raise NotImplementedError

        loglikelihood_rolling = loglikelihood

    for name in ("HF_HOME", "HF_DATASETS_CACHE"):
        monkeypatch.setenv(name, str(tmp_path / "cache"))
    data = tmp_path / "data.jsonl"
    data.write_text("".join(json.dumps(doc) + "\n" for doc in DOCS), encoding="utf-8")
    (tmp_path / "sums.yaml").write_text(TASK.replace("DATA", str(data)), encoding="utf-8")
    manager = TaskManager(include_path=str(tmp_path), include_defaults=False)
    found = lm_eval.simple_evaluate(
        Parrot(), tasks=["sums"], task_manager=manager, bootstrap_iters=0, log_samples=True
    )
    results = found["results"]["sums"]
    assert results["answer_is_right,answer"] == pytest.approx(3 / 5)
    assert results["exact_match,answer"] == 0  # its gold texts are not plain numbers
    filtered = [sample["filtered_resps"] for sample in found["samples"]["sums"]]
    assert filtered == [["1234"], ["1/2"], ["99"], ["[invalid]"], ["[invalid]"]]
