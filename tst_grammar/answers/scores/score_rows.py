"""Reads the rows to score from JSON Lines: the outputs of a model and the right answers."""

import json
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any

from attrs import frozen

from tst_grammar.diagnostics import quoted
from tst_grammar.errors import OptionError


@frozen
class Row:
    """One line: its number from 1, the output, and the right answer."""

    line: int
    output: str
    gold: str | Decimal


def rows_of(lines: Iterable[str], output: str, gold: str, name: str = "-") -> Iterator[Row]:
    """Yield the rows of JSON Lines. The names of fields may have dots, as in `target.answer`.

    Numbers keep every digit. An output that is null is an empty text.

    >>> list(rows_of(['{"response": "so 42", "answer": 42.0}'], "response", "answer"))
    [Row(line=1, output='so 42', gold=Decimal('42.0'))]
    """
    for line, text in enumerate(lines, 1):
        if text.strip():
            place = f"{name}:{line}: "
            try:
                record = json.loads(text, parse_int=Decimal, parse_float=Decimal, parse_constant=str)
            except (ValueError, RecursionError) as error:
                raise OptionError(f"{place}the line is not JSON: {error}", fault="not-json") from None
            written = _field(record, output, place)
            right = _field(record, gold, place)
            if written is None:
                written = ""
            if isinstance(right, bool) or not isinstance(right, str | Decimal):
                raise OptionError(
                    f"{place}the field {quoted(gold)} is not a number or text", fault="field-value"
                )
            if not isinstance(written, str):
                raise OptionError(f"{place}the field {quoted(output)} is not a text", fault="field-value")
            yield Row(line, written, right)


def _field(record: Any, name: str, place: str) -> Any:  # noqa: ANN401 -- JSON
    for step in name.split("."):
        if not isinstance(record, dict) or step not in record:
            raise OptionError(f"{place}there is no field {quoted(name)}", fault="field-value")
        record = record[step]
    return record
