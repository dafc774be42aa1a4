"""Rows of values: reads lists, arrays and series, handles rows that fail, and gives series back as series.

It knows neither numbers nor texts. numpy, pandas, polars and pyarrow are never imported: a value that comes
from one of them has the methods that are used here.
"""

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from itertools import repeat
from operator import is_not, itemgetter
from typing import Any, Literal, TypeVar

from attrs import field, frozen

from tst_grammar.diagnostics import quoted
from tst_grammar.errors import OptionError, TstGrammarError
from tst_grammar.option_checks import checked_text

Given = TypeVar("Given")
Made = TypeVar("Made")

OnError = Literal["raise", "null", "keep"]
"""What becomes of a row that fails: the error is raised, or the row is None, or stays as it is."""

Rejects = list[tuple[int, Exception]]
"""The numbers of the rows that failed, from 0, and their errors."""


def rows_of(function: str, values: Any) -> list[Any]:  # noqa: ANN401 -- an iterable or an array
    """Return the values of an iterable, a numpy array, a series or an Arrow array, with None for nulls.

    NaN is a null in a pandas series, as pandas has it, and a value everywhere else.

    >>> rows_of("encode_many", iter([1, None]))
    [1, None]
    """
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise TypeError(f"{function} takes an iterable of values, not {type(values).__name__}")
    library = _library(values)
    if library == "pandas" and hasattr(values, "isna"):
        series: Any = values
        rows = zip(_of_array(series.to_numpy()), series.isna().tolist(), strict=True)
        return [None if is_null else row for row, is_null in rows]
    if library == "numpy" and hasattr(values, "dtype"):
        return _of_array(values)
    if library in ("polars", "pyarrow") and hasattr(values, "cast"):
        return _of_arrow(values, library)
    return values if isinstance(values, list) else list(values)


def like(values: Any, rows: list[Made], *, text: bool) -> list[Made]:  # noqa: ANN401 -- whatever holds rows
    """Return rows of results as a series if the values were one: of pandas with its index, or text of polars.

    A pandas series of text keeps its dtype if the results are text too.

    >>> like((1, 2), ["1", "2"], text=True)
    ['1', '2']
    """
    library = _library(values)
    kind: Any = type(values)
    if library == "pandas" and kind.__name__ == "Series":
        held = values.dtype
        is_text = text and held.kind in "OU" and str(held) != "category"
        made = kind(rows, index=values.index, name=values.name, dtype=held if is_text else object)
    elif library == "polars" and kind.__name__ == "Series" and text:
        made = kind(values.name, rows, dtype=_module_of(kind).String)
    else:
        made = rows
    return made  # type: ignore[no-any-return]


@frozen
class Failing:
    """How rows that fail are handled, with the options `errors` and `rejects` of a function.

    A row fails if its conversion raises an error of this package, or a TypeError for a value of a wrong type.
    """

    errors: OnError
    rejects: Rejects | None
    may_keep: bool = field(default=True, kw_only=True)

    def __attrs_post_init__(self) -> None:
        choices = ("raise", "null", "keep") if self.may_keep else ("raise", "null")
        if checked_text("errors", self.errors) not in choices:
            why = ": keep is for texts that become texts" if self.errors == "keep" else ""
            raise OptionError(
                f"errors is {quoted(self.errors)}, but must be one of {', '.join(choices)}{why}",
                fault="errors",
                expected=choices,
            )
        if self.rejects is not None and not isinstance(self.rejects, list):
            raise TypeError(f"rejects takes a list, not {type(self.rejects).__name__}")

    def rows(
        self, convert: Callable[[Any], Made], rows: Sequence[Any], first: int = 0
    ) -> list[Made | Any | None]:
        """Return each row converted; None stays. `first` is the number of the first row.

        >>> Failing("null", None).rows(str.upper, ["a", None, 5])
        ['A', None, None]
        """
        return [
            None if row is None else self.row(convert, row, number) for number, row in enumerate(rows, first)
        ]

    def rest(
        self, convert: Callable[[Any], Made], rows: Sequence[Any], done: Sequence[Made | None]
    ) -> list[Made | Any | None]:
        """Return each row as it is done, and the rows that are not, converted.

        >>> Failing("raise", None).rest(str.upper, ["a", None, "b"], [None, None, "B"])
        ['A', None, 'B']
        """
        if all(map(is_not, done, repeat(None))):
            return [*done]
        return [
            self.row(convert, row, number) if result is None and row is not None else result
            for number, (row, result) in enumerate(zip(rows, done, strict=True))
        ]

    def sort_rejects(self) -> None:
        """Put the rejects in order if several threads added them."""
        if self.rejects:
            self.rejects.sort(key=itemgetter(0))

    def row(self, convert: Callable[[Any], Made], row: object, number: int) -> Made | Any | None:  # noqa: ANN401
        """Return a row converted.

        >>> Failing("keep", None).row(Decimal, "1.5", 0)
        Decimal('1.5')
        """
        try:
            return convert(row)
        except (TstGrammarError, TypeError) as error:
            if self.rejects is not None:
                self.rejects.append((number, error))
            if self.errors == "null":
                return None
            if self.errors == "keep" and isinstance(row, str):
                return row
            if isinstance(error, TstGrammarError):
                error.row = number
                raise
            raise TypeError(f"row {number}: {error}") from None


RAISING = Failing("raise", None)
"""An error of a row is raised."""


def _of_array(array: Any) -> list[Any]:  # noqa: ANN401 -- a numpy array
    if array.ndim != 1:
        raise TypeError(f"an array of rows has one dimension, not {array.ndim}")
    # A float64 is a float of Python; another float keeps its type, and so its own shortest text
    return list(array) if array.dtype.kind == "f" and array.dtype.itemsize != 8 else list(array.tolist())


def _of_arrow(values: Any, library: str) -> list[Any]:  # noqa: ANN401 -- a series of polars or an Arrow array
    listed = "to_list" if library == "polars" else "to_pylist"
    kind = str(values.dtype if library == "polars" else values.type)
    if kind not in ("Float32", "float"):
        return list(getattr(values, listed)())
    texts = values.cast(_module_of(type(values)).String if library == "polars" else "string")
    return [None if text is None else Decimal(text) for text in getattr(texts, listed)()]


def _library(values: object) -> str:
    return next((name for name in map(_package, type(values).__mro__) if name in _LIBRARIES), "")


_LIBRARIES = frozenset(("numpy", "pandas", "polars", "pyarrow"))


def _package(kind: type) -> str:
    return kind.__module__.partition(".")[0]


def _module_of(kind: type) -> Any:  # noqa: ANN401 -- a module
    import sys  # noqa: PLC0415 -- only series need it

    return sys.modules[_package(kind)]
