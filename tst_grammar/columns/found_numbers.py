"""Finds the numbers in a column of text, as a table with one row for each number."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import accumulate
from typing import Any, Final, NamedTuple

from tst_grammar.arrow_columns import Column, array_of, arrow, parts_of, text_buffers, text_chunks
from tst_grammar.language.layout import layout_of
from tst_grammar.language.scheme import TST, Scheme
from tst_grammar.language.schemes import AnyScheme, scheme_of
from tst_grammar.notation.parts import Parts
from tst_grammar.text.annotator import finder_for
from tst_grammar.text.finding import ALREADY_TST, Finder, LocaleFinder, checked_skip
from tst_grammar.text.lines import segments
from tst_grammar.text.one_pass import FindPass, finding_rows
from tst_grammar.threads import checked_threads, mapped

_KINDS: Final = ("number", "percentage", "amount", "tst")
_PRECISION: Final = 38
_SCALE: Final = 15
"""The digits and the decimals of a value. All numbers of the default scheme fit."""


class _RowNumber(NamedTuple):
    """A row of the result."""

    row: int
    start: int
    end: int
    kind: int
    value: Decimal | None
    value_text: str | None


def find(
    column: Column,
    *,
    scheme: AnyScheme | None = TST,
    locale: str = "en",
    skip: Iterable[str] | None = None,
    separator: str = "",
    threads: int = 1,
) -> Any:
    """Find the numbers in each text of a column, with the options of `tst_grammar.find_numbers`.

    The result is a table of pyarrow with a row for each number, in order:

    - `row`: the number of the text in the column, from 0
    - `start` and `end`: the position of the number in its text, in characters
    - `kind`: `number`, `percentage`, `amount` (of a currency) or `tst` (a TST number of the scheme)
    - `value`: the exact value as a decimal with up to 23 digits before the point and 15 after it
    - `value_text`: the exact value as text if it has more digits than that. Then `value` is null.

    The value of `50%` is 50. Nulls have no numbers. Without a scheme, TST is read as plain numbers. `threads`
    is how many threads do the work; with the native kernel they run at the same time.

    >>> found = find(["It rose by 3% to $1,234.50.", None, "now 5k 678"])
    >>> found.select(["row", "start", "end", "kind"]).to_pylist()[1]
    {'row': 0, 'start': 17, 'end': 26, 'kind': 'amount'}
    >>> [f"{value:f}" for value in found["value"].to_pylist()]
    ['3.000000000000000', '1234.500000000000000', '5678.000000000000000']
    """
    known = None if scheme is None else scheme_of(scheme)
    shapes = None if skip is None else checked_skip(skip)

    def finder_of(text: str) -> Finder:
        return finder_for(lambda: [text], locale, shapes, separator, known)

    settled = None if locale == "auto" else finder_of("")
    at_once = _pass_of(settled) if isinstance(settled, LocaleFinder) else None

    def found_in(part: tuple[int, Any]) -> Any:
        first, array = part
        if at_once:
            return _in_one_pass(array, at_once, first)
        texts = enumerate(array.to_pylist(), first)
        found = ((row, text, settled or finder_of(text)) for row, text in texts if text is not None)
        return _batch([each for one in found for each in _numbers_of(*one, known)])

    divided = checked_threads(threads)
    parts = [part for chunk in text_chunks(column) for part in parts_of(chunk, divided)]
    firsts = accumulate(map(len, parts), initial=0)
    batches = mapped(found_in, zip(firsts, parts, strict=False), divided)
    return arrow().Table.from_batches(batches, _schema())


def _schema() -> Any:
    pa = arrow()
    return pa.schema(
        [
            ("row", pa.int64()),
            ("start", pa.int64()),
            ("end", pa.int64()),
            ("kind", pa.dictionary(pa.int8(), pa.string())),
            ("value", pa.decimal128(_PRECISION, _SCALE)),
            ("value_text", pa.string()),
        ]
    )


def _pass_of(finder: LocaleFinder) -> FindPass | None:
    return None if finder.opened else finding_rows(finder.tokens, finder.numbers)


def _in_one_pass(chunk: Any, at_once: FindPass, first: int) -> Any:
    pa = arrow()
    *columns, fits, texts = at_once(*text_buffers(chunk.fill_null("")), first)
    rows, starts, ends, kinds, values = map(pa.py_buffer, columns)
    count = len(kinds)
    numbers = [pa.Array.from_buffers(pa.int64(), count, [None, each]) for each in (rows, starts, ends)]
    kind = pa.Array.from_buffers(pa.int8(), count, [None, kinds])
    value = pa.Array.from_buffers(_schema().field("value").type, count, [pa.py_buffer(fits), values])
    value_text = pa.nulls(count, pa.string())
    if texts:
        from pyarrow import compute  # noqa: PLC0415 -- rarely needed

        lines = pa.array(texts.splitlines(), pa.string())
        value_text = compute.replace_with_mask(value_text, value.is_null(), lines)
    return _record_batch(*numbers, kind, value, value_text)


def _batch(numbers: list[_RowNumber]) -> Any:
    pa, schema = arrow(), _schema()
    columns = zip(*numbers, strict=True) if numbers else [()] * len(schema)
    types = [pa.int8() if each.name == "kind" else each.type for each in schema]
    return _record_batch(*(pa.array(column, kind) for column, kind in zip(columns, types, strict=True)))


def _record_batch(*columns: Any) -> Any:
    pa = arrow()
    row, start, end, kind, value, value_text = columns
    names = pa.DictionaryArray.from_arrays(kind, pa.array(_KINDS))
    return pa.record_batch([row, start, end, names, value, value_text], schema=_schema())


def _numbers_of(row: int, text: str, finder: Finder, scheme: Scheme | None) -> Iterator[_RowNumber]:
    for offset, segment in segments(text):
        for start, end, what in finder.digit_tokens(segment):
            if isinstance(what, Parts):
                number, kind = what, _kind_of(what)
            elif what == ALREADY_TST and scheme:
                sign, integer, fraction, prefix, suffix = layout_of(scheme).read(segment[start:end])
                number, kind = Parts(sign, integer, fraction, 0, prefix, suffix), _KINDS.index("tst")
            else:
                continue
            value = _value_of(number)
            value_text = None if value is not None else _text_of(number)
            yield _RowNumber(row, offset + start, offset + end, kind, value, value_text)


def _kind_of(number: Parts) -> int:
    if number.suffix in ("%", "‰"):
        return _KINDS.index("percentage")
    return _KINDS.index("amount" if number.prefix or number.suffix else "number")


def _value_of(number: Parts) -> Decimal | None:
    """Return the value of a number if it fits into a column of decimals."""
    sign, digits, power = number.value
    if power < -_SCALE or len(digits) + power + _SCALE > _PRECISION:
        return None
    return Decimal((sign == "-", [*map(int, digits)], power))


def _text_of(number: Parts) -> str:
    point = "." if number.fraction else ""
    power = f"E{number.exponent:+d}" if number.exponent else ""
    return f"{number.sign.strip('+')}{number.integer}{point}{number.fraction}{power}"


def find_lists(
    column: Column,
    *,
    scheme: AnyScheme | None = TST,
    locale: str = "en",
    skip: Iterable[str] | None = None,
    separator: str = "",
) -> Any:
    """Find the numbers in each text of a column, as `find` does, and return a list for each text.

    The result is an Arrow array with as many rows as the column. Nulls stay.

    >>> lists = find_lists(["It rose by 3% to $1,234.50.", None, "none"]).to_pylist()
    >>> [row if row is None else [number["kind"] for number in row] for row in lists]
    [['percentage', 'amount'], None, []]
    """
    pa = arrow()
    array = array_of(column)
    found = find(array, scheme=scheme, locale=locale, skip=skip, separator=separator)
    rows = pa.array(range(len(array)), pa.int64())
    counted = found["row"].value_counts()
    counts = counted.field("counts").take(pa.compute.index_in(rows, counted.field("values")))
    ends = pa.compute.cumulative_sum(counts.fill_null(0)).cast(pa.int32())
    numbers = [found[name].combine_chunks() for name in ("start", "end", "value", "value_text")]
    numbers.insert(2, found["kind"].cast(pa.string()).combine_chunks())
    return pa.ListArray.from_arrays(
        pa.concat_arrays([pa.array([0], pa.int32()), ends]),
        pa.StructArray.from_arrays(numbers, ("start", "end", "kind", "value", "value_text")),
        mask=pa.array(array.is_null().to_pylist(), pa.bool_()),
    )
