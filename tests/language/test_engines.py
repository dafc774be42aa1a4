"""The engines that constrain models read the strict grammars: they allow every number, and nothing else."""

import doctest
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from beyond import BEYOND
from hypothesis import given
from hypothesis import strategies as st
from mutations import is_canonical, longest, mutated
from sampling import examples
from small_models import END_ID, single, trained
from strategies import schemes_and_numbers

import tst_grammar as tst
from tst_grammar.language.schemes import SCHEMES

llguidance = pytest.importorskip("llguidance", reason="the extra `models` is not installed")
tokenizers = pytest.importorskip("tokenizers", reason="the extra `models` is not installed")

TARGETS = ("llguidance", "gbnf", "regex")
LONG = (
    tst.Scheme(group_size=1, integer_digits=100, fraction_digits=100),
    tst.Scheme(integer_digits=1000, fraction_digits=300),
    tst.Scheme(integer_digits=300, fraction_digits=300, terminated=True),
)


def tokenizer_of(tokenizer: Any) -> Any:
    return llguidance.LLTokenizer(tokenizer.to_str(), eos_token=END_ID)


class Engine:
    """A strict grammar in llguidance, which reads GBNF and regular expressions too."""

    def __init__(self, scheme: tst.Scheme, target: Any) -> None:
        kind = "lark" if target == "llguidance" else target
        grammar = llguidance.grammar_from(kind, tst.export_grammar(scheme, target))
        self.matcher = llguidance.LLMatcher(tokenizer_of(trained()), grammar)
        assert not self.matcher.is_error(), self.matcher.get_error()

    def allowed(self) -> list[int]:
        """Return the tokens that the mask leaves."""
        return [token for token, bias in enumerate(self.matcher.compute_logit_bias()) if bias]

    def accepts(self, tokens: list[int]) -> bool:
        """Tell whether the mask leaves each token in its turn, and the end after them."""
        self.matcher.reset()
        for token in (*tokens, END_ID):
            if token not in self.allowed():
                return False
            self.matcher.consume_token(token)
        return bool(self.matcher.is_stopped())

    def written(self, random: Random) -> str:
        """Return the text of random choices under the mask."""
        self.matcher.reset()
        tokens: list[int] = []
        while END_ID not in tokens:
            tokens.append(random.choice(self.allowed()))
            self.matcher.consume_token(tokens[-1])
        return str(trained().decode(tokens[:-1]))


def cut(text: str) -> list[int]:
    """Return a text as the tokenizer cuts it."""
    return list(trained().encode(text).ids)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_random_choices_write_only_numbers(scheme: tst.Scheme, target: str) -> None:
    engine, random = Engine(scheme, target), Random(1)
    for text in (engine.written(random) for _ in range(25)):
        assert is_canonical(text, scheme), text


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("name", "text"), BEYOND)
def test_each_rule_of_the_definition_is_kept(name: str, text: str, target: str) -> None:
    assert not Engine(SCHEMES[name], target).accepts(cut(text))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_the_longest_forms_are_reached(scheme: tst.Scheme, target: str) -> None:
    engine = Engine(scheme, target)
    for text in longest(scheme):
        assert engine.accepts(cut(text)), text


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_a_number_may_be_cut_in_any_way(scheme: tst.Scheme) -> None:
    engine = Engine(scheme, "llguidance")
    for text in longest(scheme):
        assert engine.accepts(single(text)), text


@pytest.mark.parametrize("target", ["llguidance", "gbnf"])
@pytest.mark.parametrize("scheme", LONG, ids=repr)
def test_the_longest_forms_of_long_schemes_are_reached(scheme: tst.Scheme, target: str) -> None:
    matcher = Engine(scheme, target).matcher
    for text in longest(scheme):
        matcher.reset()
        tokens = cut(text)
        assert matcher.try_consume_tokens(tokens) == len(tokens), text
        assert matcher.is_accepting()


@pytest.mark.parametrize("is_special", [False, True])
def test_a_token_of_its_own_is_text_unless_it_is_special(*, is_special: bool) -> None:
    tokenizer = tokenizers.Tokenizer.from_str(trained().to_str())
    add = tokenizer.add_special_tokens if is_special else tokenizer.add_tokens
    add([f"[T{count}]" for count in (1, 2, 3)])
    grammar = tst.export_grammar(tst.TERMINATED, "llguidance")
    matcher = llguidance.LLMatcher(tokenizer_of(tokenizer), grammar)
    tokens = tokenizer.encode("1. 500p [T1]").ids
    assert tokens[-1] == tokenizer.token_to_id("[T1]")
    assert matcher.try_consume_tokens(tokens) == len(tokens) - is_special


def test_the_example_of_the_documentation() -> None:
    page = Path(__file__).parents[2] / "docs" / "how-to" / "constrain-decoding.md"
    example, *_ = re.findall(
        "^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    test = doctest.DocTestParser().get_doctest(example, {}, page.stem, str(page), 0)
    assert doctest.DocTestRunner().run(test).failed == 0


@given(schemes_and_numbers(), st.data())
@examples(10)
def test_reaches_every_number_and_nothing_else(case: tuple[tst.Scheme, str], data: st.DataObject) -> None:
    scheme, number = case
    text = tst.encode(number, scheme=scheme)
    texts = [text, *longest(scheme), *(data.draw(mutated(text)) for _ in range(10))]
    for target in TARGETS:
        engine = Engine(scheme, target)
        for each in filter(None, texts):
            assert engine.accepts(cut(each)) == is_canonical(each, scheme), (target, each)
        written = engine.written(data.draw(st.randoms(use_true_random=False)))
        assert is_canonical(written, scheme), (target, written)
