"""Hugging Face datasets: the cache, processes and formats."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tst_grammar as tst
from tst_grammar.columns import datasets as frames

datasets: Any = pytest.importorskip("datasets")

TEXTS = ["by 1,234.50", None, "no number"] * 40
OPTIONS: dict[str, Any] = {"scheme": tst.Scheme(group_size=4), "skip": ["date"]}

IN_ANOTHER_PROCESS = """
import sys
import datasets
import tst_grammar as tst
from tst_grammar.columns import datasets as frames
data = datasets.load_from_disk(sys.argv[1])
made = frames.annotate(data, "text", scheme=tst.Scheme(group_size=4), skip=iter(["date"]))
print(made.cache_files[0]["filename"])
"""


@pytest.fixture
def stored(tmp_path: Path) -> Any:
    """A dataset on disk, which has a cache."""
    datasets.Dataset.from_dict({"text": TEXTS}).save_to_disk(tmp_path / "data")
    return datasets.load_from_disk(tmp_path / "data")


def cache_file(dataset: Any) -> Path:
    return Path(dataset.cache_files[0]["filename"])


def test_the_same_call_comes_from_the_cache(stored: Any, tmp_path: Path) -> None:
    first = cache_file(frames.annotate(stored, "text", **OPTIONS))
    written = first.stat().st_mtime_ns
    tst.annotate("1,234 on 2024-01-15", **OPTIONS)  # use leaves no trace in the fingerprint
    assert cache_file(frames.annotate(stored, "text", **OPTIONS)) == first
    command = [sys.executable, "-c", IN_ANOTHER_PROCESS, str(tmp_path / "data")]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    assert done.stdout.strip() == str(first)
    assert first.stat().st_mtime_ns == written


def test_other_options_are_another_entry_in_the_cache(stored: Any) -> None:
    files = {
        cache_file(made)
        for made in (
            frames.annotate(stored, "text"),
            frames.annotate(stored, "text", locale="de"),
            frames.annotate(stored, "text", into="tst"),
            frames.restore(stored, "text"),
        )
    }
    assert len(files) == 4


def test_processes_share_the_work(stored: Any) -> None:
    made = frames.annotate(stored, "text", num_proc=2)
    assert made["text"][:] == [text if text is None else tst.annotate(text) for text in TEXTS]


def test_the_format_and_the_other_features_stay() -> None:
    names = datasets.ClassLabel(names=["a", "b"])
    features = datasets.Features(text=datasets.Value("large_string"), label=names)
    data = datasets.Dataset.from_dict({"text": TEXTS, "label": [0] * len(TEXTS)}, features=features)
    for name in (None, "numpy"):
        made = frames.annotate(data.with_format(name), "text")
        assert made.features == features
        assert made.format == data.with_format(name).format
    shown = frames.lint(data.with_format("arrow", columns=["label"]), "text")
    assert shown.format["columns"] == ["label"]
    assert [*shown.features] == ["text", "label", "mistakes"]


def test_each_split_of_a_dict_is_changed() -> None:
    splits = datasets.DatasetDict(
        train=datasets.Dataset.from_dict({"text": TEXTS}),
        test=datasets.Dataset.from_dict({"text": ["5000"]}),
    )
    made = frames.annotate(splits, "text")
    assert isinstance(made, datasets.DatasetDict)
    assert made["test"]["text"][:] == ["5k 000"]
    assert made["train"]["text"][0] == "by 1k 234. 500p"
