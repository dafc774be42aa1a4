"""Trains the playground's byte-pair encoding on the pages of the documentation, and writes it there."""

import json
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS / "playground"))

from bpe import WORD, merged  # noqa: E402 -- it is beside the page

_MERGES = 1000


def train(words: Counter[str], count: int) -> list[tuple[str, str]]:
    """Return the merges: again and again the pair of parts that is most frequent, the smaller one first."""
    parts = {word: list(word) for word in words}
    merges: list[tuple[str, str]] = []
    for _ in range(count):
        pairs: Counter[tuple[str, str]] = Counter()
        for word, of in parts.items():
            for pair in pairwise(of):
                pairs[pair] += words[word]
        if not pairs:
            break
        best = min(pairs, key=lambda pair: (-pairs[pair], pair))
        merges.append(best)
        parts = {word: merged(of, best) for word, of in parts.items()}
    return merges


def main() -> None:
    """Write the merges. Each word counts once, because the pages repeat a few example numbers."""
    text = "".join(page.read_text(encoding="utf-8") for page in sorted(DOCS.rglob("*.md")))
    merges = [list(pair) for pair in train(Counter(set(WORD.findall(text))), _MERGES)]
    written = json.dumps(merges, ensure_ascii=False, separators=(",", ":"))
    (DOCS / "playground" / "bpe.json").write_text(written + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
