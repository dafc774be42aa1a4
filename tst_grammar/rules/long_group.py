"""A group has more digits than the scheme's group size.

## What it does
Finds a group of a TST number with more digits than the scheme puts into one, which is three by default.

## Why is this bad?
`1234k` is no token of the vocabulary, so no model has learnt it, and `restore` leaves the number alone. A
digit may also have been typed twice.

## Example
```tst
It has 1234k 567 cells.
```

## Use instead
```tst
It has 1m 234k 567 cells.
```

## Fix safety
Unsafe: all digits are kept and grouped anew, but one of them may be there by mistake.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
