"""Hypothesis strategies for schemes, numbers and token streams."""

import json
import re
from typing import Any

from attrs import evolve
from hypothesis import assume
from hypothesis import strategies as st
from sampling import is_deep

from tst_grammar import Number, Scheme, SchemeError, tokenize
from tst_grammar.diagnostics import Fix, visible
from tst_grammar.language.schemes import SCHEMES
from tst_grammar.linter.reports.located import Located, located, located_in_field
from tst_grammar.rules import find_rule

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


POOL = (
    *dict.fromkeys(SCHEMES.values()),
    Scheme(group_size=4, magnitudes=("万", "億")),
    Scheme(spelling="reserved"),
    Scheme(marker="separate", spelling="reserved", placement="prefix"),
    Scheme(fill="none", point="always", terminated=True),
    Scheme(group_size=1, fill="all", terminated=True, integer_digits=5, fraction_digits=4),
    Scheme(group_size=2, unit="digit", marker="separate", magnitudes=("K", "M")),
    Scheme(group_size=1, placement="prefix", spelling="reserved", integer_digits=1, fraction_digits=1),
    Scheme(group_size=5, magnitudes=(), integer_digits=24, fraction_digits=0),
    Scheme(fill="all", magnitudes=("e",), integer_digits=7, fraction_digits=20),
)
"""The schemes of the quick suite: every value of every field, few enough to compile their tables once."""


@st.composite
def schemes(draw: st.DrawFn) -> Scheme:
    """Any scheme that its own checks allow; in the quick suite one of the pool."""
    if not is_deep():
        return draw(st.sampled_from(POOL))
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
    """Pairs of delimiters, among them pairs that occur in numbers, that overlap, or that are the same."""
    common = st.sampled_from(
        ("⟦", "⟧", "<n>", "</n>", "[", "]", "aa", "ab", "1", "k", " ", ".", "-", "%", "\n")
    )
    return st.tuples(*[st.one_of(common, common, st.text(min_size=1, max_size=3))] * 2)


def documents() -> st.SearchStrategy[bytes]:
    """Files: lines of running text, with bytes that are not UTF-8, characters cut short and any line ends."""
    ends = st.sampled_from((b"\n", b"\n", b"\r\n", b"\r", b"\xff", b"\xe6\x97", b" \xc3", b"</n>", b""))
    lines = st.tuples(texts().map(lambda text: text.encode("utf-8", "surrogatepass")), ends)
    return st.lists(lines.map(b"".join), max_size=12).map(b"".join)


@st.composite
def blocks(draw: st.DrawFn) -> list[bytes]:
    """A file as it may arrive: in blocks of any sizes."""
    content = draw(documents())
    places = sorted(draw(st.lists(st.integers(0, len(content)), max_size=12)))
    return [
        content[start:end]
        for start, end in zip([0, *places], [*places, len(content)], strict=True)
        if start < end
    ]


@st.composite
def records(draw: st.DrawFn) -> tuple[str, str, str]:
    """A line of JSON in three parts: before the string of the field `text`, this string, and after it."""
    member = st.sampled_from(
        (
            '"a" : 1.50e+3',
            r'"\u0062":[ "x\/y 1,234", {} ,-0]',
            '"text2":"1,234 é"',
            f'"long": {"9" * 5000}',
            '"n": {"text": 1234, "n": null}',
            '"": "1,234"',
        )
    )
    space = st.sampled_from(("", " ", "\t", "  \r"))
    before, after = (draw(st.lists(member, max_size=3)) for _ in range(2))
    value = draw(texts())
    string = draw(st.sampled_from((json.dumps(value), _raw_json(value))))
    key = draw(st.sampled_from(('"text"', r'"t\u0065xt"')))
    start = draw(space) + "{" + "".join(f"{each}{draw(space)}," for each in before) + key + ":" + draw(space)
    end = "".join(f",{draw(space)}{each}" for each in after) + "}" + draw(space)
    return start, string, end


def _raw_json(value: str) -> str:
    return re.sub(
        "[\ud800-\udfff]",
        lambda half: f"\\u{ord(half[0]):04x}",
        json.dumps(value, ensure_ascii=False),
    )


_NAMES = ("a", "b", "ab", "a.b", "0", "-", "]", "[", "\\", "x*", "a b", "a ", " a", "!a", "#a")


def relative_paths() -> st.SearchStrategy[str]:
    """Paths of up to four names that patterns find hard."""
    return st.lists(st.sampled_from(_NAMES), min_size=1, max_size=4).map("/".join)


@st.composite
def ignore_patterns(draw: st.DrawFn) -> str:
    """Patterns of a `.gitignore`, unfinished ones too; two stars are always alone."""
    atoms = (
        *("a", "b", "ab", ".", "-", "!", "#", " ", "]", "?", "*", "*.b", "\\a", "\\*", "\\[", "\\\\", "\\ "),
        *("[ab]", "[!a]", "[^b]", "[a-c]", "[b-a]", "[!b-a]", "[]a]", "[!]a]", "[\\]]", "[a/b]", "[a-]"),
        *("[[:alpha:]]", "[[:digit:][:punct:]]", "[[:alpha:]-]", "[a-[:alpha:]]", "[[:x:]]", "[a", "\\"),
    )
    simple = st.lists(st.sampled_from(atoms), min_size=1, max_size=3).map(
        lambda parts: re.sub(r"\*\*+", "*", "".join(parts))
    )
    names = draw(st.lists(st.one_of(simple, simple, simple, st.just("**")), min_size=1, max_size=3))
    before, after = (
        draw(st.sampled_from(("", "", "/", "!", "!/"))),
        draw(st.sampled_from(("", "", "/", "  "))),
    )
    return f"{before}{'/'.join(names)}{after}"


@st.composite
def cut_texts(draw: st.DrawFn) -> list[str]:
    """Running text as it may arrive: in pieces of any sizes."""
    text = draw(texts())
    places = sorted(draw(st.lists(st.integers(0, len(text)), max_size=4)))
    return [text[start:end] for start, end in zip([0, *places], [*places, len(text)], strict=True)]


@st.composite
def findings(draw: st.DrawFn) -> Located:
    """Any finding in any text, in a file or in a field, whose message quotes its text."""
    text = draw(texts())
    spans = st.tuples(*[st.integers(0, len(text))] * 2).map(sorted)
    (start, end), (fix_start, fix_end) = draw(spans), draw(spans)
    fix = Fix(fix_start, fix_end, "1k 234", is_safe=draw(st.booleans()))
    rule = find_rule(draw(st.sampled_from(("TST107", "TST116"))))
    found = [rule.finding(visible(text[start:end]), start, end, draw(st.sampled_from((None, fix))))]
    path = draw(st.sampled_from(("notes.txt", "a b/%,:é.txt", "\udcff\n.txt", '<&"\x07>', "-")))
    in_file = located(path, [(text, found)])
    return draw(st.sampled_from((next(in_file), *located_in_field(path, 3, "a.b\n", text, found))))
