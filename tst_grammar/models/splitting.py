"""Rewrites that cut the plain numbers of a text into TST tokens, each with a mark after it."""

import re
from collections.abc import Iterator

from tst_grammar.language.definition import digits_of, terminator
from tst_grammar.language.scheme import TERMINATOR, Scheme
from tst_grammar.models.rewriting import Marked, Rewrite, after, digits, either, signs
from tst_grammar.models.text_places import (
    no_isbn_after,
    no_word_after,
    no_word_before,
    not_joined_before,
    not_linked_after,
    not_linked_before,
)


def splitting(marked: Marked, *, exact: bool = False) -> Iterator[Rewrite]:
    """Yield the rewrites that turn `1234.5` into the tokens of `1k 234. 500p`.

    A number is cut if it has a start. First, each number that is not part of a word gets one; with `exact`,
    only if the tokens say how it was written.

    >>> from tst_grammar.language.scheme import TST
    >>> text = "=|1234.5 km"
    >>> for rewrite in list(splitting(Marked(TST, "|")))[3:]:
    ...     text = re.sub(rewrite.pattern, rewrite.content, text)
    >>> text
    '1k|234|.|500p| km'
    """
    yield _start(marked, exact=exact)
    yield from _sign(marked)
    yield from _integer(marked)
    if marked.scheme.fraction_digits:
        yield from _fraction(marked)


def _start(marked: Marked, *, exact: bool) -> Rewrite:
    scheme, mark = marked.scheme, re.escape(marked.mark)
    fraction = "".join(rf"(?:\.{fraction})?" for fraction in _fractions(scheme, exact=exact))
    markers = "".join(f"{re.escape(scheme.marker_of(power))}|" for power in marked.powers)
    before = f"{not_linked_before()}(?<!{re.escape(marked.start)}){no_word_before()}"
    before += no_isbn_after()
    for sign, magnitude in signs():
        if exact and magnitude == "NONZERO":
            before += rf"(?:(?<!{re.escape(sign)})|(?!0(?:\.0*)?(?!\.?[0-9])))"
    number = f"(?:0|[1-9][0-9]{{0,{scheme.integer_digits - 1}}}){fraction}"
    end = f"{no_word_after()}{not_linked_after()}(?!(?:{markers}){mark})"
    return Rewrite(f"(?=[0-9]){before}(?={number}{end})", marked.start)


def _fractions(scheme: Scheme, *, exact: bool) -> Iterator[str]:
    """Yield a pattern for the fractions that the tokens can hold, if there are any."""
    most = scheme.fraction_digits
    if most and scheme.terminated:
        yield f"[0-9]{{1,{most}}}"
    elif most and exact:
        yield f"[0-9]{{0,{most - 1}}}[1-9]"
    elif most:
        yield f"[0-9]{{1,{most}}}0*"
    elif not scheme.terminated and not exact:
        yield "0+"


def _sign(marked: Marked) -> Iterator[Rewrite]:
    for sign, magnitude in signs():
        before = f"{no_word_before()}{not_joined_before()}{re.escape(sign)}(?={re.escape(marked.start)}"
        if magnitude == "NONZERO":
            yield Rewrite(rf"{before}0(?:\.0+)?(?!\.?[0-9]))", "")
        yield Rewrite(f"{before})", f"{sign}{marked.mark}")


def _integer(marked: Marked) -> Iterator[Rewrite]:
    """Cut from the right: insert a joint before each group of digits that ends at the last joint."""
    scheme, size = marked.scheme, marked.scheme.group_size
    mark, start = re.escape(marked.mark), re.escape(marked.start)
    inside = after(start + digits(width) for width in range(1, scheme.integer_digits + 1))
    if scheme.point == "always":
        yield Rewrite(rf"(?<=[0-9])(?!\.?[0-9]){inside}", f"{marked.mark}.{marked.mark}")
    yield Rewrite(f"(?<=[0-9])(?![0-9]|{mark}){inside}", marked.mark)
    following = mark
    for power in scheme.integer_powers:
        # The digits of a power such as e12 belong to the name of a token, not to a number.
        yield Rewrite(f"(?<=[0-9])(?<!e[0-9])(?={digits(size)}{following})", marked.joint(power))
        following = re.escape(marked.joint(power))
    yield from _filling(marked)
    if digits_of(0, scheme=scheme).least < size and scheme.integer_powers:
        joints = after(re.escape(marked.joint(power)) for power in scheme.integer_powers)
        yield Rewrite(f"{joints}0+(?=[0-9])", "")
    yield Rewrite(start, "")


def _filling(marked: Marked) -> Iterator[Rewrite]:
    """Put zeros before the first group, at the position of its first digit."""
    least = digits_of(0, scheme=marked.scheme, is_first=True).least
    for width in range(1, least):
        for first in "0123456789":
            place = f"(?<={re.escape(marked.start)}){first}(?={digits(width - 1)}(?![0-9]))"
            yield Rewrite(place, "0" * (least - width) + first)


def _fraction(marked: Marked) -> Iterator[Rewrite]:
    """Cut from the left: insert a joint after each full group that follows the last joint."""
    scheme, group = marked.scheme, digits(marked.scheme.group_size)
    mark, powers = re.escape(marked.mark), scheme.fraction_powers
    yield Rewrite(rf"(?<=[0-9]{mark})\.(?=[0-9])", f".{marked.mark}")
    if not scheme.terminated:
        written = after(rf"\.{mark}{digits(width)}" for width in range(scheme.fraction_digits + 1))
        yield Rewrite(f"(?=0){written}0+(?![0-9])", "")
        if scheme.point == "fraction":
            yield Rewrite(rf"(?<=[0-9]{mark})\.{mark}(?![0-9])", "")
    befores = [rf"\.{mark}", *(f"[0-9]{re.escape(marked.joint(power))}" for power in powers[:-1])]
    for before, power in zip(befores, powers[:-1], strict=False):
        yield Rewrite(f"(?<={before}{group})(?=[0-9])", marked.joint(power))
    yield from _padding(marked, befores)
    for before, power in zip(befores, powers, strict=True):
        joint = marked.joint(power)
        yield Rewrite(f"(?<=[0-9])(?![0-9])(?<={before}{group})(?!{re.escape(joint)})", joint)


def _padding(marked: Marked, befores: list[str]) -> Iterator[Rewrite]:
    """Fill the last group of a fraction with zeros, and add a terminator if the scheme has them."""
    scheme, size = marked.scheme, marked.scheme.group_size
    joints = (re.escape(marked.joint(power)) for power in scheme.fraction_powers[:-1])
    terminators = "[0-9]+".join(map(re.escape, TERMINATOR))
    more = either(["[0-9]", *joints, terminators + re.escape(marked.mark)])
    for width in range(1, size + scheme.terminated):
        end = terminator(width) + marked.mark if scheme.terminated else ""
        last = after(before + digits(width) for before in befores)
        yield Rewrite(f"(?<=[0-9])(?!{more}){last}", "0" * (size - width) + end)
