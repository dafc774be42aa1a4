"""Constrained generation with an extended tokenizer: numbers are written in its tokens alone."""

from functools import cache
from itertools import groupby
from random import Random
from typing import Any

import pytest
from attrs import evolve
from mutations import longest
from small_models import END_ID, fast_tokenizer, trained

import tst_grammar as tst
from tst_grammar import hf
from tst_grammar.decoding import TstLogitsProcessor

reason = "the extra `models` is not installed"
pytest.importorskip("llguidance", reason=reason)
torch = pytest.importorskip("torch", reason=reason)
pytest.importorskip("transformers", reason=reason)

SCHEMES = {
    "option-b": tst.OPTION_B,
    "option-a": tst.OPTION_A,
    "gst-1": tst.gst(1),
    "terminated": tst.Scheme(marker="separate", terminated=True),
    "algorithm-1": tst.Scheme(fill="all", point="always", integer_digits=5, fraction_digits=4),
    "fill-none": tst.Scheme(fill="none", integer_digits=7, fraction_digits=2, spelling="reserved"),
}
each_scheme = pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
each_mode = pytest.mark.parametrize("mode", ["number", "text"])


@cache
def extended(scheme: tst.Scheme) -> Any:
    return hf.extend(fast_tokenizer(), scheme)


@cache
def names(scheme: tst.Scheme) -> dict[int, str]:
    """Return the tokens of a scheme by their ids."""
    return {number: token for token, number in ids_of(scheme).items()}


@cache
def ids_of(scheme: tst.Scheme) -> dict[str, int]:
    return hf.token_ids(extended(scheme), tst.Vocabulary(scheme))


@cache
def processor_of(scheme: tst.Scheme, mode: Any) -> TstLogitsProcessor:
    return TstLogitsProcessor(extended(scheme), scheme, mode)


def allowed(scheme: tst.Scheme, mode: str, ids: list[int]) -> list[int]:
    """Return the tokens that may follow some; a prompt of one token comes before them."""
    scores = torch.zeros(1, len(extended(scheme)))
    masked = processor_of(scheme, mode)(torch.tensor([[END_ID, *ids]]), scores)
    return list(torch.isfinite(masked[0]).nonzero().flatten().tolist())


def written(scheme: tst.Scheme, mode: str, random: Random) -> list[int]:
    """Return the text of random choices: often spaces and numbers where they may be, and soon the end."""
    ids: list[int] = []
    while END_ID not in ids:
        choice = allowed(scheme, mode, ids)
        likely = (
            [END_ID] * (random.random() < len(ids) / 60),
            names(scheme).keys() if random.random() < 0.8 else [],
            trained().encode(" ").ids if random.random() < 0.4 else [],
        )
        preferred = ([token for token in choice if token in few] for few in likely)
        ids.append(random.choice(next(filter(None, preferred), choice)))
    return ids[:-1]


def runs(scheme: tst.Scheme, ids: list[int]) -> tuple[list[list[str]], list[str]]:
    """Return the tokens of the numbers among some ids, and the texts between them."""
    cut = [(own, [*run]) for own, run in groupby(ids, key=names(scheme).__contains__)]
    numbers = [[names(scheme)[token] for token in run] for own, run in cut if own]
    return numbers, [extended(scheme).decode(run) for own, run in cut if not own]


@each_mode
@each_scheme
def test_numbers_are_written_in_their_tokens(scheme: tst.Scheme, mode: str) -> None:
    random, found = Random(0), 0
    for _ in range(20):
        ids = written(scheme, mode, random)
        numbers, texts = runs(scheme, ids)
        found += len(numbers)
        assert all(tst.is_valid(number, scheme=scheme) for number in numbers), numbers
        assert not any(found.number for text in texts for found in tst.find_numbers(f"({text})")), texts
        again = extended(scheme)(extended(scheme).decode(ids))["input_ids"]
        assert runs(scheme, again)[0] == numbers, extended(scheme).decode(ids)
        assert mode == "text" or len(numbers) == 1
    assert found >= 20


def spelled(scheme: tst.Scheme, text: str) -> list[int]:
    """Return a text as ids, in which tokens of the scheme are between bars."""
    pieces = enumerate(text.split("|"))
    return [
        token
        for place, piece in pieces
        for token in ([ids_of(scheme)[piece]] if place % 2 else trained().encode(piece).ids)
    ]


@each_mode
@each_scheme
def test_the_longest_numbers_are_reached(scheme: tst.Scheme, mode: str) -> None:
    for number in longest(scheme):
        value = tst.parse_tst(number, scheme=scheme).number
        tokens = tst.tokenize(evolve(value, prefix="", suffix=""), scheme=scheme)
        ids = [*(ids_of(scheme)[token] for token in tokens), END_ID]
        for place, token in enumerate(ids):
            assert token in allowed(scheme, mode, ids[:place]), number


@pytest.mark.parametrize(
    ("text", "is_taken"),
    [
        ("$5", True),
        ("-$5", True),
        ("5%", True),
        ("5 USD", True),
        ("USD 5", True),
        ("-USD 5", True),
        ("$5%", False),
        ("-$0", False),
        ("$ 5", False),
    ],
)
def test_affixes_are_ordinary_tokens(text: str, *, is_taken: bool) -> None:
    ids = [*extended(tst.TST)(text)["input_ids"], END_ID]
    assert [names(tst.TST)[token] for token in ids if token in names(tst.TST)] == [text.strip("-$%USD ")]
    taken = [token in allowed(tst.TST, "number", ids[:place]) for place, token in enumerate(ids)]
    assert all(taken) == is_taken


@pytest.mark.parametrize(
    ("text", "is_taken"),
    [
        ("up |-||5| or |12|%, from $|3|.", True),
        ("x|5|", False),
        ("|5| k", False),
        ("|5| |6|", False),
        ("|5|, |6|", True),
        ("-$|5|; (|6|)", True),
        ("|5|%: -$|6|", True),
        ("$|5|% more", False),
        ("|5|, -$|0|", False),
        ("5", False),
        ("\U0010f54d", False),
    ],
)
def test_text_around_numbers_is_as_without_the_tokens(text: str, *, is_taken: bool) -> None:
    ids = [*spelled(tst.TST, text), END_ID]
    taken = [token in allowed(tst.TST, "text", ids[:place]) for place, token in enumerate(ids)]
    assert all(taken) == is_taken


def test_another_scheme_than_that_of_the_tokenizer_is_refused() -> None:
    with pytest.raises(tst.OptionError, match="was not extended with") as error:
        TstLogitsProcessor(extended(tst.TST), tst.OPTION_A)
    assert error.value.fault == "unsupported-tokenizer"
