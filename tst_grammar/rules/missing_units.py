"""No units group ends the integer.

## What it does
Finds a TST number whose last integer group still has a marker such as `k`, so that the units are not there.
In running text a single group with a marker, such as `100k`, is left to `abbreviated-number`.

## Why is this bad?
The number stops too early: `1m 234k` may be 1234000 in short, or the beginning of 1234567. `restore` cannot
know, and leaves it alone.

## Example
```tst
It has 1m 234k cells.
```

## Use instead
```tst
It has 1m 234k 000 cells.
```

## Fix safety
Unsafe: the missing groups are filled with zeros, but other digits may have been lost.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
