"""The delimiters around the numbers of annotated text, and how delimiters in the source are escaped."""

import unicodedata
from collections.abc import Callable, Iterable, Iterator

from attrs import frozen

from tst_grammar.diagnostics import Span, represented
from tst_grammar.errors import OptionError


@frozen
class Delimiters:
    """An opening and a closing text. An opening text in the source is escaped by a closing text after it.

    >>> pair = Delimiters("<", ">")
    >>> pair.enclose("a < 1000", [(4, 8, "1k 000")])
    ('a <> <1k 000>', [(0, Span(start=6, end=12))])
    >>> pair.disclose("a <> <1k 000>", {"1k 000": "1000"}.get, longest=20)
    'a < 1000'
    """

    opening: str
    closing: str

    @property
    def span_lines(self) -> bool:
        r"""Whether an end of a line is a part of a delimiter.

        >>> Delimiters("<", ">").span_lines, Delimiters("<n>\n", "</n>").span_lines
        (False, True)
        """
        return "\n" in self.opening + self.closing

    def are_apart_from(self, text: str) -> bool:
        """Tell whether the opening text cannot be confused with a text, nor the closing text with TST.

        >>> Delimiters("<", ">").are_apart_from("1 or 2"), Delimiters("<", "k").are_apart_from("1 or 2")
        (True, False)
        """
        first = self.closing[0]
        is_apart = not first.isalnum() and unicodedata.category(first) not in ("Sc", "Cn")
        return is_apart and first not in " .-[]_%‰" and self.opening[0] not in text

    def enclose(
        self, text: str, numbers: Iterable[tuple[int, int, str]]
    ) -> tuple[str, list[tuple[int, Span]]]:
        """Return a text with its numbers replaced and enclosed, and the index and span of each.

        A number stays as it is if a delimiter next to it would be read at another position.
        """
        opening, closing = self.opening, self.closing
        pieces: list[str] = []
        written: list[tuple[int, Span]] = []
        copied = searched = length = 0
        for index, (start, end, tst) in enumerate(numbers):
            while (place := text.find(opening, searched, start)) >= 0:
                searched = place + len(opening)
            before = text[max(searched, start - len(opening) + 1) : start] + opening
            if before.find(opening) + len(opening) == len(before) and f"{tst}{closing}".find(closing) == len(
                tst
            ):
                literal = self._escaped(text[copied:start])
                pieces += [literal, opening, tst, closing]
                length += len(literal) + len(opening)
                written.append((index, Span(length, length + len(tst))))
                length += len(tst) + len(closing)
                copied = searched = end
        pieces.append(self._escaped(text[copied:]))
        return "".join(pieces), written

    def disclose(self, text: str, read: Callable[[str], str | None], longest: int) -> str:
        """Return a text with each enclosed number replaced by the result of `read`, and escapes undone.

        Enclosed text stays as it is if `read` returns None or if it is longer than `longest`.
        """
        opening, closing = self.opening, self.closing
        pieces: list[str] = []
        copied = 0
        closed = -1
        place = text.find(opening)
        while place >= 0:
            inside = place + len(opening)
            if closed < inside:
                closed = text.find(closing, inside)
                if closed < 0:
                    break
            is_escape = closed == inside
            number = read(text[inside:closed]) if inside < closed <= inside + longest else None
            pieces += [text[copied:place], opening if number is None else number]
            copied = inside if number is None and not is_escape else closed + len(closing)
            place = text.find(opening, copied)
        pieces.append(text[copied:])
        return "".join(pieces)

    def enclosed(self, text: str) -> Iterator[tuple[Span, Span]]:
        """Yield each span from an opening to the next closing text on its line, and the span between them.

        >>> list(Delimiters("<", ">").enclosed("a <1k 234> b"))
        [(Span(start=2, end=10), Span(start=3, end=9))]
        """
        place = text.find(self.opening)
        while place >= 0:
            inside = place + len(self.opening)
            closed = text.find(self.closing, inside)
            if closed < 0:
                return
            end = closed + len(self.closing)
            is_one_line = "\n" in self.opening + self.closing or "\n" not in text[inside:closed]
            if is_one_line:
                yield Span(place, end), Span(inside, closed)
            place = text.find(self.opening, end if is_one_line else inside)

    def _escaped(self, text: str) -> str:
        return text.replace(self.opening, self.opening + self.closing)


def checked_delimiters(pair: object) -> Delimiters | None:
    """Return the delimiters of an option, or None if it is None.

    >>> checked_delimiters(("<", ">"))
    Delimiters(opening='<', closing='>')
    """
    if pair is None:
        return None
    if not isinstance(pair, tuple | list) or not all(isinstance(text, str) for text in pair):
        raise TypeError(f"delimiters takes a pair of str, not {represented(pair)}")
    if len(pair) != 2 or not all(pair):
        raise OptionError("delimiters takes two texts that are not empty", fault="delimiters")
    return Delimiters(*pair)
