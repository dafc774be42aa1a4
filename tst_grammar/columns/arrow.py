"""Reads columns as Arrow arrays of text."""

from collections.abc import Iterator
from typing import Any

from tst_grammar.errors import OptionError

Column = Any
"""An Arrow array, or an object that gives one by the Arrow PyCapsule protocol."""


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
        require_text(plain.type)
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


def require_text(kind: Any) -> None:  # noqa: ANN401 -- an Arrow type
    """Refuse an Arrow type that is not strings or large strings.

    >>> require_text(arrow().int8())
    Traceback (most recent call last):
    tst_grammar.errors.OptionError: a column of text is needed, not one of int8
    """
    types = arrow().types
    if not types.is_string(kind) and not types.is_large_string(kind):
        raise OptionError(f"a column of text is needed, not one of {kind}", fault="column")
