"""A magnitude is left out between two integer groups.

## What it does
Finds an integer group that does not follow the next larger magnitude, such as units right after millions.

## Why is this bad?
Every magnitude has its group, even one of zeros. `1m 456` may stand for 1000456, or for a number that has
lost its thousands, and `restore` leaves it alone.

## Example
```tst
It has 1m 456 cells.
```

## Use instead
```tst
It has 1m 000k 456 cells.
```

## Fix safety
Unsafe: the gap is filled with zeros, but other digits may have stood there.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
