"""A depth of the fraction is skipped.

## What it does
Finds a fraction group with more `p` than its place asks for, such as `100pp` right after the point.

## Why is this bad?
The more `p`, the further behind the point. Here nothing says what stands in the group before, so the value
may be 0.0001, or 0.1 with one `p` too many. `restore` leaves it alone.

## Example
```tst
It weighs 0. 100pp grams.
```

## Use instead
```tst
It weighs 0. 000p 100pp grams.
```

## Fix safety
Unsafe: the gap is filled with zeros, but other digits may have stood there.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
