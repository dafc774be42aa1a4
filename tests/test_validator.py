"""The validator: a stream is right exactly when its numbers are, and the first wrong token is told at once."""

import itertools
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import lark
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import schemes_and_numbers, schemes_and_streams

import tst_grammar as tst
from tst_grammar.diagnostics import Diagnostic, Severity
from tst_grammar.validator import Validator, validate

MARKS = ("-", ".", "%", "‰", "$", "€", "USD")
TINY: dict[str, dict[str, Any]] = {
    "plain": {},
    "digits": {"group_size": 1},
    "separate": {"marker": "separate"},
    "hybrid": {"unit": "digit"},
    "prefix": {"placement": "prefix"},
    "all": {"fill": "all", "point": "always"},
    "none": {"fill": "none"},
    "terminated": {"terminated": True},
    "reserved": {"spelling": "reserved"},
    "whole": {"fraction_digits": 0},
    "apart": {"marker": "separate", "placement": "prefix", "unit": "digit", "spelling": "reserved"},
    "digits apart": {"group_size": 1, "marker": "separate", "terminated": True, "point": "always"},
}


@cache
def tiny(name: str) -> tst.Scheme:
    options = {"group_size": 2, "integer_digits": 3, "fraction_digits": 2, "magnitudes": ("k",)}
    return tst.Scheme(**{**options, **TINY[name]})  # type: ignore[arg-type]


@cache
def numbers(name: str) -> tuple[str, ...]:
    """All numbers of a tiny scheme that are written with 0 and 1."""
    scheme = tiny(name)
    integers = {"".join(digits).lstrip("0") or "0" for digits in itertools.product("01", repeat=3)}
    fractions = (
        "".join(digits)
        for count in range(scheme.fraction_digits + 1)
        for digits in itertools.product("01", repeat=count)
    )
    return tuple(
        affix.replace("#", f"{integer}.{fraction}" if fraction else integer)
        for integer, fraction in itertools.product(sorted(integers), fractions)
        for affix in ("#", "-#", "$#", "-USD #", "#%", "# USD")
    )


def prefixes(sequences: set[Any]) -> set[Any]:
    return {sequence[:end] for sequence in sequences for end in range(len(sequence) + 1)}


def first(found: Iterator[Diagnostic]) -> int | None:
    return next((each.start for each in found), None)


@pytest.mark.parametrize("name", TINY)
def test_the_first_token_with_no_valid_continuation_is_told(name: str) -> None:
    scheme = tiny(name)
    language = {tuple(tst.tokenize(number, scheme=scheme)) for number in numbers(name)}
    viable = prefixes(language)
    tokens = {token for each in language for token in each}
    wrong = {"", "0", "00", "000", "1", "11", "k", "1k", "k1", "01p", "p", "[T1]", "[T3]", "[MAG_k]", "+", "0.", "1 1"}
    for prefix in viable:
        expected_end = None if prefix in language else len(prefix)
        assert first(validate(prefix, scheme=scheme)) == expected_end
        validator = Validator(scheme)
        assert not any(validator.feed(token) for token in prefix)
        assert validator.is_complete == (prefix in language)
        expected = validator.expected()
        for token in tokens | wrong:
            is_viable = (*prefix, token) in viable
            assert (token in expected) == is_viable
            if not is_viable and not is_text(token, scheme):
                other = validator.copy()
                found = other.feed(token) or other.close()
                assert found is not None
                assert (found.start, found.end) == (len(prefix), len(prefix) + 1)


@pytest.mark.parametrize("name", TINY)
def test_the_first_character_with_no_valid_continuation_is_told(name: str) -> None:
    scheme = tiny(name)
    language = {tst.encode(number, scheme=scheme) for number in numbers(name)}
    viable = prefixes(language)
    for prefix in viable:
        validator = Validator(scheme, pieces=True)
        assert validator.feed(prefix) is None
        assert validator.is_complete == (prefix.rstrip(" ") in language)
        for character in {*"01k.-%$p []", *"".join(language)}:
            other = validator.copy()
            found = other.feed(character)
            if prefix + character in viable:
                assert character in validator.expected()
                assert found is None
            elif found is None and not (character == " " and other.is_complete):
                closed = other.close()
                is_word = character.isalpha() or character in "[]"
                assert closed is None or len(prefix.rstrip(" ")) <= closed.start <= len(prefix) + 1
                assert closed is not None or is_word or not prefix


def is_text(token: str, scheme: tst.Scheme) -> bool:
    is_reserved = token.startswith("[MAG_")
    return bool(token) and not re.search("[0-9]", token) and token not in tst.Vocabulary(scheme) and not is_reserved


@settings(max_examples=60)
@given(schemes_and_streams())
def test_a_stream_is_accepted_exactly_when_it_is_a_number(case: tuple[tst.Scheme, list[str]]) -> None:
    scheme, tokens = case
    assume(not any(is_text(token, scheme) for token in tokens))
    assert (first(validate(tokens, scheme=scheme)) is None) == tst.is_valid(tokens, scheme=scheme)
