"""Whether the page of evidence is that of the committed results, without the packages that draw it."""

import hashlib
import json
from pathlib import Path

ROOT = Path(__file__).parents[2]
RESULTS = sorted((ROOT / "experiments" / "results").glob("*.jsonl"))
PAGE = ROOT / "docs" / "explanation" / "evidence.md"


def test_the_page_names_the_checksum_and_the_number_of_the_results() -> None:
    content = b"".join(path.read_bytes() for path in RESULTS)
    page = PAGE.read_text(encoding="utf-8")
    assert f"`{hashlib.sha256(content).hexdigest()[:16]}`" in page, "run `python -m experiments draw`"
    assert f"Drawn from {len(content.splitlines())} runs" in page


def test_every_run_says_what_it_was() -> None:
    lines = [json.loads(line) for path in RESULTS for line in path.read_text(encoding="utf-8").splitlines()]
    names = {"task", "arm", "seed", "settings", "revision", "tokens", "seconds", "cpu_seconds", "groups"}
    assert lines
    assert all(names <= line.keys() for line in lines)
    keys = [json.dumps([line[name] for name in ("task", "arm", "seed", "settings")]) for line in lines]
    assert len({*keys}) == len(keys)
