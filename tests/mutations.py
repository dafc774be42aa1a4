"""Texts that are nearly numbers, and whether they are."""

from hypothesis import strategies as st

import tst_grammar as tst


def is_canonical(text: str, scheme: tst.Scheme) -> bool:
    """Tell whether a text is a canonical number, by Lark and the codec alone.

    `is_valid` asks tables first, which are made from the same rules as the exported grammars.
    """
    try:
        return tst.format_tst(tst.parse_tst(text, scheme=scheme)) == text
    except tst.TstGrammarError:
        return False


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """A text with some characters put in, left out, replaced or swapped, as they are in numbers or near."""
    start, end = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
    change = draw(st.sampled_from(("insert", "delete", "replace", "swap", "cut")))
    some = draw(st.text(f"0123456789 kmpe.-$€%[T]USD{text}", min_size=1, max_size=3))
    if change == "insert":
        return text[:start] + some + text[start:]
    if change == "delete":
        return text[:start] + text[start + len(some) :]
    if change == "replace":
        return text[:start] + some + text[start + len(some) :]
    if change == "swap":
        return text[:start] + text[start : start + 2][::-1] + text[start + 2 :]
    return text[:start] + some + text[end:]


def longest(scheme: tst.Scheme) -> list[str]:
    """Return the numbers at the ends of what a scheme holds, as its text: the longest forms it has."""
    integer, fraction = scheme.integer_digits, scheme.fraction_digits
    written = [
        f"-USD {'9' * integer}.{'9' * fraction}",
        f"-{'9' * integer}.{'0' * (fraction - 1)}{'1' * (fraction > 0)} USD",
        f"1{'0' * (integer - 1)}",
        f"-0.{'0' * (fraction - 1)}1%" if fraction else "0%",
        f"{'1' * integer}.{'0' * fraction}",
    ]
    return [tst.encode(number.removesuffix("."), scheme=scheme) for number in written]
