"""Columns of text in; rewritten columns, values or counts of mistakes out: functions for Arrow data.

A column is whatever gives Arrow data: an array of pyarrow, a series of polars or pandas, a relation of DuckDB
with one column. The package needs pyarrow, which the extra `arrow` installs, and knows nothing of numbers.
Its modules `pandas`, `polars`, `duckdb`, `datasets`, `datatrove`, `ray` and `spark` do the same to the data of
these packages.
"""

from tst_grammar.columns.mistakes import lint
from tst_grammar.columns.text_columns import annotate, restore
from tst_grammar.columns.values import decode

__all__ = ["annotate", "decode", "lint", "restore"]
