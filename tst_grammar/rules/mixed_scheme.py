"""A number is written in another scheme than the rest.

## What it does
Finds a number that another preset would write so. In a text of the default scheme, `1 m 234 k 567` is one of
`option-a` and `m1 k234 567` one of `prefix`.

## Why is this bad?
`restore` reads one scheme at a time and leaves the numbers of others alone. A model that is trained on both
spends two sets of tokens on the same values.

## Example
```tst
It has 1 m 234 k 567 cells.
```

## Use instead
```tst
It has 1m 234k 567 cells.
```

## Fix safety
Safe: the number is read in the scheme that it is written in, and its value is written in the one that is
set. With one marker only, as in `5 k 300`, it may be something else, and the fix is unsafe.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
