"""What settles ambiguous numbers with `locale="auto"`: each line of `tests/data/evidence.txt`."""

import re
from decimal import Decimal

import pytest
from cases_io import DATA

import tst_grammar as tst

LINES = (DATA / "evidence.txt").read_text(encoding="utf-8").splitlines()
_MARKED = re.compile(r"⟦(.*?)⟧([0-9.]*[0-9]|\?)")


@pytest.mark.parametrize("line", LINES)
def test_line(line: str) -> None:
    """A marked number has the value after it, or stays ambiguous if a question mark is there."""
    text = _MARKED.sub(lambda found: found[1], line)
    values = {found.raw: found.number.value for found in tst.find_numbers(text, locale="auto")}
    remarks = {remark.raw: remark.reason for remark in tst.align(text, locale="auto").remarks}
    for raw, value in _MARKED.findall(line):
        if value == "?":
            assert raw not in values
            assert remarks[raw] == "ambiguous"
        else:
            assert values[raw] == Decimal(value)
