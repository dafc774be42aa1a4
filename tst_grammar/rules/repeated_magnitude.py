"""Two groups have the same magnitude.

## What it does
Finds two groups of one TST number with the same marker, such as `1k` and `234k`, or with no marker at all.

## Why is this bad?
Such a number has no value. Its first marker may be wrong, a group may have been written twice, or two
numbers may have run together; a model that loses count of its groups writes this.

## Example
```tst
It has 1k 234k 567 cells.
```

## Use instead
```tst
It has 1m 234k 567 cells.
```

## Fix safety
None: nothing says which of the two groups is wrong.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
