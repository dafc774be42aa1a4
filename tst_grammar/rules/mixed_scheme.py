"""A number is written in another scheme than the rest.

## What it does
Finds a number that another preset would write so. In a text of the default scheme, `100 k 400` is one of
`option-a` and `001k 234.` one of `algorithm-1`.

## Why is this bad?
`restore` reads one scheme at a time and leaves the numbers of others alone. A model that is trained on both
spends two sets of tokens on the same values.

## Example
```tst
It has 100 k 400 cells.
```

## Use instead
```tst
It has 100k 400 cells.
```

## Fix safety
Safe: the number is read in the scheme that it is written in, and its value is written in the one that is
set.
"""

from tst_grammar.diagnostics import Severity

SEVERITY = Severity.ERROR
