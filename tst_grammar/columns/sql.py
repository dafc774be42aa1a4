"""The functions that SQL engines get, with their options checked."""

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any, Final

from tst_grammar import columns
from tst_grammar.columns.table_change import checked
from tst_grammar.errors import OptionError

_FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    "annotate": columns.annotate,
    "restore": columns.restore,
    "value": columns.decode,
    "numbers": columns.find_lists,
    "lint": columns.lint,
    "answer": columns.answers,
}


def sql_functions(options: Mapping[str, Any]) -> dict[str, Callable[[Any], Any]]:
    """Return the functions by name. Each takes an Arrow column, and has those options that it knows.

    >>> sql_functions({"locale": "de"})["annotate"](["1.234"]).to_pylist()
    ['1k 234']
    """
    known = {name: {*signature(each).parameters} - {"column", "rejects"} for name, each in _FUNCTIONS.items()}
    if unknown := {*options}.difference(*known.values()):
        raise OptionError(
            f"these are not options of any function: {', '.join(sorted(unknown))}", fault="errors"
        )
    return {
        name: _on_column(
            each, checked(each, {option: value for option, value in options.items() if option in known[name]})
        )
        for name, each in _FUNCTIONS.items()
    }


def _on_column(function: Callable[..., Any], options: Mapping[str, Any]) -> Callable[[Any], Any]:
    """Return a function with one parameter: engines count the parameters."""

    def on_column(column: Any) -> Any:
        return function(column, **options)

    return on_column
