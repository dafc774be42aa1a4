"""Steps of datatrove pipelines, with its readers, its writers, its executor and its resume."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

import tst_grammar as tst

pytest.importorskip("datatrove")
pytestmark = pytest.mark.filterwarnings("ignore")  # of its dependencies

from datatrove.executor import LocalPipelineExecutor  # noqa: E402
from datatrove.pipeline.readers import JsonlReader  # noqa: E402
from datatrove.pipeline.writers import JsonlWriter  # noqa: E402

from tst_grammar.columns.datatrove import TstFormatter, TstLint, TstNumbers  # noqa: E402

TEXTS = ["It rose by 1,234.50 to 5,678", "no number", "It has 1m 23k 456 cells."]


@pytest.fixture
def shards(tmp_path: Path) -> Path:
    """A folder with two shards of documents."""
    folder = tmp_path / "in"
    folder.mkdir()
    for shard in range(2):
        with gzip.open(folder / f"{shard}.jsonl.gz", "wt", encoding="utf-8") as file:
            for number, text in enumerate(TEXTS):
                print(json.dumps({"text": text, "id": f"{shard}-{number}"}), file=file)
    return folder


def run(source: Path, target: Path, *steps: Any) -> Any:
    """Run a pipeline of two tasks, one after the other, and return its statistics."""
    executor = LocalPipelineExecutor(
        [JsonlReader(str(source)), *steps, JsonlWriter(str(target))],
        tasks=2,
        workers=1,
        logging_dir=str(target.parent / f"{target.name}-logs"),
    )
    return executor.run()


def documents(folder: Path) -> list[dict[str, Any]]:
    return [
        json.loads(line)
        for path in sorted(folder.glob("*.jsonl.gz"))
        for line in gzip.open(path, "rt", encoding="utf-8")
    ]


def test_documents_are_annotated_and_restored(shards: Path, tmp_path: Path) -> None:
    run(shards, tmp_path / "tst", TstFormatter(scheme="option-a", delimiters=("⟦", "⟧")))
    annotated = [tst.annotate(text, scheme="option-a", delimiters=("⟦", "⟧")) for text in TEXTS]
    assert [each["text"] for each in documents(tmp_path / "tst")] == annotated * 2
    run(
        tmp_path / "tst",
        tmp_path / "back",
        TstFormatter(restore=True, scheme="option-a", delimiters=("⟦", "⟧")),
    )
    restored = [tst.restore(text, scheme="option-a", delimiters=("⟦", "⟧")) for text in annotated]
    assert [each["text"] for each in documents(tmp_path / "back")] == restored * 2


def test_finished_tasks_are_not_done_again(shards: Path, tmp_path: Path) -> None:
    run(shards, tmp_path / "tst", TstFormatter())
    (done, missing) = sorted((tmp_path / "tst").glob("*.jsonl.gz"))
    written = done.read_bytes()
    done.write_bytes(b"left alone")
    missing.unlink()
    (tmp_path / "tst-logs" / "completions" / "00001").unlink()
    run(shards, tmp_path / "tst", TstFormatter())
    assert done.read_bytes() == b"left alone"
    done.write_bytes(written)
    assert len(documents(tmp_path / "tst")) == 2 * len(TEXTS)


def test_numbers_and_mistakes_are_added(shards: Path, tmp_path: Path) -> None:
    stats = run(shards, tmp_path / "out", TstNumbers(), TstLint())
    found = documents(tmp_path / "out")
    assert [each["text"] for each in found] == TEXTS * 2
    assert [number["value"] for number in found[0]["metadata"]["numbers"]] == ["1234.50", "5678"]
    assert [each["metadata"]["mistakes"] for each in found] == [{}, {}, {"TST107": 1}] * 2
    linted = next(each for each in stats.stats if "LINT" in each.name)
    assert linted["TST107"].total == 2


@pytest.mark.parametrize("step", [TstFormatter, TstNumbers, TstLint])
def test_wrong_options_are_refused_when_the_step_is_made(step: Any) -> None:
    with pytest.raises(tst.SchemeError):
        step(scheme="tts")
    with pytest.raises(TypeError, match="shceme"):
        step(shceme="tst")
