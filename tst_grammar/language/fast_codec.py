"""Encodes and decodes single numbers by tables, and prepares a scheme's layout for the kernel."""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import accumulate, chain, repeat
from typing import TYPE_CHECKING

from tst_grammar.automata.runner import Runner
from tst_grammar.automata.tables import packed
from tst_grammar.errors import RangeError
from tst_grammar.language.definition import SIGNS, cut_affixes, cut_signs
from tst_grammar.language.layout import Digits, Layout, Template
from tst_grammar.language.scheme import Scheme
from tst_grammar.language.scheme_grammar import CANONICAL
from tst_grammar.notation.number import Number
from tst_grammar.notation.parts import Parts

if TYPE_CHECKING:
    from tst_grammar.automata._kernel import Reader, Writer

Pieces = tuple[tuple[int, str], ...]
"""Pairs of a count of digits and the literal text after them."""


def written(parts: Parts | Number, layout: Layout) -> str | None:
    """Return the TST text of a number, or None if it is out of the scheme's range."""
    try:
        return layout.write(Digits.of(parts, layout.scheme))
    except RangeError:
        return None


def encoder(runner: Runner[Parts], layout: Layout) -> Callable[[str], str | None]:
    """Return a fast encoder. It returns None for a text that needs the full parser."""
    encode: Callable[[str], str | None]
    if runner.kernel and (writer := writer_for(layout)):
        run = runner.kernel.encode
        encode = lambda text: run(text, writer)  # noqa: E731
    else:
        encode = lambda text: written(parts, layout) if (parts := runner.parts(text)) else None  # noqa: E731
    if layout.scheme.affixes == "none":
        return lambda text: tst if (tst := encode(text)) and _is_bare(tst) else None
    return encode


def _is_bare(tst: str) -> bool:
    """Tell whether canonical text has no affix."""
    return cut_signs(tst)[1] == tst


def decoder(runner: Runner[Parts], layout: Layout) -> Callable[[str], Digits | None]:
    """Return a fast decoder. It returns None for a text that is not one canonical number."""
    read = _signs_decoder(runner, layout)

    def decoded(text: str) -> Digits | None:
        return read(text) or _with_word(text, read, layout.scheme)

    return decoded


def values_decoder(runner: Runner[Parts], layout: Layout) -> Callable[[Sequence[str]], list[Decimal | None]]:
    """Return a fast decoder of many texts to values, with None for a text that needs the full parser."""
    if not runner.kernel or not (reader := reader_for(layout)):
        value = value_decoder(runner, layout)
        return lambda texts: [*map(value, texts)]
    decode, mask = runner.kernel.decode, runner.mask((CANONICAL,))

    def values(texts: Sequence[str]) -> list[Decimal | None]:
        read = map(decode, texts, repeat(reader), repeat(mask), repeat(Parts))
        return [Decimal(f"{parts[0]}{parts[1]}.{parts[2]}") if parts else None for parts in read]

    return values


def value_decoder(runner: Runner[Parts], layout: Layout) -> Callable[[str], Decimal | None]:
    """Return a fast decoder to values. It returns None for a text that is not one canonical number."""
    if not runner.kernel or not (reader := reader_for(layout)):
        read = decoder(runner, layout)
        return lambda text: digits.value if (digits := read(text)) else None
    decode, mask = runner.kernel.decode, runner.mask((CANONICAL,))
    signs_decoder = _signs_decoder(runner, layout)

    def value(text: str) -> Decimal | None:
        parts = decode(text, reader, mask, Parts)
        if parts is not None:
            return Decimal(f"{parts[0]}{parts[1]}.{parts[2]}")
        digits = _with_word(text, signs_decoder, layout.scheme)
        return digits.value if digits else None

    return value


def _with_word(text: str, read: Callable[[str], Digits | None], scheme: Scheme) -> Digits | None:
    """Read a number with a currency code or word, which the tables do not have."""
    prefix, body, suffix = cut_affixes(text, scheme=scheme)
    digits = read(body) if bool(prefix) != bool(suffix) else None
    if digits is None or digits.prefix or digits.suffix or not text.startswith(digits.sign):
        return None
    return digits._replace(prefix=prefix, suffix=suffix)


def _signs_decoder(runner: Runner[Parts], layout: Layout) -> Callable[[str], Digits | None]:
    """Return a fast decoder of numbers whose affix, if any, is a single sign."""
    if runner.kernel and (reader := reader_for(layout)):
        decode, mask = runner.kernel.decode, runner.mask((CANONICAL,))

        def decoded(text: str) -> Digits | None:
            parts = decode(text, reader, mask, Parts)
            if parts is None:
                return None
            return Digits(parts.sign, parts.integer, parts.fraction, parts.prefix, parts.suffix)

        return decoded

    def read(text: str) -> Digits | None:
        token = runner.whole(text)
        return layout.read(text) if token and token[2] == CANONICAL else None

    return read


def cut_tokens(text: str, *, scheme: Scheme) -> list[str]:
    """Return the tokens of a canonical text.

    >>> cut_tokens("-USD 1k 234. 500p", scheme=Scheme())
    ['-', 'USD', '1k', '234', '.', '500p']
    """
    if not _may_have_affixes(text):
        tokens = text.replace(".", " .").split(" ")
        return tokens if text[:1] != "-" else ["-", tokens[0][1:], *tokens[1:]]
    prefix, body, suffix = cut_affixes(text, scheme=scheme)
    sign = body[:1] if body[:1] in SIGNS else ""
    tokens = body[len(sign) :].replace(".", " .").split(" ")
    return [token for token in (sign, prefix, *tokens, suffix) if token]


def _may_have_affixes(text: str) -> bool:
    """Tell whether a text may have an affix that is glued to its digits."""
    return not text.isascii() or "$" in text or "%" in text


def joined_tokens(tokens: Sequence[str]) -> str:
    """Return the text that the tokens of a number have together, if it is canonical.

    >>> joined_tokens(["-", "USD", "1k", "234", ".", "500p", "%"])
    '-USD 1k 234. 500p%'
    """
    text = " ".join(tokens).replace(" .", ".")
    if text[:1] in SIGNS:
        text = text[:1] + text[2:]
    if not _may_have_affixes(text):
        return text
    return re.sub(r"(?<=[^\w\s.\]-]) | (?=[^\w\s.\[-])", "", text)


@lru_cache(32)
def writer_for(layout: Layout, opening: str = "", closing: str = "") -> "Writer | None":
    """Return the kernel's writer for a layout, which encloses each number, or None without templates."""
    if not layout.has_templates:
        return None
    scheme = layout.scheme
    return _writer(
        [(), *(template.pieces for template in layout.integers)],
        [((0, layout.bare_point),), *(template.pieces for template in layout.fractions)],
        group_size=scheme.group_size,
        fills_first=layout.fills_first,
        keeps_zeros=scheme.terminated,
        around=(opening, closing),
    )


@lru_cache(32)
def plain_writer_for(layout: Layout) -> "Writer":
    """Return the kernel's writer that writes the numbers of a layout with plain digits."""
    scheme = layout.scheme
    integers: list[Pieces] = [((count, ""),) for count in range(scheme.integer_digits + 1)]
    fractions: list[Pieces] = [((0, "."), (count, "")) for count in range(1, scheme.fraction_digits + 1)]
    return _writer(integers, [(), *fractions], keeps_zeros=scheme.terminated)


@lru_cache(32)
def reader_for(layout: Layout) -> "Reader | None":
    """Return the kernel's reader for a layout, or None without templates."""
    from tst_grammar.automata._kernel import Reader  # noqa: PLC0415 -- it may not have been built

    if not layout.has_templates:
        return None
    integers, fractions = layout.integer_readings, layout.fraction_readings
    both = [*integers, *fractions]
    templates = [_in_bytes(each.template) for each in both]
    tails = [each.tail for each in both]
    sizes = (
        (template.length, each.digits, len(template.runs), _size(each.tail))
        for template, each in zip(templates, both, strict=True)
    )
    letters = {
        letter for each in both for _, text in each.template.pieces for letter in text if not letter.isascii()
    }
    return Reader(
        packed(chain(*sizes)),
        packed(chain(*(run for template in templates for run in template.runs))),
        "".join(tails),
        "".join(sorted(letters)),
        len(integers),
        layout.scheme.terminated,
    )


def _writer(  # noqa: PLR0913 -- the arguments of the kernel's writer
    integers: list[Pieces],
    fractions: list[Pieces],
    *,
    group_size: int = 1,
    fills_first: bool = False,
    keeps_zeros: bool,
    around: tuple[str, str] = ("", ""),
) -> "Writer":
    from tst_grammar.automata._kernel import Writer  # noqa: PLC0415 -- it may not have been built

    sides = [list(map(_even, side)) for side in (integers, fractions)]
    pieces = [*chain(*sides[0], *sides[1])]
    starts = accumulate((_size(literal) for _, literal in pieces), initial=0)
    placed = zip(pieces, starts, strict=False)
    return Writer(
        packed(map(len, sides[0])),
        packed(map(len, sides[1])),
        packed(chain(*((width, _size(literal), start) for (width, literal), start in placed))),
        "".join(literal for _, literal in pieces),
        group_size,
        fills_first,
        keeps_zeros,
        *around,
    )


def _even(pieces: Pieces) -> Pieces:
    """Return an even number of pieces, as the kernel takes two at a time."""
    return (*pieces, (0, "")) if len(pieces) % 2 else pieces


def _size(text: str) -> int:
    """Return how many bytes a text takes in the kernel."""
    return len(text.encode("utf-8", "surrogatepass"))


def _in_bytes(template: Template) -> Template:
    """Return a template whose lengths and places count bytes instead of characters."""
    return Template(tuple((width, "x" * _size(literal)) for width, literal in template.pieces))
