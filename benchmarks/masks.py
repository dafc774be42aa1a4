"""Measures constrained decoding: compiling a grammar, and the mask of allowed tokens at each step.

The peer is a JSON object of llguidance, in the same run, with the same tokenizer of 32,000 tokens, which is
trained here. Each time is CPU time, the best of several runs.

pip install . llguidance tokenizers torch transformers
python benchmarks/masks.py
"""

# ruff: noqa: ANN401, S106, S311 -- the packages have no types; nothing here is secret

import random
import time
from collections.abc import Callable
from typing import Any

import llguidance.hf
import tokenizers
import torch
import transformers

import tst_grammar as tst
from tst_grammar.decoding import TstLogitsProcessor

ROUNDS = 7
SCHEMA = (
    '{"type":"object","properties":{"name":{"type":"string"},"answer":{"type":"number"}},"required":["name"]}'
)
WORDS = "the people of a small town made their new year long before water could work under other good lines"
TEXT = "the people made 1k 234 lines, and 5m 000k 017 before"
NUMBERS = ("1234567.89", "-5", "987654321012", "0.001", "42")


def trained() -> Any:
    """Train a tokenizer of 32,000 byte-level tokens on words and numbers."""
    chance = random.Random(0)
    words = [word + end for word in WORDS.split() for end in ("", "s", "ed", "ing", "ly", "er", "ness")]

    def text() -> str:
        return " ".join(
            chance.choice((chance.choice(words), str(chance.randrange(10**8)))) for _ in range(60)
        )

    learned = tokenizers.Tokenizer(tokenizers.models.BPE())
    learned.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    learned.decoder = tokenizers.decoders.ByteLevel()
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=32_000,
        special_tokens=["<end>"],
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    learned.train_from_iterator((text() for _ in range(4000)), trainer)
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=learned, eos_token="<end>", pad_token="<end>"
    )


def best(task: Callable[[], object]) -> float:
    """Return the CPU time of a task in milliseconds."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time_ns()
        task()
        times.append((time.process_time_ns() - start) / 1e6)
    return min(times)


def steps(matcher: Any, ids: list[int]) -> list[float]:
    """Return the time of the mask before each token in milliseconds."""
    times = []
    for each in ids:
        start = time.process_time_ns()
        matcher.compute_bitmask()
        times.append((time.process_time_ns() - start) / 1e6)
        assert matcher.consume_token(each)  # noqa: S101 -- of the benchmark itself
    return times


def report(name: str, start: Callable[[], Any], tokenizer: Any, texts: list[str]) -> None:
    """Print the costs of one grammar."""
    compiling = best(lambda: start().compute_bitmask())
    ids = [tokenizer(text)["input_ids"] for text in texts]
    runs = [[each for row in ids for each in steps(start(), row)] for _ in range(ROUNDS)]
    masks = [min(each) for each in zip(*runs, strict=True)]
    mean = sum(masks) / len(masks)
    print(f"{name:24} compile {compiling:7.2f} ms   mask: mean {mean:6.3f} ms, longest {max(masks):6.3f} ms")


def in_processor(tokenizer: Any, ids: list[int]) -> list[float]:
    """Return the time of each step of free text after a prompt of one token, in milliseconds."""
    processor = TstLogitsProcessor(tokenizer, mode="text")
    scores = torch.zeros(1, len(tokenizer))
    times = []
    for end in range(1, len(ids)):
        written = torch.tensor([ids[:end]])
        start = time.process_time_ns()
        allowed = processor(written, scores)[0, ids[end]]
        times.append((time.process_time_ns() - start) / 1e6)
        assert allowed == 0, tokenizer.decode(ids[: end + 1])  # noqa: S101 -- of the benchmark itself
    return times


def main() -> None:
    """Print the costs of a JSON object, of numbers, of free text, and of batches."""
    tokenizer = trained()
    tokens = llguidance.hf.from_tokenizer(tokenizer)

    def matcher(grammar: str) -> Callable[[], Any]:
        return lambda: llguidance.LLMatcher(tokens, grammar, log_level=0)

    json_object = llguidance.LLMatcher.grammar_from_json_schema(SCHEMA)
    report("a JSON object", matcher(json_object), tokenizer, ['{"name": "a new year", "answer": 1234.5}'])
    numbers = [tst.encode(each) for each in NUMBERS]
    for name, scheme in (("a number", tst.Scheme(affixes="none")), ("a number with affixes", tst.TST)):
        report(name, matcher(tst.export_grammar(scheme, "llguidance")), tokenizer, numbers)
    whole = tokenizer(f"<end>{TEXT}")["input_ids"]
    for mode in ("number", "text"):
        making = best(lambda: TstLogitsProcessor(tokenizer, mode=mode))  # noqa: B023 -- called here
        print(f"TstLogitsProcessor, {mode}: {making:.1f} ms")
    masks = [min(each) for each in zip(*(in_processor(tokenizer, whole) for _ in range(ROUNDS)), strict=True)]
    print(f"a step in free text: mean {sum(masks) / len(masks):.3f} ms, longest {max(masks):.3f} ms")
    for rows in (1, 8, 64):
        processor = TstLogitsProcessor(tokenizer, affixes="none")
        ids, scores = torch.zeros((rows, 3), dtype=torch.long), torch.zeros(rows, len(tokenizer))
        step = best(lambda: processor(ids, scores))  # noqa: B023 -- called here
        print(f"a step of a batch of {rows}: {step:.2f} ms")


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
