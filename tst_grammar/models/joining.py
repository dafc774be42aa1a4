"""Rewrites that turn TST into plain numbers: TST in a text, and tokens that a tokenizer decodes."""

import re
from collections.abc import Iterator
from typing import Final

from attrs import frozen

from tst_grammar.language.definition import GroupDigits, digits_of, terminator
from tst_grammar.language.exports.expressions import Pattern
from tst_grammar.language.exports.regex import pattern_of
from tst_grammar.models.rewriting import Marked, Rewrite, after, digits, either, signs
from tst_grammar.models.text_places import no_word_after, no_word_before

_SPACE: Final = "[ ▁]"  # some tokenizers write the second for a space


def joining_text(marked: Marked) -> Iterator[Rewrite]:
    """Yield the rewrites that turn `1k 234. 500p` in a text into `1234.5` after a start."""
    mark = re.escape(marked.mark)
    end = rf"{no_word_after()}(?!\.[0-9])(?!{mark})"
    joining = _Joining(marked, _SPACE, "", end)
    yield Rewrite(rf"(?=[0-9]){no_word_before()}(?<!\.)(?={joining.number(is_alone=False)})", marked.start)
    yield from joining.rewrites()


def joining_tokens(marked: Marked, separator: str, before_point: str) -> Iterator[Rewrite]:
    r"""Yield the rewrites that turn decoded tokens into plain numbers, and incomplete numbers into TST text.

    The decoder puts `separator` between two tokens, and `before_point` between a token and a point. A number
    that is incomplete at the end of the text gets a replacement character, like an incomplete character in
    UTF-8. A number that is incomplete at the start of the text is read by its place, so that a stream can
    decode the rest of a number without the tokens that it has already written.

    >>> from tst_grammar.language.scheme import TST
    >>> text = "1k|234|.|500p| km, 1k|"
    >>> for rewrite in joining_tokens(Marked(TST, "|"), "", ""):
    ...     text = re.sub(rewrite.pattern.replace(r"\z", r"\Z"), rewrite.content, text)
    >>> text
    '1234.5 km, 1k�'
    """
    mark, start = re.escape(marked.mark), re.escape(marked.start)
    gap = mark + re.escape(separator)
    gap_before_point = mark + re.escape(before_point)
    joining = _Joining(marked, gap, gap_before_point, mark)
    tails = (re.escape(marked.tail(power)).replace(mark, gap) for power in marked.powers)
    is_first = "".join(f"(?<!{token}{gap})" for token in (r"\.", *(f"[0-9]{tail}" for tail in tails)))
    is_no_power = f"(?<![0-9]e)(?<![0-9]{gap}e)"
    unsigned = [re.escape(sign) for sign, magnitude in signs() if magnitude == "NONZERO"]
    is_zero = rf"0+(?![0-9]|{joining.point}{gap})"
    is_signed_well = "".join(f"(?:(?<!{sign}{gap})|(?!{is_zero}))" for sign in unsigned)
    yield from joining.resumed(marked.mark + separator)
    place = f"(?=[0-9])(?<![0-9])(?<!{start}){is_no_power}{is_first}{is_signed_well}"
    yield Rewrite(f"{place}(?={joining.number(is_alone=True)})", marked.start)
    yield from joining.rewrites()
    yield Rewrite(f"-{gap}(?={start})", "-")
    yield Rewrite(f"(?<=[0-9]){start}", " ")
    yield Rewrite(start, "")
    shapes = marked.shapes()
    yield Rewrite(rf"{after(shape + mark for shape in shapes)}\z", "\N{REPLACEMENT CHARACTER}")
    groups = either(shape for shape in shapes if shape not in {"-", r"\."})
    yield Rewrite(f"(?<![-!]){mark}(?={groups}{mark}|[0-9])", " ")
    yield Rewrite(f"(?<!!){mark}", "")
    yield Rewrite(re.escape(marked.escape), marked.mark)


@frozen
class _Joining:
    """Joins the tokens of canonical numbers.

    `gap`, `gap_before_point` and `end` are the patterns of the text between two tokens, before a point and
    after the number.
    """

    marked: Marked
    gap: str
    gap_before_point: str
    end: str

    @property
    def point(self) -> str:
        """The pattern of the point, with the gap before it."""
        return rf"{self.gap_before_point}\."

    @property
    def _places(self) -> int:
        """How many digits an integer may have, with leading zeros."""
        top = max(self.marked.scheme.integer_powers, default=0)
        first = self._first(top)
        return top + max(first.least, first.in_range)

    def number(self, *, is_alone: bool) -> str:
        """Return the pattern of canonical numbers. A single group without a fraction needs `is_alone`."""
        scheme = self.marked.scheme
        zero = self._is_first(0) + self._first(0).spelled("0")
        single = either([self._lead(0), zero])
        longer = [self._lead(power) + self._below(power) for power in reversed(scheme.integer_powers)]
        several = either(longer) if longer else "(?!)"
        fraction = f"{self.point}{self.gap}{self._rest(0)}" if scheme.fraction_digits else "(?!)"
        no_fraction = self.point + self.end if scheme.point == "always" else self.end
        integer = either([several, single])
        whole = integer if is_alone or scheme.fill == "all" else several
        return either([integer + fraction, whole + no_fraction])

    def resumed(self, gap: str) -> Iterator[Rewrite]:
        """Yield the rewrites that put a start before a text that begins with the rest of a number."""
        scheme, start = self.marked.scheme, self.marked.start
        if scheme.marker == "separate" and scheme.integer_powers:
            middles = (self._below(power).removeprefix(self.gap) for power in scheme.integer_powers)
            yield Rewrite(rf"\A(?={either(middles)}{self.end})", f"{start}0{gap}")
        for depth in range(len(scheme.fraction_powers)):
            zeros = "0" * (depth * scheme.group_size)
            yield Rewrite(rf"\A(?={self._rest(depth)})", f".{start}{zeros}")
        if scheme.fraction_digits:
            yield Rewrite(rf"\A\.{self.gap}(?={self._rest(0)})", f".{start}")

    def rewrites(self) -> Iterator[Rewrite]:
        """Yield the rewrites that leave only the digits and the point of each number with a start."""
        scheme, size = self.marked.scheme, self.marked.scheme.group_size
        for power in reversed(scheme.integer_powers):
            inside = self._inside(self._places - power)
            joint = f"{inside}(?={self._below(power)}(?![0-9])){self._joint(power)}"
            for width in range(digits_of(power - size, scheme=scheme).least, size):
                yield Rewrite(f"{joint}(?={digits(width)}(?![0-9]))", "0" * (size - width))
            yield Rewrite(joint, "")
        if self._first(0).least > 1:
            yield Rewrite(f"(?<={re.escape(self.marked.start)})0+(?=[0-9])", "")
        if scheme.fraction_digits:
            yield from self._fraction()
        if scheme.point == "always":
            yield Rewrite(f"{self._inside(self._places)}{self.point}{self.end}", "")
        if self.gap_before_point:
            inside = self._inside(self._places)
            yield Rewrite(rf"(?<=[0-9]){inside}(?:{self.gap_before_point}(?=\.[0-9])|{self.end})", "")

    def _fraction(self) -> Iterator[Rewrite]:
        scheme, start = self.marked.scheme, re.escape(self.marked.start)
        before = self._inside(self._places, self.point)
        yield Rewrite(rf"(?<=\.){before}{self.gap}(?={self._rest(0)})", self.marked.start)
        for depth, power in enumerate(scheme.fraction_powers[:-1], 1):
            before = rf"(?<=\.{start}{digits(depth * scheme.group_size)})"
            yield Rewrite(f"{before}{self._joint(power)}(?={self._rest(depth)})", "")
        yield Rewrite(f"(?<=[0-9]){either(self._ends())}", "")
        yield Rewrite(rf"(?<=\.){start}", "")

    def _ends(self) -> Iterator[str]:
        """Yield patterns for the end of the last group of a fraction: its zeros, marker and terminator."""
        scheme, size = self.marked.scheme, self.marked.scheme.group_size
        for depth, power in enumerate(scheme.fraction_powers):
            for width in range(1, size + 1):
                before = rf"(?<=\.{re.escape(self.marked.start)}{digits(depth * size + width)})"
                zeros = "0" * (size - width)
                yield f"{before}{zeros}{self._tail(power)}{self._terminator(width)}{self.end}"

    def _below(self, power: int) -> str:
        """Return the pattern of the text after the digits of a group, down to the units."""
        scheme, size = self.marked.scheme, self.marked.scheme.group_size
        groups = (digits_of(each - size, scheme=scheme) for each in range(power, 0, -size))
        inner = (pattern_of(Pattern(group.choice)) for group in groups)
        return "".join(map(str.__add__, map(self._joint, range(power, 0, -size)), inner))

    def _lead(self, power: int) -> str:
        """Return the pattern of a first group other than zero."""
        first, others = self._first(power), digits_of(power, scheme=self.marked.scheme)
        is_first = self._is_first(power)
        if first.least == others.most:
            nonzero = f"(?!0{{{first.least}}})"
            return f"{is_first}{nonzero}{'0' * (first.least - first.in_range)}{digits(first.in_range)}"
        if others.least == 1 or first.most < others.least:
            return f"{is_first}[1-9][0-9]{{0,{first.most - 1}}}"
        return f"(?:{is_first}[1-9]{digits(first.most - 1)}|[1-9][0-9]{{0,{first.most - 2}}}(?![0-9]))"

    def _first(self, power: int) -> GroupDigits:
        return digits_of(power, scheme=self.marked.scheme, is_first=True)

    def _is_first(self, power: int) -> str:
        """Return a pattern for a place that does not follow the joint of the next higher group."""
        above = power + self.marked.scheme.group_size
        return f"(?<![0-9]{self._joint(above)})" if above in self.marked.scheme.integer_powers else ""

    def _rest(self, depth: int) -> str:
        """Return the pattern of a fraction from this group on, the longest first."""
        scheme = self.marked.scheme
        power = scheme.fraction_powers[depth]
        last = digits_of(power, scheme=scheme, is_last=True)
        written = range(1, last.in_range + 1) if scheme.terminated else (last.in_range,)
        nonzero = "" if last.may_be_zero else f"(?!0{{{last.least}}})"
        lasts = [
            f"{nonzero}{digits(width)}{'0' * (last.least - width)}{self._tail(power)}"
            f"{self._terminator(width)}{self.end}"
            for width in written
        ]
        if power == scheme.fraction_powers[-1]:
            return either(lasts)
        group = pattern_of(Pattern(digits_of(power, scheme=scheme).choice))
        return either([f"{group}{self._joint(power)}{self._rest(depth + 1)}", *lasts])

    def _terminator(self, width: int) -> str:
        return self.gap + re.escape(terminator(width)) if self.marked.scheme.terminated else ""

    def _inside(self, most: int, last: str = "") -> str:
        """Return the pattern of a place after the start and the first digits of a number."""
        start = re.escape(self.marked.start)
        return after(start + digits(width) + last for width in range(1, most + 1))

    def _joint(self, power: int) -> str:
        return self._tail(power) + self.gap

    def _tail(self, power: int) -> str:
        return re.escape(self.marked.tail(power)).replace(re.escape(self.marked.mark), self.gap)
