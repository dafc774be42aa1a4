"""Columns of text in, rewritten columns out: `annotate` and `restore` for Arrow data.

A column is whatever gives Arrow data: an array of pyarrow, a series of polars or pandas, a relation of DuckDB
with one column. The package needs pyarrow, which the extra `arrow` installs, and knows nothing of numbers.
"""

from tst_grammar.columns.text_columns import annotate, restore

__all__ = ["annotate", "restore"]
