"""A group behind the point has the marker of an integer group.

## What it does
Finds a marker such as `k` or `m` behind the point, where only `p`, `pp` and so on can stand.

## Why is this bad?
Nothing behind the point is worth thousands. The letter may be wrong, or the point may end a sentence whose
neighbour begins with a number. `restore` leaves it alone.

## Example
```tst
It weighs 0. 100k grams.
```

## Use instead
```tst
It weighs 0. 100p grams.
```

## Fix safety
None: it may be the marker that is wrong, or the point.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
