"""A group has fewer digits than the scheme writes.

## What it does
Finds a digit group of a TST number that is shorter than the group size, where the scheme pads groups with
zeros: every integer group but the first, and every fraction group.

## Why is this bad?
A missing zero and a missing digit look the same: `23k` may stand for 023 thousand, or have lost a digit.
Only full groups keep one token for one value.

## Example
```tst
It has 1m 23k 456 cells.
```

## Use instead
```tst
It has 1m 023k 456 cells.
```

## Fix safety
Unsafe: integer groups are padded with zeros before their digits and fraction groups behind them, but the
digit that is missing may not have been a zero.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
