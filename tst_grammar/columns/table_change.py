"""Changes one column of an Arrow table: what engines send to their workers, checked before it is sent."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from importlib.metadata import version
from typing import Any, NoReturn

from attrs import field, frozen

from tst_grammar.arrow_columns import arrow
from tst_grammar.diagnostics import quoted
from tst_grammar.errors import OptionError


def checked(function: Callable[..., Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a function for columns, after a call with an empty column has accepted them.

    >>> from tst_grammar.columns.text_columns import annotate
    >>> checked(annotate, {"skip": iter(["date"])})
    {'skip': ('date',)}
    >>> checked(annotate, {"locale": "xx"})
    Traceback (most recent call last):
    tst_grammar.errors.LocaleError: no locale 'xx': `tst locales` lists them
    """
    # An iterator could be read only once, and not be sent
    kept = {
        name: _tuple(value) if name in ("skip", "select", "rules") else value
        for name, value in options.items()
    }
    function(arrow().array([], arrow().string()), **kept)
    return kept


def _tuple(names: Any) -> Any:
    return tuple(names) if hasattr(names, "__iter__") and not isinstance(names, str) else names


@frozen
class TableChange:
    """Applies a function for columns to one column of a table, and puts the result in its place or beside it.

    The result becomes the column `into`, by default the same column. With `reasons`, a column of this name
    says why a row failed; the option `errors` says what the row becomes, null unless it is given. All
    options are checked when the change is made. It can be pickled, and equal changes of the same version
    have equal pickles.

    >>> from tst_grammar.columns.text_columns import annotate
    >>> change = TableChange(annotate, "text", into="tst")
    >>> change(arrow().table({"id": [7], "text": ["1,234"]})).to_pylist()
    [{'id': 7, 'text': '1,234', 'tst': '1k 234'}]
    """

    function: Callable[..., Any]
    column: str
    into: str | None = field(default=None, kw_only=True)
    reasons: str | None = field(default=None, kw_only=True)
    options: dict[str, Any] = field(factory=dict, kw_only=True)
    version: str = field(init=False)

    def __attrs_post_init__(self) -> None:
        if "rejects" in self.options:
            raise OptionError(
                "rows that fail are collected in a column here: use reasons instead of rejects",
                fault="errors",
            )
        errors = {"errors": "null"} if self.reasons else {}
        options = checked(self.function, {**errors, **self.options})
        object.__setattr__(self, "options", dict(sorted(options.items())))
        object.__setattr__(self, "version", version("tst-grammar"))

    def schema(self, schema: Any) -> Any:
        """Return the schema of a changed table, or raise an error if the change does not fit."""
        return self(schema.empty_table()).schema

    def __call__(self, table: Any) -> Any:
        """Return a table with the result."""
        names = table.schema.names
        if self.column not in names:
            self._refuse_column(names)
        rejects: list[tuple[int, Exception]] = []
        collected = {"rejects": rejects} if self.reasons else {}
        made = self.function(table.column(self.column), **self.options, **collected)
        result = _put(
            table,
            self.into or self.column,
            made,
            may_replace=self.into in (None, self.column),
            may_be_null=self.options.get("errors") == "null",
        )
        if not self.reasons:
            return result
        said = dict(rejects)
        texts = [str(said[row]) if row in said else None for row in range(len(made))]
        return _put(result, self.reasons, arrow().array(texts, arrow().string()), may_replace=False)

    def _refuse_column(self, names: list[str]) -> NoReturn:
        near = get_close_matches(self.column, names, 1)
        advice = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(names) or 'no columns'}"
        raise OptionError(f"there is no column {quoted(self.column)}: {advice}", fault="column")


def _put(table: Any, name: str, column: Any, *, may_replace: bool, may_be_null: bool = True) -> Any:
    """Return a table with a column put in the place of the one with this name, or at the end."""
    if name not in table.schema.names:
        return table.append_column(name, column)
    if not may_replace:
        raise OptionError(f"there is a column {quoted(name)} already: choose another name", fault="column")
    place = table.schema.get_field_index(name)
    kept = table.schema.field(place).with_type(column.type)
    return table.set_column(place, kept.with_nullable(kept.nullable or may_be_null), column)
