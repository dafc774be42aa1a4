"""Compares the speed on running text with that of a BPE tokenizer, and shows how it grows with the text.

pip install . tokenizers
python benchmarks/running_text.py
"""

import argparse
import os
import platform
import sys
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib.metadata import version
from itertools import chain, islice, pairwise
from math import inf
from random import Random
from time import perf_counter

import tst_grammar as tst

os.environ["TOKENIZERS_PARALLELISM"] = "false"

from tokenizers import Tokenizer, models, pre_tokenizers, trainers

VOCABULARY = 8000
DOUBLINGS = 4
SAMPLE = 0.002
"""A call that takes fewer seconds is repeated until it takes as many."""
PATIENCE = 1.0
"""A text is not doubled again after a call that takes more seconds."""
HOSTILE = (
    *("1", "1,", "1,234,", ",", ".", "1.", "-", "-1", "1-", "1e", "e1", "1e5", " ", "1 ", "a", "a1", "1a"),
    *("a@", "a.b@", "http://", "a/", "/a", "1:", "::", "$", "$1", "10^", "1 x 10", "%", "_", "(555) ", "+1 "),
    *("1k 234 ", "100k ", "1. ", "⟦", "⟦1⟧", "\u200f", "\0", "é", "日1", "\ud800", "\n"),
)
RANDOM = Random(0)  # noqa: S311 -- nothing is secret here


def lexicon(syllables: str) -> list[str]:
    """Return some thousand words, the shortest first."""
    chosen = (RANDOM.choices(syllables.split(), k=RANDOM.randint(1, 4)) for _ in range(5000))
    return sorted(dict.fromkeys(map("".join, chosen)), key=len)


ENGLISH = lexicon("a an the of to in on er re ti es or te al st ar nd en at ing ion ed ly ment ble con")
CHINESE = lexicon(" ".join(map(chr, range(0x4E00, 0x5200))))
FOREIGN = (
    lexicon("но на то ре ни ко ра ве ли ст ов ость ение при про ё ый щ"),
    lexicon("και το τη να με ρι στ ση ώ ά έ ου ων μα δι ός"),
    lexicon("é è ça ñor ü ße ön å æ ø ły ść ž ř ı ğu qu le la en ai"),
    CHINESE,
)


def word(words: list[str]) -> str:
    """Return one of the words, the first ones as often as common words are in a language."""
    return words[int(len(words) ** RANDOM.random()) - 1]


def plain_number() -> str:
    value = 10 ** RANDOM.uniform(0, 6)
    return RANDOM.choice((f"{value:.0f}", f"{value:,.0f}", f"{value:.1f}", f"{1900 + value % 130:.0f}"))


def sentence(words: list[str]) -> str:
    chosen = [word(words) for _ in range(RANDOM.randint(5, 25))]
    if RANDOM.random() < 0.4:
        chosen[RANDOM.randrange(1, len(chosen))] = plain_number()
    chosen[RANDOM.randrange(len(chosen) - 1)] += ","
    return ("" if words is CHINESE else " ").join(chosen).capitalize() + "."


def prose(words: list[str]) -> str:
    return " ".join(sentence(words) for _ in range(RANDOM.randint(1, 6)))


def floats() -> str:
    values = [RANDOM.gauss(0, 10 ** RANDOM.randint(-2, 4)) for _ in range(4)]
    return "\t".join([*map(repr, values), *(f"{value:.3f}" for value in values)])


def notation() -> str:
    value = 10 ** RANDOM.uniform(-3, 9)
    year, month, day = RANDOM.randint(1950, 2030), RANDOM.randint(1, 12), RANDOM.randint(1, 28)
    choices = (
        *(f"{value:,.0f}", f"-{value:,.2f}", f"{value:.6g}", f"−{value:.0f}", f"(${value:,.2f})"),
        *(f"{value:.3e}", f"{value % 10:.2f} × 10^{month}", f"{value % 10:.1f}×10⁻³", f"10^{day}"),
        *(f"${value:,.2f}", f"€{value:,.0f}", f"{value:,.2f} USD", f"{value % 100:.1f}%", f"{day}‰"),
        *(f"{year}-{month:02}-{day:02}", f"{month}/{day}/{year}", f"{month}:{day + 10}", f"{day}th"),
        *(f"v{month}.{day}.{year}", f"{month}.{day}.0-rc.1", f"10.0.{month}.{day}", f"0x{year:04X}"),
        *(f"+1 (555) {month + 200}-{year}", f"{day}kg", f"{month}-{day}", f"#{year}", f"x{day}_{month}"),
    )
    return RANDOM.choice(choices)


def notations() -> str:
    pieces = (word(ENGLISH) if RANDOM.random() < 0.2 else notation() for _ in range(12))
    return RANDOM.choice((" ", ", ", "; ")).join(pieces)


def markdown() -> str:
    name, other, number, link = word(ENGLISH), word(ENGLISH), plain_number(), "https://example.org"
    blocks = (
        f"## {RANDOM.randint(1, 9)}.{RANDOM.randint(1, 9)} {name.title()} {other}\n",
        f"{prose(ENGLISH)} See [{name}]({link}/{other}/{number}?page=2#{name}) and `{other}_1`.\n",
        f"1. **{name}**: {sentence(ENGLISH)}\n2. *{other}*: {sentence(ENGLISH)}\n",
        f"| {name} | {other} |\n|---|---:|\n| {word(ENGLISH)} | {number} |\n",
        f"```python\nfor i in range({RANDOM.randint(2, 999)}):\n    {name}[i] = {other}(0x1F) * 2.5\n```\n",
        f"```c\nif ({name}[0] >= 1e-9) {{\n\treturn {other}_2 + {number};  // {notation()}\n}}\n```\n",
    )
    return RANDOM.choice(blocks)


def digits() -> str:
    return " ".join("".join(RANDOM.choices("0123456789", k=RANDOM.randint(1, 24))) for _ in range(8))


LINES: dict[str, Callable[[], str]] = {
    "English-like prose": lambda: prose(ENGLISH),
    "non-ASCII prose": lambda: prose(RANDOM.choice(FOREIGN)),
    "TSV of floats": floats,
    "mixed notations": notations,
    "Markdown with code": markdown,
    "runs of digits": digits,
}


def written(line: Callable[[], str], size: int) -> str:
    """Return a text of about so many bytes."""
    lines, length = [], 0
    while length < size:
        lines.append(line())
        length += len(lines[-1].encode()) + 1
    return "\n".join(lines)


def trained(texts: Iterable[str]) -> Tokenizer:
    """Return a byte-level BPE tokenizer for such texts."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=VOCABULARY, show_progress=False, initial_alphabet=alphabet)
    tokenizer.train_from_iterator((line for text in texts for line in text.split("\n")), trainer)
    return tokenizer


def exhaust_numbers(text: str) -> None:
    deque(tst.find_numbers(text), maxlen=0)


def repeat(run: Callable[[str], object], text: str, calls: int) -> None:
    for _ in range(calls):
        run(text)


def best_times(runs: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """Return the shortest time of each; they take turns, so that a slow moment of the machine hits all."""
    best = [inf] * len(runs)
    for _ in range(rounds):
        for place, run in enumerate(runs):
            start = perf_counter()
            run()
            best[place] = min(best[place], perf_counter() - start)
    return best


def rounded(value: float) -> str:
    value = float(f"{value:.2g}")
    return f"{value:.0f}" if value >= 10 else f"{value:#.2g}"


def print_speeds(texts: dict[str, str], rounds: int) -> None:
    tokenizer = trained(texts.values())
    print("| text | MB | tokenizers, MB/s | annotate | restore | find_numbers |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, text in texts.items():
        runs: Sequence[Callable[[], object]] = [
            partial(tokenizer.encode_batch, text.split("\n")),
            partial(tst.annotate, text),
            partial(tst.restore, tst.annotate(text)),
            partial(exhaust_numbers, text),
        ]
        theirs, *ours = best_times(runs, rounds)
        size = len(text.encode()) / 1e6
        cells = [size, size / theirs, *(theirs / time for time in ours)]
        print(f"| {name} |", " | ".join(map(rounded, cells)), "|", flush=True)


# What is done to a text beforehand, and then measured
MEASURED: dict[str, tuple[Callable[[str], str], Callable[[str], object]]] = {
    "annotate": (str, tst.annotate),
    "annotate with ⟦⟧": (str, partial(tst.annotate, delimiters=("⟦", "⟧"))),
    "find_numbers": (str, exhaust_numbers),
    "restore": (str, tst.restore),
    "restore with ⟦⟧": (str, partial(tst.restore, delimiters=("⟦", "⟧"))),
    "restore of annotated": (tst.annotate, tst.restore),
}


def doublings(measured: str, unit: str, longest: int) -> list[Callable[[], object]]:
    """Return calls with ever longer texts, repeated so that each reads as many characters as the others."""
    prepare, run = MEASURED[measured]
    texts: list[str] = []
    seconds = 0.0
    for shift in range(DOUBLINGS, -1, -1):
        if seconds < PATIENCE:
            texts.append(prepare((unit * (longest // len(unit) + 1))[: longest >> shift]))
            (seconds,) = best_times([partial(run, texts[-1])], 2)
    calls = 1 + int(SAMPLE / seconds)
    return [partial(repeat, run, text, calls << len(texts) - place) for place, text in enumerate(texts, 1)]


def print_growth(units: dict[str, str], longest: int, rounds: int) -> None:
    print("| text |", " | ".join(MEASURED), "|")
    print("|---" + "|---:" * len(MEASURED) + "|")
    for name, unit in units.items():
        runs = [doublings(measured, unit, longest) for measured in MEASURED]
        times = iter(best_times(list(chain(*runs)), rounds))
        pairs = [pairwise(islice(times, len(calls))) for calls in runs]
        worst = [max((2 * double / single for single, double in pair), default=inf) for pair in pairs]
        cells = [rounded(ratio) if ratio < 3 else f"**{rounded(ratio)}**" for ratio in worst]
        print(f"| {name} |", " | ".join(cells), "|", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--size", type=int, default=1_000_000, help="bytes of each text")
    parser.add_argument("--rounds", type=int, default=5, help="the best of so many counts")
    parser.add_argument("--longest", type=int, default=65536, help="most characters to double to")
    options = parser.parse_args()
    texts = {name: written(line, options.size) for name, line in LINES.items()}
    versions = f"tokenizers {version('tokenizers')}, Python {platform.python_version()}"
    print("# Speed on running text\n")
    print(f"Made by `benchmarks/running_text.py`, which says how to repeat it: {versions}, one thread.")
    print(f"The tokenizer is a byte-level BPE of {VOCABULARY} tokens that was trained on these texts.")
    print("The last columns are ratios to its speed on the same text: at 2.0, we are twice as fast.\n")
    print_speeds(texts, options.rounds)
    print("\n# Growth with the length\n")
    print(f"The worst ratio of the times for 2n and n characters, where 2n is up to {options.longest}.")
    print("It is about 2 where time grows with the length; near 4, in **bold**, it grows with the square.\n")
    units = {f"`{unit!r}`": unit for unit in HOSTILE}
    units |= {name: text[: options.longest >> DOUBLINGS] for name, text in texts.items()}
    print_growth(units, options.longest, options.rounds)


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    main()
