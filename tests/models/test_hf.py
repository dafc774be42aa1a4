"""Extended tokenizers: numbers become TST tokens and come back, and every other text is what it was."""

import doctest
import pickle
import re
import sys
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from beyond import tokens_in
from hypothesis import assume, example, given
from hypothesis import strategies as st
from sampling import examples
from strategies import schemes
from tokenizer_kinds import KINDS, PROSE, byte_level, word_piece

import tst_grammar as tst
from tst_grammar import hf
from tst_grammar.models import embeddings, extended_tokenizer

reason = "the extra `hf` is not installed"
np = pytest.importorskip("numpy", reason=reason)
tokenizers = pytest.importorskip("tokenizers", reason=reason)

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
    "narrow-filled": tst.Scheme(integer_digits=4, fraction_digits=4, fill="all", point="always"),
    "integers": tst.Scheme(fraction_digits=0),
    "named": tst.Scheme(group_size=4, magnitudes=("万", "億"), integer_digits=12, fraction_digits=2),
}


@cache
def extended(kind: str, scheme: tst.Scheme = tst.TST, *, exact: bool = False) -> Any:
    return hf.extend(KINDS[kind](), scheme, exact=exact)


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


@st.composite
def plain_texts(draw: st.DrawFn, scheme: tst.Scheme) -> str:
    """Plain numbers in any spelling, words and signs in any order."""
    written = plain(scheme).flatmap(lambda number: st.sampled_from((number, f"{number}0", f"-{number}")))
    zeros = st.sampled_from(("-0", "-0.0", "0.00", "1.50", "-0.50", "3.10", "007", ".5", "1,234"))
    piece = written | zeros | st.sampled_from(NEIGHBOURS)
    return "".join(draw(st.lists(piece, max_size=8)))


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
@given(st.data())
@examples(8)
def test_exact_tokens_give_back_every_character(scheme: tst.Scheme, data: st.DataObject) -> None:
    text = data.draw(plain_texts(scheme))
    assume(tst.restore(text, scheme=scheme) == text)
    tokenizer = extended("byte-level", scheme, exact=True)
    assert tokenizer.decode(tokenizer.encode(text).ids) == text


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
@given(st.data())
@examples(8)
def test_every_number_that_comes_back_exactly_has_tokens(scheme: tst.Scheme, data: st.DataObject) -> None:
    number = data.draw(plain(scheme))
    tokens = tokens_of(extended("byte-level", scheme, exact=True), number, scheme)
    assert (tokens == tst.tokenize(number, scheme=scheme)) == (canonical(number, scheme) == number)


NARROW = tst.Scheme(group_size=2, integer_digits=3, fraction_digits=1)


@pytest.mark.parametrize(
    ("scheme", "text", "decoded"),
    [
        (tst.TST, "0. 000p", "0. 000p"),
        (tst.TST, "5. 120p 000pp", "5.12 000pp"),
        (tst.TST, "-0", "0"),
        (NARROW, "12e2 34", "12e2 34"),
        (NARROW, "1. 23p", "1. 23p"),
        (NARROW, "1. 00p", "1. 00p"),
    ],
)
def test_what_breaks_a_rule_of_the_definition_is_not_read(
    scheme: tst.Scheme, text: str, decoded: str
) -> None:
    tokenizer = extended("byte-level", scheme)
    assert tokens_of(tokenizer, text, scheme) != tokens_in(text)
    assert tokenizer.decode(tokenizer.encode(text).ids) == decoded


def test_a_number_has_as_many_digits_as_the_definition_allows() -> None:
    tokenizer = extended("byte-level", NARROW)
    assert tokens_of(tokenizer, "999.9", NARROW) == tst.tokenize("999.9", scheme=NARROW)
    assert tokens_of(tokenizer, "1234", NARROW) == byte_level().encode("1234").tokens
    assert tokenizer.get_vocab_size() - byte_level().get_vocab_size() == 141


EVERY_KIND = ("option-b", "option-a")
CASES = [
    pytest.param(kind, scheme, id=f"{kind}-{name}")
    for kind in KINDS
    for name, scheme in SCHEMES.items()
    if kind == "byte-level" or name in EVERY_KIND
]


@pytest.mark.parametrize(("kind", "scheme"), CASES)
@given(st.data())
@examples(13)
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
def test_every_text_comes_back_with_its_numbers_in_plain_notation(text: str) -> None:
    tokenizer = extended("byte-level")
    assume(tokenizer.token_to_id(text) is None)
    decoded = tokenizer.decode(tokenizer.encode(text).ids, skip_special_tokens=False)
    spread = re.compile(r"[0-9][0-9kmbtqp. -]*")
    assert spread.sub("", decoded).replace("-", "") == spread.sub("", text).replace("-", "")
    assert tokenizer.decode(tokenizer.encode(decoded).ids) == decoded


@given(texts())
def test_offsets_of_a_number_lie_on_its_digits(text: str) -> None:
    tokenizer = extended("byte-level")
    assume(tokenizer.token_to_id(text) is None)
    of_numbers = set(hf.token_ids(tokenizer, tst.Vocabulary(tst.TST)).values())
    encoding = tokenizer.encode(text)
    for number, token, (start, end) in zip(encoding.ids, encoding.tokens, encoding.offsets, strict=True):
        if number in of_numbers:
            place, written = text[start:end], token[:-1]
            digits = written.rstrip("kmbtqp")
            assert place == digits or (digits.rstrip("0") <= place <= digits and written[-1] == "p"), text


@pytest.mark.parametrize("kind", KINDS)
@given(st.text(), st.sampled_from(PROSE), st.text())
def test_text_without_numbers_is_what_it_was(kind: str, before: str, prose: str, after: str) -> None:
    text = re.sub("[0-9\U0010f54d𐇐]", "", unicodedata.normalize("NFKC", f"{before} {prose} {after}"))
    assert extended(kind).encode(text).ids == KINDS[kind]().encode(text).ids


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "text",
    [
        *("100km", "3m tall", "500p", "a 100k prize", "5kg", "x86_64", "007", "1,234", "1e6", "10:30"),
        *("2024-01-15", "192.168.0.1", "v1.2.3", "COVID-19", "a/5", "12345678901234567890", "1.5e3"),
    ],
)
def test_what_only_looks_like_a_number_is_what_it_was(kind: str, text: str) -> None:
    assert extended(kind).encode(text).ids == KINDS[kind]().encode(text).ids


@pytest.mark.parametrize("text", ["5²", "5½", "5\u0301", "５"])
def test_digits_that_are_glued_to_others_or_no_ascii_are_what_they_were(text: str) -> None:
    assert extended("byte-level").encode(text).ids == byte_level().encode(text).ids


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


@pytest.mark.parametrize("mark", ["\U0010f54d"])
@pytest.mark.parametrize(
    "text", ["{0}", "x{0}", "5{0} ", "{0}5", "1k{0}m", "={0}1234", "!{0}", "{0}{0}5. 5{0}", "1{0}k{0}"]
)
def test_private_characters_of_a_text_are_kept(mark: str, text: str) -> None:
    tokenizer = extended("byte-level")
    assert tokenizer.decode(tokenizer.encode(text.format(mark)).ids) == text.format(mark)


@pytest.mark.parametrize("kind", KINDS)
def test_saves_loads_and_pickles(kind: str, tmp_path: Path) -> None:
    tokenizer = extended(kind)
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    text = "about 1234567.89 people, 1k 234. 500p, 100km and -0.5"
    expected = tokenizer.encode(text)
    for copy in (
        tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json")),
        tokenizers.Tokenizer.from_str(tokenizer.to_str()),
        pickle.loads(pickle.dumps(tokenizer)),  # noqa: S301 -- it is our own
    ):
        encoding = copy.encode(text)
        assert (encoding.ids, encoding.offsets) == (expected.ids, expected.offsets)
        assert copy.decode(encoding.ids) == tokenizer.decode(expected.ids)


def test_a_text_that_is_the_name_of_a_token_is_that_token() -> None:
    tokenizer = extended("byte-level")
    (number,) = tokenizer.encode("5\U0010f54d").ids
    assert number == hf.token_ids(tokenizer, tst.Vocabulary(tst.TST))["5"]


def test_the_tokenizer_that_is_extended_stays_as_it_was() -> None:
    before = byte_level().to_str()
    hf.extend(byte_level(), tst.OPTION_A)
    assert byte_level().to_str() == before


@pytest.mark.parametrize("scheme", [tst.OPTION_B, tst.OPTION_A, tst.gst(1), tst.TERMINATED], ids=repr)
@given(st.data())
@examples(13)
def test_a_stream_gives_what_decoding_at_once_does(scheme: tst.Scheme, data: st.DataObject) -> None:
    tokenizer = extended("byte-level", scheme)
    of_numbers = st.sampled_from(sorted(hf.token_ids(tokenizer, tst.Vocabulary(scheme)).values()))
    words = ("about ", " people", ", ", "5", "k", "é", "第")
    word = st.sampled_from(words).map(lambda text: tokenizer.encode(text).ids)
    number = plain(scheme).map(lambda text: tokenizer.encode(text).ids)
    drawn = data.draw(st.lists(st.one_of(word, number, of_numbers.map(lambda one: [one])), max_size=8))
    ids = [*(one for piece in drawn for one in piece), *tokenizer.encode(" end").ids]
    stream = tokenizers.decoders.DecodeStream(skip_special_tokens=False)
    steps = [stream.step(tokenizer, number) for number in ids]
    assert "".join(step or "" for step in steps) == tokenizer.decode(ids, skip_special_tokens=False)


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        (["1m"], "1m�"),
        (["1m", "5"], "1m 5�"),
        (["5", "6"], "5 6"),
        (["-"], "-�"),
        (["0", "."], "0.�"),
        (["0", ".", "000p"], "0. 000p�"),
        (["1k", "234", "."], "1234.�"),
        (["-", "1k", "234", ".", "500p"], "-1234.5"),
        (["1m", "234k", "5"], "1m 234k 5�"),
        ([".", "500p"], ".5"),
        (["250pp"], ".00025"),
    ],
)
def test_tokens_that_are_no_number_are_decoded_as_what_they_are(tokens: list[str], text: str) -> None:
    tokenizer = extended("byte-level")
    ids = hf.token_ids(tokenizer, tst.Vocabulary(tst.TST))
    assert tokenizer.decode([ids[token] for token in tokens]) == text


@pytest.mark.parametrize(
    ("scheme", "message"),
    [
        (tst.PREFIX, "placement='prefix' is not possible in a tokenizer"),
        (tst.DIGIT_HYBRID, "unit='digit' is not possible in a tokenizer"),
        (tst.gst(6), "group_size=6 makes more than"),
        (tst.Scheme(integer_digits=300), "integer_digits=300 is too many"),
        (tst.Scheme(fraction_digits=300), "fraction_digits=300 is too many"),
        (tst.TERMINATED, "changes '[T1]': use a scheme with another value of terminated"),
        (tst.Scheme(spelling="reserved"), "another value of spelling"),
        (tst.Scheme(magnitudes=("K", "M")), "another value of magnitudes"),
    ],
)
def test_says_which_field_of_a_scheme_is_in_the_way(scheme: tst.Scheme, message: str) -> None:
    with pytest.raises(tst.OptionError, match=re.escape(message)) as raised:
        hf.extend(word_piece(), scheme)
    assert raised.value.fault == "unsupported-scheme"


def test_a_tokenizer_is_extended_once() -> None:
    with pytest.raises(tst.OptionError, match="already has TST tokens"):
        hf.extend(extended("byte-level"), tst.OPTION_A)


@pytest.mark.parametrize("vocabulary", [tst.Vocabulary(tst.gst(1)), tst.Vocabulary(tst.TERMINATED)])
def test_ids_are_those_of_the_scheme_that_was_given(vocabulary: tst.Vocabulary) -> None:
    with pytest.raises(tst.OptionError, match="was not extended with"):
        hf.token_ids(extended("byte-level"), vocabulary)


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(tst.OptionError, match="pip install numpy tokenizers"):
        hf.extend(None)


def test_new_embeddings_are_means_of_digits() -> None:
    tokenizer = extended("byte-level")
    size = byte_level().get_vocab_size()
    own = np.random.default_rng(0).normal(size=(size, 4)).astype("float32")
    rows = hf.initial_embeddings(own, tokenizer, tst.Vocabulary(tst.TST))
    ids = hf.token_ids(tokenizer, tst.Vocabulary(tst.TST))
    assert rows.shape == (tokenizer.get_vocab_size(), 4)
    assert rows.dtype == own.dtype
    assert (rows[:size] == own).all()
    digits = [tokenizer.token_to_id(digit) for digit in "234"]
    assert np.allclose(rows[ids["234k"]], own[digits].mean(axis=0))
    assert np.allclose(rows[ids["-"]], own[tokenizer.token_to_id("-")])


def test_transformers_take_it(tmp_path: Path) -> None:
    transformers = pytest.importorskip("transformers", reason="transformers is not installed")
    fast = transformers.PreTrainedTokenizerFast(
        tokenizer_object=byte_level(), eos_token="<end>", padding_side="left", model_max_length=64
    )
    tokenizer = hf.extend(fast)
    tokenizer.save_pretrained(tmp_path)
    for copy in (tokenizer, transformers.AutoTokenizer.from_pretrained(tmp_path)):
        ids = copy("about 1234567.89 people")["input_ids"]
        assert copy.decode(ids) == "about 1234567.89 people"
        assert ids == extended("byte-level").encode("about 1234567.89 people").ids
        assert (copy.eos_token, copy.padding_side, copy.model_max_length) == ("<end>", "left", 64)
    assert hf.token_ids(tokenizer, tst.Vocabulary(tst.TST)) == hf.token_ids(
        extended("byte-level"), tst.Vocabulary(tst.TST)
    )


@given(schemes(), st.data())
@examples(5)
def test_any_scheme_works_or_is_refused(scheme: tst.Scheme, data: st.DataObject) -> None:
    if len(tst.Vocabulary(scheme)) > 5000:
        return
    try:
        tokenizer = hf.extend(byte_level(), scheme)
    except tst.OptionError as error:
        assert error.fault == "unsupported-scheme"
        return
    for _ in range(10):
        number = data.draw(plain(scheme))
        assert tokens_of(tokenizer, number, scheme) == tst.tokenize(number, scheme=scheme)
        assert tokenizer.decode(tokenizer.encode(number).ids) == canonical(number, scheme)


@pytest.mark.parametrize("module", [embeddings, extended_tokenizer])
def test_doctests(module: Any) -> None:
    assert doctest.testmod(module).failed == 0


def test_the_examples_of_the_documentation() -> None:
    for package in ("torch", "transformers"):
        pytest.importorskip(package, reason=f"{package} is not installed")
    page = Path(__file__).parents[2] / "docs" / "how-to" / "extend-a-tokenizer.md"
    blocks = re.findall("^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.stem, str(page), 0)
    assert doctest.DocTestRunner().run(test).failed == 0
