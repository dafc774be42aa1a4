"""Constrained generation: a model of random weights writes numbers of a scheme, alone or in free text."""

import doctest
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from beyond import BEYOND
from hypothesis import given
from hypothesis import strategies as st
from mutations import is_canonical, longest
from small_models import END_ID, fast_tokenizer, random_model, single, trained
from tokenizer_kinds import word_piece

import tst_grammar as tst
from tst_grammar.decoding import TstLogitsProcessor
from tst_grammar.language.schemes import SCHEMES
from tst_grammar.linter.linter import Linter
from tst_grammar.models.free_text import TextOptions, free_text_grammar

llguidance = pytest.importorskip("llguidance", reason="the extra `models` is not installed")
torch = pytest.importorskip("torch", reason="the extra `models` is not installed")
transformers = pytest.importorskip("transformers", reason="the extra `models` is not installed")
pytest.importorskip("outlines_core", reason="the extra `models` is not installed")
pytest.importorskip("xgrammar", reason="the extra `models` is not installed")

PROMPTS = ("12", "From 1,234 to 1k 23 and ", "It is: ", "x")
each_scheme = pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)


def generated(processor: TstLogitsProcessor, **options: Any) -> list[str]:
    """Return the texts that the model writes after the prompts, each with its end."""
    torch.manual_seed(0)
    prompts = fast_tokenizer()(list(PROMPTS), return_tensors="pt", padding=True)
    rows = random_model().generate(**prompts, max_new_tokens=300, logits_processor=[processor], **options)
    written = rows[:, prompts["input_ids"].shape[1] :].tolist()
    assert all(END_ID in row for row in written)
    return [trained().decode(row[: row.index(END_ID)]) for row in written]


def allowed(processor: TstLogitsProcessor, ids: list[int], *, prompt: str = "") -> set[int]:
    """Return the tokens that may follow some after a prompt."""
    rows = torch.tensor([[*trained().encode(prompt).ids, *ids]], dtype=torch.long)
    scores = processor(rows, torch.zeros(1, len(fast_tokenizer())))
    return set(torch.isfinite(scores[0]).nonzero().flatten().tolist())


def numbers_in(text: str, scheme: tst.Scheme) -> list[str]:
    """Return the numbers of a text, after making sure that nothing in it is wrong or left to annotate."""
    assert tst.lint(text, scheme=scheme, select=["ALL"]) == [], text
    assert tst.annotate(text, scheme=scheme) == text
    return [text[span.start : span.end] for span in Linter(scheme, "en").numbers(text)]


@each_scheme
def test_a_number_is_all_that_is_written(scheme: tst.Scheme) -> None:
    texts = generated(TstLogitsProcessor(fast_tokenizer(), scheme), do_sample=True, num_return_sequences=8)
    assert len(texts) == 32
    for text in texts:
        tst.decode(text, scheme=scheme)
        assert is_canonical(text, scheme), text


@each_scheme
def test_every_number_in_free_text_is_canonical(scheme: tst.Scheme) -> None:
    texts = generated(
        TstLogitsProcessor(fast_tokenizer(), scheme, "text"),
        do_sample=True,
        num_return_sequences=8,
        exponential_decay_length_penalty=(30, 1.3),
    )
    numbers = [number for text in texts for number in numbers_in(text, scheme)]
    assert len(numbers) > 10


@pytest.mark.parametrize("mode", ["number", "text"])
@each_scheme
def test_the_longest_numbers_are_reached(scheme: tst.Scheme, mode: Any) -> None:
    processor = TstLogitsProcessor(fast_tokenizer(), scheme, mode)
    for text in longest(scheme):
        if mode == "text" and "USD" in text:
            continue  # in text such a word is not part of the number
        ids = [*trained().encode(text).ids, END_ID]
        assert all(token in allowed(processor, ids[:place]) for place, token in enumerate(ids)), text


@each_scheme
def test_the_end_is_allowed_just_where_a_number_may_end(scheme: tst.Scheme) -> None:
    processor = TstLogitsProcessor(fast_tokenizer(), scheme)
    for text in longest(scheme):
        ids = trained().encode(text).ids
        for place in range(len(ids) + 1):
            is_whole = is_canonical(trained().decode(ids[:place]), scheme)
            assert (END_ID in allowed(processor, ids[:place], prompt="7k ")) == is_whole


@pytest.mark.parametrize(("name", "text"), BEYOND)
def test_each_rule_of_the_definition_is_kept(name: str, text: str) -> None:
    processor = TstLogitsProcessor(fast_tokenizer(), SCHEMES[name])
    ids = [*trained().encode(text).ids, END_ID]
    assert not all(token in allowed(processor, ids[:place]) for place, token in enumerate(ids))
    assert not is_taken(f"It is {text}", SCHEMES[name])


def test_after_the_end_only_the_end_is_left() -> None:
    processor = TstLogitsProcessor(fast_tokenizer())
    ids = [*trained().encode("5%").ids, END_ID, END_ID]
    assert [allowed(processor, ids[:place]) for place in range(len(ids) + 1)][-3:] == [{END_ID}] * 3


@pytest.mark.parametrize("scheme", [tst.TST, tst.OPTION_A, tst.gst(1)], ids=repr)
def test_beams_are_followed_where_they_are_reordered(scheme: tst.Scheme) -> None:
    processor = TstLogitsProcessor(fast_tokenizer(), scheme)
    texts = generated(processor, num_beams=6, num_return_sequences=6, do_sample=False)
    assert all(is_canonical(text, scheme) for text in texts), texts


def test_a_row_may_go_back_and_on_in_another_way() -> None:
    followed, fresh = (TstLogitsProcessor(fast_tokenizer()) for _ in range(2))
    for text in ("", "1", "1k", "1k ", "1k 2", "12", "123", "12", "12k", "5"):
        allowed(fresh, [])
        for place in range(1, len(text)):
            allowed(fresh, single(text)[:place])
        assert allowed(followed, single(text)) == allowed(fresh, single(text)), text


def test_another_prompt_starts_anew() -> None:
    processor = TstLogitsProcessor(fast_tokenizer())
    first = allowed(processor, [], prompt="x")
    assert allowed(processor, single("1"), prompt="x") != first
    for prompt in ("x", "a longer one: ", "1k ", ""):
        assert allowed(processor, [], prompt=prompt) == first


def test_tokens_that_the_tokenizer_has_not_are_never_allowed() -> None:
    processor = TstLogitsProcessor(fast_tokenizer(), mode="text")
    size = len(fast_tokenizer())
    scores = processor(torch.tensor([[END_ID]]), torch.zeros(1, size + 9))
    assert torch.isinf(scores[0, size:]).all()
    assert torch.isfinite(scores[0, :size]).any()


def test_any_of_several_tokens_may_end_a_number() -> None:
    other = trained().token_to_id("~")
    processor = TstLogitsProcessor(fast_tokenizer(), eos_token_id=[END_ID, other])
    assert not {END_ID, other} & allowed(processor, [])
    assert {END_ID, other} <= allowed(processor, trained().encode("5").ids[:1])


def lines_of(name: str) -> list[str]:
    path = Path(__file__).parents[1] / "data" / "text_mode" / name
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.replace("\\n", "\n") for line in lines if not line.startswith("# ")]


@cache
def matcher_of(scheme: tst.Scheme, options: TextOptions) -> Any:
    return llguidance.LLMatcher(llguidance.LLTokenizer("byte"), free_text_grammar(scheme, options))


def is_taken(text: str, scheme: tst.Scheme, options: TextOptions | None = None) -> bool:
    matcher = matcher_of(scheme, options or TextOptions())
    matcher.reset()
    read = matcher.try_consume_tokens([*text.encode()]) if text else 0
    return read == len(text.encode()) and bool(matcher.is_accepting())


@pytest.mark.parametrize("text", lines_of("accepted.txt"))
def test_text_goes_around_numbers(text: str) -> None:
    assert is_taken(text, tst.TST)
    numbers_in(text, tst.TST)


@pytest.mark.parametrize("text", lines_of("refused.txt"))
def test_no_other_digits_and_no_neighbours_that_could_join_a_number(text: str) -> None:
    assert not is_taken(text, tst.TST)


PLAIN = ("1'000'00 and 5", "1234567890123456789", "0.1234567890123456", "5kg", "007", "1_000 x")


@pytest.mark.parametrize("text", PLAIN)
def test_what_cannot_be_annotated_is_taken_only_if_asked_for(text: str) -> None:
    assert not is_taken(text, tst.TST)
    assert is_taken(text, tst.TST, TextOptions(plain=True))
    assert tst.annotate(text) == text


@pytest.mark.parametrize("text", ["1234", "1.5", "1,234", "100k", "5k", "-0.5", "5 6", "$1234"])
def test_a_number_that_can_be_annotated_is_never_plain(text: str) -> None:
    assert not is_taken(text, tst.TST, TextOptions(plain=True))


@pytest.mark.parametrize(
    ("text", "expected"),
    [("⟦5⟧", True), ("$⟦5⟧, ⟦6⟧⟦7⟧ k", True), ("GPT-4 is ⟦1k 234⟧", True), ("5", False), ("⟦1234⟧", False)],
)
def test_with_delimiters_each_number_is_between_them(text: str, *, expected: bool) -> None:
    assert is_taken(text, tst.TST, TextOptions(delimiters=("⟦", "⟧"))) is expected
    assert not expected or tst.lint(text, delimiters=("⟦", "⟧")) == []


@pytest.mark.parametrize(
    ("skip", "text", "expected"),
    [
        (("date",), "2024-01-15", True),
        (("date",), "GPT-4", False),
        ((), "2024-01-15", False),
        (("unit",), "5kg", True),
    ],
)
def test_only_the_chosen_shapes_are_taken(skip: tuple[str, ...], text: str, *, expected: bool) -> None:
    processor = TstLogitsProcessor(fast_tokenizer(), mode="text", skip=skip)
    ids = [*single(text), END_ID]
    taken = all(token in allowed(processor, ids[:place]) for place, token in enumerate(ids))
    assert taken is expected


@given(st.data(), st.sampled_from([*SCHEMES.values()]))
def test_what_is_taken_has_only_canonical_numbers(data: st.DataObject, scheme: tst.Scheme) -> None:
    numbers = ("5", "-1234567", "0.001", "12.5", "$7.25", "50%", "1000")
    around = (
        *(
            *" .,:;-/()[]'*k–",
            "\n",
            "\xa0",
            "p ",
            " K",
            " the ",
            " of",
            " m ",
            ", ",
            ". ",
            "万",
            "[MAG_k]",
            "e",
            "x",
        ),
        *(
            "2024-01-15",
            "10:30",
            "v1.2.3",
            "1.2.3",
            "GPT-4",
            "k2",
            "x86_64",
            "10.0.0.1",
            "a/b2",
            "21st",
            "0xe5",
        ),
        *("a@b3.org", "http://x.org/5?k=6", "+1 555 123 4567", "978-3-16-148410-0", "e1", "t 5"),
    )
    pieces = st.sampled_from(numbers).map(lambda number: tst.encode(number, scheme=scheme))
    text = "".join(data.draw(st.lists(pieces | st.sampled_from(around) | st.just(" "), max_size=8)))
    if is_taken(text, scheme):
        numbers_in(text, scheme)


@pytest.mark.parametrize(
    ("tokenizer", "options", "fault"),
    [
        (None, {"mode": "numbers"}, "unknown-mode"),
        (None, {"scheme": tst.Scheme(integer_digits=3100)}, "too-many-digits"),
        ("a tokenizer", {}, "unfit-tokenizer"),
        ("endless", {}, "unfit-tokenizer"),
        (None, {"plain": True}, "bounds"),
        (None, {"mode": "text", "skip": ["dates"]}, "unknown-shape"),
        (None, {"mode": "text", "delimiters": ("n", ">")}, "delimiters"),
    ],
)
def test_what_cannot_be_is_refused(tokenizer: Any, options: dict[str, Any], fault: str) -> None:
    if tokenizer == "endless":
        tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=trained())
    with pytest.raises(tst.OptionError) as error:
        TstLogitsProcessor(tokenizer, **options)
    assert error.value.fault == fault


def test_a_tokenizer_that_the_engine_cannot_read_is_refused() -> None:
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=word_piece(), eos_token="[UNK]")
    with pytest.raises(tst.OptionError, match="llguidance cannot read the tokenizer: can't") as error:
        TstLogitsProcessor(tokenizer)
    assert error.value.fault == "unfit-tokenizer"


def test_without_the_package_an_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "llguidance.hf", None)
    with pytest.raises(tst.OptionError, match="pip install llguidance transformers") as error:
        TstLogitsProcessor(fast_tokenizer())
    assert error.value.fault == "missing-package"


@pytest.mark.filterwarnings(
    "ignore:.torch.jit.script_method:DeprecationWarning"
)  # of outlines with llguidance
def test_the_examples_of_the_documentation() -> None:
    page = Path(__file__).parents[2] / "docs" / "how-to" / "constrain-decoding.md"
    _, *examples = re.findall(
        "^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    torch.manual_seed(0)
    own = {"model": random_model(), "tokenizer": fast_tokenizer(), "tst": tst}
    test = doctest.DocTestParser().get_doctest("\n".join(examples), own, page.stem, str(page), 0)
    assert doctest.DocTestRunner().run(test).failed == 0
