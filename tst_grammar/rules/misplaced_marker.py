"""A marker stands on the wrong side of its digits.

## What it does
Finds `k234` where the scheme writes `234k`, or the other way round. A number with all its markers on the
other side is left to `mixed-scheme` in running text.

## Why is this bad?
To a model `k234` and `234k` are two tokens that have nothing in common, and it has learnt only one of them.
`restore` leaves the number alone.

## Example
```tst
It has 1m k234 567 cells.
```

## Use instead
```tst
It has 1m 234k 567 cells.
```

## Fix safety
Safe: the group has the same digits and the same marker, in the right order.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
