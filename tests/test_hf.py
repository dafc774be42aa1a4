"""Extended tokenizers: numbers become TST tokens and come back, and every other text is what it was."""

import doctest
import pickle
import re
import unicodedata
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import schemes

import tst_grammar as tst
from tst_grammar import embeddings, hf

reason = "the extra `hf` is not installed"
np = pytest.importorskip("numpy", reason=reason)
tokenizers = pytest.importorskip("tokenizers", reason=reason)
transformers = pytest.importorskip("transformers", reason="transformers is not installed")

SCHEMES = {
    "option-b": tst.OPTION_B,
    "option-a": tst.OPTION_A,
    "gst-1": tst.gst(1),
    "gst-2": tst.gst(2),
    "terminated": tst.TERMINATED,
    "algorithm-1": tst.ALGORITHM_1,
    "fill-none": tst.Scheme(fill="none"),
    "terminated-separate": tst.Scheme(marker="separate", terminated=True),
    "reserved": tst.Scheme(spelling="reserved"),
    "narrow": tst.Scheme(integer_digits=4, fraction_digits=4),
    "integers": tst.Scheme(fraction_digits=0),
    "named": tst.Scheme(group_size=4, magnitudes=("万", "億"), integer_digits=12, fraction_digits=2),
}
PROSE = (
    "about the 100km and 3m tall people who paid 500p for 12,345.67 items in 2024-01-15",
    "won a 100k prize at 10:30, version 1.2.3, 5kg of x86_64 and 007",
    "naïve 数字 в тексте 5km — “quoted”",
)


def corpus() -> list[str]:
    random = Random(0)
    return [*PROSE, *(f"about {random.randrange(10 ** (1 + index % 9))} people" for index in range(200))]


@cache
def byte_level() -> Any:
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE())
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = tokenizers.decoders.ByteLevel()
    alphabet = tokenizers.pre_tokenizers.ByteLevel.alphabet()
    tokenizer.train_from_iterator(
        corpus(),
        tokenizers.trainers.BpeTrainer(
            vocab_size=600, initial_alphabet=alphabet, special_tokens=["<end>"], show_progress=False
        ),
    )
    return tokenizer


@cache
def word_piece() -> Any:
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = tokenizers.normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = tokenizers.decoders.WordPiece(cleanup=False)
    trainer = tokenizers.trainers.WordPieceTrainer(
        vocab_size=300, special_tokens=["[UNK]"], show_progress=False
    )
    tokenizer.train_from_iterator(corpus(), trainer)
    return tokenizer


@cache
def unigram() -> Any:
    tokenizer = tokenizers.Tokenizer(tokenizers.models.Unigram())
    tokenizer.normalizer = tokenizers.normalizers.NFKC()
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace(prepend_scheme="first")
    tokenizer.decoder = tokenizers.decoders.Metaspace(prepend_scheme="first")
    trainer = tokenizers.trainers.UnigramTrainer(
        vocab_size=300, special_tokens=["<unk>"], unk_token="<unk>", show_progress=False
    )
    tokenizer.train_from_iterator(corpus(), trainer)
    return tokenizer


@cache
def sentence_piece() -> Any:
    """Spaces are replaced by the normalizer, as in older models; nothing is unknown."""
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE(byte_fallback=True, unk_token="<unk>"))
    kinds = tokenizers.normalizers
    tokenizer.normalizer = kinds.Sequence([kinds.Prepend("▁"), kinds.Replace(" ", "▁")])
    kinds = tokenizers.decoders
    tokenizer.decoder = kinds.Sequence(
        [kinds.Replace("▁", " "), kinds.ByteFallback(), kinds.Fuse(), kinds.Strip(" ", 1, 0)]
    )
    fallback = [f"<0x{byte:02X}>" for byte in range(256)]
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=700, special_tokens=["<unk>", *fallback], show_progress=False
    )
    tokenizer.train_from_iterator(corpus(), trainer)
    return tokenizer


KINDS = {
    "byte-level": byte_level,
    "word-piece": word_piece,
    "unigram": unigram,
    "sentence-piece": sentence_piece,
}


@cache
def extended(kind: str, scheme: tst.Scheme = tst.TST) -> Any:
    return hf.extend(KINDS[kind](), scheme)


def tokens_of(tokenizer: Any, text: str, scheme: tst.Scheme = tst.TST) -> list[str]:
    """Return the TST tokens of a text by their ids, and other tokens as they are."""
    names = {number: token for token, number in hf.token_ids(tokenizer, tst.Vocabulary(scheme)).items()}
    encoding = tokenizer.encode(text, add_special_tokens=False)
    return [names.get(number, token) for number, token in zip(encoding.ids, encoding.tokens, strict=True)]


def canonical(number: str, scheme: tst.Scheme) -> str:
    """Return a number as it comes back: without the zeros that the scheme does not keep."""
    read = tst.parse_tst(tst.encode(number, scheme=scheme), scheme=scheme).number
    return f"{read.sign}{read.integer}{'.' if read.fraction else ''}{read.fraction}"


@st.composite
def plain(draw: st.DrawFn, scheme: tst.Scheme) -> str:
    integer = draw(st.integers(0, 10 ** draw(st.integers(1, scheme.integer_digits)) - 1))
    fraction = draw(st.text("0123456789", max_size=scheme.fraction_digits))
    return f"{draw(st.sampled_from(('', '-')))}{integer}{'.' if fraction else ''}{fraction}"


EVERY_KIND = ("option-b", "option-a")
CASES = [
    pytest.param(kind, scheme, id=f"{kind}-{name}")
    for kind in KINDS
    for name, scheme in SCHEMES.items()
    if kind == "byte-level" or name in EVERY_KIND
]


@pytest.mark.parametrize(("kind", "scheme"), CASES)
@given(st.data())
@settings(max_examples=40, deadline=None)
def test_a_number_is_its_tokens_and_comes_back(kind: str, scheme: tst.Scheme, data: st.DataObject) -> None:
    tokenizer = extended(kind, scheme)
    number = data.draw(plain(scheme))
    tokens = tst.tokenize(number, scheme=scheme)
    assert tokens_of(tokenizer, number, scheme)[-len(tokens) :] == tokens
    ids = tokenizer.encode(number).ids
    assert tokenizer.decode(ids) == canonical(number, scheme)
    assert tokenizer.encode(tst.encode(number, scheme=scheme)).ids == ids


NEIGHBOURS = (
    "",
    " ",
    "about ",
    " people",
    "(",
    ")",
    ", ",
    ". ",
    "\n",
    "第",
    "个",
    "“",
    "km",
    "p",
    "x",
    "-",
    "!",
    "=",
    "$",
)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Numbers, TST text, words and signs in any order, and any other character."""
    number = plain(tst.TST)
    piece = st.one_of(
        number,
        number.map(tst.encode),
        st.sampled_from(NEIGHBOURS),
        st.text(max_size=3),
        st.sampled_from(("100k", "1m", "234k", "500p", "[T1]", "e5", "1e5", "\U0010f54d", "�")),
    )
    return "".join(draw(st.lists(piece, max_size=8)))


@given(texts())
@example("5\U0010f54d 5")
@example("=\U0010f54d5!\U0010f54d")
@example("5m 1k 234")
@settings(max_examples=300, deadline=None)
def test_every_text_comes_back_with_its_numbers_in_plain_notation(text: str) -> None:
    tokenizer = extended("byte-level")
    decoded = tokenizer.decode(tokenizer.encode(text).ids, skip_special_tokens=False)
    spread = re.compile(r"[0-9][0-9kmbtqp. -]*")
    assert spread.sub("", decoded).replace("-", "") == spread.sub("", text).replace("-", "")
    assert tokenizer.decode(tokenizer.encode(decoded).ids) == decoded


@given(texts())
@settings(max_examples=200, deadline=None)
def test_offsets_of_a_number_lie_on_its_digits(text: str) -> None:
    tokenizer = extended("byte-level")
    of_numbers = set(hf.token_ids(tokenizer, tst.Vocabulary(tst.TST)).values())
    encoding = tokenizer.encode(text)
    for number, token, (start, end) in zip(encoding.ids, encoding.tokens, encoding.offsets, strict=True):
        if number in of_numbers:
            place, written = text[start:end], token[:-1]
            digits = written.rstrip("kmbtqp")
            assert place == digits or (digits.rstrip("0") <= place <= digits and written[-1] == "p"), text


@pytest.mark.parametrize("kind", KINDS)
@given(st.text(), st.sampled_from(PROSE), st.text())
@settings(max_examples=60, deadline=None)
def test_text_without_numbers_is_what_it_was(kind: str, before: str, prose: str, after: str) -> None:
    text = re.sub("[0-9\U0010f54d𐇐]", "", unicodedata.normalize("NFKC", f"{before} {prose} {after}"))
    assert extended(kind).encode(text).ids == KINDS[kind]().encode(text).ids


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "text",
    [
        *("100km", "3m tall", "500p", "a 100k prize", "5kg", "x86_64", "007", "1,234", "1e6", "10:30"),
        *("2024-01-15", "192.168.0.1", "v1.2.3", "COVID-19", "5½m", "a/5", "12345678901234567890", "1.5e3"),
    ],
)
def test_what_only_looks_like_a_number_is_what_it_was(kind: str, text: str) -> None:
    assert extended(kind).encode(text).ids == KINDS[kind]().encode(text).ids


@pytest.mark.parametrize(
    "text",
    [
        *("It has 1234567 cells.", "(-12.5)", "up 1234.5%", "$1234.50 each", "x=5, y=-0.25", "第1234章"),
        *(
            "5 6 7",
            "1234 567",
            "paid 5m 1234 times",
            "3.14159265358979",
            "-0.0 and 1.0",
            "a 100k prize of 2000",
        ),
    ],
)
def test_annotated_text_has_the_same_ids(text: str) -> None:
    tokenizer = extended("byte-level")
    assert (
        tst.annotate(text) == text or tokenizer.encode(tst.annotate(text)).ids == tokenizer.encode(text).ids
    )
    assert tokenizer.encode(tst.annotate(text)).ids == tokenizer.encode(text).ids


@given(st.integers(-(10**18) + 1, 10**18 - 1))
def test_annotation_reads_other_notations_to_the_same_ids(value: int) -> None:
    tokenizer = extended("byte-level")
    assert tokenizer.encode(tst.annotate(f"It has {value:,} cells.")).ids == (
        tokenizer.encode(f"It has {value} cells.").ids
    )
