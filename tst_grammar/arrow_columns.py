"""Columns of Arrow data: reads them as arrays, and makes arrays of rewritten buffers. It knows no texts."""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol

from tst_grammar.errors import OptionError
from tst_grammar.threads import mapped, slices

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
            "columns need pyarrow: pip install 'tst-grammar[arrow]'", fault="missing-package"
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


def rewritten(column: Column, rows: RowPass | None, change: Callable[[str], str], threads: int = 1) -> Any:  # noqa: ANN401 -- an Arrow array
    """Return a column of text with each row rewritten, in the same chunks and with the same nulls and type.

    `rows` rewrites all rows in one pass, and `change` those for which this is not enough.
    """
    pa = arrow()
    array = array_of(column)
    is_chunked = isinstance(array, pa.ChunkedArray)
    chunks = [parts_of(chunk, threads) for chunk in (array.chunks if is_chunked else [array])]
    done = iter(mapped(lambda part: _rewritten_part(part, rows, change), chain(*chunks), threads))
    made = [_joined([next(done) for _ in parts]) for parts in chunks]
    return pa.chunked_array(made, type=array.type) if is_chunked else made[0]


def parts_of(array: Any, threads: int) -> list[Any]:  # noqa: ANN401 -- Arrow arrays
    """Return the parts of an array for some threads, or the whole array if it is short or has a dictionary.

    >>> len(parts_of(arrow().array(["1,234"] * 100_000), 2)), len(parts_of(arrow().array(["1,234"]), 2))
    (8, 1)
    """
    is_whole = len(array) < _FEW_ROWS or arrow().types.is_dictionary(array.type)
    return [array[part] for part in slices(len(array), 1 if is_whole else threads)]


def _joined(parts: list[Any]) -> Any:  # noqa: ANN401 -- an Arrow array
    return parts[0] if len(parts) == 1 else arrow().concat_arrays(parts)


def _rewritten_part(array: Any, rows: RowPass | None, change: Callable[[str], str]) -> Any:  # noqa: ANN401
    pa = arrow()
    kind, types = array.type, pa.types
    if types.is_null(kind) or not len(array):
        return array
    if types.is_dictionary(kind):
        words = _rewritten_part(array.dictionary, rows, change)
        return pa.DictionaryArray.from_arrays(array.indices, words, ordered=kind.ordered)
    if types.is_string_view(kind):
        return _rewritten_part(array.cast(pa.large_string()), rows, change).cast(kind)
    _require_text(kind)
    if rows is None:
        made = pa.array([text if text is None else change(text) for text in array.to_pylist()], type=kind)
        if isinstance(made, pa.ChunkedArray):  # which pyarrow makes of texts too long for one array
            raise _too_long(kind)
        return made
    return _in_one_pass(array, rows, change)


def _in_one_pass(array: Any, rows: RowPass, change: Callable[[str], str]) -> Any:  # noqa: ANN401
    pa = arrow()

    def rest(number: int, text: str) -> str:
        return change(text) if array[number].is_valid else text

    try:
        made = rows(*text_buffers(array), rest)
    except OverflowError:
        raise _too_long(array.type) from None
    validity = array.is_valid().buffers()[1] if array.null_count else None
    return pa.Array.from_buffers(
        array.type, len(array), [validity, *map(pa.py_buffer, reversed(made))], array.null_count
    )


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


def _too_long(kind: Any) -> OptionError:  # noqa: ANN401 -- an Arrow type
    return OptionError(
        f"the rewritten texts take more than 2 GB, the most that an array of {kind} can hold: "
        "cast the column to large_string, or give it in chunks",
        fault="column",
    )
