"""Rewrites the rows of an Arrow column, in the same chunks and with the same nulls and type."""

from collections.abc import Callable
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from attrs import frozen

from tst_grammar.columns.arrow import Column, array_of, arrow, require_text, text_buffers
from tst_grammar.errors import OptionError, TstGrammarError
from tst_grammar.rows import Failing

if TYPE_CHECKING:
    from tst_grammar.text.one_pass import RowPass


@frozen
class Rewriting:
    """Rewrites rows of text. `rows` rewrites all in one pass, and `change` those for which it is not enough.

    >>> Rewriting(None, str.upper, Failing("raise", None)).column(["a", None]).to_pylist()
    ['A', None]
    """

    rows: "RowPass | None"
    change: Callable[[str], str]
    failing: Failing

    def column(self, column: Column) -> Any:  # noqa: ANN401 -- an Arrow array
        """Return a column with each row rewritten."""
        pa = arrow()
        array = array_of(column)
        if not isinstance(array, pa.ChunkedArray):
            return self._chunk(array, 0)
        firsts = accumulate(map(len, array.chunks), initial=0)
        chunks = map(self._chunk, array.chunks, firsts)
        return pa.chunked_array([*chunks], type=array.type)

    def _chunk(self, array: Any, first: int) -> Any:  # noqa: ANN401 -- Arrow arrays
        """Return a chunk rewritten; `first` is the number of its first row."""
        pa = arrow()
        kind, types = array.type, pa.types
        if types.is_null(kind):
            return array
        if types.is_dictionary(kind):
            return self._categories(array, first)
        if types.is_string_view(kind):
            return self._chunk(array.cast(pa.large_string()), first).cast(kind)
        require_text(kind)
        if not len(array):
            return array
        if self.rows is None:
            return pa.array(self.failing.rows(self.change, array.to_pylist(), first), type=kind)
        return self._in_one_pass(array, self.rows, first)

    def _categories(self, array: Any, first: int) -> Any:  # noqa: ANN401 -- Arrow arrays
        """Return categories with each one rewritten once; if one fails, with each row rewritten."""
        pa, kind = arrow(), array.type
        try:
            words = Rewriting(self.rows, self.change, Failing("raise", None)).column(array.dictionary)
        except TstGrammarError:
            return self._chunk(array.dictionary_decode(), first).dictionary_encode().cast(kind)
        return pa.DictionaryArray.from_arrays(array.indices, words, ordered=kind.ordered)

    def _in_one_pass(self, array: Any, rows: "RowPass", first: int) -> Any:  # noqa: ANN401 -- Arrow arrays
        pa = arrow()
        failed = set()

        def rest(number: int, text: str) -> str:
            if not array[number].is_valid:
                return text
            made = self.failing.row(self.change, text, first + number)
            if made is None:
                failed.add(number)
            return made or ""

        try:
            made = rows(*text_buffers(array), rest)
        except OverflowError as error:
            raise OptionError(f"{error}: cast the column to large_string", fault="column") from None
        valid = array.is_valid()
        if failed:
            kept = enumerate(valid.to_pylist())
            valid = pa.array([is_valid and row not in failed for row, is_valid in kept])
        nulls = array.null_count + len(failed)
        buffers = [valid.buffers()[1] if nulls else None, *map(pa.py_buffer, reversed(made))]
        return pa.Array.from_buffers(array.type, len(array), buffers, nulls)
