"""Hypothesis strategies for schemes, numbers and token streams."""

from typing import Any

from attrs import evolve
from hypothesis import assume
from hypothesis import strategies as st

from tst_grammar import Number, Scheme, SchemeError, tokenize

_FIELDS = {
    "group_size": st.sampled_from((1, 2, 3, 3, 4, 5, 6)),
    "marker": st.sampled_from(("joined", "separate")),
    "unit": st.sampled_from(("group", "digit")),
    "placement": st.sampled_from(("suffix", "prefix")),
    "fill": st.sampled_from(("interior", "all", "none")),
    "point": st.sampled_from(("fraction", "always")),
    "terminated": st.booleans(),
    "spelling": st.sampled_from(("letter", "reserved")),
    "integer_digits": st.integers(1, 24),
    "fraction_digits": st.integers(0, 20),
    "magnitudes": st.sampled_from((None, (), ("K", "M"), ("e",), ("万", "億", "兆"))),
}

AFFIXES = (
    *(("", ""), ("", ""), ("$", ""), ("€", ""), ("", "€"), ("", "%"), ("", "‰")),
    *(("USD ", ""), ("", " USD"), ("US$", ""), ("", " R$")),
)


@st.composite
def schemes(draw: st.DrawFn) -> Scheme:
    """Any scheme that its own checks allow."""
    options: dict[str, Any] = draw(st.fixed_dictionaries({}, optional=_FIELDS))
    try:
        return Scheme(**options)
    except SchemeError:
        assume(False)  # noqa: FBT003 -- hypothesis's own way to pass over an example
        raise


@st.composite
def written(draw: st.DrawFn, *, scheme: Scheme) -> str:
    """A number that the scheme can hold, as plain digits with sign, currency and percent."""
    integer = draw(st.text("0123456789", max_size=scheme.integer_digits))
    fraction = draw(st.text("0123456789", max_size=scheme.fraction_digits))
    sign = draw(st.sampled_from(("", "-", "+")))
    prefix, suffix = draw(st.sampled_from(AFFIXES))
    return f"{sign}{prefix}{integer or '0'}{'.' if fraction else ''}{fraction}{suffix}"


@st.composite
def numbers_as_written(draw: st.DrawFn) -> Number:
    """Any number without a currency, with exponents and leading and trailing zeros."""
    integer, fraction = draw(st.text("0123456789", max_size=12)), draw(st.text("0123456789", max_size=6))
    return Number(
        sign=draw(st.sampled_from(("", "-", "+"))),
        integer=integer if integer + fraction else "0",
        fraction=fraction,
        exponent=draw(st.sampled_from((0, 0, 0, 1, -1, 12, -345, 10**12))),
        suffix=draw(st.sampled_from(("", "", "%", "‰"))),
    )


@st.composite
def money(draw: st.DrawFn) -> Number:
    """Any amount in a currency that every locale reads."""
    number = draw(numbers_as_written())
    currency = draw(st.sampled_from(("$", "€", "¥", "USD", "CHF", "US$", "R$")))
    prefix, suffix = draw(st.sampled_from(((currency, ""), ("", currency))))
    return evolve(number, prefix=prefix, suffix=suffix)


@st.composite
def schemes_and_numbers(draw: st.DrawFn) -> tuple[Scheme, str]:
    """A scheme with a number that it can hold."""
    scheme = draw(schemes())
    return scheme, draw(written(scheme=scheme))


@st.composite
def schemes_and_streams(draw: st.DrawFn) -> tuple[Scheme, list[str]]:
    """A scheme with tokens of a number in it, some of them dropped, doubled, swapped or changed."""
    scheme, number = draw(schemes_and_numbers())
    tokens = tokenize(number, scheme=scheme)
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, max(len(tokens) - 1, 0)))
        other = draw(
            st.sampled_from(("", "k", "p", "0", "00", "000", "1k", "1p", "e3", ".", "-", "[T1]", "[MAG_k]"))
        )
        change = draw(st.sampled_from(("drop", "double", "swap", "insert", "digit")))
        if change == "insert" or not tokens:
            tokens.insert(place, other)
        elif change == "drop":
            del tokens[place]
        elif change == "double":
            tokens.insert(place, tokens[place])
        elif change == "swap":
            tokens[place - 1], tokens[place] = tokens[place], tokens[place - 1]
        else:
            tokens[place] = tokens[place].replace("1", "0") or other
    return scheme, tokens


_FRAGMENTS = (
    *(
        "0",
        "1",
        "2",
        "5",
        "12",
        "007",
        "100",
        "1,234",
        "1.234",
        "3.5",
        "2024",
        "1e3",
        "10^",
        "×10",
        "⁻³",
        "²",
    ),
    *(
        "-",
        "−",
        "+",
        "$",
        "€",
        "%",
        "‰",
        ".",
        ",",
        ":",
        "/",
        ";",
        "_",
        "#",
        "@",
        "'",
        "’",
        "(",
        ")",
        "[",
        "]",
    ),
    *(" ", "  ", "\n", "\r", "\t", "\u00a0", "\u202f", "\u200f", "\u061c", "\ufeff", "\0", "\ud800"),
    *("a", "e", "k", "m", "p", "pp", "x", "é", "\u0301", "日", "本", "١", "२", "½", "°", "word"),
    *("2024-01-15", "12:30", "1.2.3", "5kg", "a.b", "http://", "1k 234", "567. 890p", "5. 100p", "100k 400"),
    *("[MAG_k]", "[T1]", "e3", "⟦", "⟧", "<n>", "</n>", "aa", "\\times 10^{", "}", "1 000", "1,2", "000"),
)


def texts() -> st.SearchStrategy[str]:
    """Running text: soups of digits, marks and what looks like TST, and any characters at all."""
    soup = st.lists(st.sampled_from(_FRAGMENTS), max_size=24).map("".join)
    return st.one_of(soup, soup, st.text(st.characters(categories=None), max_size=40))


def delimiters() -> st.SearchStrategy[tuple[str, str]]:
    """Pairs of delimiters, among them pairs that stand in numbers, that overlap, or that are the same."""
    common = st.sampled_from(
        ("⟦", "⟧", "<n>", "</n>", "[", "]", "aa", "ab", "1", "k", " ", ".", "-", "%", "\n")
    )
    return st.tuples(*[st.one_of(common, common, st.text(min_size=1, max_size=3))] * 2)
