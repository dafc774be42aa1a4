"""The values of tokens by their ids, and a number token loss that uses them."""

import doctest
import math
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from small_models import fast_tokenizer, trained

import tst_grammar as tst
from tst_grammar import hf
from tst_grammar.values import aligned_values, number_token_loss

numpy = pytest.importorskip("numpy", reason="the extra `models` is not installed")
ntloss = pytest.importorskip("ntloss", reason="the extra `ntl` is not installed")
torch = pytest.importorskip("torch", reason="the extra `models` is not installed")
tokenizers = pytest.importorskip("tokenizers", reason="the extra `models` is not installed")


@pytest.mark.parametrize("scheme", [tst.TST, tst.OPTION_A, tst.DIGIT_HYBRID, tst.gst(1)], ids=repr)
def test_each_id_has_the_value_of_its_token(scheme: tst.Scheme) -> None:
    vocabulary = tst.Vocabulary(scheme)
    tokenizer = tokenizers.Tokenizer.from_str(trained().to_str())
    tokenizer.add_tokens([*vocabulary])
    values = aligned_values(vocabulary, tokenizer)
    assert values.shape == (tokenizer.get_vocab_size(),)
    exact = vocabulary.values()
    for token in vocabulary:
        value = values[tokenizer.token_to_id(token)]
        assert value == float(exact[token]) if token in exact else math.isnan(value), token


@pytest.mark.parametrize("scheme", [tst.TST, tst.OPTION_A, tst.gst(1)], ids=repr)
def test_of_an_extended_tokenizer_only_the_tokens_of_the_scheme_have_values(scheme: tst.Scheme) -> None:
    vocabulary = tst.Vocabulary(scheme)
    exact = vocabulary.values()
    for tokenizer in (hf.extend(trained(), scheme), hf.extend(fast_tokenizer(), scheme)):
        values = aligned_values(vocabulary, tokenizer)
        ids = hf.token_ids(tokenizer, vocabulary)
        assert {number for number, value in enumerate(values) if not math.isnan(value)} == {
            ids[token] for token in exact
        }
        assert all(values[ids[token]] == float(value) for token, value in exact.items())


def test_another_scheme_than_that_of_an_extended_tokenizer_is_refused() -> None:
    with pytest.raises(tst.OptionError, match="was not extended with"):
        aligned_values(tst.Vocabulary(tst.OPTION_A), hf.extend(trained()))


def test_both_kinds_of_tokenizers_give_the_same() -> None:
    vocabulary = tst.Vocabulary()
    one, other = aligned_values(vocabulary, trained()), aligned_values(vocabulary, fast_tokenizer())
    assert numpy.array_equal(one, other, equal_nan=True)


@pytest.mark.parametrize(
    ("token", "value"), [("▁234", 234.0), ("▁1k", 1000.0), ("▁the", None), ("<s>", None)]
)
def test_a_space_before_a_token_does_not_count(token: str, value: float | None) -> None:
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel({token: 0}, unk_token=token))
    tokenizer.decoder = tokenizers.decoders.Metaspace()
    (found,) = aligned_values(tst.Vocabulary(), tokenizer).tolist()
    assert math.isnan(found) if value is None else found == value


def test_ids_that_are_not_used_have_no_value() -> None:
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel({"1k": 2, "the": 0}))
    assert numpy.array_equal(
        aligned_values(tst.Vocabulary(), tokenizer), [math.nan, math.nan, 1000.0], equal_nan=True
    )


def test_without_the_package_an_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(tst.OptionError, match="pip install numpy") as error:
        aligned_values(tst.Vocabulary(), trained())
    assert error.value.fault == "missing-package"


@pytest.mark.parametrize("kind", ["NTLoss", "NTLossDotProduct"])
@pytest.mark.parametrize("reweigh", [False, True])
def test_a_loss_is_smaller_for_a_value_that_is_nearer(kind: str, reweigh: bool) -> None:  # noqa: FBT001
    tokenizer = fast_tokenizer()
    tokenizer = hf.extend(tokenizer)
    values = aligned_values(tst.Vocabulary(), tokenizer)
    ids = hf.token_ids(tokenizer, tst.Vocabulary())
    chosen = [ids[token] for token in ("1k", "2k", "900k", "000k", "000m")]
    few = numpy.full(len(values), math.nan)
    few[chosen] = values[chosen]
    loss = number_token_loss(getattr(ntloss, kind), tokenizer, few, reweigh=reweigh)
    label = torch.tensor([[ids["1k"]]])

    def of(token: str, label: Any = label) -> float:
        logits = torch.full((1, 1, len(values)), -20.0)
        logits[0, 0, ids[token]] = 20.0
        return float(loss(logits, label))

    assert of("1k") < 1 < of("2k") < of("900k")
    assert of("000m", torch.tensor([[ids["000k"]]])) < 1  # both are zero


def test_a_loss_of_another_package_is_refused() -> None:
    with pytest.raises(tst.OptionError, match=r"takes ntloss\.NTLoss") as error:
        number_token_loss(torch.nn.CrossEntropyLoss, fast_tokenizer(), numpy.array([1.0, math.nan]))
    assert error.value.fault == "unfit-loss"
    with pytest.raises(tst.OptionError, match="one token at least must have no value"):
        number_token_loss(ntloss.NTLoss, fast_tokenizer(), numpy.array([1.0, 2.0]))


def test_the_examples_of_the_documentation() -> None:
    page = Path(__file__).parents[2] / "docs" / "how-to" / "use-token-values.md"
    examples = re.findall("^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    test = doctest.DocTestParser().get_doctest("\n".join(examples), {}, page.stem, str(page), 0)
    assert doctest.DocTestRunner().run(test).failed == 0
