"""Converts the texts of a column, which may be inside lists and structs, and collects those that fail."""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Any

from attrs import evolve, frozen

from tst_grammar.arrow_columns import RowPass, arrow, rewritten
from tst_grammar.diagnostics import quoted
from tst_grammar.errors import OptionError, TstGrammarError
from tst_grammar.files.file_options import too_large
from tst_grammar.rows import Failing

Array = Any
"""An array of pyarrow, which has no types."""


@frozen
class Failed:
    """A text that could not be converted: its row, counted from 0, the text and the error."""

    row: int
    text: str
    error: TstGrammarError


@frozen
class TextColumn:
    """A column of a table: its place in it, the fields below it that hold the texts, and how texts change."""

    index: int
    steps: tuple[str, ...]
    rows: RowPass | None
    change: Callable[[str], str]
    most: int

    @classmethod
    def of(
        cls,
        schema: Any,  # noqa: ANN401 -- a schema of pyarrow
        name: str,
        rows: RowPass | None,
        change: Callable[[str], str],
        most: int,
    ) -> "TextColumn":
        """Return the column of a name such as `text` or `messages.content`, and refuse one without texts."""
        first, *steps = [name] if name in schema.names else name.split(".")
        index = schema.get_field_index(first)
        if index < 0:
            known = ", ".join(map(quoted, schema.names))
            problem = f"there is no column {quoted(first)}, or more than one: the columns are {known}"
            raise OptionError(problem, fault="field")
        kind = schema.field(index).type
        for step in (*steps, None):
            while _is_list(kind):
                kind = kind.value_type
            if step is not None:
                place = kind.get_field_index(step) if arrow().types.is_struct(kind) else -1
                if place < 0:
                    raise OptionError(
                        f"there is no field {quoted(step)} in the column {quoted(name)}", fault="field"
                    )
                kind = kind.field(place).type
        if not _is_text(kind):
            raise OptionError(f"the column {quoted(name)} holds {kind}, not text", fault="field")
        return cls(index, tuple(steps), rows, change, most)

    def converted(self, column: Array) -> tuple[Array, list[Failed]]:
        """Return a column in chunks with its texts converted, and the texts that failed and stayed."""
        pa = arrow()
        made: list[Array] = []
        failed: list[Failed] = []
        before = 0
        for chunk in column.chunks:
            values, wrong = self._converted(chunk, self.steps)
            made.append(values)
            failed += (evolve(each, row=each.row + before) for each in wrong)
            before += len(chunk)
        return pa.chunked_array(made, type=column.type), failed

    def _converted(self, array: Array, steps: tuple[str, ...]) -> tuple[Array, list[Failed]]:
        kind = array.type
        if _is_list(kind):
            whole = _unsliced(array)
            values, failed = self._converted(whole.values, steps)
            offsets = whole.offsets.to_pylist() if failed else []
            inside = [evolve(each, row=bisect_right(offsets, each.row) - 1) for each in failed]
            return _with_children(whole, 2, [values]), inside
        if steps:
            whole = _unsliced(array)
            children = [whole.field(place) for place in range(kind.num_fields)]
            place = kind.get_field_index(steps[0])
            children[place], failed = self._converted(children[place], steps[1:])
            return _with_children(whole, 1, children), failed
        return self._texts(array)

    def _texts(self, array: Array) -> tuple[Array, list[Failed]]:
        """Convert an array of texts. Texts that cannot be read or held stay as they are."""
        wrong = self._unreadable(array)
        if not wrong:
            return self._readable(array, 0)
        if arrow().types.is_dictionary(array.type):
            plain, failed = self._texts(array.dictionary_decode())
            return plain.dictionary_encode().cast(array.type), failed
        made: list[Array] = []
        failed = list(wrong)
        start = 0
        for row in (*(each.row for each in wrong), len(array)):
            part, more = self._readable(array.slice(start, row - start), start)
            made += [part, array.slice(row, 1)]
            failed += more
            start = row + 1
        return arrow().concat_arrays(made), failed

    def _readable(self, array: Array, first: int) -> tuple[Array, list[Failed]]:
        rejects: list[tuple[int, Exception]] = []
        made = rewritten(array, self.rows, self.change, Failing("keep", rejects))
        failed = [
            Failed(first + row, array[row].as_py(), error)
            for row, error in rejects
            if isinstance(error, TstGrammarError)
        ]
        return made, failed

    def _unreadable(self, array: Array) -> list[Failed]:
        """Return the texts that are not UTF-8, or too large."""
        import pyarrow.compute as pc  # noqa: PLC0415 -- slow to import

        pa = arrow()
        values = array.dictionary if pa.types.is_dictionary(array.type) else array
        if not len(values):
            return []
        as_bytes = values.cast(pa.large_string()).cast(pa.large_binary())
        largest = pc.max(pc.binary_length(as_bytes)).as_py() or 0
        try:
            values.validate(full=True)
        except pa.ArrowInvalid:
            pass
        else:
            if largest <= self.most:
                return []
        return [
            Failed(row, data.decode(errors="surrogateescape"), error)
            for row, data in enumerate(as_bytes.to_pylist())
            if data is not None and (error := self._fault_of(data))
        ]

    def _fault_of(self, data: bytes) -> OptionError | None:
        if len(data) > self.most:
            return OptionError(too_large(self.most), fault="large-document")
        try:
            data.decode()
        except UnicodeDecodeError:
            return OptionError("the text has bytes that are not UTF-8", fault="not-utf-8")
        return None


def texts_below(column: Array, steps: tuple[str, ...]) -> Iterator[str]:
    """Yield the texts of a column, without the bytes that are not UTF-8."""
    pa = arrow()
    for chunk in column.chunks:
        array, left = chunk, steps
        while _is_list(array.type) or left:
            if _is_list(array.type):
                array = array.flatten()
            else:
                array, left = array.flatten()[array.type.get_field_index(left[0])], left[1:]
        if pa.types.is_dictionary(array.type):
            array = array.dictionary_decode()
        for data in array.cast(pa.large_string()).cast(pa.large_binary()).to_pylist():
            if data is not None:
                yield data.decode(errors="ignore")


def _is_list(kind: Any) -> bool:  # noqa: ANN401 -- a type of pyarrow
    types = arrow().types
    return bool(types.is_list(kind) or types.is_large_list(kind))


def _is_text(kind: Any) -> bool:  # noqa: ANN401 -- a type of pyarrow
    types = arrow().types
    held = kind.value_type if types.is_dictionary(kind) else kind
    return bool(types.is_string(held) or types.is_large_string(held) or types.is_string_view(held))


def _unsliced(array: Array) -> Array:
    """Return an array that starts at the start of its buffers."""
    return arrow().concat_arrays([array, array.slice(0, 0)]) if array.offset else array


def _with_children(array: Array, own: int, children: list[Array]) -> Array:
    """Return an array with other children; its first `own` buffers are its own."""
    buffers = array.buffers()[:own]
    return type(array).from_buffers(array.type, len(array), buffers, array.null_count, children=children)
