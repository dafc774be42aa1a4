"""Changes the strings of fields in lines of JSON all at once, as rows, with the native kernel."""

import sys
from collections.abc import Callable, Iterable
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Self

from attrs import frozen

from tst_grammar.arrow_columns import Rest, RowPass
from tst_grammar.automata import engine
from tst_grammar.errors import TstGrammarError

if TYPE_CHECKING:
    from typing_extensions import Buffer

_LITERAL = 24
"""The bytes that the kernel uses for the place of a string."""

_OFFSET = 8
"""The bytes of a wide offset."""


def _one_by_one(data: "Buffer", offsets: "Buffer", is_wide: bool, rest: Rest) -> tuple[bytes, bytes]:  # noqa: ARG001, FBT001
    """Rewrite rows that no pass can rewrite; see `RowPass`."""
    texts, given = bytes(data), bytes(offsets)
    places = [
        int.from_bytes(given[place : place + _OFFSET], sys.byteorder)
        for place in range(0, len(given), _OFFSET)
    ]
    made = [
        rest(row, texts[start:end].decode()).encode() for row, (start, end) in enumerate(pairwise(places))
    ]
    ends = accumulate(map(len, made), initial=0)
    return b"".join(made), b"".join(end.to_bytes(_OFFSET, sys.byteorder) for end in ends)


@frozen
class JsonRows:
    """Changes the strings of `names`, which are keys of the objects that are the lines.

    `rows` rewrites most strings in one pass, and `change` the others.
    """

    names: tuple[bytes, ...]
    rows: RowPass
    change: Callable[[str], str]

    @classmethod
    def of(cls, names: Iterable[str], rows: RowPass | None, change: Callable[[str], str]) -> Self | None:
        """Return what changes the strings of fields, or None if the kernel cannot do it.

        Without `rows`, all strings are changed by `change`.
        """
        keys = tuple(names)
        if not engine.NATIVE or any("." in key or not key for key in keys):
            return None
        return cls(tuple(key.encode("utf-8", "surrogatepass") for key in keys), rows or _one_by_one, change)

    def changed(self, lines: bytes) -> tuple[bytes, int] | None:
        """Return lines with these strings changed, and how many strings there were.

        None means that a line is not simple, or that a string cannot be changed. `Fields.changed` says why.
        """
        from tst_grammar.automata._kernel import json_changed, json_texts  # noqa: PLC0415 -- it may be missing

        found = json_texts(lines, self.names)
        if found is None:
            return None
        texts, offsets, literals = found
        if not literals:
            return lines, 0
        try:
            made = self.rows(texts, offsets, True, lambda _, text: self.change(text))  # noqa: FBT003
        except (TstGrammarError, UnicodeEncodeError):  # only an escape can hold half of a pair
            return None
        return json_changed(lines, literals, texts, offsets, *made), len(literals) // _LITERAL
