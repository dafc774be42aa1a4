"""The one definition of canonical numbers, and every part that reads it: all give the same answer."""

import re
from collections.abc import Callable
from functools import lru_cache

import pytest
from attrs import evolve
from beyond import BEYOND
from cases_io import cases, scheme_of
from hypothesis import given
from hypothesis import strategies as st
from sampling import every, examples
from strategies import POOL, schemes

import tst_grammar as tst
from tst_grammar.automata import grammar
from tst_grammar.language.definition import currencies_of, digits_of, ratios_of
from tst_grammar.language.schemes import find_scheme

FILLS = ("interior", "all", "none")

WIDE = tst.Scheme(integer_digits=100)
"""A scheme whose numbers are too long for tables."""


@lru_cache
def pattern(scheme: tst.Scheme) -> re.Pattern[str]:
    return re.compile(tst.export_grammar(scheme, "regex"))


def is_restored(text: str, scheme: tst.Scheme) -> bool:
    enclosed = f"⟦{text}⟧"  # nothing between delimiters is an escaped opening delimiter
    return text != "" and tst.restore(enclosed, scheme=scheme, delimiters=("⟦", "⟧")) != enclosed


def is_decoded(text: str, scheme: tst.Scheme) -> bool:
    try:
        return tst.encode(tst.parse_tst(text, scheme=scheme).number, scheme=scheme) == text
    except tst.TstGrammarError:
        return False


def is_expected(text: str, scheme: tst.Scheme) -> bool:
    validator = tst.Validator(scheme, pieces=True)
    for character in text:
        if character not in validator.expected():
            return False
        validator.feed(character)
    return "the end" in str(validator.expected())


def is_clean(text: str, scheme: tst.Scheme) -> bool:
    return tst.lint(f"⟦{text}⟧", scheme=scheme, delimiters=("⟦", "⟧")) == []


READERS: dict[str, Callable[[str, tst.Scheme], bool]] = {
    "decode": is_decoded,
    "is_valid": lambda text, scheme: tst.is_valid(text, scheme=scheme),
    "restore": is_restored,
    "regex": lambda text, scheme: pattern(scheme).fullmatch(text) is not None,
    "validator": is_expected,
    "linter": is_clean,
    "lark": lambda text, scheme: grammar.accepts(tst.export_grammar(scheme, "lark"), text),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(("name", "text"), BEYOND)
def test_each_reader_knows_each_rule(reader: str, name: str, text: str) -> None:
    assert not READERS[reader](text, scheme_of(name))


def takers(text: str, scheme: tst.Scheme) -> set[str]:
    """Return the names of the readers that take a text."""
    return {name for name, reads in READERS.items() if reads(text, scheme)}


@pytest.mark.parametrize(("name", "case"), every(3, cases("valid")))
def test_every_reader_takes_a_canonical_number(name: str, case: list[str]) -> None:
    assert takers(case[1], scheme_of(name)) == READERS.keys()


@pytest.mark.parametrize(("fault", "case"), every(3, cases("invalid/tst")))
def test_every_reader_refuses_what_is_not_canonical(fault: str, case: list[str]) -> None:
    scheme, text, _, _ = case
    assert takers(text, scheme_of(scheme)) == set(), fault


@given(schemes() | st.just(WIDE), st.data())
@examples(40)
def test_every_reader_takes_every_affix(scheme: tst.Scheme, data: st.DataObject) -> None:
    affixes = [*((currency, "") for currency in currencies_of(scheme))]
    affixes += [("", affix) for affix in (*currencies_of(scheme), *ratios_of(scheme))]
    prefix, suffix = data.draw(st.sampled_from(affixes))
    sign, integer = data.draw(st.sampled_from(("", "-"))), data.draw(st.sampled_from(("1", "9" * 5, "120")))
    number = tst.Number(sign, integer[: scheme.integer_digits], prefix=prefix, suffix=suffix)
    text = tst.encode(number, scheme=scheme)
    tokens = tst.tokenize(number, scheme=scheme)
    assert tst.parse_tst(text, scheme=scheme).number == evolve(number, source=None)
    assert tst.decode(text, scheme=scheme) == tst.decode(tokens, scheme=scheme) == number.value
    assert tst.is_valid(text, scheme=scheme)
    assert tst.is_valid(tokens, scheme=scheme)
    assert all(token in tst.Vocabulary(scheme) for token in tokens)
    restored = tst.restore(f"⟦{text}⟧", scheme=scheme, delimiters=("⟦", "⟧"))
    assert restored.replace(prefix or suffix, "").replace(" ", "") == f"{sign}{number.integer}"
    if scheme != WIDE:
        assert pattern(scheme).fullmatch(text)
        assert list(tst.validate(tokens, scheme=scheme)) == []
        assert list(tst.validate([text], scheme=scheme, pieces=True)) == []
        validator = tst.Validator(scheme)
        for token in tokens:
            assert token in validator.expected()
            validator.feed(token)
        assert validator.is_complete


@pytest.mark.parametrize(
    ("text", "restored"),
    [
        ("USD 1k 234", "USD 1234"),
        ("-USD 1k 234", "-USD 1234"),
        ("R$1k 234", "R$1234"),
        ("1k 234 USD", "1234 USD"),
        ("1k 234 R$", "1234 R$"),
        ("12 KM", "12 KM"),
        ("$-5", None),
        ("USD 5 USD", None),
        ("USD 5%", None),
        ("USD5", None),
        ("5 K", None),
        ("5k 000 . 500p", None),
    ],
)
@pytest.mark.parametrize("scheme", [tst.TST, WIDE], ids=repr)
def test_between_delimiters_every_affix_is_restored(
    scheme: tst.Scheme, text: str, restored: str | None
) -> None:
    enclosed = f"<{text}>"
    assert tst.restore(enclosed, scheme=scheme, delimiters=("<", ">")) == (restored or enclosed)


BARE = [evolve(scheme, affixes="none") for scheme in (*POOL, WIDE)]


@pytest.mark.parametrize("scheme", every(3, [each for each in BARE if each.group_size < 5]), ids=repr)
def test_a_scheme_without_affixes_has_only_sign_and_digits(scheme: tst.Scheme) -> None:
    vocabulary = tst.Vocabulary(scheme)
    assert not {"$", "%", "USD", "R$"} & {*vocabulary.punctuation}
    assert all(sign not in vocabulary for sign in ("$", "%"))
    text = tst.encode("-1", scheme=scheme)
    assert tst.decode(text, scheme=scheme) == -1
    digits = text[1:]
    for affix, affixed in (("$", f"${digits}"), ("%", f"{digits}%"), ("USD", f"{digits} USD")):
        with pytest.raises(tst.DecodeError) as caught:
            tst.decode(affixed, scheme=scheme)
        assert caught.value.message == (
            f"'{affix}' is not part of a number: affixes='none' allows only a sign and digits"
        )
        assert not tst.is_valid(affixed, scheme=scheme)
        assert not is_restored(affixed, scheme)
    if scheme.integer_digits < 100:
        assert pattern(scheme).fullmatch(text)
        assert not pattern(scheme).fullmatch(f"{digits}%")
        assert not {"$", "%", "USD"} & {*tst.Validator(scheme).expected()}
        assert next(tst.validate([f"costs ${digits} or so"], scheme=scheme, pieces=True), None) is None


@pytest.mark.parametrize("number", ["$1", "1%", "-$1", "USD 1", "1 USD"])
def test_a_scheme_without_affixes_refuses_to_write_one(number: str) -> None:
    with pytest.raises(tst.NotationError, match="affixes='none' allows only a sign and digits") as caught:
        tst.encode(number, scheme=tst.Scheme(affixes="none"))
    assert caught.value.fault == "no-token"


@pytest.mark.parametrize(
    ("number", "locale", "text"),
    [
        ("Q1,234", "es-GT", "GTQ 1k 234"),
        ("K1,234", "en-PG", "PGK 1k 234"),
        ("K1,234", "en-ZM", "ZMW 1k 234"),
        ("P5", "en-BW", "BWP 5"),
        ("R 5", "en-ZA", "R 5"),
    ],
)
def test_a_currency_that_looks_like_a_marker_is_written_by_its_code(
    number: str, locale: str, text: str
) -> None:
    assert tst.encode(number, locale=locale) == text
    assert " ".join(tst.tokenize(number, locale=locale)) == text


def test_a_magnitude_of_the_scheme_decides_what_looks_like_a_marker() -> None:
    scheme = tst.Scheme(magnitudes=("r",))
    assert tst.encode("R5", locale="en-ZA", scheme=scheme) == "ZAR 5"
    assert not tst.is_valid("R 5", scheme=scheme)
    assert tst.is_valid("R 5")
    assert tst.is_valid("5 K", scheme=tst.Scheme(spelling="reserved"))


def test_a_currency_that_looks_like_a_marker_needs_a_code() -> None:
    with pytest.raises(tst.NotationError) as caught:
        tst.encode(tst.Number(integer="5", prefix="K"))
    assert caught.value.message == (
        "the currency 'K' has no token because it looks like a marker: write its code"
    )


@pytest.mark.parametrize("word", ["K", "M", "Q", "P", "Ｋ"])
def test_a_word_that_looks_like_a_marker_is_no_currency(word: str) -> None:
    assert word not in tst.Vocabulary()
    for text in (f"12 {word}", f"1k 234 {word}", f"{word} 12"):
        assert [name for name, reads in READERS.items() if reads(text, tst.TST)] == []


SHORT = [f"{value:0{width}}" for width in (1, 2, 3) for value in range(10**width)]
"""All runs of up to three digits."""


@pytest.mark.parametrize(
    "scheme",
    [find_scheme("gst-2", [f"fill={fill}", "integer_digits=3", "fraction_digits=3"]) for fill in FILLS],
    ids=repr,
)
@pytest.mark.parametrize("power", [2, 0, -2, -4])
@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize("is_last", [True, False])
def test_runs_texts_and_counts_are_the_digits_that_are_admitted(
    scheme: tst.Scheme, power: int, *, is_first: bool, is_last: bool
) -> None:
    rule = digits_of(power, scheme=scheme, is_first=is_first, is_last=is_last)
    admitted = [digits for digits in SHORT if rule.admits(digits)]
    runs = ["".join(f"[{characters}]{{{count}}}" for characters, count in runs) for runs in rule.choice]
    assert [digits for digits in SHORT if re.fullmatch("|".join(runs), digits)] == admitted
    assert list(rule.texts()) == admitted
    assert rule.count() == len(admitted)
