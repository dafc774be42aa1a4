"""Extracts the answer of each text of a column."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any, Final

from tst_grammar.answers.answer import Answer, Exact
from tst_grammar.answers.extraction import RULES, extract_many
from tst_grammar.arrow_columns import Column, arrow, text_chunks
from tst_grammar.language.scheme import TST
from tst_grammar.language.schemes import AnyScheme

_PRECISION: Final = 38
_SCALE: Final = 15
"""The digits and the decimals of a value, as in the result of `find`."""

_FIELDS: Final = {
    "raw": "string",
    "start": "int64",
    "end": "int64",
    "rule": "string",
    "unit": "string",
    "is_percent": "bool_",
    "magnitude": "string",
    "problem": "string",
}
"""The fields that a row has in common with an `Answer`, and their types."""


def answers(
    column: Column, *, scheme: AnyScheme = TST, locale: str = "en", rules: Iterable[str] = RULES
) -> Any:
    r"""Extract the answer of each text of a column, with the options of `tst_grammar.answers.extract`.

    The result is an Arrow array with as many rows as the column. A row is null if its text is null or has no
    number. Otherwise it has these fields:

    - `value`: the exact value as a decimal with up to 23 digits before the point and 15 after it
    - `value_text`: the exact value as text if it is not such a decimal, as in `1/3`. Then `value` is null.
    - `raw`, `start` and `end`: the answer as it is written, and its position in characters
    - `rule`, `unit`, `is_percent`, `magnitude` and `problem`: as in an `Answer`

    >>> rows = answers(["9 * 2 = 18\\n#### 18", None, "It is 1/3", "The answer is 12k 34"]).to_pylist()
    >>> [row and (row["value"], row["value_text"], row["problem"]) for row in rows]
    [(Decimal('18.000000000000000'), None, None), None, (None, '1/3', None), (None, None, 'short-group')]
    """
    pa = arrow()
    texts = (text for chunk in text_chunks(column) for text in chunk.to_pylist())
    found = extract_many(texts, scheme=scheme, locale=locale, rules=rules)
    kinds = {"value": pa.decimal128(_PRECISION, _SCALE), "value_text": pa.string()}
    kinds |= {name: getattr(pa, kind)() for name, kind in _FIELDS.items()}
    return pa.array([each and _row_of(each) for each in found], pa.struct(kinds))


def _row_of(answer: Answer) -> dict[str, object]:
    value = answer.value
    fits = value is None or (isinstance(value, Decimal) and _fits(value))
    values = {"value": value if fits else None, "value_text": None if fits else _text_of(value)}
    return values | {name: getattr(answer, name) for name in _FIELDS}


def _fits(value: Decimal) -> bool:
    """Tell whether a column of decimals can hold a value."""
    power = int(value.as_tuple().exponent)
    return power >= -_SCALE and value.adjusted() < _PRECISION - _SCALE


def _text_of(value: Exact | None) -> str:
    return f"{value:f}" if isinstance(value, Decimal) else str(value)
