"""Columns of Arrow data: reads them as arrays, and makes arrays of rewritten buffers. It knows no texts."""

from collections.abc import Callable, Iterator
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, Protocol

from attrs import frozen

from tst_grammar.errors import OptionError, TstGrammarError
from tst_grammar.rows import RAISING, Failing
from tst_grammar.threads import checked_threads, mapped, slices

if TYPE_CHECKING:
    from typing_extensions import Buffer

Column = Any
"""An Arrow array, or an object that gives one by the Arrow PyCapsule protocol."""

_FEW_ROWS = 1000
"""Fewer rows are not divided among threads."""

Rest = Callable[[int, str], str]
"""Rewrites a row that needs more than one pass, given with its number."""


class RowPass(Protocol):
    """Rewrites rows of UTF-8, and returns their new bytes and offsets.

    Row i is from offset i to offset i + 1; offsets are 64 bits wide, or 32 if not `is_wide`.
    """

    def __call__(
        self,
        data: "Buffer",
        offsets: "Buffer",
        is_wide: bool,  # noqa: FBT001 -- the order of the kernel
        rest: Rest,
        /,
    ) -> tuple[bytes, bytes]:
        """Return the rewritten rows."""


def arrow() -> Any:  # noqa: ANN401 -- a module without types
    """Return the module pyarrow, which is only imported when a column is used."""
    try:
        import pyarrow  # noqa: ICN001, PLC0415 -- slow to import
    except ImportError:
        raise OptionError(
            "columns need the package pyarrow: pip install pyarrow", fault="missing-package"
        ) from None
    return pyarrow


def array_of(column: Column) -> Any:  # noqa: ANN401 -- an Arrow array
    """Return a column as an Arrow array, in one chunk or in several.

    >>> array_of(["1,234", None]).type
    DataType(string)
    """
    pa = arrow()
    if isinstance(column, pa.Array | pa.ChunkedArray):
        return column
    if hasattr(column, "__arrow_c_array__"):
        return _only_field(pa.array(column))
    if hasattr(column, "__arrow_c_stream__"):
        return _only_field(pa.chunked_array(column))
    try:
        return pa.array(column)
    except pa.ArrowInvalid as error:
        raise OptionError(f"this is not a column: {error}", fault="column") from None


def _only_field(array: Any) -> Any:  # noqa: ANN401 -- Arrow arrays
    """Return the only field of a table's rows, or an array that is not of rows of a table."""
    pa = arrow()
    if not pa.types.is_struct(array.type):
        return array
    if array.type.num_fields != 1:
        raise OptionError(f"this table has {array.type.num_fields} columns: give one of them", fault="column")
    chunks = array.chunks if isinstance(array, pa.ChunkedArray) else [array]
    return pa.chunked_array([chunk.field(0) for chunk in chunks], type=array.type.field(0).type)


def rewritten(
    column: Column,
    rows: RowPass | None,
    change: Callable[[str], str],
    failing: Failing = RAISING,
    threads: int = 1,
) -> Any:  # noqa: ANN401 -- an Arrow array
    """Return a column of text with each row rewritten, in the same chunks and with the same nulls and type.

    `rows` rewrites all rows in one pass, and `change` those for which this is not enough. `failing` says
    what becomes of a row for which `change` raises an error.

    >>> rewritten(["a", None], None, str.upper).to_pylist()
    ['A', None]
    """
    return _Rewriting(rows, change, failing, checked_threads(threads)).column(column)


@frozen
class _Rewriting:
    """Rewrites rows; see `rewritten`."""

    rows: RowPass | None
    change: Callable[[str], str]
    failing: Failing
    threads: int = 1

    def column(self, column: Column) -> Any:  # noqa: ANN401 -- an Arrow array
        """Return a column with each row rewritten."""
        pa = arrow()
        array = array_of(column)
        is_chunked = isinstance(array, pa.ChunkedArray)
        chunks = [parts_of(chunk, self.threads) for chunk in (array.chunks if is_chunked else [array])]
        parts = list(chain(*chunks))
        numbered = zip(parts, accumulate(map(len, parts), initial=0), strict=False)
        done = iter(mapped(lambda part: self._part(*part), numbered, self.threads))
        self.failing.sort_rejects()
        made = [_joined([next(done) for _ in parts]) for parts in chunks]
        return pa.chunked_array(made, type=array.type) if is_chunked else made[0]

    def _part(self, array: Any, first: int) -> Any:  # noqa: ANN401 -- Arrow arrays
        """Return a part of a column rewritten; `first` is the number of its first row."""
        pa = arrow()
        kind, types = array.type, pa.types
        if types.is_null(kind):
            return array
        if types.is_dictionary(kind):
            return self._categories(array, first)
        if types.is_string_view(kind):
            return self._part(array.cast(pa.large_string()), first).cast(kind)
        _require_text(kind)
        if not len(array):
            return array
        if self.rows is None:
            return pa.array(self.failing.rows(self.change, array.to_pylist(), first), type=kind)
        return self._in_one_pass(array, self.rows, first)

    def _categories(self, array: Any, first: int) -> Any:  # noqa: ANN401 -- Arrow arrays
        """Return categories with each one rewritten once; if one fails, with each row rewritten."""
        pa, kind = arrow(), array.type
        try:
            words = _Rewriting(self.rows, self.change, RAISING).column(array.dictionary)
        except TstGrammarError:
            return self._part(array.dictionary_decode(), first).dictionary_encode().cast(kind)
        return pa.DictionaryArray.from_arrays(array.indices, words, ordered=kind.ordered)

    def _in_one_pass(self, array: Any, rows: RowPass, first: int) -> Any:  # noqa: ANN401 -- Arrow arrays
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


def parts_of(array: Any, threads: int) -> list[Any]:  # noqa: ANN401 -- Arrow arrays
    """Return the parts of an array for some threads, or the whole array if it is short or has a dictionary.

    >>> len(parts_of(arrow().array(["1,234"] * 100_000), 2)), len(parts_of(arrow().array(["1,234"]), 2))
    (8, 1)
    """
    is_whole = len(array) < _FEW_ROWS or arrow().types.is_dictionary(array.type)
    return [array[part] for part in slices(len(array), 1 if is_whole else threads)]


def _joined(parts: list[Any]) -> Any:  # noqa: ANN401 -- an Arrow array
    return parts[0] if len(parts) == 1 else arrow().concat_arrays(parts)


def text_chunks(column: Column) -> Iterator[Any]:
    """Yield the chunks of a column of text, as strings or large strings.

    >>> [chunk.type for chunk in text_chunks(arrow().array(["a", "b", "a"]).dictionary_encode())]
    [DataType(string)]
    """
    pa = arrow()
    array = array_of(column)
    for chunk in array.chunks if isinstance(array, pa.ChunkedArray) else [array]:
        plain = chunk.dictionary_decode() if pa.types.is_dictionary(chunk.type) else chunk
        if pa.types.is_null(plain.type):
            plain = plain.cast(pa.string())
        elif pa.types.is_string_view(plain.type):
            plain = plain.cast(pa.large_string())
        _require_text(plain.type)
        yield plain


def text_buffers(array: Any) -> tuple[Any, Any, bool]:  # noqa: ANN401 -- Arrow data
    """Return the bytes of strings, their offsets, and whether the offsets have 64 bits.

    >>> text_buffers(arrow().array(["12", "3"]))[0].to_pybytes()[:3]
    b'123'
    """
    is_wide = arrow().types.is_large_string(array.type)
    width = 8 if is_wide else 4
    _, offsets, data = array.buffers()
    own = offsets.slice(array.offset * width, (len(array) + 1) * width) if len(array) else bytes(width)
    return data or b"", own, is_wide


def _require_text(kind: Any) -> None:  # noqa: ANN401 -- an Arrow type
    types = arrow().types
    if not types.is_string(kind) and not types.is_large_string(kind):
        raise OptionError(f"a column of text is needed, not one of {kind}", fault="column")
