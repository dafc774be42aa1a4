"""Columns of text in; rewritten columns, or a table of their numbers, out: functions for Arrow data.

A column is whatever gives Arrow data: an array of pyarrow, a series of polars or pandas, a relation of DuckDB
with one column. The package needs pyarrow, which the extra `arrow` installs. It does not know how a number is
written or found.
"""

from tst_grammar.columns.found_numbers import find
from tst_grammar.columns.text_columns import annotate, restore

__all__ = ["annotate", "find", "restore"]
