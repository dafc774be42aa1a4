"""The validator: a stream is right exactly when its numbers are, and the first wrong token is told."""

import itertools
import re
from collections.abc import Container, Iterator
from functools import cache
from typing import Any

import pytest
from beyond import BEYOND, tokens_in
from hypothesis import assume, given
from hypothesis import strategies as st
from mutations import is_canonical, longest
from sampling import every, examples
from strategies import schemes_and_numbers, schemes_and_streams, texts

import tst_grammar as tst
from tst_grammar.automata import grammar
from tst_grammar.automata.automaton import DEAD
from tst_grammar.automata.compiler.compilation import compile_grammar
from tst_grammar.diagnostics import Diagnostic, Severity
from tst_grammar.language.schemes import SCHEMES, find_scheme
from tst_grammar.stream.character_graph import END, paths_of, walked
from tst_grammar.stream.validator import Validator, validate

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
    return tst.Scheme(**{**options, **TINY[name]})


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
        sign + affix.replace("#", f"{integer}.{fraction}" if fraction else integer)
        for integer, fraction in itertools.product(sorted(integers), fractions)
        for sign, affix in itertools.product(("", "-"), ("#", "$#", "#$", "#%"))
    )


def prefixes(sequences: set[Any]) -> set[Any]:
    return {sequence[:end] for sequence in sequences for end in range(len(sequence) + 1)}


def some_of(sequences: set[Any]) -> list[Any]:
    """Return sequences of all kinds, the short ones and some of the long ones, as there are many of those."""
    by_length = sorted(sequences, key=lambda each: (len(each), each))
    return by_length[:60] + by_length[60 :: 1 + len(sequences) // 160]


def first(found: Iterator[Diagnostic]) -> int | None:
    return next((each.start for each in found), None)


@pytest.mark.parametrize("name", every(12, TINY))
def test_the_first_token_with_no_valid_continuation_is_told(name: str) -> None:
    scheme = tiny(name)
    language = {tuple(tst.tokenize(number, scheme=scheme)) for number in numbers(name)}
    viable = prefixes(language)
    tokens = {token for each in language for token in each}
    wrong = {
        "",
        "0",
        "00",
        "000",
        "1",
        "11",
        "k",
        "1k",
        "k1",
        "01p",
        "p",
        "[T1]",
        "[T3]",
        "[MAG_k]",
        "+",
        "0.",
        "1 1",
    }
    for prefix in some_of(viable):
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


def wrong_at(text: str, viable: Container[str], language: Container[str]) -> int | None:
    """Return the first character after which no continuation is one number, maybe among spaces."""
    lead = len(text) - len(text.lstrip(" "))
    for end in range(lead, len(text) + 1):
        if text[lead:end] not in viable and text[lead:end].rstrip(" ") not in language:
            return end - 1
    return None if text.strip(" ") in language else len(text)


@pytest.mark.parametrize("name", every(3, TINY))
def test_the_first_character_with_no_valid_continuation_is_told(name: str) -> None:
    scheme = tiny(name)
    language = {tst.encode(number, scheme=scheme) for number in numbers(name)}
    viable = prefixes(language)
    for prefix in some_of(viable):
        validator = Validator(scheme, pieces=True, skip=())
        assert validator.feed(prefix) is None
        if re.search(r"[a-zA-Z_\[]$", prefix):  # which may be the start of text
            continue
        assert validator.is_complete == (prefix.rstrip(" ") in language)
        for character, following in itertools.product("01.-%$ ", "1. "):
            other = validator.copy()
            found = other.feed(character)
            if prefix + character in viable:
                assert found is None
                assert character in validator.expected()
            found = found or other.feed(following) or other.close()
            text = prefix + character + following
            assert (text, found and found.start) == (text, wrong_at(text, viable, language))


class Canonical:
    """The texts of a scheme's numbers, or with `is_open` what they start with."""

    def __init__(self, scheme: tst.Scheme, *, is_open: bool) -> None:
        self._start, self._is_open = paths_of(scheme), is_open

    def __contains__(self, text: object) -> bool:
        node = walked(self._start, str(text))
        return bool(node) if self._is_open else END in node


@pytest.mark.parametrize("name", every(3, SCHEMES))
def test_a_wrong_character_is_told_in_any_scheme_and_with_any_affix(name: str) -> None:
    scheme = find_scheme(name)
    viable, language = Canonical(scheme, is_open=True), Canonical(scheme, is_open=False)
    some = ("0", "5", "-0.5", "$1234567.89", "-12%", "USD 1000000", "-3 USD", "R$ 7.001", "-€100200.3", "5‰")
    texts = {*longest(scheme), *(tst.encode(number, scheme=scheme) for number in some)}
    for prefix in some_of(prefixes(texts)):
        if re.search(r"[a-zA-Z_\[]$", prefix):  # which may be the start of text
            continue
        for more in map("".join, itertools.product("05.-%$ ", ("", "1 "))):
            text = prefix + more
            found = first(validate(text, scheme=scheme, pieces=True, skip=()))
            expected = wrong_at(text, viable, language) if text.strip(" ") else len(text)
            assert (text, found) == (text, expected)


@pytest.mark.parametrize("name", every(2, ["plain", "separate", "prefix", "apart"]))
def test_the_paths_are_those_of_the_exported_grammar(name: str) -> None:
    scheme = tiny(name)
    automaton = compile_grammar(grammar.analysed(tst.export_grammar(scheme, "lark")))
    seen = set()
    todo = [(paths_of(scheme), automaton.starts[automaton.edge])]
    while todo:
        node, state = todo.pop()
        if (id(node), state) in seen:
            continue
        seen.add((id(node), state))
        assert (END in node) == bool(automaton.accepts[state][automaton.edge])
        onward = {automaton.classes.of(character) for character in node if character != END}
        assert onward == {name for name, after in enumerate(automaton.moves[state]) if after != DEAD}
        todo += (
            (after, automaton.moves[state][automaton.classes.of(character)])
            for character, after in node.items()
            if character != END
        )


def is_text(token: str, scheme: tst.Scheme) -> bool:
    is_reserved = token.startswith("[MAG_")
    return (
        bool(token)
        and not re.search("[0-9]", token)
        and token not in tst.Vocabulary(scheme)
        and not is_reserved
    )


@given(schemes_and_streams())
def test_a_stream_is_accepted_exactly_when_it_is_a_number(case: tuple[tst.Scheme, list[str]]) -> None:
    scheme, tokens = case
    assume(not any(is_text(token, scheme) for token in tokens))
    assert (first(validate(tokens, scheme=scheme)) is None) == tst.is_valid(tokens, scheme=scheme)


def as_text(tokens: list[str]) -> tuple[str, list[int]]:
    """Return tokens with the spaces of canonical text between them, and where each of them starts."""
    text = ""
    starts = []
    for token in tokens:
        is_glued = text[-1:] in "-$€" or token in (".", "%", "‰", "$", "€")
        text += "" if is_glued else " "
        starts.append(len(text))
        text += token
    return text, starts


@given(
    schemes_and_streams(), st.integers(1, 5), st.lists(st.sampled_from(("It", ",", "to", "(")), max_size=2)
)
def test_pieces_have_the_same_answers(
    case: tuple[tst.Scheme, list[str]], size: int, words: list[str]
) -> None:
    scheme, tokens = case
    stream = [*words, *tokens, *words]
    assume("" not in stream)
    text, starts = as_text(stream)
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    expected = first(validate(stream, scheme=scheme))
    found = first(validate(pieces, scheme=scheme, pieces=True, skip=()))
    if expected is None or expected == len(stream):
        assert found == (expected if expected is None else len(text))
    else:
        assert found is not None
        assert starts[expected] - 1 <= found <= starts[expected] + len(stream[expected])


@given(schemes_and_numbers(), st.data())
def test_a_changed_text_is_accepted_exactly_when_it_is_canonical(
    case: tuple[tst.Scheme, str], data: st.DataObject
) -> None:
    scheme, number = case
    text = tst.encode(number, scheme=scheme)
    place = data.draw(st.integers(0, len(text) - 1))
    other = text[:place] + data.draw(st.sampled_from("01-.%$")) + text[place + data.draw(st.integers(0, 1)) :]
    assume(not any(is_text(word, scheme) for word in re.findall(r"[^ .%$-]+", other)))
    is_accepted = first(validate(other, scheme=scheme, pieces=True, skip=())) is None
    assert is_accepted == is_canonical(other, scheme)


@pytest.mark.parametrize("text", ["USD 0. [MAG_-]1", "0. [MAG_$]1", "[MAG_-]1"])
def test_a_mark_inside_a_reserved_marker_is_refused(text: str) -> None:
    scheme = tst.Scheme(
        group_size=1, placement="prefix", spelling="reserved", integer_digits=1, fraction_digits=1
    )
    assert [found.name for found in validate(text, scheme=scheme, pieces=True, skip=())] == ["unknown-token"]
    assert not is_canonical(text, scheme)


def named(tokens: list[str], scheme: tst.Scheme = tst.TST, **options: Any) -> list[tuple[str, int, int]]:
    return [(found.name, found.start, found.end) for found in validate(tokens, scheme=scheme, **options)]


@pytest.mark.parametrize(
    "stream",
    [
        "It has 1m 234k 567 cells",
        "1k 234 and 567",
        "It is 5 .",
        "5 . It is",
        "5 . 500p . It is",
        "5 % . It is",
        "USD is a code",
        "It costs $ 5 or USD 5 or 5 USD .",
        "the - sign , the % sign and the . point",
        "from 5 - that is",
        "It - - 5",
        "½ × ５",
    ],
)
def test_text_between_numbers_is_allowed(stream: str) -> None:
    assert named(stream.split()) == []


@pytest.mark.parametrize(
    ("stream", "found"),
    [
        ("", [("empty", 0, 0)]),
        ("1k", [("missing-units", 1, 1)]),
        ("1k It", [("missing-units", 1, 2)]),
        ("1m 23k 456", [("short-group", 1, 2)]),
        ("1m 234", [("skipped-magnitude", 1, 2)]),
        ("100 200", [("repeated-magnitude", 1, 2)]),
        ("It 5 - 6", [("unexpected-token", 2, 3)]),
        ("5 .", [("dangling-point", 2, 2)]),
        ("-", [("incomplete", 1, 1)]),
        ("USD", [("incomplete", 1, 1)]),
        (". 5", [("unexpected-token", 0, 1)]),
        ("- 0 It", [("negative-zero", 2, 3)]),
        ("0 . 000p", [("trailing-zero-group", 3, 3)]),
        ("COVID-19 is 5", [("unknown-token", 0, 1)]),
        ("[MAG_k]", [("unknown-magnitude", 0, 1)]),
        ("890p 890p 890p It 5", [("missing-point", 0, 1)]),
        ("1m 23k 456 It 7k It", [("short-group", 1, 2), ("missing-units", 5, 6)]),
        ("$ 5 $", [("second-affix", 2, 3)]),
    ],
)
def test_a_mistake_is_told_once_and_by_its_name(stream: str, found: list[tuple[str, int, int]]) -> None:
    assert named(stream.split()) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It has 1m 234k 567. 890p, or 5%.", []),
        (" 5 \n6\n", []),
        ("see [5] and x (1k 234)", []),
        ("1k  234", [("unexpected-token", 3, 4)]),
        ("567 . 890p", [("unexpected-token", 4, 5)]),
        ("5.890p", [("unexpected-token", 2, 3)]),
        ("100 2345", [("repeated-magnitude", 4, 5)]),
        ("5kg", [("unknown-magnitude", 2, 3)]),
        ("1k\n234", [("missing-units", 2, 3)]),
        ("1m 23", [("skipped-magnitude", 5, 5)]),
    ],
)
def test_pieces_are_counted_in_characters(text: str, found: list[tuple[str, int, int]]) -> None:
    assert named([text], pieces=True, skip=()) == named(list(text), pieces=True, skip=()) == found


@pytest.mark.parametrize(("name", "text"), BEYOND)
def test_each_rule_of_the_definition_is_checked(name: str, text: str) -> None:
    assert named(tokens_in(text), scheme=find_scheme(name)) != []
    assert named([text], scheme=find_scheme(name), pieces=True, skip=()) != []


def test_a_diagnostic_has_the_code_the_words_and_the_severity_of_the_rule() -> None:
    (found,) = validate(["5", "-", "6"])
    assert found == Diagnostic(
        "TST128",
        "unexpected-token",
        "expected a currency, a point, a percent sign or the end, found '-'",
        1,
        2,
        Severity.ERROR,
        expected=("a currency", "a point", "a percent sign", "the end"),
    )


@pytest.mark.parametrize(
    ("scheme", "tokens", "expected"),
    [
        (tst.TST, [], "a sign, a currency, 1 to 3 digits with k to q or 1 to 3 digits"),
        (tst.TST, ["-"], "a currency, 1 to 3 digits with k to q or 1 to 3 digits"),
        (tst.TST, ["1m"], "a 3-digit group with k"),
        (tst.TST, ["1"], "a currency, a point, a percent sign or the end"),
        (tst.TST, ["1", "."], "a 3-digit group with p"),
        (tst.TST, ["5", "-"], "text"),
        (tst.OPTION_A, ["1"], "a currency, a marker from k to q, a point, a percent sign or the end"),
        (tst.OPTION_A, ["1", "m", "234"], "the marker k"),
        (tst.DIGIT_HYBRID, ["1m", "2", "3"], "a digit with k"),
        (tst.TERMINATED, ["1", ".", "500p"], "a 3-digit group with pp or a terminator"),
        (tst.PREFIX, ["m1"], "a 3-digit group with k"),
        (tst.ALGORITHM_1, ["001"], "a point"),
        (tst.gst(1), [], "a sign, a currency, a digit with e1 to e17 or a digit"),
        (tst.Scheme(spelling="reserved"), ["1[MAG_m]"], "a 3-digit group with [MAG_k]"),
    ],
)
def test_what_may_come_next_is_said_in_words(scheme: tst.Scheme, tokens: list[str], expected: str) -> None:
    validator = Validator(scheme)
    for token in tokens:
        validator.feed(token)
    assert str(validator.expected()) == expected


@examples(10)
@given(schemes_and_numbers())
def test_what_may_come_next_holds_what_does(case: tuple[tst.Scheme, str]) -> None:
    scheme, number = case
    validator = Validator(scheme)
    for token in tst.tokenize(number, scheme=scheme):
        assert token in validator.expected()
        assert validator.feed(token) is None
    assert validator.is_complete


def test_the_tokens_that_may_come_next_are_listed_lazily() -> None:
    validator = Validator(tst.gst(6))
    assert list(itertools.islice(validator.expected(), 2)) == ["0", "1"]
    validator = Validator()
    validator.feed("5")
    assert {".", "%", "$", "USD"} < {*validator.expected()} < {*tst.Vocabulary().punctuation}


def test_the_characters_that_may_come_next() -> None:
    validator = Validator(pieces=True)
    validator.feed("1m")
    assert (str(validator.expected()), list(validator.expected())) == ("a space", [" "])
    validator.feed(" 234")
    assert (str(validator.expected()), list(validator.expected())) == ("'k'", ["k"])


@pytest.mark.parametrize("pieces", [False, True])
def test_a_validator_is_copied_and_reset(pieces: bool) -> None:  # noqa: FBT001
    validator = Validator(pieces=pieces)
    validator.feed("1k")
    other = validator.copy()
    assert other.feed(" of it" if pieces else "of") is not None
    assert validator.close() == validator.close()
    assert not validator.is_complete
    validator.reset()
    assert validator.feed("5") is None
    assert validator.is_complete


@pytest.mark.parametrize("pieces", [False, True])
@given(stream=st.lists(texts()))
def test_nothing_but_findings_comes_of_any_text(pieces: bool, stream: list[str]) -> None:  # noqa: FBT001
    count = len("".join(stream)) if pieces else len(stream)
    assert all(0 <= found.start <= found.end <= count for found in validate(stream, pieces=pieces))


def test_a_stream_is_read_lazily() -> None:
    found = validate(itertools.chain(["1m", "23k"], itertools.repeat("x")))
    assert next(found).name == "short-group"


@pytest.mark.parametrize("pieces", [False, True])
@pytest.mark.parametrize("token", ["9" * 10**5, "k" * 10**5, "1k " + "p" * 10**5, "[" * 10**5])
def test_a_hostile_token_is_not_kept(token: str, pieces: bool) -> None:  # noqa: FBT001
    for found in validate([token, "It"], pieces=pieces):
        assert len(repr(found)) < 2000


def test_wrong_types_are_refused() -> None:
    with pytest.raises(TypeError, match="a token is a str, not int"):
        Validator().feed(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="scheme takes a Scheme or the name of one, not int"):
        Validator(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="an iterable of tokens, not one text"):
        validate("1k 234")


def test_numbers_too_long_for_tables_are_refused() -> None:
    with pytest.raises(tst.OptionError, match="more than 96 digits") as caught:
        Validator(tst.Scheme(integer_digits=1000))
    assert caught.value.fault == "too-many-digits"


@given(drawn=schemes_and_streams(), pieces=st.booleans())
def test_a_mask_says_for_each_token_whether_it_may_come(
    drawn: tuple[tst.Scheme, list[str]], *, pieces: bool
) -> None:
    scheme, stream = drawn
    tokens = [*stream, "", "-", "$", "USD", ".", "[T1]", " ", "word", "000", "0", "1k", "12"]
    validator = tst.Validator(scheme, pieces=pieces)
    for token in stream:
        expected = validator.expected()
        assert expected.mask(tokens) == bytes(each in expected for each in tokens)
        validator.feed(token)
