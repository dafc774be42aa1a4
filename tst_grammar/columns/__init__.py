"""Columns of text in; rewritten columns, their numbers, values or mistakes out: functions for Arrow data.

A column is whatever gives Arrow data: an array of pyarrow, a series of polars or pandas, a relation of DuckDB
with one column. The package needs pyarrow, which the extra `arrow` installs. It does not know how a number is
written or found. Its modules `pandas`, `polars`, `duckdb`, `datasets`, `datatrove`, `ray` and `spark` do the
same to the data of these packages.
"""

from tst_grammar.columns.exact_values import decode
from tst_grammar.columns.extracted_answers import answers
from tst_grammar.columns.found_numbers import find, find_lists
from tst_grammar.columns.mistakes import lint
from tst_grammar.columns.text_columns import annotate, restore

__all__ = ["annotate", "answers", "decode", "find", "find_lists", "lint", "restore"]
