"""Numbers within bounds and inside larger grammars, in llguidance, xgrammar and the logits processor."""

import json
from typing import Any

import pytest
from small_models import fast_tokenizer

import tst_grammar as tst
from tst_grammar.decoding import TstLogitsProcessor

llguidance = pytest.importorskip("llguidance", reason="the extra `models` is not installed")
torch = pytest.importorskip("torch", reason="the extra `models` is not installed")
xgrammar = pytest.importorskip("xgrammar", reason="the group `engines` is not installed")

SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "answer": {
                "type": "string",
                "pattern": f"^(?:{tst.export_grammar(target='regex', affixes='none')})$",
            }
        },
        "required": ["answer"],
        "additionalProperties": False,
    }
)
OBJECTS = {'{"answer": "1k 234"}': True, '{"answer": "-5. 500p"}': True, '{"answer": "1k 34"}': False}
TAGGED = {
    "It is ⟦1k 234⟧ in all, not 12k 34.": True,
    "No number.": True,
    "It is ⟦1k 34⟧": False,
    "It is ⟦⟧": False,
}


def guided(grammar: str, text: str) -> bool:
    """Tell whether llguidance takes a whole text."""
    tokenizer = llguidance.LLTokenizer("byte")
    matcher = llguidance.LLMatcher(tokenizer, grammar, log_level=0)
    assert not matcher.is_error(), matcher.get_error()
    ids = tokenizer.tokenize_str(text)
    return bool(matcher.try_consume_tokens(ids) == len(ids) and matcher.is_accepting())


def compiler() -> Any:
    names = [*map(chr, range(128)), *(f"<0x{byte:02X}>" for byte in range(128, 256)), "</s>"]
    kind = xgrammar.VocabType.BYTE_FALLBACK
    return xgrammar.GrammarCompiler(xgrammar.TokenizerInfo(names, vocab_type=kind, stop_token_ids=[256]))


def compiled(grammar: Any, text: str) -> bool:
    """Tell whether xgrammar takes a whole text."""
    matcher = xgrammar.GrammarMatcher(grammar)
    return all(matcher.accept_token(byte) for byte in text.encode()) and matcher.accept_token(256)


def test_a_field_of_a_json_object() -> None:
    guidance = llguidance.LLMatcher.grammar_from_json_schema(SCHEMA)
    assert {text: guided(guidance, text) for text in OBJECTS} == OBJECTS
    grammar = compiler().compile_json_schema(SCHEMA)
    assert {text: compiled(grammar, text) for text in OBJECTS} == OBJECTS


def test_only_between_tags() -> None:
    content = tst.export_grammar(target="llguidance", affixes="none")
    tag = llguidance.StructTag(trigger="⟦", begin="⟦", grammar=content, end="⟧")
    grammar = llguidance.StructTag.to_grammar([tag])
    assert {text: guided(grammar, text) for text in TAGGED} == TAGGED
    number = {"type": "grammar", "grammar": tst.export_grammar(target="gbnf", affixes="none")}
    tags = [{"type": "tag", "begin": "⟦", "content": number, "end": "⟧"}]
    form = {"type": "structural_tag", "format": {"type": "triggered_tags", "triggers": ["⟦"], "tags": tags}}
    structural = compiler().compile_structural_tag(json.dumps(form))
    assert {text: compiled(structural, text) for text in TAGGED} == TAGGED


def first_characters(processor: TstLogitsProcessor) -> str:
    """Return the characters that a number may start with."""
    tokenizer = fast_tokenizer()
    scores = processor(torch.zeros((1, 1), dtype=torch.long), torch.zeros(1, len(tokenizer)))
    ids = torch.isfinite(scores[0]).nonzero().flatten().tolist()
    return "".join(sorted({tokenizer.decode([token])[:1] for token in ids}))


def test_the_processor_keeps_to_the_bounds() -> None:
    tokenizer = fast_tokenizer()
    assert first_characters(TstLogitsProcessor(tokenizer, affixes="none")) == "-0123456789"
    within = TstLogitsProcessor(tokenizer, integer=True, signed=False, digits=1, affixes="none")
    assert first_characters(within) == "0123456789"
    with pytest.raises(tst.OptionError, match="digits and affixes need the mode 'number'"):
        TstLogitsProcessor(tokenizer, mode="text", digits=3)


def test_an_extended_tokenizer_keeps_to_the_bounds() -> None:
    pytest.importorskip("tokenizers", reason="the extra `hf` is not installed")
    from tst_grammar import hf  # noqa: PLC0415

    extended = hf.extend(fast_tokenizer())
    processor = TstLogitsProcessor(extended, integer=True, signed=False, digits=4, affixes="none")
    scores = processor(torch.zeros((1, 1), dtype=torch.long), torch.zeros(1, len(extended)))
    tokens = extended.convert_ids_to_tokens(torch.isfinite(scores[0]).nonzero().flatten().tolist())
    starts = {token.rstrip("\ue000\uf8ff") for token in tokens}
    assert len(starts) == 1000 + 9  # 0 to 999, and 1k to 9k
