"""A group has no marker where it needs one.

## What it does
Finds a digit group in the middle of a TST number, or behind its point, without a marker such as `k` or `p`.

## Why is this bad?
Only the units go without a marker, so `234` here says 234 and not 234 thousand. The text may hold one number
or two; `restore` leaves all of it alone.

## Example
```tst
It has 1m 234 567 cells.
```

## Use instead
```tst
It has 1m 234k 567 cells.
```

## Fix safety
Unsafe: the group gets the marker that is due at its place, but it may belong to another number.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
