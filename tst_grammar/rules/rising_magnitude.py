"""A group has a larger magnitude than the one before it.

## What it does
Finds a group whose marker is larger than that of the group before it, such as `m` after `k`, or behind the
point `p` after `pp`.

## Why is this bad?
TST writes the largest group first, so that the first token already tells the size of the number. Out of
order there is no telling what was meant, and `restore` leaves it alone.

## Example
```tst
It has 1k 234m 567 cells.
```

## Use instead
```tst
It has 1m 234k 567 cells.
```

## Fix safety
None: the markers may be in the wrong order, or the digits.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
